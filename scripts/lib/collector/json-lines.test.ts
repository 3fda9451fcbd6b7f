import { describe, expect, it } from 'vitest';
import { createLineFinder } from './json-lines.ts';

const text = `{
  "version": 1,
  "profile": [
    { "kind": "rest",
      "id": "a, [b]: {c} \\" \\\\" },
    "x", 5,
    null
  ],
  "limits": {}, "empty": [],
  "deep": [[[7,
    8]]]
}`;

describe('the line of a value in a JSON text', () => {
  const lineOf = createLineFinder(text);

  it.each([
    [['version'], 2],
    [['profile'], 3],
    [['profile', 0], 4],
    [['profile', 0, 'kind'], 4],
    [['profile', 0, 'id'], 5],
    [['profile', 1], 6],
    [['profile', 2], 6],
    [['profile', 3], 7],
    [['limits'], 9],
    [['empty'], 9],
    [['deep', 0, 0, 1], 11],
  ])('%j is %i', (path, line) => {
    expect(lineOf(path)).toBe(line);
  });

  it('a missing value has the line of its parent', () => {
    expect(lineOf(['profile', 0, 'decorationId'])).toBe(4);
    expect(lineOf(['limits', 'profiles'])).toBe(9);
    expect(lineOf(['cards'])).toBe(1);
    expect(lineOf([])).toBe(1);
  });

  it('a repeated name has the line of its last value', () => {
    expect(createLineFinder('{"a": 1,\n"b": 2,\n"a": 3}')(['a'])).toBe(3);
  });

  it('the line is found in deeply nested texts', () => {
    const depth = 100_000;
    const find = createLineFinder(`{"a": ${'['.repeat(depth)}${']'.repeat(depth)},\n\n"b": 1}`);
    expect([find(['a']), find(['b'])]).toEqual([1, 3]);
  });
});
