import { setTimeout as sleep } from 'node:timers/promises';
import { companies } from '@leadloom/shared/tables/companies';
import { UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockWaits } from '../../testing/lock-waits.ts';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';
import { readChanges } from '../tables/changes/changes.repository.ts';
import { filterCondition } from '../tables/filters/filter-sql.ts';
import { removeLeftTables } from './merge/shadow-table.ts';

const PATIENCE = { timeout: 30_000, interval: 10 };
const replacingRows = 10;
const FILE = fileOf('Firm', 25);

function fileOf(name: string, rows: number, city = 'Oslo'): string {
  const lines = Array.from({ length: rows }, (_, row) => `${name} ${row},https://${name.toLowerCase()}${row}.example,${city}`);
  return `name,website,city\n${lines.join('\n')}\n`;
}

describe('an import whose connection ends, and imports side by side', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from companies'));

  const query = async (statement: string) => (await imports.database.$client.query(statement)).rows;
  const leftTables = async () =>
    (
      await query(
        "select relnamespace::regnamespace::text as schema from pg_class where relkind = 'r' and relnamespace::regnamespace::text like 'import\\_slot\\_%'",
      )
    ).map(({ schema }) => schema);
  const waiting = () => lockWaits(imports.database);

  /** Where the import is when its connection ends: a lock that another connection holds stops it there. */
  const borders = [
    { border: 'before its table is made', lock: "select pg_advisory_xact_lock(hashtextextended('import_slot_', 0))", left: [] },
    { border: 'before it keeps writers out', lock: 'lock table companies in row exclusive mode', left: ['import_slot_0'] },
    {
      border: 'before it takes the lock of writers',
      lock: "select from table_versions where table_name = 'companies' for no key update",
      left: ['import_slot_0'],
    },
  ];
  it.each(borders)('an empty table stays empty if it ends $border, and the next import loads all', async ({ lock, left }) => {
    const before = await imports.fingerprint('companies');
    const holder = await imports.database.$client.connect();
    try {
      await holder.query(`begin; ${lock}`);
      const loading = imports.load('companies', FILE, { replacingRows }).then(
        () => 'loaded',
        () => 'failed',
      );
      await expect.poll(async () => (await waiting()).length, PATIENCE).toBe(1);
      const [stuck] = await waiting();
      await holder.query('select pg_terminate_backend($1)', [stuck?.pid]);
      expect(await loading).toBe('failed');
      await holder.query('rollback');
      expect(await imports.fingerprint('companies')).toBe(before);
      await expect.poll(leftTables, PATIENCE).toEqual(left);
      expect((await imports.load('companies', FILE, { replacingRows })).report).toMatchObject({ added: 25, changed: 0 });
      expect(await imports.rows('companies')).toHaveLength(25);
      expect(await leftTables()).toEqual([]);
    } finally {
      holder.release();
    }
  });

  it('what an import left is removed, unless it belongs to an import that runs', async () => {
    await query('create schema if not exists import_slot_0');
    await query('create schema if not exists import_slot_3');
    await query('create table import_slot_0.companies (id bigint)');
    await query('create table import_slot_3.companies (id bigint)');
    const holder = await imports.database.$client.connect();
    try {
      await holder.query("select pg_advisory_lock(726159 + 3, hashtext('companies'))");
      await removeLeftTables(imports.database);
      expect(await leftTables()).toEqual(['import_slot_3']);
    } finally {
      holder.release(true);
    }
    await expect
      .poll(async () => {
        await removeLeftTables(imports.database);
        return leftTables();
      }, PATIENCE)
      .toEqual([]);
  });

  it('no row of a table with rows is changed if its connection ends while it writes', async () => {
    await imports.load('companies', FILE);
    const before = await imports.fingerprint('companies');
    const holder = await imports.database.$client.connect();
    try {
      await holder.query("begin; select from companies where name = 'Firm 20' for update");
      const next = `${fileOf('Firm', 25, 'Rome')}New,https://new.example,Rome\n`;
      const loading = imports.load('companies', next).then(
        () => 'loaded',
        () => 'failed',
      );
      await expect.poll(async () => (await waiting()).length, PATIENCE).toBe(1);
      const [stuck] = await waiting();
      expect(stuck?.query).toMatch(/^\s*update "companies"/);
      await holder.query('select pg_terminate_backend($1)', [stuck?.pid]);
      expect(await loading).toBe('failed');
      await holder.query('rollback');
      expect(await imports.fingerprint('companies')).toBe(before);
      expect((await imports.load('companies', next)).report).toMatchObject({ added: 1, changed: 25 });
    } finally {
      holder.release();
    }
  });

  it('a follower reads every row of two imports of an empty table once, the rows of each at one moment', async () => {
    const [{ version } = { version: 0 }] = await query("select version::int from table_versions where table_name = 'companies'");
    const sizes = new Set<number>();
    const seen: string[] = [];
    let isLoading = true;
    const follow = async () => {
      for (let after = Number(version); ; ) {
        const isLast = !isLoading;
        const changes = await readChanges(imports.database, companies, { after, take: 7 });
        sizes.add(Number((await query('select count(*)::int as count from companies'))[0]?.count));
        seen.push(...changes.map(({ id, cells }) => `${id} ${cells === null ? 'deleted' : 'there'}`));
        after = changes.at(-1)?.version ?? after;
        if (isLast && changes.length === 0) return;
        await sleep(2);
      }
    };
    const following = follow();
    const loads = await Promise.all([
      imports.load('companies', fileOf('Left', 40), { replacingRows }),
      imports.load('companies', fileOf('Right', 30), { replacingRows }),
    ]);
    isLoading = false;
    await following;
    expect(loads.map(({ report }) => report.added)).toEqual([40, 30]);
    const ids = (await imports.rows('companies')).map(({ id }) => `${id} there`);
    expect(ids).toHaveLength(70);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    for (const size of sizes) expect([0, 40, 30, 70]).toContain(size);
    expect(await leftTables()).toEqual([]);
  });

  it.each([1_000_000, replacingRows])(
    'a follower by time finds the rows of an import that took a minute (replacing from %i rows)',
    async (from) => {
      await imports.load('companies', fileOf('Known', 1), from === replacingRows ? { isDryRun: true } : {});
      await sleep(5);
      let now = '';
      // The latest moment at which the rows cannot be seen yet.
      const onLoaded = async () => {
        now = (await query('select clock_timestamp()::text as now'))[0]?.now;
        await sleep(5);
      };
      await imports.load('companies', FILE, { replacingRows: from, now: new Date(Date.now() - 60_000), onLoaded });
      const condition = filterCondition(companies, { [UPDATED_AFTER]: String(now) });
      const { rows } = await imports.database.execute(
        sql`select count(*)::int as count from companies where ${condition ?? sql`true`}`,
      );
      expect(rows).toEqual([{ count: 25 }]);
    },
  );
});
