import { describe, expect, it } from 'vitest';
import { parseJsonBody } from './json-body.ts';

const strict = { depth: 32, repairsText: false };

describe('a JSON body', () => {
  it('a JSON body is parsed', () => {
    expect(parseJsonBody('{"a":[1,"é"]}', strict)).toEqual({ a: [1, 'é'] });
  });

  it('a JSON body may be absent', () => {
    expect(parseJsonBody('', strict)).toBeUndefined();
  });

  it('a body nested too deeply is refused', () => {
    expect(() => parseJsonBody(`${'['.repeat(33)}${']'.repeat(33)}`, strict)).toThrow(
      expect.objectContaining({ code: 'REQUEST.TOO_DEEP' }),
    );
  });

  it.each(['{', '{"a":1,}', 'nul', "{'a':1}", '\u0000', '[1]extra'])('the body %j is refused', (text) => {
    expect(() => parseJsonBody(text, strict)).toThrow(expect.objectContaining({ code: 'REQUEST.MALFORMED_JSON' }));
  });

  it.each(['{"__proto__":{"a":1}}', '{"\\u005f_proto__":1}', '{"constructor":{"prototype":{"a":1}}}'])(
    'a body that would change a prototype is refused: %s',
    (text) => {
      expect(() => parseJsonBody(text, strict)).toThrow(expect.objectContaining({ code: 'REQUEST.MALFORMED_JSON' }));
      expect(({} as { a?: unknown }).a).toBeUndefined();
    },
  );

  it('a body with a character that no text can contain is refused', () => {
    expect(() => parseJsonBody('{"a":"\\u0000"}', strict)).toThrow(expect.objectContaining({ code: 'REQUEST.INVALID' }));
  });

  it('such characters are replaced instead in bodies written by third parties', () => {
    expect(parseJsonBody('{"a":"\\u0000","b":"cut \\ud83d"}', { ...strict, repairsText: true })).toEqual({
      a: '\ufffd',
      b: 'cut \ufffd',
    });
  });
});
