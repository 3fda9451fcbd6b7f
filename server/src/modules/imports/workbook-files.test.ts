/** Workbooks, archives and lists of JSON from file to table. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';
import { workbookOf } from '../../testing/workbook-file.ts';
import { zipOf } from '../../testing/zip-file.ts';
import { previewFile } from './preview-file.ts';

let imports: TestImports;
beforeAll(async () => {
  imports = await openTestImports();
});
afterAll(() => imports.close());

const companies = async (...fields: readonly string[]) =>
  (await imports.rows('companies')).map((row) => fields.map((field) => row[field]));

async function* bytesOf(file: Buffer): AsyncGenerator<Buffer> {
  yield file;
}

const preview = (file: Buffer, options = {}) =>
  previewFile(null, bytesOf(file), { format: null, encoding: null, mustBeGzip: false, mapping: {}, ...options });

describe('workbooks', () => {
  it('the table of a workbook is loaded, and refused rows are known by their row of the sheet', async () => {
    const rows = [
      ['Leads of March', '', '', ''],
      ['Name', 'Website', 'Employees', 'Founded'],
      ['Loom Sheetfict', 'https://loom-sheetfict.example', 12, 2011],
      ['', 'https://nameless-sheetfict.example', 3, ''],
      ['Warp, "Sheetfict"', 'Visit', 7, '', 'a note'],
    ];
    const below = '<hyperlinks><hyperlink ref="B5" r:id="h"/><hyperlink ref="A3" r:id="h"/></hyperlinks>';
    const links = { h: 'https://warp-sheetfict.example' };
    const { report, rejects } = await imports.load('companies', workbookOf({ sheets: [{ name: 'Leads', rows, below, links }] }));
    expect(report).toMatchObject({ rows_read: 3, added: 2, rejected: 1 });
    expect(report.notices).toEqual([
      'The first line was not read ("Leads of March"): the header is line 2.',
      'Row 5 has cells in columns without a header, which were not read.',
    ]);
    expect(rejects).toEqual([{ line: 4, reason: expect.any(String), raw: ',https://nameless-sheetfict.example,3,' }]);
    expect(await companies('name', 'website', 'employee_count')).toEqual([
      ['Loom Sheetfict', 'https://loom-sheetfict.example', 12],
      ['Warp, "Sheetfict"', 'https://warp-sheetfict.example', 7],
    ]);
  });

  it('a chosen sheet is loaded, alone and inside an archive', async () => {
    const sheets = ['One', 'Two'].map((name) => ({ name, rows: [['name'], [`${name} Chosenfict`]] }));
    const file = workbookOf({ sheets });
    await imports.load('companies', file, { sheet: 'Two' });
    const archive = zipOf(['a.xlsx', 'b.xlsx'].map((name) => ({ name, content: file })));
    await expect(imports.load('companies', archive)).rejects.toThrow('choose one of them: "a.xlsx", "b.xlsx"');
    const { report } = await imports.load('companies', archive, { entry: 'b.xlsx', sheet: 'Two' });
    expect(report).toMatchObject({ rows_read: 1, added: 0, unchanged: 1 });
    expect((await companies('name')).flat()).toContain('Two Chosenfict');
  });

  it('a preview says which sheets there are and which it read, for the table that fits', async () => {
    const people = [
      ['Full name', 'Email', 'Phone', 'Job'],
      ['Ada Fict', 'ada@fict.example', '+49 30 555010', '=1+1'],
    ];
    const file = workbookOf({
      sheets: [
        { name: 'Cover', rows: [['March']] },
        { name: 'People', rows: people },
      ],
    });
    const found = await preview(file);
    expect(found).toMatchObject({
      format: 'xlsx',
      separator: null,
      sheets: ['Cover', 'People'],
      sheet: 'People',
      entries: [],
      entry: null,
    });
    expect(found).toMatchObject({ table: 'people', rows: [people[1]], rows_read: 1, is_whole: true });
    expect(await preview(file, { sheet: 'Cover' })).toMatchObject({ sheet: 'Cover' });
    const archive = zipOf(['a.csv', 'b.csv'].map((name) => ({ name, content: `name,email\n${name},a@fict.example\n` })));
    expect(await preview(archive)).toMatchObject({ format: 'csv', entries: ['a.csv', 'b.csv'], entry: 'a.csv', sheets: [] });
    expect(await preview(archive, { entry: 'b.csv' })).toMatchObject({ entry: 'b.csv', rows: [['b.csv', 'a@fict.example']] });
  });
});

describe('lists of JSON', () => {
  it('a list of rows is read for every table, on one line or over several', async () => {
    const rows = [
      { name: 'Loom Listfict', website: 'https://loom-listfict.example', all_locations: 'Oslo, Norway' },
      { name: 'Warp Listfict', verticals: ['SaaS'] },
    ];
    for (const text of [JSON.stringify(rows), JSON.stringify(rows, null, 1)])
      expect((await imports.load('companies', text)).report).toMatchObject({ rows_read: 2, rejected: 0 });
    expect((await companies('name')).flat()).toEqual(expect.arrayContaining(['Loom Listfict', 'Warp Listfict']));
    const reviews = [{ title: 'Fine loom', description: 'It weaves well.', date: '2024-12-18', rating: '5.0' }];
    expect(await preview(Buffer.from(JSON.stringify(reviews, null, 4)))).toMatchObject({ table: 'reviews', rows_read: 1 });
  });
});
