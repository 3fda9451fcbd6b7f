/** Files whose first line is no usual header, and mappings that make columns of several headers or none. */
import type { TableName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';

describe('the header of a file', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from companies; delete from people; delete from investors'));

  const load = async (content: string, options: Parameters<TestImports['load']>[2] = {}, table: TableName = 'companies') => {
    const { report } = await imports.load(table, content, options);
    return { report, rows: await imports.rows(table) };
  };

  it.each([
    ['a title', 'Companies of the north\nname,city\nA,Oslo\n', 2],
    ['a title as wide as the table', 'Companies of the north,,\n\nname,city,\nA,Oslo,\n', 3],
    ['a title and a note, with semicolons', 'List;;\nExported on 3 May, by us;;\nname;city;\nA;Oslo;\n', 3],
  ])('%s above the header is not read, and the report says so', async (_, content, line) => {
    const { report, rows } = await load(content);
    expect(report).toMatchObject({ rows_read: 1, added: 1, rejected: 0 });
    expect(report.notices).toEqual([expect.stringContaining(`the header is line ${line}.`)]);
    expect(rows).toMatchObject([{ name: 'A', city: 'Oslo' }]);
  });

  it('a header that comes again within a file is no row', async () => {
    const { report } = await load('name,city\nA,Oslo\nname,city\nB,Bonn\n');
    expect(report).toMatchObject({ rows_read: 2, added: 2 });
    expect(report.notices).toEqual(['Line 3 repeats the header and was not read.']);
  });

  it.each([
    ['two of its names changed', 'Name,Website,City,Revenue,Founded\n', 'Name,Homepage,Town,Revenue,Founded\n'],
    ['other letters', 'Name,Website,City\n', 'NAME,website,City\n'],
    ['other words for the same columns', 'Name,Website\n', 'Name,URL\n'],
    ['blanks around its names', 'Name,Website,City\n', ' Name , Website, City\n'],
    ['a column more', 'Name,Website,City\n', 'Name,Website,City,Notes\n'],
    ['a column less', 'Name,Website,City,Notes\n', 'Name,Website,City\n'],
  ])('a header that comes again with %s is no row, and the report says so', async (_, header, again) => {
    const row = (name: string) => `${name}${','.repeat(header.split(',').length - 1)}\n`;
    const { report, rows } = await load(`${header}${row('A')}${again}${row('B')}${again}`, {}, 'investors');
    expect(rows.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(report).toMatchObject({ rows_read: 2, added: 2, rejected: 0 });
    expect(report.notices).toEqual(['2 lines repeat the header and were not read; the first is line 3.']);
  });

  it.each([
    ['name,website,city\n', 'Name,https://name.example,Oslo\n'],
    ['name,city\n', 'Name,Oslo\n'],
    ['name,website,city\n', 'Name,,City\n'.replace('City', 'Bonn')],
    ['name,website,city,country\n', 'Name,,City,\n'],
  ])('a row that is called as a column is kept: %j, %j', async (header, row) => {
    const { report, rows } = await load(`${header}${row}`);
    expect(rows).toMatchObject([{ name: 'Name' }]);
    expect(report.notices).toEqual([]);
  });

  it('a file without a header is noticed, with the likeliest mapping', async () => {
    const content = 'Nordwind,https://nordwind.example,Norway\nKettle,https://kettle.example,France\n';
    await expect(load(content)).rejects.toMatchObject({
      code: 'IMPORT.UNREADABLE',
      message:
        'The file could not be read: its first line looks like a row, not like a header, and has no column for Name. Nothing was loaded.',
      detail:
        'The file could not be read: its first line looks like a row, not like a header, and has no column for name (Name). ' +
        `If this fits, go on with --no-header --mapping '{"1":"name","2":"website","3":"country"}'. Nothing was loaded.`,
    });
    const mapping = { 1: 'name', 2: 'website', 3: 'country' };
    const { report, rows } = await load(content, { hasHeader: false, mapping });
    expect(report).toMatchObject({ rows_read: 2, added: 2, mapping });
    expect(rows).toMatchObject([{ name: 'Nordwind', website_domain: 'nordwind.example' }, { country: 'France' }]);
  });

  it('where no header fits, the likeliest columns are named', async () => {
    const content = 'Mystery,Webpräsenz,Contact mail addr\nNordwind,www.nordwind.example,info@nordwind.example\n';
    await expect(load(content)).rejects.toMatchObject({
      message: expect.not.stringMatching(/--|[{}]/),
      detail: expect.stringContaining(
        `--mapping '{"Mystery":"name","Webpräsenz":"website","Contact mail addr":"main_contact_email"}'`,
      ),
    });
  });

  it('columns can be joined from several headers, and constants given', async () => {
    const { report, rows } = await load('First,Second,Town\nNord,wind,Oslo\nKettle,,Lyon\n', {
      mapping: { name: { join: ['First', 'Second'] }, country: { constant: 'NO' } },
    });
    expect(report).toMatchObject({ added: 2, mapping: { First: 'name', Second: 'name', Town: 'city' } });
    expect(rows).toMatchObject([
      { name: 'Nord wind', country: 'Norway', city: 'Oslo' },
      { name: 'Kettle', country: 'Norway' },
    ]);
    const ofJson = await load('{"First":"Loom","Second":"AS"}\n', {
      mapping: { name: { join: ['First', 'Second'] }, country: { constant: 'Norway' } },
    });
    expect(ofJson.rows).toContainEqual(expect.objectContaining({ name: 'Loom AS', country: 'Norway' }));
  });

  it('first and last names are joined, in CSV and JSON', async () => {
    const { rows } = await load('Last name,First name\nHolt,Maren\n,Solo\n', {}, 'people');
    expect(rows.map(({ name }) => name)).toEqual(['Maren Holt', 'Solo']);
    const ofJson = await load(
      '{"first_name":"Ida","last_name":"Holt"}\n{"name":"Ada","first_name":"x","last_name":"y"}\n',
      {},
      'people',
    );
    expect(ofJson.rows.map(({ name }) => name).slice(2)).toEqual(['Ida Holt', 'Ada']);
  });

  it('a location fills city and country', async () => {
    const { rows } = await load('Investor name,Global HQ\nA,"Bergen, Norway"\nB,USA\nC,Saint Paul\n', {}, 'investors');
    expect(rows.map(({ city, country }) => [city, country])).toEqual([
      ['Bergen', 'Norway'],
      [null, 'United States'],
      ['Saint Paul', null],
    ]);
    const ofJson = await load('{"name":"D","hq":"Lyon, France"}\n', {}, 'investors');
    expect(ofJson.rows[3]).toMatchObject({ city: 'Lyon', country: 'France' });
  });

  it.each([
    ['three letters', 'DEU', 'Germany'],
    ['a former code', 'ROM', 'Romania'],
    ['the Olympic Committee', 'SUI', 'Switzerland'],
    ['a code of no country of today', 'SUN', 'SUN'],
  ])('country codes are known: %s', async (_, code, country) => {
    expect((await load(`name,country_code\nA,${code}\n`)).rows).toMatchObject([{ country }]);
  });

  it('single amounts that cannot be millions refuse the file, unless their unit is named', async () => {
    const content = 'name,revenue\nA,2500000\nB,1200\nC,\n';
    await expect(load(content)).rejects.toThrow(
      'The column Revenue (in $M) is in millions of dollars, and 1 of 2 values cannot be, such as 2,500,000.',
    );
    const { rows } = await load(content, { mapping: { revenue: { column: 'revenue', unit: 'dollars' } } });
    expect(rows.map(({ revenue }) => revenue)).toEqual([2.5, 0.0012, null]);
    const ofHeader = await load('name,Revenue (USD)\nD,700000\nE,$3M\n');
    expect(ofHeader.rows.slice(3).map(({ revenue }) => revenue)).toEqual([0.7, 3]);
  });
});
