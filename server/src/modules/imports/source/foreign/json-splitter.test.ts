import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonSplitter } from './json-splitter.ts';

function split(text: string, size = text.length): readonly string[] {
  const splitter = createJsonSplitter();
  const items: string[] = [];
  for (let at = 0; at < text.length; at += size) items.push(...splitter.read(text.slice(at, at + size)).map(({ raw }) => raw));
  splitter.end();
  return items;
}
const parsed = (items: readonly string[]) => items.map((item): unknown => JSON.parse(item));

describe('JSON cut into items', () => {
  it.each([
    ['a list', '[{"a":1}, {"b":[1,{"c":2}]}\n]', ['{"a":1}', '{"b":[1,{"c":2}]}']],
    ['an object alone', ' {"a":\n1} ', ['{"a":\n1}']],
    ['objects one after the other', '{"a":1}{"b":2}\n\n{"c":3}', ['{"a":1}', '{"b":2}', '{"c":3}']],
    ['lists one after the other', '[1,2][3]', ['1', '2', '3']],
    [
      'a listing',
      '{"kind":"Listing","data":{"after":null,"children":[{"kind":"t3"},{"kind":"t3"}],"dist":2}}',
      ['{"kind":"t3"}', '{"kind":"t3"}'],
    ],
    ['an answer', '{"error":{"code":"ok"},"data":{"videos":[{"id":1}],"has_more":false}}', ['{"id":1}']],
    ['a list under a known name', '{"itemList":[{"id":1}],"more":[{"id":2}]}', ['{"id":1}']],
    ['a list under another name', '{"data":{"others":[1]},"x":{"videos":[2]}}', ['{"data":{"others":[1]},"x":{"videos":[2]}}']],
    ['values without brackets', '[1 , "a,]\\"[", null,true ]', ['1 ', '"a,]\\"["', 'null', 'true ']],
    ['brackets in texts', '[{"a":"}]"},{"b":"\\\\"}]', ['{"a":"}]"}', '{"b":"\\\\"}']],
    ['nothing in a list', '[ ]', []],
    ['a list that is deep', `[${'['.repeat(5000)}${']'.repeat(5000)}]`, [`${'['.repeat(5000)}${']'.repeat(5000)}`]],
  ])('%s', (_, text, items) => {
    expect(split(text)).toEqual(items);
    for (const size of [1, 2, 7]) expect(split(text, size)).toEqual(items);
  });

  it('the elements of any list are found, however it is formatted and cut', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 50 }), fc.constantFrom(0, 2), (list, size, indent) => {
        // Results are compared as parsed JSON, which has no minus zero.
        const text = JSON.stringify(list, null, indent);
        expect(parsed(split(text, size))).toEqual(JSON.parse(text));
        const listing = JSON.stringify({ kind: 'Listing', data: { before: null, children: list } }, null, indent);
        expect(parsed(split(listing, size))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('each item has the number of its first line', () => {
    const splitter = createJsonSplitter();
    expect(splitter.read('[\n{"a":\n1},\n\n{"b":2}]').map(({ line }) => line)).toEqual([2, 5]);
  });

  it.each([
    ['[{"a":1},', 'breaks off in line 1'],
    ['{"a":\n{"b":1}', 'breaks off in line 2'],
    ['[1]]', 'a ] closes nothing'],
    ['{"a":1]', 'a ] closes nothing'],
    ['{"a":1} and {"b":2}', 'something between its objects'],
    ['[{"a":"x]', 'breaks off'],
  ])('%s is refused', (text, reason) => {
    expect(() => split(text)).toThrow(reason);
  });

  it('an item longer than a record may be is refused', () => {
    const splitter = createJsonSplitter();
    const chunk = 'x'.repeat(1_000_000);
    splitter.read('[{"a":1},\n{"b":"');
    expect(() => {
      for (let at = 0; at < 17; at += 1) splitter.read(chunk);
    }).toThrow('what begins in line 2 is longer than 16 million characters');
  });
});
