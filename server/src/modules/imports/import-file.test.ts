import { setTimeout as sleep } from 'node:timers/promises';
import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../testing/lock-waits.ts';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';
import { importFile } from './import-file.ts';
import { withImportSession } from './staging/import-session.ts';

const FIRST = new Date('2026-01-01T00:00:00Z');
const PATIENCE = { timeout: 30_000 };
const LATER = new Date('2026-02-02T00:00:00Z');

describe('an import', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from companies'));

  const load = async (content: string, options: Parameters<TestImports['load']>[2] = {}) =>
    (await imports.load('companies', content, { now: FIRST, source: 'first.csv', ...options })).report;
  const versions = async () => {
    const { rows } = await imports.database.execute(
      sql`select version::int, row_count::int from table_versions where table_name = 'companies'`,
    );
    return rows[0];
  };

  it('new rows are added with their source and time', async () => {
    const report = await load('name,website,employees,updated_at\nA,https://a.example,12,\nB,b.example,,2025-05-05T05:05:05Z\n');
    expect(report).toMatchObject({
      table: 'companies',
      is_dry_run: false,
      rows_read: 2,
      added: 2,
      changed: 0,
      unchanged: 0,
      rejected: 0,
    });
    expect(report.mapping).toEqual({ name: 'name', website: 'website', employees: 'employee_count', updated_at: 'updated_at' });
    expect(await imports.rows('companies')).toMatchObject([
      {
        name: 'A',
        website: 'https://a.example',
        website_domain: 'a.example',
        employee_count: 12,
        source: 'first.csv',
        imported_at: '2026-01-01T00:00:00+00:00',
        updated_at: '2026-01-01T00:00:00+00:00',
        needs_escape: false,
        canonical_key: 'website:a.example',
      },
      { name: 'B', updated_at: '2025-05-05T05:05:05+00:00', city: null, verticals: null },
    ]);
  });

  it('a job title is a person’s own column; a new person without a biography begins with it, and nobody else’s changes', async () => {
    await imports.database.$client.query('delete from people');
    const loadPeople = async (content: string) => (await imports.load('people', content)).report;
    const cells = async () =>
      (await imports.rows('people')).map(({ name, title, biography }) => [name, title, biography].join(' | '));
    await loadPeople(
      'First Name,Last Name,URL,Company,Position\nAda,Handfict,linkedin.com/in/ada-handfict,Weaver,Chief Loom Officer\n',
    );
    await loadPeople('name,Title,Headline,linkedin_url\nBo Handfict,Head of Warp,Warps since 2012,linkedin.com/in/bo-handfict\n');
    await loadPeople('name,Title,biography,linkedin_url\nCy Handfict,Weaver,,linkedin.com/in/cy-handfict\n');
    await loadPeople('name,Title,linkedin_url\nDi Handfict,Mr.,linkedin.com/in/di-handfict\n');
    const first = [
      'Ada Handfict | Chief Loom Officer | Chief Loom Officer',
      'Bo Handfict | Head of Warp | Warps since 2012',
      'Cy Handfict | Weaver | ',
      'Di Handfict |  | ',
    ];
    expect(await cells()).toEqual(first);
    const later =
      'name,Job Title,linkedin_url\nAda Handfict,Board Member,linkedin.com/in/ada-handfict\nBo Handfict,Partner,linkedin.com/in/bo-handfict\n';
    expect(await loadPeople(later)).toMatchObject({ changed: 2, changed_columns: { title: 2 } });
    expect(await loadPeople(later)).toMatchObject({ unchanged: 2 });
    expect(await cells()).toEqual([
      'Ada Handfict | Board Member | Chief Loom Officer',
      'Bo Handfict | Partner | Warps since 2012',
      ...first.slice(2),
    ]);
  });

  it('rows that differ in a column of the file are changed, and no others are touched', async () => {
    await load('name,website,city,country\nA,a.example,Oslo,NO\nB,b.example,Bonn,DE\nC,c.example,Lyon,FR\n');
    const [a, , c] = await imports.rows('companies');
    const report = await load('website,name,city\na.example,A,Oslo\nhttps://www.b.example,B,Berlin\nd.example,D,Rom\n', {
      now: LATER,
      source: 'later.csv',
    });
    expect(report).toMatchObject({ added: 1, changed: 1, unchanged: 1, changed_columns: { website: 1, city: 1 } });
    const rows = await imports.rows('companies');
    expect(rows).toHaveLength(4);
    expect([rows[0], rows[2]]).toEqual([a, c]);
    expect(rows[1]).toMatchObject({
      website: 'https://www.b.example',
      website_domain: 'b.example',
      city: 'Berlin',
      country: 'Germany',
      source: 'later.csv',
      imported_at: '2026-02-02T00:00:00+00:00',
      updated_at: '2026-02-02T00:00:00+00:00',
    });
  });

  it('nothing is written when nothing changed, even with a newer time in the file', async () => {
    const file = 'name,city,updated_at\nA,Oslo,2025-01-01\n';
    await load(file);
    const before = await imports.fingerprint('companies');
    expect(await load(file, { now: LATER })).toMatchObject({ unchanged: 1, changed: 0 });
    expect(await load('name,city,updated_at\nA,Oslo,2026-09-09\n', { now: LATER })).toMatchObject({ unchanged: 1, changed: 0 });
    expect(await imports.fingerprint('companies')).toBe(before);
  });

  it('a changed row gets the time of the file', async () => {
    await load('name,city,updated_at\nA,Oslo,2025-01-01\n');
    await load('name,city,updated_at\nA,Bergen,2025-03-03\n', { now: LATER });
    expect(await imports.rows('companies')).toMatchObject([{ city: 'Bergen', updated_at: '2025-03-03T00:00:00+00:00' }]);
  });

  it('blank cells clear stored values, unless they are to be kept', async () => {
    await load('name,city,verticals\nA,Oslo,SaaS\nB,Bonn,SaaS\n');
    expect(await load('name,city,verticals\nA,,\n', { keepsKnown: true })).toMatchObject({ unchanged: 1 });
    expect(await load('name,city,verticals\nA,,FinTech\n', { keepsKnown: true })).toMatchObject({
      changed: 1,
      changed_columns: { verticals: 1 },
    });
    expect(await load('name,city,verticals\nB,,\n')).toMatchObject({ changed: 1, changed_columns: { city: 1, verticals: 1 } });
    expect(await imports.rows('companies')).toMatchObject([
      { name: 'A', city: 'Oslo', verticals: ['FinTech'] },
      { name: 'B', city: null, verticals: null },
    ]);
  });

  it('the last of several rows with one key counts', async () => {
    const report = await load(
      'name,website,city\nA,a.example,one\nB,b.example,x\nA Ltd,www.a.example/x,two\nA Inc.,https://a.example,three\n',
    );
    expect(report).toMatchObject({ rows_read: 4, added: 2, duplicates: 2 });
    expect(await imports.rows('companies')).toMatchObject([{ name: 'B' }, { name: 'A Inc.', city: 'three' }]);
  });

  it('columns that no line of a JSON file names stay unchanged', async () => {
    await load('{"name":"A","city":"Oslo","verticals":["SaaS"]}\n');
    const report = await load('{"name":"A","employee_count":5}\n{"name":"B","region":"Europe"}\n');
    expect(report).toMatchObject({ added: 1, changed: 1, changed_columns: { employee_count: 1 } });
    expect((await imports.rows('companies'))[0]).toMatchObject({ city: 'Oslo', verticals: ['SaaS'], employee_count: 5 });
  });

  it('cells that were not checked are still escaped', async () => {
    await load('name,description\nA,=1+1\nB,plain\n');
    await load('name,city\nA,Oslo\nB,Oslo\n');
    expect(await imports.rows('companies')).toMatchObject([{ needs_escape: true }, { needs_escape: false }]);
    const all = companies.columns.map(({ field }) => field).join(',');
    await load(`${all}\nA${','.repeat(companies.columns.length - 1)}\n`);
    expect(await imports.rows('companies')).toMatchObject([{ needs_escape: false, description: null }, {}]);
  });

  it('cells that were checked by an older rule are checked again in exports', async () => {
    await load('name,description\nA,Pumps\nB,Valves\n');
    await imports.database.$client.query(`
      update companies set imported_at = '2000-01-01Z' where name = 'A';
      create or replace function separators_checked_from() returns timestamptz language sql immutable as $$ select timestamptz '2001-01-01Z' $$`);
    try {
      await load('name,city\nA,Oslo\nB,Oslo\n');
    } finally {
      await imports.database.$client.query(
        "create or replace function separators_checked_from() returns timestamptz language sql immutable as $$ select timestamptz '-infinity' $$",
      );
    }
    expect(await imports.rows('companies')).toMatchObject([{ needs_escape: true }, { needs_escape: false }]);
  });

  it('a dry run writes nothing and reports what it would do', async () => {
    await load('name,city\nA,Oslo\nB,Bonn\n');
    const before = await imports.fingerprint('companies');
    const file = 'name,city\nA,Bergen\nB,Bonn\nC,Rom\nC,ROM\n,x\n';
    const dry = await load(file, { isDryRun: true });
    expect(dry).toMatchObject({ is_dry_run: true, rows_read: 5, added: 1, changed: 1, unchanged: 1, duplicates: 1, rejected: 1 });
    expect(await imports.fingerprint('companies')).toBe(before);
    const { is_dry_run: _, ...counts } = dry;
    expect(await load(file)).toMatchObject(counts);
  });

  it('an import keeps the row count exact and records the changed chunks', async () => {
    await imports.database.execute(sql`delete from stale_chunks`);
    await load('name,city\nA,Oslo\nB,Bonn\n');
    const before = await versions();
    expect(before).toMatchObject({ row_count: 2 });
    await load('name,city\nA,Bergen\nC,Rom\n');
    const after = await versions();
    expect(after).toMatchObject({ row_count: 3 });
    expect(Number(after?.version)).toBeGreaterThan(Number(before?.version));
    const chunks = await imports.database.execute(sql`select chunk from stale_chunks where table_name = 'companies'`);
    const ids = (await imports.rows('companies')).map(({ id }) => Math.floor(Number(id) / 2 ** 15));
    expect(chunks.rows.map(({ chunk }) => chunk)).toEqual(expect.arrayContaining(ids));
  });

  it('an import stops when too many rows are refused, and loads none', async () => {
    const file = `name,revenue\n${',1\n'.repeat(5)}B,1\n`;
    await expect(load(file, { maxRejects: 4 })).rejects.toMatchObject({
      code: 'IMPORT.TOO_MANY_REJECTS',
      message: '5 rows were refused; at most 4 are allowed. The first is line 2: name: is missing. Nothing was loaded.',
    });
    expect(await imports.rows('companies')).toEqual([]);
    expect(await load(file, { maxRejects: 5 })).toMatchObject({ added: 1, rejected: 5 });
  });

  it('an import reports more bad rows than the limit, but not all of a million', async () => {
    const { load: loadRaw } = imports;
    const seen: number[] = [];
    const refused = loadRaw('companies', `name,revenue\n${',1\n'.repeat(50_000)}`, {
      maxRejects: 0,
      onReject: ({ line }) => void seen.push(line),
    });
    await expect(refused).rejects.toThrow('more than 1,000 rows were refused; none is allowed.');
    expect(seen).toHaveLength(1001);
  });

  it('a file without a valid row loads nothing', async () => {
    const before = await imports.fingerprint('companies');
    expect(await load('name,revenue\n,1\n,2\n')).toMatchObject({ rows_read: 2, rejected: 2, added: 0 });
    expect(await imports.fingerprint('companies')).toBe(before);
  });

  it('imports of one table run beside each other, and a row of both is one row', async () => {
    const beside = await withImportSession(imports.database, companies, { isWriting: true }, () =>
      Promise.all([
        load('name,city\nA,Oslo\nB,Bonn\n'),
        load('name,city\nA,Oslo\nC,Rom\n'),
        imports.load('investors', 'name\nA\n'),
      ]),
    );
    const [one, other] = beside;
    expect(one.added + other.added).toBe(3);
    expect(one.unchanged + other.unchanged).toBe(1);
    expect((await imports.rows('companies')).map(({ name }) => name).sort()).toEqual(['A', 'B', 'C']);
  });

  it('an import waits for another writer of the table and adds to its rows', async () => {
    const writer = await imports.database.$client.connect();
    await writer.query("begin; select 1 from table_versions where table_name = 'companies' for update");
    const loading = load('name,city\nA,Oslo\n');
    await expect.poll(() => countLockWaits(imports.database), PATIENCE).toBe(1);
    await writer.query("insert into companies (name, source, canonical_key) values ('A', 'other', 'name:a'); commit");
    writer.release();
    expect(await loading).toMatchObject({ added: 0, changed: 1 });
    expect(await imports.rows('companies')).toHaveLength(1);
  });

  it('an import fails as a whole when its database fails', async () => {
    const before = await imports.fingerprint('companies');
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('name,city\n');
      for (let row = 0; ; row += 1) {
        yield Buffer.from(`A${row},x\n`.repeat(100));
        await sleep(1);
      }
    }
    const loading = importFile(imports.database, companies, endless(), {
      ...{ format: null, encoding: null, mustBeGzip: false, mapping: {}, source: 'x', now: FIRST, maxRejects: null },
      ...{ keepsKnown: false, isDryRun: false },
    });
    const failing = expect(loading).rejects.toThrow();
    await expect
      .poll(async () => {
        const { rows } = await imports.database.execute(
          sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy import_rows%' and datname = current_database()`,
        );
        return rows.length;
      }, PATIENCE)
      .toBeGreaterThan(0);
    await failing;
    expect(await imports.fingerprint('companies')).toBe(before);
    expect(await load('name\nA\n')).toMatchObject({ added: 1 });
  });
});
