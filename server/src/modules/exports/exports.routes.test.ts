import { setTimeout as sleep } from 'node:timers/promises';
import { safeCell, unsafeCell } from '@leadloom/shared/domain/safe-cell';
import { companies } from '@leadloom/shared/tables/companies';
import type { CellValue, TableDefinition } from '@leadloom/shared/tables/define-table';
import { people } from '@leadloom/shared/tables/people';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { readWorkbook } from '../../testing/read-workbook.ts';
import { addRows, type RowCells } from '../../testing/table-rows.ts';
import { arbitraryFilters, arbitraryRow } from '../../testing/table-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { thoroughOr } from '../../testing/thorough.ts';
import { withoutMarks } from '../../testing/without-marks.ts';

const ROWS = 120;
const RUNS = thoroughOr(30, 8);
const SEED = 7;

type Query = Readonly<Record<string, string | readonly string[]>>;

const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
const rowSchema = z.preprocess((row: object) => withoutMarks(row), z.record(z.string(), cellSchema));
const pageSchema = z.object({ data: z.array(rowSchema), total: z.int() });

const nastyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        '""',
        ',',
        ';',
        '\n',
        '\r\n',
        '\r',
        '\t',
        '\\.',
        '\\',
        "'",
        '=',
        '+',
        '-',
        '@',
        ' ',
        '＝',
        '\u200b',
        '🚀',
        'é',
        'ß',
        '名',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join('').toWellFormed().replaceAll('\0', ''))
  .filter((text) => text !== '');
/** Rows with any values, including text that must be quoted, escaped or both. */
function nastyRow(definition: TableDefinition): fc.Arbitrary<RowCells> {
  const texts = definition.columns.filter(({ kind }) => kind === 'text' || kind === 'long-text' || kind === 'phone');
  const cells = texts.map(({ field }) => [field, fc.option(nastyText, { nil: undefined })] as const);
  return fc.tuple(arbitraryRow(definition), fc.record(Object.fromEntries(cells))).map(([row, nasty]) => {
    const replaced = Object.entries(nasty).filter(([, text]) => text !== undefined);
    return { ...row, ...Object.fromEntries(replaced) };
  });
}

function addressOf(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [key, values] of Object.entries(query)) for (const value of [values].flat()) parameters.append(key, value);
  return `/api/v1/table/${path}?${parameters}`;
}

/** A cell of the API as it is written in a file. */
function fileCell(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return safeCell(value);
  return typeof value === 'object' ? safeCell(value.join(', ')) : String(value);
}

/** A cell of the API as it is in a workbook: numbers and days are none of texts, apart from those that sheets do not have. */
function workbookCell(value: CellValue | undefined, kind: string): string | number | boolean | Date | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return Math.abs(value) < 1e15 || String(value).includes('e') ? value : String(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'object') return value.length === 0 ? null : value.join(', ');
  return (kind === 'date' || kind === 'time') && value >= '1900-03-01' ? new Date(value) : value;
}

