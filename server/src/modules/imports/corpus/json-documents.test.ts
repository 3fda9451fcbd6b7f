/** JSON that is one document, or breaks off, for tables that expect a list or lines. */
import { describe, expect, it } from 'vitest';
import { readFile } from '../../../testing/read-file.ts';
import { previewFile } from '../preview-file.ts';

const OPTIONS = { format: null, encoding: null, mustBeGzip: false, mapping: {} } as const;
const LOOM = { name: 'Loom Docfict', website: 'https://loom-docfict.example' };
const WARP = { name: 'Warp Docfict', website: 'https://warp-docfict.example' };

describe('a text that breaks off is refused with its last line', () => {
  it.each([
    ['in a name', '{"data": [{"name": "Loom Doc', 1],
    ['in the second item', '{"data": [{"name": "Loom Docfict"}, {"name": "Wa', 1],
    ['in an object', '{"name": "Loom Docfict', 1],
    ['in a list', '[{"name": "Loom Docfict"}, {"name": "Wa', 1],
    ['after a bracket', '[', 1],
    ['over several lines', '{\n  "data": [\n    {\n      "name": "Loom Docfict",\n', 5],
    ['after a comma', '{"items": [{"name": "Loom Docfict"},\n', 2],
    ['in a key', '{"na', 1],
    ['after the items', '{"data": [{"name": "Loom Docfict"}], "next', 1],
    ['in an inner object', '{"data": {"children": [{"name": "Loom', 1],
  ])('%s', async (_, content, line) => {
    const says = `The file could not be read: its JSON breaks off in line ${line}. Nothing was loaded.`;
    await expect(readFile('companies', content)).rejects.toThrow(says);
    await expect(previewFile(null, piece(content), OPTIONS)).rejects.toThrow(says);
  });
});

describe('a whole document is read', () => {
  it.each([
    ['with its items in one line', JSON.stringify({ data: [LOOM, WARP] })],
    ['with its items over several lines', JSON.stringify({ data: [LOOM, WARP] }, null, 2)],
    ['as a list over several lines', JSON.stringify([LOOM, WARP], null, 2)],
    ['as objects over several lines', `${JSON.stringify(LOOM, null, 2)}\n${JSON.stringify(WARP, null, 2)}\n`],
    ['with other values before the items', JSON.stringify({ total: 2, next: null, items: [LOOM, WARP] })],
  ])('%s', async (_, content) => {
    expect((await readFile('companies', content)).rows).toEqual([LOOM, WARP]);
  });

  it('lists of an object that is a row stay its own', async () => {
    const { rows } = await readFile('companies', `${JSON.stringify({ ...LOOM, items: [WARP] })}\n`);
    expect(rows).toEqual([LOOM]);
  });
});

it('of lines, one that breaks off is refused alone', async () => {
  const { rows, problems } = await readFile(
    'companies',
    `{"name": "Lo\n${JSON.stringify(LOOM)}\n${JSON.stringify(WARP)}\n{"name": "We`,
  );
  expect(rows).toEqual([LOOM, WARP]);
  expect(problems).toHaveLength(2);
});

async function* piece(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
