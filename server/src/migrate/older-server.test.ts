import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect } from '../database/connect.ts';
import { countLockWaits } from '../testing/lock-waits.ts';
import { BEFORE_WORKSPACES, createOlderDatabase, markOf } from '../testing/older-schema.fixture.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import { migrateDatabase } from './migrate.ts';

/** Statements of servers of the version in which everything belonged to accounts, which run while others have been replaced. */
describe('a server of the version before workspaces', { timeout: 120_000 }, () => {
  let older: TestDatabase;
  let client: pg.Client;
  let id: number;
  beforeAll(async () => {
    older = await createOlderDatabase(inject('databaseUrl'), { until: BEFORE_WORKSPACES, accounts: 3, passwordHash: 'none' });
    client = new pg.Client({ connectionString: older.url });
    await client.connect();
    await migrating();
  });
  afterAll(async () => {
    await client.end();
    await older.drop();
  });
  beforeEach(async () => {
    id = await register(client);
  });

  const query = async (text: string, ...values: readonly unknown[]) => (await client.query(text, [...values])).rows;
  async function migrating(): Promise<void> {
    const database = connect(older.url, { onIdleError: () => undefined, poolSize: 2 });
    try {
      await migrateDatabase(database);
    } finally {
      await database.$client.end();
    }
  }
  async function register(connection: pg.Client): Promise<number> {
    const { rows } = await connection.query(
      `insert into accounts (email, password_hash, created_at) values ($1, 'none', '2026-03-01') returning id::int as id`,
      [`${crypto.randomUUID()}@example.com`],
    );
    return rows[0].id;
  }
  const workspaceOf = async (account: number) => {
    const [found] = await query(
      `select w.name, w.personal_account_id::int as account, m.role, w.trial_ends_at, w.request_limit, w.export_limit,
         w.storage_full_at from workspaces w join workspace_members m on m.workspace_id = w.id and m.account_id = w.id
       where w.id = $1`,
      account,
    );
    return found;
  };

  it('registers and verifies an account, which has its workspace and its trial', async () => {
    await query(`update accounts set verified_at = '2026-03-02', trial_ends_at = '2026-03-09' where id = $1`, id);
    expect(await workspaceOf(id)).toMatchObject({
      name: 'Personal',
      account: id,
      role: 'owner',
      trial_ends_at: new Date('2026-03-09'),
      request_limit: null,
    });
  });

  it('changes one of the limits, the trial and the state of storage, and no other that was changed since', async () => {
    await query('update workspaces set request_limit = 7, trial_ends_at = $2 where id = $1', id, '2026-04-01');
    await query('update accounts set export_limit = 9 where id = $1', id);
    await query(`update accounts set storage_full_at = '2026-03-05' where id = $1`, id);
    expect(await workspaceOf(id)).toMatchObject({
      request_limit: 7,
      export_limit: 9,
      trial_ends_at: new Date('2026-04-01'),
      storage_full_at: new Date('2026-03-05'),
    });
    await query('update accounts set export_limit = null, storage_full_at = null where id = $1', id);
    expect(await workspaceOf(id)).toMatchObject({ request_limit: 7, export_limit: null, storage_full_at: null });
  });

  it('saves views, lists, tags and notes, and counts what they take', async () => {
    const now = '2026-03-03';
    const addView = (name: string) =>
      query(
        `insert into table_views (id, account_id, table_name, name, state, is_default, created_at, updated_at, is_pinned, chart)
         values ($1, $2, 'companies', $3, '{}', true, $4, $4, false, null)`,
        `${name}-${id}`,
        id,
        name,
        now,
      );
    await addView('Kilns');
    await expect(addView('KILNS')).rejects.toMatchObject({ code: '23505' });
    await expect(addView('Clay')).rejects.toMatchObject({ code: '23505' });
    await query(
      `update table_views set is_default = false where account_id = $1 and table_name = 'companies' and is_default`,
      id,
    );
    await addView('Clay');

    const addList = () =>
      query(
        `insert into row_lists (account_id, table_name, name, created_at, updated_at) values ($1, 'companies', 'Potters', $2, $2)
         on conflict do nothing returning id`,
        id,
        now,
      );
    const [list] = await addList();
    expect(await addList()).toEqual([]);
    await query('insert into row_list_rows (list_id, row_id) values ($1, 1) on conflict do nothing', list.id);
    const [version] = await query(
      `insert into my_row_versions (account_id, table_name, version) values ($1, 'companies', 1)
       on conflict (account_id, table_name) do update set version = my_row_versions.version + 1 returning version`,
      id,
    );
    expect(version).toEqual({ version: '1' });
    await query(
      `insert into row_tags (account_id, table_name, row_id, folded, tag) values ($1, 'companies', 1, 'clay', 'Clay')
       on conflict do nothing`,
      id,
    );
    await query(
      `insert into row_notes (account_id, table_name, row_id, text, created_at, updated_at)
       values ($1, 'companies', 1, 'Calls back.', $2, $2)`,
      id,
      now,
    );
    const counted = await query(
      `select table_name as table, sum(row_count)::int as rows from account_storage where account_id = $1 group by 1 order by 1`,
      id,
    );
    expect(counted).toEqual([
      { table: 'row_list_rows', rows: 1 },
      { table: 'row_lists', rows: 1 },
      { table: 'row_notes', rows: 1 },
      { table: 'row_tags', rows: 1 },
      { table: 'table_views', rows: 2 },
    ]);
  });

  it('counts requests and exports, and collects people', async () => {
    const count = () =>
      query(
        `insert into usage_months (account_id, month, export_count) values ($1, '2026-03-01', 2)
         on conflict (account_id, month) do update set export_count = usage_months.export_count + 2
         where usage_months.export_count + 2 <= 4 returning export_count`,
        id,
      );
    expect(await count()).toEqual([{ export_count: 2 }]);
    expect(await count()).toEqual([{ export_count: 4 }]);
    expect(await count()).toEqual([]);
    const [person] = await query(
      `insert into linkedin_profiles (account_id, member_id, profile_key, profile_url, full_name, parser_version)
       values ($1, 'ACoAAKim01', 'kim-vale', 'https://www.linkedin.com/in/kim-vale', 'Kim Vale', 1) returning id`,
      id,
    );
    await query(`insert into linkedin_experiences (profile_id, position, title) values ($1, 0, 'Potter')`, person.id);
    expect(await query('select full_name, collected_by from linkedin_profiles where account_id = $1', id)).toEqual([
      { full_name: 'Kim Vale', collected_by: null },
    ]);
  });

  it('deletes an account with everything that belonged to it, and nothing of others', async () => {
    const rowsOf = (account: number) =>
      query(
        `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'account_id'
           and (xpath('/row/held/text()', query_to_xml(format('select count(*) as held from %I where account_id = %s', c.relname,
             $1::bigint), false, true, '')))[1]::text::int > 0 order by 1`,
        account,
      );
    const ofOther = await rowsOf(2);
    expect(ofOther.length).toBeGreaterThan(40);
    expect(await rowsOf(1)).toEqual(ofOther);
    await query('delete from accounts where id = 1');
    expect(await rowsOf(1)).toEqual([]);
    expect(await workspaceOf(1)).toBeUndefined();
    expect(await rowsOf(2)).toEqual(ofOther);
    expect(await query('select name from row_lists where account_id = 3')).toEqual([{ name: markOf(3) }]);
  });

  it('an account that it registers while the migration begins has its workspace, too', async () => {
    const database = await createOlderDatabase(inject('databaseUrl'), {
      until: BEFORE_WORKSPACES,
      accounts: 1,
      passwordHash: 'none',
    });
    const registering = new pg.Client({ connectionString: database.url });
    const connection = connect(database.url, { onIdleError: () => undefined, poolSize: 3 });
    try {
      await registering.connect();
      await registering.query('begin');
      const late = await register(registering);
      const migration = migrateDatabase(connection);
      await expect.poll(() => countLockWaits(connection), { timeout: 20_000 }).toBeGreaterThan(0);
      await registering.query('commit');
      await migration;
      const { rows } = await registering.query('select id::int as id from workspaces order by id');
      expect(rows).toEqual([{ id: 1 }, { id: late }]);
    } finally {
      await registering.end();
      await connection.$client.end();
      await database.drop();
    }
  });
});
