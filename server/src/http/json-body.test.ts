import { describe, expect, it } from 'vitest';
import { parseJsonBody } from './json-body.ts';

const strict = { depth: 32, repairsText: false };

describe('a JSON body', () => {
  it('is parsed', () => {
    expect(parseJsonBody('{"a":[1,"é"]}', strict)).toEqual({ a: [1, 'é'] });
  });

  it('may be absent', () => {
    expect(parseJsonBody('', strict)).toBeUndefined();
  });

  it('is refused when it nests too deeply', () => {
    expect(() => parseJsonBody(`${'['.repeat(33)}${']'.repeat(33)}`, strict)).toThrow(
      expect.objectContaining({ code: 'REQUEST.TOO_DEEP' }),
    );
  });

  it.each(['{', '{"a":1,}', 'nul', "{'a':1}", '\u0000', '[1]extra'])('is refused when it is %j', (text) => {
    expect(() => parseJsonBody(text, strict)).toThrow(expect.objectContaining({ code: 'REQUEST.MALFORMED_JSON' }));
  });

  it.each(['{"__proto__":{"a":1}}', '{"\\u005f_proto__":1}', '{"constructor":{"prototype":{"a":1}}}'])(
    'is refused when it reaches for a prototype: %s',
    (text) => {
      expect(() => parseJsonBody(text, strict)).toThrow(expect.objectContaining({ code: 'REQUEST.MALFORMED_JSON' }));
      expect(({} as { a?: unknown }).a).toBeUndefined();
    },
  );

  it('is refused when it holds a character no text can hold', () => {
    expect(() => parseJsonBody('{"a":"\\u0000"}', strict)).toThrow(expect.objectContaining({ code: 'REQUEST.INVALID' }));
  });

  it('is repaired instead where it was written elsewhere', () => {
    expect(parseJsonBody('{"a":"\\u0000","b":"cut \\ud83d"}', { ...strict, repairsText: true })).toEqual({
      a: '\ufffd',
      b: 'cut \ufffd',
    });
  });
});