describe('export of a data table', () => {
  let server: TestServer;
  let account: TestAccount;
  const get = (path: string, query: Query = {}) => server.app.inject({ url: addressOf(path, query), headers: account.headers });
  const exported = async (name: string, query: Query = {}) => {
    const answer = await get(`${name}/export`, query);
    expect(answer.statusCode, answer.payload.slice(0, 300)).toBe(200);
    return readCsv(answer.payload);
  };
  async function listed(name: string, query: Query) {
    const rows: z.infer<typeof pageSchema>['data'] = [];
    for (let page = 1; ; page += 1) {
      const { data, total } = pageSchema.parse((await get(name, { ...query, page: String(page), per_page: '100' })).json());
      rows.push(...data);
      if (rows.length >= total) return rows;
    }
  }
  const asFile = ({ columns }: TableDefinition, rows: Awaited<ReturnType<typeof listed>>) =>
    rows.map((row) => columns.map(({ field, kind }) => (isNumber(kind) ? row[field] : fileCell(row[field]))));
  const isNumber = (kind: string) => kind === 'number' || kind === 'money' || kind === 'integer';
  /** Numbers are compared as numbers: `1e+20` equals `100000000000000000000`. */
  const asRead = ({ columns }: TableDefinition, records: readonly (readonly string[])[]) =>
    records.map((cells) =>
      cells.map((cell, index) => (isNumber(columns[index]?.kind ?? '') ? (cell === '' ? null : Number(cell)) : cell)),
    );

  beforeAll(async () => {
    server = await startTestServer({
      environment: { TRIAL_EXPORT_LIMIT: '1000000', REQUESTS_PER_MINUTE: '100000' },
    });
    account = await createVerifiedAccount(server);
    for (const name of tableNames) {
      const definition = tableByName(name);
      await addRows(server.database, definition, fc.sample(nastyRow(definition), { numRuns: ROWS, seed: SEED }));
    }
  });
  afterAll(() => server.close());

  /** Of all tables: runs that found some rows and not all. */
  let found = 0;
  it.each(tableNames)(
    'an export of %s holds exactly the rows of the list, in its order, with any filters and sort',
    async (name) => {
      const definition = tableByName(name);
      const fields = definition.columns.map(({ field }) => field);
      const order = fc.record({ sort: fc.constantFrom(...fields), order: fc.constantFrom('asc', 'desc') }, { requiredKeys: [] });
      await fc.assert(
        fc.asyncProperty(arbitraryFilters(definition), order, async (filters, sorting) => {
          const query = { ...filters, ...sorting };
          const rows = await listed(name, query);
          const { header, records } = await exported(name, query);
          expect(header).toEqual(fields);
          expect(asRead(definition, records)).toEqual(asFile(definition, rows));
          if (rows.length > 0 && rows.length < ROWS) found += 1;
        }),
        { numRuns: RUNS, seed: SEED },
      );
    },
  );

  it('the filters found some rows and not all', () => {
    // Those that find nothing, or everything, would agree by accident.
    expect(found).toBeGreaterThan((tableNames.length * RUNS) / 10);
  });

  it('every text of a file is unchanged once its apostrophes are removed', async () => {
    const rows = await listed('companies', {});
    const { records } = await exported('companies');
    expect(records).toHaveLength(ROWS);
    const at = companies.columns.findIndex(({ field }) => field === 'description');
    expect(records.map((cells) => unsafeCell(cells[at] ?? ''))).toEqual(rows.map(({ description }) => description ?? ''));
    expect(records.filter((cells) => cells[at]?.startsWith("'")).length).toBeGreaterThan(5);
  });

  it.each(tableNames)(
    'a workbook of %s has the same rows as the list, with numbers and days, and texts as they are',
    async (name) => {
      const definition = tableByName(name);
      const answer = await get(`${name}/export`, { format: 'xlsx' });
      const { title, columns } = definition;
      expect(answer.headers).toMatchObject({
        'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'content-disposition': `attachment; filename="${title.toLowerCase()}_export_${server.clock.now().toISOString().slice(0, 10).replaceAll('-', '')}.xlsx"`,
        'x-export-rows': String(ROWS),
      });
      const [sheet, ...others] = readWorkbook(answer.rawPayload);
      expect(others).toEqual([]);
      expect(sheet).toMatchObject({ name: title, frozenRows: 1, formulas: 0 });
      const [header, ...rows] = sheet?.rows ?? [];
      expect(header).toEqual(columns.map(({ field }) => field));
      const padded = rows.map((cells) => columns.map((_, at) => cells[at] ?? null));
      const expected = await listed(name, {});
      expect(padded).toEqual(expected.map((row) => columns.map(({ field, kind }) => workbookCell(row[field], kind))));
    },
  );

  it('a file holds the requested columns in order, each once, and the first rows only', async () => {
    const all = await exported('companies', { sort: 'name' });
    const some = await exported('companies', { sort: 'name', columns: ['country', 'name', 'country'], limit: '17' });
    expect(some.header).toEqual(['country', 'name']);
    expect(some.records).toEqual(all.records.slice(0, 17).map((cells) => [cells[3], cells[0]]));
  });

  it('dates, times, booleans and lists are readable for programs and people', async () => {
    const named = { country: 'Of this test' };
    await addRows(server.database, people, [
      { ...named, name: 'Maren Holt', phone: '+49 30 555010', is_investor: true, updated_at: '2026-03-31T23:30:00.120+02:00' },
      { ...named, name: 'Ümit "Ü" Çelik', is_investor: false, biography: 'two\nlines', updated_at: '2026-03-30T00:00:00Z' },
      { ...named, name: '=1+1', updated_at: '2026-03-29T00:00:00Z' },
    ]);
    const answer = await get('people/export', { ...named, columns: ['name', 'phone', 'biography', 'updated_at', 'is_investor'] });
    expect(answer.payload).toBe(
      [
        '\uFEFFname,phone,biography,updated_at,is_investor',
        'Maren Holt,+49 30 555010,,2026-03-31T21:30:00.120Z,true',
        '"Ümit ""Ü"" Çelik",,"two\nlines",2026-03-30T00:00:00.000Z,false',
        "'=1+1,,,2026-03-29T00:00:00.000Z,",
        '',
      ].join('\n'),
    );
  });

  it('a file holds only the rows changed after a moment if it is asked to', async () => {
    const named = { country: 'Changed in this test' };
    await addRows(server.database, people, [{ ...named, name: 'Ilse Brandt', updated_at: '2026-03-30T00:00:00Z' }]);
    // Commits are noted in microseconds, and the moment in milliseconds.
    await sleep(2);
    const moment = new Date().toISOString();
    await addRows(server.database, people, [{ ...named, name: 'Aiko Mori', updated_at: '2026-03-29T00:00:00Z' }]);
    const query = { ...named, columns: ['name'], updated_after: moment };
    expect((await exported('people', query)).records).toEqual([['Aiko Mori']]);
    expect((await get('people/export/preview', query)).json()).toMatchObject({ rows: 1 });
  });

  it('a file holds only the named rows if it is asked to, and is charged like any other', async () => {
    const named = { country: 'Named in this test' };
    const [first = 0, , third = 0] = await addRows(server.database, people, [
      { ...named, name: 'Ada Lund' },
      { ...named, name: 'Bo Winge' },
      { ...named, name: 'Cai Holm' },
    ]);
    const query = { ...named, columns: ['name'], sort: 'name', ids: [String(first), String(third)] };
    expect((await get('people/export/preview', query)).json()).toMatchObject({ rows: 2, charged: 2 });
    expect((await exported('people', query)).records).toEqual([['Ada Lund'], ['Cai Holm']]);
    expect((await get('people/export/preview', { ...query, ids: `${first},${first}` })).json()).toMatchObject({
      rows: 1,
      charged: 0,
    });
    expect((await get('people', { ids: query.ids, country: 'Elsewhere' })).json()).toMatchObject({ total: 0 });
    const many = Array.from({ length: 101 }, (_, index) => index + 1).join(',');
    for (const ids of ['', 'x', '0', many]) expect((await get('people/export', { ids })).statusCode, ids).toBe(400);
  });

  it('a row that its writer found harmless gets no escapes', async () => {
    await addRows(server.database, tableByName('reviews'), [
      { reviewer_country: 'Of this test', review_title: '=checked', needs_escape: false, updated_at: '2026-01-02T00:00:00Z' },
      {
        reviewer_country: 'Of this test',
        review_title: '=unchecked',
        needs_escape: true,
        tags: ['=a', 'b'],
        rating: -1.5,
        updated_at: '2026-01-01T00:00:00Z',
      },
    ]);
    const { records } = await exported('reviews', {
      reviewer_country: 'Of this test',
      columns: ['review_title', 'tags', 'rating'],
    });
    expect(records).toEqual([
      ['=checked', '', ''],
      ["'=unchecked", "'=a, b", '-1.5'],
    ]);
  });

  it('a row from before the rule for separators is checked whatever its writer found', async () => {
    const row = { reviewer_country: 'Of an older server', needs_escape: false };
    await addRows(server.database, tableByName('reviews'), [
      { ...row, review_title: 'old;=1', imported_at: '2000-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00Z' },
      { ...row, review_title: 'checked;=1', imported_at: '2002-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
    ]);
    const checkedFrom = (day: string) =>
      server.database.execute(
        sql.raw(
          `create or replace function separators_checked_from() returns timestamptz language sql immutable as $$ select timestamptz '${day}' $$`,
        ),
      );
    await checkedFrom('2001-01-01Z');
    try {
      const { records } = await exported('reviews', { reviewer_country: 'Of an older server', columns: ['review_title'] });
      expect(records).toEqual([["old;'=1"], ['checked;=1']]);
    } finally {
      await checkedFrom('-infinity');
    }
  });

  it.each(tableNames)('an export of %s has its own file name and headers', async (name) => {
    const answer = await get(`${name}/export`);
    const { title, columns } = tableByName(name);
    const { header, records, hasByteOrderMark } = readCsv(answer.payload);
    expect(header).toEqual(columns.map(({ field }) => field));
    expect(hasByteOrderMark).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${title.toLowerCase()}_export_${server.clock.now().toISOString().slice(0, 10).replaceAll('-', '')}.csv"`,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-export-rows': String(records.length),
    });
    expect(
      (await server.app.inject({ method: 'HEAD', url: `/api/v1/table/${name}/export`, headers: account.headers })).statusCode,
    ).toBe(405);
  });

  it('a file has a byte order mark for a session and none for an API key', async () => {
    const holder = await createKeyHolder(server);
    const byKey = await server.app.inject({ url: '/api/v1/table/companies/export?columns=name', headers: holder.headers });
    expect(byKey.statusCode).toBe(200);
    const byBrowser = await get('companies/export', { columns: 'name' });
    expect(byBrowser.payload).toBe(`\uFEFF${byKey.payload}`);
    expect(byKey.payload.startsWith('name\n')).toBe(true);
  });

  it('an export without rows holds the header alone and is free', async () => {
    const answer = await get('companies/export', { country: 'Nowhere', columns: 'name' });
    expect(answer.payload).toBe('\uFEFFname\n');
    expect(answer.headers).toMatchObject({ 'x-export-rows': '0', 'x-export-charged': '0' });
  });

  it.each([
    { columns: 'password' },
    { columns: ['name', 'needs_escape'] },
    { sort: 'id; drop table companies' },
    { order: 'sideways' },
    { format: 'ods' },
    { limit: '0' },
    { limit: '-1' },
    { limit: '1e3' },
    { employee_count: '5-7' },
    { last_funded_after: '2026-02-30' },
    { counrty: 'Germany' },
    { page: '2' },
  ])('an export with %j is refused with a sentence', async (query) => {
    for (const path of ['companies/export', 'companies/export/preview']) {
      const answer = await get(path, query);
      expect(answer.statusCode).toBe(400);
      const [parameter = ''] = Object.keys(query);
      expect(answer.json()).toMatchObject({ code: 'REQUEST.INVALID', errors: [{ parameter }] });
      expect(answer.json().msg).toMatch(new RegExp(`^${parameter}: .`));
    }
  });

  it('list, file and preview find the same rows, with repeated values and with values joined by commas', async () => {
    const values = ['Joined land', 'Joined, The Land', 'Joined%2Cland'];
    await addRows(
      server.database,
      companies,
      values.map((country) => ({ name: country, country })),
    );
    const found = async (country: Query[string]) => {
      const query = { country, sort: 'name' };
      const names = (await listed('companies', query)).map((row) => row.name);
      expect((await exported('companies', { ...query, columns: 'name' })).records.flat()).toEqual(names);
      expect((await get('companies/export/preview', query)).json().rows).toBe(names.length);
      return names;
    };
    expect(await found(values)).toHaveLength(3);
    expect(await found('Joined land,Joined, The Land,Joined%252Cland')).toEqual(await found(values));
    for (const country of values) expect(await found(country)).toEqual([country]);
  });

  it('the text of a filter is never run as SQL', async () => {
    const hostile = ["'; drop table companies; --", "\\'; select 1; --", '$1', '$$', "E'\\x27", '{"a"}', 'NULL', '%', '\\'];
    await addRows(
      server.database,
      companies,
      hostile.map((country) => ({ name: 'Hostile', country })),
    );
    for (const country of hostile) {
      const { records } = await exported('companies', { country, columns: 'country' });
      expect([...new Set(records.map(([cell]) => unsafeCell(cell ?? '')))]).toEqual([country]);
      expect((await exported('companies', { domain: country, search_query: country })).records).toEqual([]);
    }
    const { records } = await exported('companies', { country: hostile, columns: 'country' });
    expect(new Set(records.map(([cell]) => cell)).size).toBe(hostile.length);
  });
});
