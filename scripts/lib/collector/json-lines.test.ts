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

  it('is that of what is around it where the value itself is missing', () => {
    expect(lineOf(['profile', 0, 'decorationId'])).toBe(4);
    expect(lineOf(['limits', 'profiles'])).toBe(9);
    expect(lineOf(['cards'])).toBe(1);
    expect(lineOf([])).toBe(1);
  });

  it('is that of the last one where a name is given twice, as the value is', () => {
    expect(createLineFinder('{"a": 1,\n"b": 2,\n"a": 3}')(['a'])).toBe(3);
  });

  it('is found in texts nested without end', () => {
    const depth = 100_000;
    const find = createLineFinder(`{"a": ${'['.repeat(depth)}${']'.repeat(depth)},\n\n"b": 1}`);
    expect([find(['a']), find(['b'])]).toEqual([1, 3]);
  });
});
