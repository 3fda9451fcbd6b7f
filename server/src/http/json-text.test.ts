import { describe, expect, it } from 'vitest';
import { repairJson, scanJson } from './json-text.ts';

const bad = (json: string) => scanJson(json, 10).badEscapes.map((offset) => json.slice(offset, offset + 6));

describe('the depth of JSON text', () => {
  it('counts objects and arrays together', () => {
    expect(scanJson('[{"a":[1]}]', 3).isTooDeep).toBe(false);
    expect(scanJson('[{"a":[1]}]', 2).isTooDeep).toBe(true);
  });

  it('counts no brackets inside strings', () => {
    expect(scanJson('["[[[[{{{{", "\\"[[["]', 1).isTooDeep).toBe(false);
  });

  it('falls with each closing bracket', () => {
    expect(scanJson(`[${'[],'.repeat(1000)}[]]`, 2).isTooDeep).toBe(false);
  });

  it('is found without reading on', () => {
    expect(scanJson('['.repeat(8_000_000), 200).isTooDeep).toBe(true);
  });
});

describe('escapes PostgreSQL cannot store', () => {
  it('are NUL and halves of surrogate pairs', () => {
    expect(bad('["a\\u0000b"]')).toEqual(['\\u0000']);
    expect(bad('["\\ud83d", "\\uDE00", "\\ud83d\\u0041"]')).toEqual(['\\ud83d', '\\uDE00', '\\ud83d']);
  });

  it('are found in keys too', () => {
    expect(bad('{"\\u0000":1}')).toEqual(['\\u0000']);
  });

  it('are not whole pairs, nor any other escape', () => {
    expect(bad('["\\ud83d\\ude00 \\u00e9 \\n \\\\ \\u0001"]')).toEqual([]);
  });

  it('are not the same letters after an escaped backslash', () => {
    expect(bad('["\\\\u0000 \\\\ud83d"]')).toEqual([]);
  });

  it('become the replacement character when repaired', () => {
    const json = '{"a\\u0000":"x\\ud83dy\\ud83d\\ude00z"}';
    const { badEscapes } = scanJson(json, 10);
    expect(JSON.parse(repairJson(json, badEscapes))).toEqual({ 'a\ufffd': 'x\ufffdy😀z' });
  });
});
