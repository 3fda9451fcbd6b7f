/** Cells that cannot be read, and dates that only their column settles. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';

describe('an import of cells that cannot be read', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from companies'));

  const load = (content: string, options: Parameters<TestImports['load']>[2] = {}) => imports.load('companies', content, options);

  it('an optional cell is left blank, its row is loaded, and the report groups such cells by column and value', async () => {
    const { report, rejects } = await load('name,website,revenue\nA,a.example,soon\nB,http://,soon\nC,c.example,1.5\n');
    expect(report).toMatchObject({ rows_read: 3, added: 3, rejected: 0 });
    expect(report.left_blank).toEqual([
      { column: 'revenue', value: 'soon', rows: 2 },
      { column: 'website', value: 'http://', rows: 1 },
    ]);
    expect(rejects).toEqual([]);
    expect(await imports.rows('companies')).toMatchObject([
      { name: 'A', website: 'a.example', revenue: null, canonical_key: 'website:a.example' },
      { name: 'B', website: null, revenue: null, canonical_key: 'name:b' },
      { name: 'C', revenue: 1.5 },
    ]);
  });

  it('a row without what it needs is refused, with the reason', async () => {
    const { report, rejects } = await load(`name,revenue\n,soon\n${'x'.repeat(501)},1\n`);
    expect(report).toMatchObject({ rows_read: 2, added: 0, rejected: 2, left_blank: [] });
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'name: is missing'],
      [3, 'name: is longer than 500 characters'],
    ]);
  });

  it('rows with unreadable cells are refused on request', async () => {
    const { report, rejects } = await load('name,revenue\nA,soon\nB,2\n', { refusesUnreadable: true });
    expect(report).toMatchObject({ added: 1, rejected: 1, left_blank: [] });
    expect(rejects).toMatchObject([{ line: 2, reason: 'revenue: "soon" is not a number' }]);
  });

  it('an unreadable cell clears a known value as a blank cell does, and keeps it where blank cells keep it', async () => {
    await load('name,revenue\nA,1\n');
    expect((await load('name,revenue\nA,soon\n', { keepsKnown: true })).report).toMatchObject({ unchanged: 1 });
    expect((await load('name,revenue\nA,soon\n')).report).toMatchObject({ changed: 1 });
  });

  it('a list or an object where one value is expected is left blank, too', async () => {
    const { report } = await load('{"name":"A","city":["Oslo"],"revenue":{"usd":1}}\n');
    expect(report.left_blank).toEqual([
      { column: 'city', value: '["Oslo"]', rows: 1 },
      { column: 'revenue', value: '{"usd":1}', rows: 1 },
    ]);
  });

  const days = async () => (await imports.rows('companies')).map((row) => [row.name, row.last_financing_on]);
  const file = (...dates: readonly string[]) =>
    `name,last financing date\n${dates.map((date, row) => `C${row + 1},${date}\n`).join('')}`;

  it.each([
    ['day first', ['03/04/2024', '25/04/2024'], ['2024-04-03', '2024-04-25']],
    ['month first', ['03/04/2024', '04/25/2024'], ['2024-03-04', '2024-04-25']],
    ['day first with years of two digits', ['03-04-24', '25-12-99'], ['2024-04-03', '1999-12-25']],
    ['year first with two digits', ['03/04/05', '99/12/25'], ['2003-04-05', '1999-12-25']],
    ['beside other forms', ['3/4/2024', '2024-01-31', 'n/a', '31/1/2024'], ['2024-04-03', '2024-01-31', null, '2024-01-31']],
  ])('one date of a column settles the order of all: %s', async (_, dates, read) => {
    const { report } = await load(file(...dates));
    expect(report).toMatchObject({ added: dates.length, left_blank: [] });
    expect((await days()).sort()).toEqual(read.map((date, row) => [`C${row + 1}`, date]));
  });

  it.each([
    ['where every date could be two', ['03/04/2024', '05/06/2024'], 2],
    ['where dates contradict each other', ['03/04/2024', '25/04/2024', '04/25/2024'], 1],
  ])('ambiguous dates are left blank %s', async (_, dates, blank) => {
    const { report } = await load(file(...dates));
    expect(report.left_blank.reduce((sum, { rows }) => sum + rows, 0)).toBe(blank);
    expect(report.left_blank[0]).toMatchObject({ column: 'last_financing_on', value: '03/04/2024' });
    expect((await days()).filter(([, day]) => day === null)).toHaveLength(blank);
  });

  it('the operator can name the order', async () => {
    await load(file('03/04/2024', '05/06/2024'), { dateOrder: 'mdy' });
    expect(await days()).toEqual([
      ['C1', '2024-03-04'],
      ['C2', '2024-05-06'],
    ]);
  });

  it('each column settles its own order, times included', async () => {
    await load('name,last financing date,updated_at\nA,03/04/2024,03/04/2024 10:00\nB,25/04/2024,04/25/2024 11:30\n');
    expect(await imports.rows('companies')).toMatchObject([
      { name: 'B', last_financing_on: '2024-04-25', updated_at: '2024-04-25T11:30:00+00:00' },
      { name: 'A', last_financing_on: '2024-04-03', updated_at: '2024-03-04T10:00:00+00:00' },
    ]);
  });

  it('the last row of a long file settles all rows before it, and the last row of a key still counts', async () => {
    const ambiguous = Array.from({ length: 12_000 }, (_, row) => `C${row},c${row}.example,0${1 + (row % 9)}/11/2023\n`).join('');
    const { report } = await load(
      `name,website,last financing date\n${ambiguous}C7,c7.example,2020-02-02\nZ,z.example,13/11/2023\n`,
    );
    expect(report).toMatchObject({ rows_read: 12_002, duplicates: 1, rejected: 0, left_blank: [] });
    const { rows } = await imports.database.$client.query(
      `select extract(month from last_financing_on)::int as month, count(*)::int as rows from companies group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { month: 2, rows: 1 },
      { month: 11, rows: 12_000 },
    ]);
  });
});
