import { companies } from '@leadloom/shared/tables/companies';
import { normalFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generalRow } from '../../../sample-rows/general-row.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { openTestImports, type TestImports } from '../../../testing/test-import.ts';
import { openSnapshot } from '../../exports/export-snapshot.ts';
import { countRows } from '../../tables/list/count-rows.ts';
import { atOneMoment } from '../../tables/one-moment.ts';
import { refreshBitmaps } from '../../tables/totals/refresh-bitmaps.ts';

const replacingRows = 3;
const FILE = 'name,city,website\nA,Oslo,a.example\nB,Bonn,b.example\nB,Bern,b.example\nC,Rom,c.example\nD,Rom,d.example\n';

describe('an import of many rows into an empty or small table', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from companies'));

  /** Everything of a table but its rows and the numbers of its objects. */
  async function shapeOf(table: string): Promise<unknown> {
    const { rows } = await imports.database.$client.query(
      `select json_build_object(
        'indexes', (select json_agg(pg_get_indexdef(indexrelid) order by pg_get_indexdef(indexrelid)) from pg_index where indrelid = $1::text::regclass),
        'constraints', (select json_agg(conname || ' ' || pg_get_constraintdef(oid) order by conname) from pg_constraint where conrelid = $1::text::regclass),
        'triggers', (select json_agg(pg_get_triggerdef(oid) order by tgname) from pg_trigger where tgrelid = $1::text::regclass),
        'columns', (select json_agg(json_build_array(attname, format_type(atttypid, atttypmod), attnotnull, attidentity, pg_get_expr(adbin, adrelid)) order by attnum)
          from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum where attrelid = $1::text::regclass and attnum > 0),
        'sequence', pg_get_serial_sequence($1::text, 'id')) as shape`,
      [table],
    );
    return rows[0]?.shape;
  }
  const oidOf = async (table: string) =>
    (await imports.database.$client.query('select $1::text::regclass::oid as oid', [table])).rows[0]?.oid;

  it('the rows are loaded as by any import, and ids of deleted rows are not given again', async () => {
    await imports.load('companies', 'name\nGone\n');
    const [gone] = await imports.rows('companies');
    await imports.database.$client.query('delete from companies');
    const before = await oidOf('companies');
    const { report } = await imports.load('companies', FILE, { replacingRows });
    expect(await oidOf('companies')).not.toBe(before);
    expect(report).toMatchObject({ rows_read: 5, added: 4, changed: 0, duplicates: 1 });
    const rows = await imports.rows('companies');
    expect(rows.map(({ name, city }) => `${name} ${city}`).toSorted()).toEqual(['A Oslo', 'B Bern', 'C Rom', 'D Rom']);
    expect(Math.min(...rows.map(({ id }) => Number(id)))).toBeGreaterThan(Number(gone?.id));
    const again = await imports.load('companies', FILE, { replacingRows });
    expect(again.report).toMatchObject({ added: 0, changed: 0, unchanged: 4 });
    expect((await imports.load('companies', 'name,website\nE,e.example\n')).report).toMatchObject({ added: 1 });
  });

  it.each(tableNames)('%s: the table is the same afterwards but for its rows', async (name) => {
    const table = name.replaceAll('-', '_');
    await imports.database.$client.query(`delete from ${table}`);
    const before = await shapeOf(table);
    const row = (at: number) => ({
      ...generalRow(tableByName(name), 1, at),
      name: `N${at}`,
      author: `author${at}`,
      title: `T${at}`,
      review_title: `R${at}`,
      url: `https://${at}.example/x`,
      permalink: `https://www.reddit.com/r/test/comments/a${at}/x/`,
      id: name === 'tiktok-videos' ? `700000000000000000${at}` : `t3_a${at}`,
      posted_at: '2026-01-01T00:00:00Z',
      domain: `shop${at}.example`,
      website: `https://shop${at}.example`,
    });
    const file = [1, 2, 3, 4].map((at) => `${JSON.stringify(row(at))}\n`).join('');
    const oid = await oidOf(table);
    const { report, rejects } = await imports.load(name, file, { replacingRows: 1 });
    expect(rejects, JSON.stringify(report)).toEqual([]);
    expect(await oidOf(table)).not.toBe(oid);
    expect(await shapeOf(table)).toEqual(before);
  });

  it('totals, versions and the feed know the loaded rows', async () => {
    const { database } = imports;
    const version = async () =>
      Number(
        (await database.$client.query("select version from table_versions where table_name = 'companies'")).rows[0]?.version,
      );
    const before = await version();
    await imports.load('companies', FILE, { replacingRows });
    expect(await version()).toBeGreaterThan(before);
    const { rows } = await database.$client.query('select count(*)::int as later from companies where changed_in > $1', [before]);
    expect(rows[0]).toEqual({ later: 4 });
    await refreshBitmaps(database);
    expect((await countRows(database, companies, {})).total).toBe(4);
    await database.$client.query("update companies set city = 'Oslo' where name = 'C'");
    const { rows: kept } = await database.$client.query("select before from row_changes where table_name = 'companies'");
    expect(kept).toEqual([{ before: { city: 'Rom' } }]);
    expect((await countRows(database, companies, normalFilters(companies, { search_query: 'd' }))).total).toBe(1);
  });

  it('nothing changes when the import fails', async () => {
    const before = await oidOf('companies');
    // The last step fails.
    await imports.database.$client.query('alter function track_table(text) rename to track_table_away');
    await expect(imports.load('companies', FILE, { replacingRows })).rejects.toThrow();
    await imports.database.$client.query('alter function track_table_away(text) rename to track_table');
    expect(await oidOf('companies')).toBe(before);
    expect(await imports.rows('companies')).toEqual([]);
    expect((await imports.load('companies', 'name\nA\n')).report).toMatchObject({ added: 1 });
  });

  it('a long read, such as a backup, delays the import and no other reader', async () => {
    const reader = await imports.database.$client.connect();
    try {
      await reader.query('begin isolation level repeatable read; select count(*) from companies');
      const loading = imports.load('companies', FILE, { replacingRows });
      await expect
        .poll(
          async () => {
            const { rows } = await imports.database.$client.query(
              "select 1 from pg_stat_activity where query like 'lock table % in access exclusive mode' and datname = current_database()",
            );
            return rows.length;
          },
          { timeout: 30_000 },
        )
        .toBeGreaterThan(0);
      // Behind the lock that is asked for, this would wait until the long read is over.
      expect(await imports.rows('companies')).toEqual([]);
      await reader.query('commit');
      expect((await loading).report).toMatchObject({ added: 4 });
      expect(await imports.rows('companies')).toHaveLength(4);
    } finally {
      reader.release();
    }
  });

  const waitForLock = () => expect.poll(() => countLockWaits(imports.database), { timeout: 30_000 }).toBeGreaterThan(0);

  it('a table with few rows is replaced, and an import that changes none of them writes nothing', async () => {
    await imports.load('companies', 'name,city,website\nA,Rome,a.example\nX,Rome,x.example\n');
    const before = await oidOf('companies');
    const ids = new Map((await imports.rows('companies')).map(({ name, id }) => [name, id]));
    expect((await imports.load('companies', FILE, { replacingRows })).report).toMatchObject({
      added: 3,
      changed: 1,
      unchanged: 0,
    });
    expect(await oidOf('companies')).not.toBe(before);
    const rows = await imports.rows('companies');
    expect(rows.map(({ name, city }) => `${name} ${city}`).toSorted()).toEqual(['A Oslo', 'B Bern', 'C Rom', 'D Rom', 'X Rome']);
    for (const [name, id] of ids) expect(rows.find((row) => row.name === name)?.id).toBe(id);
    const state = await imports.fingerprint('companies');
    const again = await imports.load('companies', FILE, { replacingRows });
    expect(again.report).toMatchObject({ added: 0, changed: 0, unchanged: 4 });
    expect(await imports.fingerprint('companies')).toBe(state);
  });

  it.each([
    {
      written: 'rows',
      statement:
        "insert into companies (name, website, canonical_key, source) values ('Weak', 'https://w.example', 'website:w.example', 'test')",
      kept: 'Weak https://w.example website:w.example',
    },
    {
      written: 'keys',
      statement: "update companies set canonical_key = 'name:somebody' where name = 'Other'",
      kept: 'Other  name:somebody',
    },
  ])('$written that others write while a table is made anew are kept', async ({ written, statement, kept }) => {
    await imports.load('companies', 'name,city,website\nA,Rome,a.example\nOther,Rome,\n');
    const writer = await imports.database.$client.connect();
    try {
      await writer.query('begin');
      await writer.query("select set_config('leadloom.keys_only', $1, true)", [written === 'keys' ? 'on' : 'off']);
      await writer.query(statement);
      const before = await oidOf('companies');
      const loading = imports.load('companies', `${FILE}Weak,Oslo,\n`, { replacingRows });
      await waitForLock();
      await writer.query('commit');
      expect((await loading).report.changed).toBeGreaterThan(0);
      expect(await oidOf('companies')).toBe(before);
    } finally {
      writer.release();
    }
    const rows = await imports.rows('companies');
    expect(rows.map(({ name, website, canonical_key: key }) => `${name} ${website ?? ''} ${key}`)).toContain(kept);
    const { rows: history } = await imports.database.$client.query(
      "select count(*)::int as changes, count(*) filter (where version = changed_in)::int as last from row_changes left join companies on companies.id = row_id where table_name = 'companies'",
    );
    expect(history[0]?.changes).toBe(history[0]?.last);
  });

  it('a snapshot that was taken before a table is replaced still shows its rows', async () => {
    await imports.load('companies', 'name,city,website\nA,Rome,a.example\n');
    const snapshot = await openSnapshot(imports.database.$client, { definition: companies });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: told, resolve: tell } = Promise.withResolvers<void>();
    const reading = atOneMoment(imports.database, async (transaction) => {
      await transaction.execute('select now()');
      begin();
      await told;
      return (await transaction.execute('select name from companies')).rows;
    });
    await begun;
    const ids = (condition: string) =>
      `select (id >> 16)::int as segment, string_agg(int2send(((id & 65535) - 32768)::int2), '') as offsets ${condition} group by 1`;
    expect((await snapshot.readRows(ids('from (values (1::bigint)) other (id)'))).size).toBe(1);
    const loading = imports.load('companies', FILE, { replacingRows });
    await waitForLock();
    tell();
    expect(await reading).toEqual([{ name: 'A' }]);
    expect((await snapshot.readRows(ids('from companies'))).size).toBe(1);
    await snapshot.close();
    expect((await loading).report).toMatchObject({ added: 3, changed: 1 });
  });

  it('a writer that is at work is waited for, and its rows are kept', async () => {
    const writer = await imports.database.$client.connect();
    try {
      await writer.query('begin');
      await writer.query("insert into companies (name, canonical_key, source) values ('Written', 'written', 'test')");
      const loading = imports.load('companies', FILE, { replacingRows });
      await waitForLock();
      await writer.query('commit');
      expect((await loading).report).toMatchObject({ added: 4 });
      expect(await imports.rows('companies')).toHaveLength(5);
    } finally {
      writer.release();
    }
  });
});
