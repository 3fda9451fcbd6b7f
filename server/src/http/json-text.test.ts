import { describe, expect, it } from 'vitest';
import { repairJson, scanJson } from './json-text.ts';

const limits = { depth: 10, values: 1000 };
const depthOf = (json: string, depth: number) => scanJson(json, { depth, values: 10_000 }).exceeds;
const bad = (json: string) => scanJson(json, limits).badEscapes.map((offset) => json.slice(offset, offset + 6));

describe('the depth of JSON text', () => {
  it('the depth counts objects and arrays together', () => {
    expect(depthOf('[{"a":[1]}]', 3)).toBeNull();
    expect(depthOf('[{"a":[1]}]', 2)).toBe('depth');
  });

  it('brackets inside strings do not count', () => {
    expect(depthOf('["[[[[{{{{", "\\"[[["]', 1)).toBeNull();
  });

  it('the depth falls with each closing bracket', () => {
    expect(depthOf(`[${'[],'.repeat(1000)}[]]`, 2)).toBeNull();
  });

  it('reading stops once the depth is exceeded', () => {
    expect(depthOf('['.repeat(8_000_000), 200)).toBe('depth');
  });
});

describe('the number of values in JSON text', () => {
  const exceeds = (json: string, values: number) => scanJson(json, { depth: 10, values }).exceeds;

  it('objects, arrays and their values count', () => {
    expect(exceeds('{"a":1,"b":[2,3]}', 4)).toBeNull();
    expect(exceeds('{"a":1,"b":[2,3]}', 3)).toBe('values');
  });

  it('commas inside strings do not count', () => {
    expect(exceeds('[",,,,,,,,", "\\",,,"]', 2)).toBeNull();
  });

  it('characters that need repair count like values, because they cost as much', () => {
    expect(exceeds(`["${'\\u0000'.repeat(10)}"]`, 10)).toBe('values');
  });
});

describe('escapes PostgreSQL cannot store', () => {
  it('NUL and unpaired surrogates are found', () => {
    expect(bad('["a\\u0000b"]')).toEqual(['\\u0000']);
    expect(bad('["\\ud83d", "\\uDE00", "\\ud83d\\u0041"]')).toEqual(['\\ud83d', '\\uDE00', '\\ud83d']);
  });

  it('unsupported escapes are found in keys too', () => {
    expect(bad('{"\\u0000":1}')).toEqual(['\\u0000']);
  });

  it('surrogate pairs and other escapes are allowed', () => {
    expect(bad('["\\ud83d\\ude00 \\u00e9 \\n \\\\ \\u0001"]')).toEqual([]);
  });

  it('the same letters after an escaped backslash are allowed', () => {
    expect(bad('["\\\\u0000 \\\\ud83d"]')).toEqual([]);
  });

  it('a repair turns unsupported escapes into the replacement character', () => {
    const json = '{"a\\u0000":"x\\ud83dy\\ud83d\\ude00z"}';
    const { badEscapes } = scanJson(json, limits);
    expect(JSON.parse(repairJson(json, badEscapes))).toEqual({ 'a\ufffd': 'x\ufffdy😀z' });
  });
});
