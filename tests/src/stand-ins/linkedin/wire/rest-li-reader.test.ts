import { encodeRestLi } from '@leadloom/shared/linkedin/rest-li';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRestLiObject, listField, type RestLi, readRestLi, textField } from './rest-li-reader.ts';

describe('readRestLi', () => {
  it('objects, lists and encoded values are read', () => {
    const read = readRestLi('(keywords:head%20of%20%28ops%29,value:List(F,S),none:List(),deep:(a:1))');
    if (!isRestLiObject(read)) throw new Error('not an object');
    expect(textField(read, 'keywords')).toBe('head of (ops)');
    expect(listField(read, 'value')).toEqual(['F', 'S']);
    expect(listField(read, 'none')).toEqual([]);
    expect(isRestLiObject(read.fields.get('deep'))).toBe(true);
  });

  it.each([
    ['a raw bracket in a value', '(keywords:head (ops))'],
    ['a raw URN', '(profileUrn:urn:li:fsd_profile:ACoAA)'],
    ['a raw apostrophe', "(keywords:o'larrow)"],
    ['an unclosed object', '(a:1'],
    ['an unclosed list', '(a:List(1,2)'],
    ['something after the end', '(a:1)b'],
    ['a missing value', '(a:)'],
    ['a missing key', '(:1)'],
    ['a broken escape', '(a:%zz)'],
    ['a broken character', '(a:%ff)'],
    ['nothing', ''],
    ['too many levels', `${'(a:'.repeat(40)}1${')'.repeat(40)}`],
  ])('%s is refused', (_what, text) => {
    expect(readRestLi(text)).toBeUndefined();
  });

  it('everything the collector writes is read back', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z][A-Za-z]{0,9}$/), fc.oneof(text, fc.array(text)), { maxKeys: 5 }),
        (written) => {
          const read = readRestLi(encodeRestLi(written));
          if (!isRestLiObject(read)) throw new Error('not an object');
          expect(plainOf(read)).toEqual({ ...written });
        },
      ),
    );
  });
});

function plainOf(value: RestLi): unknown {
  if (isRestLiObject(value)) return Object.fromEntries([...value.fields].map(([key, member]) => [key, plainOf(member)]));
  return typeof value === 'string' ? value : value.map(plainOf);
}
