import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect } from '../database/connect.ts';
import type { Database } from '../database/database.ts';
import { untilReachable } from '../database/until-reachable.ts';
import { describeDatabase } from '../testing/backups.fixture.ts';
import { cloneTestDatabase, databaseUrl, execute } from '../testing/test-database.ts';
import { migrateDatabase } from './migrate.ts';

const NAME = `empty_${process.pid}`;

describe('an empty database', () => {
  const server = inject('databaseUrl');
  const open = () => connect(databaseUrl(server, NAME), { onIdleError: () => undefined });
  let database: Database;
  beforeEach(async () => {
    await execute(server, `create database ${NAME}`);
    database = open();
  });
  afterEach(async () => {
    await database.$client.end();
    await execute(server, `drop database ${NAME} with (force)`);
  });

  const countMigrations = async () => {
    const { rows } = await database.execute(sql`select count(*)::int as count from drizzle.__drizzle_migrations`);
    return rows[0]?.count;
  };
  const migrationFiles = async () => {
    const journal = JSON.parse(await readFile(new URL('../../migrations/meta/_journal.json', import.meta.url), 'utf8'));
    return journal.entries.length;
  };

  it('an empty database gets every migration once, however often they are applied', async () => {
    await migrateDatabase(database);
    await migrateDatabase(database);
    expect(await countMigrations()).toBe(await migrationFiles());
  });

  it('no row of a new database is from before texts were checked for separators', async () => {
    await migrateDatabase(database);
    const { rows } = await database.execute(sql`select separators_checked_from()::text as time`);
    expect(rows).toEqual([{ time: '-infinity' }]);
  });

  it('migrations are applied once when several servers start at the same time', async () => {
    const starters = Array.from({ length: 4 }, open);
    await Promise.all(starters.map(migrateDatabase));
    await Promise.all(starters.map((starter) => starter.$client.end()));
    expect(await countMigrations()).toBe(await migrationFiles());
  });
});

describe('a database that is set up', () => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const clone = await cloneTestDatabase(inject('databaseUrl'));
    database = connect(clone.url, { onIdleError: () => undefined });
    drop = clone.drop;
  });
  afterEach(async () => {
    await database.$client.end();
    await drop();
  });

  it('statements of requests have a time limit, and migrations have none', async () => {
    await migrateDatabase(database);
    const { rows } = await database.execute(sql`select current_setting('statement_timeout') as statement_timeout,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`);
    expect(rows).toEqual([{ statement_timeout: '30s', idle: '1min', name: 'leadloom' }]);
  });

  it('a database that a newer version changed is refused with one line', async () => {
    await database.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of-tomorrow', 9999999999999)`,
    );
    await expect(migrateDatabase(database)).rejects.toThrow('changed by a newer version of Leadloom (1 migrations');
  });

  it('a database whose queue a newer version changed is refused with one line', async () => {
    await database.execute(sql`update pgboss.version set version = version + 1`);
    await expect(migrateDatabase(database)).rejects.toThrow(
      'The queue in the database was changed by a newer version of Leadloom',
    );
  });
});

describe('a database from before the baseline', () => {
  /** The last of the sixty migrations that the baseline stands for, and one before it. */
  const LAST = ['99867b57b97bd923a608c05efdfbe00e2fb7f6fb15ece887802952fb990bcaa6', 1_795_927_463_628] as const;
  const FIRST = ['of-the-first', 1_795_228_210_419] as const;
  let database: Database;
  let url: string;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    ({ url, drop } = await cloneTestDatabase(inject('databaseUrl')));
    database = connect(url, { onIdleError: () => undefined });
  });
  afterEach(async () => {
    await database.$client.end();
    await drop();
  });

  async function record(...migrations: readonly (readonly [hash: string, createdAt: number])[]): Promise<void> {
    await database.execute(sql`delete from drizzle.__drizzle_migrations`);
    for (const [hash, createdAt] of migrations)
      await database.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${createdAt})`);
  }

  it('one that had the last migration has the baseline instead, and nothing else is changed', async () => {
    const before = await describeDatabase(url);
    await record(FIRST, LAST, ...before.migrations.slice(1).map(({ hash, created_at }) => [hash, created_at] as const));
    await migrateDatabase(database);
    await migrateDatabase(database);
    expect(await describeDatabase(url)).toEqual(before);
  });

  it('one that lacks the last migration is refused with the version to start once, and nothing is changed', async () => {
    await record(FIRST);
    const before = await describeDatabase(url);
    await expect(migrateDatabase(database)).rejects.toThrow(
      'First start the last version that has server/migrations/0059_counted_rows.sql on it once',
    );
    expect(await describeDatabase(url)).toEqual(before);
  });

  it('one that a newer version changed since is refused as such, and nothing is changed', async () => {
    await record(FIRST, LAST, ['of-tomorrow', 9_999_999_999_999]);
    const before = await describeDatabase(url);
    await expect(migrateDatabase(database)).rejects.toThrow('changed by a newer version of Leadloom (1 migrations');
    expect(await describeDatabase(url)).toEqual(before);
  });
});

describe('a database that does not answer', () => {
  it('a database that refuses connections is named at once, without the password', async () => {
    const database = connect(databaseUrl(inject('databaseUrl'), 'no_such_database'), { onIdleError: () => undefined });
    const waiting = untilReachable(() => database.execute(sql`select 1`), { log: { warn: () => undefined } });
    await expect(waiting).rejects.toThrow(/^DATABASE_URL: .*3D000.*"no_such_database" does not exist/);
    await database.$client.end();
  });
});
