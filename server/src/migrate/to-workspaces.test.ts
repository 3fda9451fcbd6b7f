import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { restoreBackup } from '../backup/restore-backup.ts';
import { listTables, sumTable, TEXT_SETTINGS } from '../backup/table-contents.ts';
import { connect, connectAll } from '../database/connect.ts';
import type { Database } from '../database/database.ts';
import { createPasswords } from '../modules/accounts/sign-in/passwords.ts';
import { signIn, type TestAccount } from '../testing/accounts.ts';
import { backUp, describeDatabase, type EmptyInstallation, openEmptyInstallation } from '../testing/backups.fixture.ts';
import { openBrowser } from '../testing/browser.ts';
import {
  BEFORE_WORKSPACES,
  createOlderDatabase,
  describeMoved,
  emailOf,
  markOf,
  readStorage,
} from '../testing/older-schema.fixture.ts';
import { makeTemporaryDirectory, removeDirectory } from '../testing/temporary-directory.ts';
import { databaseUrl, execute, TEMPLATE_DATABASE, type TestDatabase } from '../testing/test-database.ts';
import { startTestServer, TEST_HASH_PARAMETERS, type TestServer } from '../testing/test-server.ts';
import { thoroughOr } from '../testing/thorough.ts';
import { migrateDatabase } from './migrate.ts';

const PASSWORD = 'clay-and-kilns-42';
const ACCOUNTS = thoroughOr(10_000, 40);
const sizes = { database: 4, lists: 16, identities: 2, accounts: 2 };
const ignore = { onIdleError: () => undefined };

/** Addresses whose answers name things of an account. */
const reads = [
  '/me',
  '/table-views?table=companies',
  '/table-view-names',
  '/lists',
  '/tags?table=companies',
  '/table/companies/1/tags',
  '/table/companies/1/notes',
  '/alerts',
  '/alerts/messages',
  '/webhooks',
  '/scheduled-exports',
  '/api-keys',
  '/linkedin/users',
  '/linkedin/jobs',
  '/tiktok/trends?include_hidden=true',
  '/tiktok/trends/analyze',
  '/reddit/track-subreddits',
  '/passkeys',
  '/invoices',
];

async function query(url: string, text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

async function migrate(url: string): Promise<void> {
  const database = connect(url, { ...ignore, poolSize: 2 });
  try {
    await migrateDatabase(database);
  } finally {
    await database.$client.end();
  }
}

/** Of each table: how many rows, and a sum of their values in these columns. */
async function sumTables(url: string, tables: Awaited<ReturnType<typeof listTables>> | null = null) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`begin; ${TEXT_SETTINGS}`);
    const columns = tables ?? (await listTables(client)).filter(({ name }) => name !== 'account_storage');
    const sums: Record<string, Awaited<ReturnType<typeof sumTable>>> = {};
    for (const table of columns) sums[table.name] = await sumTable(client, table);
    return { columns, sums };
  } finally {
    await client.end();
  }
}

