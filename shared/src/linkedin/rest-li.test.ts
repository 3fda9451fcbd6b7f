import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { decodeRestLiValue, encodeRestLi, encodeRestLiValue, type RestLiValue, readRestLi } from './rest-li.ts';

const scalar = fc.string({ unit: anyCharacter, minLength: 1 });
const key = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,12}$/);
const { literal } = fc.letrec<{ literal: RestLiValue }>((tie) => ({
  literal: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('literal'), { maxLength: 4 }),
    fc.dictionary(key, tie('literal'), { maxKeys: 4, noNullPrototype: false }),
  ),
}));

describe('Rest.li literals', () => {
  it('Rest.li literals are written as the web client writes them', () => {
    expect(encodeRestLi({ a: 'x y', b: ['1', '2'], c: { d: 7 }, e: undefined })).toBe('(a:x%20y,b:List(1,2),c:(d:7))');
  });

  it('Rest.li literals are read back as they were written', () => {
    fc.assert(
      fc.property(literal, (value) => {
        const text = encodeRestLi(value);
        const read = readRestLi(text);
        expect(read).toBeDefined();
        expect(read === undefined ? '' : encodeRestLi(read)).toBe(text);
      }),
    );
  });

  it.each([
    '',
    '(',
    ')',
    '()x',
    '(a)',
    '(a:)',
    '(a:b',
    '(a:b,)',
    '(:b)',
    '(a:b,a:c)',
    'List(',
    'List(a,)',
    'List(a))',
    '(a b:c)',
    '(a:b c)',
    '(a:%zz)',
    '(a:%ff)',
    '(a:%41)',
    '(__proto__:x)',
    "(a:b'c)",
    'a,b',
    `${'(a:'.repeat(7)}b${')'.repeat(7)}`,
  ])('a malformed literal is refused: %s', (text) => {
    expect(readRestLi(text)).toBeUndefined();
  });

  it('a key named like a prototype member is an ordinary key', () => {
    expect(readRestLi('(constructor:a,toString:b)')).toEqual(
      Object.assign(Object.create(null), { constructor: 'a', toString: 'b' }),
    );
  });
});

describe('one value', () => {
  it('a value has only one spelling', () => {
    fc.assert(
      fc.property(scalar, (value) => {
        expect(decodeRestLiValue(encodeRestLiValue(value))).toBe(value);
      }),
    );
    expect(decodeRestLiValue('%c3%bc')).toBe('ü');
    for (const second of ['%61', "it's", 'a+b c', '%E0%80%80', '%']) expect(decodeRestLiValue(second)).toBeUndefined();
  });
});
