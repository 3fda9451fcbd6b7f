/** Files whose header is not their first line. */
import { expect, it } from 'vitest';
import { readFile } from '../../../testing/read-file.ts';

const ROWS = '1,Loom Headfict,https://loom-headfict.example\n2,Warp Headfict,https://warp-headfict.example\n';
const HEADER = 'No,Business Name,Website\n';

it.each([
  ['the first line', '', 1],
  ['a title', 'Our leads,,\n', 2],
  ['a title that is a name of a column', 'Name,,\n', 2],
  ['a title row with several cells', 'Name,,A. Example\n', 2],
  ['a title and a note', 'Leads,,\nExported on 3 May,,\n', 3],
  ['a title and a blank line', 'Leads,,\n,,\n', 3],
  ['a title of several words of columns', 'Company and country,,\n', 2],
  ['narrow lines', 'Leads\nby Ada\n', 3],
  ['a title between quotes', '"Leads, all",,\n', 2],
  ['five lines', 'a,,\nb,,\nc,,\nd,,\ne,,\n', 6],
  ['a line of a former table', 'Total,2,\n', 2],
  ['a group of headers above', ',Company,\n', 2],
])('%s above: the header is the line that names most columns', async (_, above, line) => {
  const { rows, notices, problems } = await readFile('companies', `${above}${HEADER}${ROWS}`);
  expect(problems).toEqual([]);
  expect(rows).toEqual([
    { name: 'Loom Headfict', website: 'https://loom-headfict.example' },
    { name: 'Warp Headfict', website: 'https://warp-headfict.example' },
  ]);
  expect(notices).toEqual(line === 1 ? [] : [expect.stringContaining(`the header is line ${line}.`)]);
});

it('a line can be named as the header, whatever it names', async () => {
  const content = 'Company,Website\nFirm X,Page Y\nLoom,loom.example\n';
  const { rows, meanings } = await readFile('companies', content, {
    headerLine: 2,
    mapping: { 'Firm X': 'name', 'Page Y': 'website' },
  });
  expect(rows).toEqual([{ name: 'Loom', website: 'loom.example' }]);
  expect(Object.keys(meanings)).toEqual(['Firm X', 'Page Y']);
});

it.each([5, 90])('line %i that is blank or not there is refused', async (headerLine) => {
  await expect(readFile('companies', 'Company\nA\nB\nC\n', { headerLine })).rejects.toThrow(
    `its line ${headerLine}, which was named as the header, is blank or not there`,
  );
});
