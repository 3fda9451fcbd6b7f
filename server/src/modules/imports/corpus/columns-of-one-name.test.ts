/** Columns without a header, or with the same one: the preview shows each by itself, with its own cells. */
import { expect, it } from 'vitest';
import { previewFile } from '../preview-file.ts';

const OPTIONS = { format: null, encoding: null, mustBeGzip: false, mapping: {} } as const;

type Line = readonly [position: number, header: string, column: string | null, filled: number, ...samples: readonly string[]];

it.each<readonly [what: string, content: string, mapping: Readonly<Record<string, string>>, lines: readonly Line[]]>([
  [
    'no names',
    'Company,,,City\nLoom,a,b,Oslo\nWarp,c,,Leeds\n',
    {},
    [
      [1, 'Company', 'name', 2, 'Loom', 'Warp'],
      [2, '', null, 2, 'a', 'c'],
      [3, '', null, 1, 'b'],
      [4, 'City', 'city', 2, 'Oslo', 'Leeds'],
    ],
  ],
  [
    'one name twice',
    'Company,City,City\nLoom,,Oslo\nWarp,Leeds,York\n',
    {},
    [
      [1, 'Company', 'name', 2, 'Loom', 'Warp'],
      [2, 'City', 'city', 1, 'Leeds'],
      [3, 'City', 'city', 2, 'Oslo', 'York'],
    ],
  ],
  [
    'one name twice, mapped by its text',
    'Company,Place,Place\nLoom,,Oslo\nWarp,Leeds,York\n',
    { Place: 'city' },
    [
      [1, 'Company', 'name', 2, 'Loom', 'Warp'],
      [2, 'Place', 'city', 1, 'Leeds'],
      [3, 'Place', 'city', 2, 'Oslo', 'York'],
    ],
  ],
  [
    'separators at the ends of lines',
    'Company,City,\nLoom,Oslo,\n',
    {},
    [
      [1, 'Company', 'name', 1, 'Loom'],
      [2, 'City', 'city', 1, 'Oslo'],
      [3, '', null, 0],
    ],
  ],
  [
    'keys of JSON',
    '{"company":"Loom","city":"Oslo"}\n{"city":"Leeds","company":"Warp","x":"y"}\n',
    {},
    [
      [1, 'company', 'name', 2, 'Loom', 'Warp'],
      [2, 'city', 'city', 2, 'Oslo', 'Leeds'],
      [3, 'x', null, 1, 'y'],
    ],
  ],
])('%s', async (_, content, mapping, lines) => {
  const { columns, rows } = await previewFile('companies', piece(content), { ...OPTIONS, mapping });
  expect(columns.map(({ position, header, column, filled, samples }) => [position, header, column, filled, ...samples])).toEqual(
    lines,
  );
  expect(rows[0]).toHaveLength(lines.length);
});

async function* piece(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
