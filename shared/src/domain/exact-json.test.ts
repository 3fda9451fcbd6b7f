import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from './exact-json.ts';

/** What JavaScript writes with all its digits, though it may not be the number that was meant. */
const isLong = (read: unknown) => typeof read === 'number' && !Number.isSafeInteger(read) && /^-?\d{16,}$/.test(String(read));

describe('JSON with exact numbers', () => {
  it('a whole number beyond 2^53 is kept as text with every digit', () => {
    expect(parseExactJson('{"id":7300000000000000001,"list":[-9223372036854775808, 9007199254740993]}')).toEqual({
      id: '7300000000000000001',
      list: ['-9223372036854775808', '9007199254740993'],
    });
  });

  it('smaller numbers, fractions and exponents are unchanged', () => {
    const text = '{"a":9007199254740991,"b":0.12345678901234567,"c":7.5e+18,"d":12345678901234567.5,"e":1e20}';
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  });

  it('touches no text, whatever digits and quotes it holds', () => {
    const value = { 'say "7300000000000000001"': 'it is 7300000000000000001, \\"7300000000000000001\\"\n', id: 1 };
    expect(parseExactJson(JSON.stringify(value))).toEqual(value);
  });

  it('any JSON is read', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify([value, '7300000000000000001']);
        expect(parseExactJson(text)).toEqual(JSON.parse(text, (_, read: unknown) => (isLong(read) ? String(read) : read)));
      }),
    );
  });

  it.each(['', '{', '{"id":7300000000000000001', '"7300000000000000001', '{"id":7300000000000000001,}'])(
    '%j is no JSON',
    (text) => expect(() => parseExactJson(text)).toThrow(SyntaxError),
  );
});
