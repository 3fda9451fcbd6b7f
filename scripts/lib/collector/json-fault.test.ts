import { describe, expect, it } from 'vitest';
import { faultLine } from './json-fault.ts';

describe('the line in which a text stops being JSON', () => {
  it.each([
    ['a comma too many in an object', '{\n "a": 1,\n}', 3],
    ['a comma too many in a list', '[\n 1,\n]', 3],
    ['a value that is missing', '{\n "a":\n}', 3],
    ['a colon that is missing', '{\n "a" 1}', 2],
    ['a comma that is missing', '{"a": 1\n "b": 2}', 2],
    ['a word', '{\n "a": one\n}', 2],
    ['a number no JSON holds', '{\n "a": 01\n}', 2],
    ['a name without quotes', '{\n a: 1\n}', 2],
    ['a bracket of the wrong kind', '{"a": [1,\n2}\n}', 2],
    ['something after the end', '{}\n{}', 2],
    ['a comma after the end', '{}\n,', 2],
    ['a quote that is never closed', '{"a": 1,\n"b: 2}\n', 2],
    ['a text that ends too early', '{"a": [\n1,\n\n', 2],
    ['an empty text', '', 1],
  ])('is found for %s', (_, text, line) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(faultLine(text)).toBe(line);
  });
});