describe('an installation in which everything belonged to accounts', { timeout: 600_000 }, () => {
  const shared = inject('databaseUrl');
  /** As the version before left it. */
  let older: TestDatabase;
  let moved: TestDatabase;
  let before: Awaited<ReturnType<typeof sumTables>>;
  /** In milliseconds. */
  let duration: number;
  /** Before anybody signed in. */
  let described: Awaited<ReturnType<typeof describeMoved>>;
  let server: TestServer;
  const copies: TestDatabase[] = [];

  const copyOf = async ({ name }: TestDatabase, copy = `test_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`) => {
    await execute(shared, `create database ${copy} template ${name}`);
    const drop = () => execute(shared, `drop database if exists ${copy} with (force)`);
    copies.push({ name: copy, url: databaseUrl(shared, copy), drop });
    return { name: copy, url: databaseUrl(shared, copy), drop };
  };

  beforeAll(async () => {
    const passwordHash = await createPasswords(TEST_HASH_PARAMETERS).hash(PASSWORD);
    older = await createOlderDatabase(shared, { until: BEFORE_WORKSPACES, accounts: ACCOUNTS, passwordHash });
    before = await sumTables(older.url);
    moved = await copyOf(older);
    const began = performance.now();
    await migrate(moved.url);
    duration = performance.now() - began;
    described = await describeMoved(moved.url);
    server = await startTestServer({ databases: connectAll(moved.url, { ...ignore, sizes }), doesJobs: false });
  }, 600_000);
  afterAll(async () => {
    await server.close();
    for (const { drop } of [...copies, older]) await drop();
  });

  it('the fixture has a row of each account in every table that refers to accounts', async () => {
    const referring = await query(
      older.url,
      `with recursive owned as (
         select 'accounts'::regclass::oid as id
         union select c.conrelid from pg_constraint c join owned on c.confrelid = owned.id where c.contype = 'f')
       select relname as name from pg_class join owned on owned.id = oid where relpersistence = 'p'`,
    );
    expect(referring.length).toBeGreaterThan(50);
    const lacking = referring.filter(({ name }) => before.sums[name]?.rows !== ACCOUNTS);
    expect(lacking).toEqual([]);
  });

  it('no value of any table was changed', async () => {
    const { sums } = await sumTables(moved.url, before.columns);
    expect(sums).toEqual(before.sums);
  });

  it('what is stored is counted as before', async () => {
    const counted = await readStorage(older.url);
    expect(counted.length).toBeGreaterThan(ACCOUNTS * 20);
    expect(await readStorage(moved.url)).toEqual(counted);
  });

  it('each account has a workspace with its id, its limits and its trial, which it owns alone', async () => {
    const found = await query(
      moved.url,
      `select count(*)::int as workspaces, count(*) filter (where w.name = 'Personal' and w.personal_account_id = a.id
           and w.created_by = a.id and w.created_at = a.created_at and m.account_id = a.id and m.role = 'owner'
           and m.joined_at = a.created_at)::int as owned,
         count(*) filter (where (w.request_limit, w.export_limit, w.trial_ends_at, w.storage_full_at, w.storage_notified_at,
             w.storage_warned_at) is not distinct from (a.request_limit, a.export_limit, a.trial_ends_at, a.storage_full_at,
             a.storage_notified_at, a.storage_warned_at))::int as as_before
       from accounts a full join workspaces w on w.id = a.id full join workspace_members m on m.workspace_id = w.id`,
    );
    expect(found).toEqual([{ workspaces: ACCOUNTS, owned: ACCOUNTS, as_before: ACCOUNTS }]);
  });

  it.each([1, Math.floor(ACCOUNTS / 2), ACCOUNTS])(
    'account %d finds everything where it was, and nothing of others',
    async (id) => {
      const account = await signIn(openBrowser(server.app), emailOf(id), PASSWORD);
      for (const path of reads) expect(await marksIn(account, path), path).toEqual([markOf(id)]);
      const { body } = await account.browser.call('GET', '/me', { bearer: account.accessToken });
      expect(body).toMatchObject({
        workspace: { id, name: 'Personal', role: 'owner', is_personal: true },
        usage: { request_count: id % 100, export_count: 1, ...(id % 2 === 0 && { export_limit: 2_000 + id }) },
      });
    },
  );

  const marksIn = async ({ headers }: TestAccount, path: string) => {
    const { statusCode, payload } = await server.app.inject({ method: 'GET', url: `/api/v1${path}`, headers });
    return statusCode === 200 ? [...new Set(payload.match(/of-\d+-/g))] : statusCode;
  };

  it('keys, indexes and triggers are those of a new installation, and every key was checked', async () => {
    const { tables, sequences, ...fresh } = await describeDatabase(databaseUrl(shared, TEMPLATE_DATABASE));
    expect(described).toMatchObject(fresh);
    expect(await query(moved.url, 'select conname from pg_constraint where not convalidated')).toEqual([]);
  });

  it.each([0.1, 0.5, 0.9])('a migration that is ended after %d of its time begins again, and ends the same', async (share) => {
    const copy = await copyOf(older);
    const ended = migrate(copy.url).catch(() => undefined);
    await sleep(duration * share);
    await query(shared, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [copy.name]);
    await ended;
    await migrate(copy.url);
    expect(await describeMoved(copy.url)).toEqual(described);
  });

  /** Backs a database up, and restores the file into an empty one. */
  async function restored(database: Database, work: (installation: EmptyInstallation) => Promise<void>): Promise<void> {
    const folder = await makeTemporaryDirectory('moved-backup');
    const installation = await openEmptyInstallation(shared);
    try {
      const path = await backUp({ ...server, database }, folder);
      const { dataDir } = installation;
      await restoreBackup({ path, passphrase: null }, { dataDir, withDatabase: (load) => load(installation.database) });
      await work(installation);
    } finally {
      await installation.remove();
      await removeDirectory(folder);
    }
  }

  it('a backup of the version before is restored, and the first start moves it', async () => {
    const database = connect(older.url, { ...ignore, poolSize: 2 });
    await restored(database, async (installation) => {
      expect((await sumTables(installation.databaseUrl)).sums).toEqual(before.sums);
      await migrateDatabase(installation.database);
      expect(await describeMoved(installation.databaseUrl)).toEqual(described);
    }).finally(() => database.$client.end());
  });

  it('a backup with a shared workspace brings back all of it, and the next ids are new', async () => {
    const { rows } = await server.database.$client.query(
      "insert into workspaces (name, created_by, created_at) values ('Potters', 1, now()) returning id::int as id",
    );
    const { id } = rows[0];
    for (const statement of [
      `insert into workspace_members (workspace_id, account_id, role, rights) values (${id}, 1, 'owner', '{}'), (${id}, 2, 'member', '{export}')`,
      `insert into workspace_invites (id, workspace_id, code_hash, email, role, created_at, expires_at)
       values (gen_random_uuid(), ${id}, '\\x01', 'kim@example.com', 'viewer', now(), now())`,
      `insert into workspace_activity (workspace_id, account_id, at, action, target, row_count) values (${id}, 2, now(), 'exported', 'Companies', 3)`,
      `insert into workspace_member_months (workspace_id, account_id, month, export_count) values (${id}, 2, '2026-02-01', 3)`,
      `insert into row_lists (account_id, table_name, name, created_at, updated_at, created_by, visibility)
       values (${id}, 'companies', 'Ours', now(), now(), 2, 'workspace')`,
    ])
      await server.database.$client.query(statement);
    await restored(server.database, async ({ databaseUrl: url }) => {
      expect(await describeDatabase(url)).toEqual(await describeDatabase(moved.url));
      expect(await query(url, 'select kind from workspace_versions where workspace_id = $1 order by 1', [id])).toEqual([
        { kind: 'lists' },
        { kind: 'members' },
      ]);
      const [added] = await query(url, "insert into accounts (email) values ('new@example.com') returning id::int as id");
      expect(added.id).toBeGreaterThan(id);
      expect(await query(url, 'select name from workspaces where id = $1', [added.id])).toEqual([{ name: 'Personal' }]);
    });
  });
});
