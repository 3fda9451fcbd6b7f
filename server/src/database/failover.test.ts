import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { classifyError } from '../http/classify-error.ts';
import { findPostgres, startCluster, type TestCluster } from '../testing/postgres-cluster.fixture.ts';
import { cloneTestDatabase, execute, type TestDatabase } from '../testing/test-database.ts';
import { connect } from './connect.ts';
import type { Database } from './database.ts';

const programs = await findPostgres();
if (programs === null) process.stdout.write('not tested: synchronous replication, because PostgreSQL is not installed\n');

describe('a connection that leads to a replica', () => {
  let clone: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    clone = await cloneTestDatabase(inject('databaseUrl'));
    await execute(clone.url, 'create table notes (text text)');
    database = connect(clone.url, { onIdleError: () => undefined, poolSize: 1 });
  });
  afterAll(async () => {
    await database.$client.end();
    await clone.drop();
  });

  const writes = {
    'a statement': () => database.execute(sql`insert into notes values ('one')`),
    'a transaction': () =>
      database.transaction(async (transaction) => transaction.execute(sql`insert into notes values ('two')`)),
  };

  it.each(['a statement', 'a transaction'] as const)(
    'a connection to a replica is closed once it refused %s that writes',
    async (kind) => {
      // As a replica does; the sessions that begin meanwhile stay read-only.
      await execute(inject('databaseUrl'), `alter database ${clone.name} set default_transaction_read_only = on`);
      await execute(
        clone.url,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await expect.poll(() => database.$client.totalCount).toBe(0);
      const refused = await writes[kind]().catch((error: unknown) => error);
      expect(classifyError(refused).code).toBe('SERVER.UNAVAILABLE');
      await execute(inject('databaseUrl'), `alter database ${clone.name} reset default_transaction_read_only`);
      await expect(writes[kind]()).resolves.toMatchObject({ rowCount: 1 });
    },
  );
});

describe.skipIf(programs === null)('a commit whose wait for the synchronous replica is cut short', () => {
  let cluster: TestCluster;
  let database: Database;
  let observer: Database;
  beforeAll(async () => {
    if (programs === null) return;
    cluster = await startCluster(programs, {
      settings: { synchronous_commit: 'on', wal_level: 'replica', max_wal_senders: '4' },
    });
    await execute(cluster.url, 'create table notes (text text)');
    await execute(cluster.url, `alter system set synchronous_standby_names = 'absent'`);
    await execute(cluster.url, 'select pg_reload_conf()');
    database = connect(cluster.url, { onIdleError: () => undefined, poolSize: 1 });
    observer = connect(cluster.url, { onIdleError: () => undefined, poolSize: 1 });
  });
  afterAll(async () => {
    await database.$client.end();
    await observer.$client.end();
    await cluster.remove();
  });

  const waiting = async () => {
    const { rows } = await observer.execute(sql`select pid from pg_stat_activity where wait_event = 'SyncRep'`);
    return rows.length;
  };
  const writes = {
    'a statement': () => database.execute(sql`insert into notes values (${'one'})`),
    'a transaction': () =>
      database.transaction(async (transaction) => transaction.execute(sql`insert into notes values (${'two'})`)),
  };

  it.each(['a statement', 'a transaction'] as const)(
    '%s on a connection to a replica fails as a temporary fault',
    async (kind) => {
      await expect
        .poll(async () => (await observer.execute(sql`show synchronous_standby_names`)).rows)
        .toEqual([{ synchronous_standby_names: 'absent' }]);
      const written = writes[kind]().catch((error: unknown) => error);
      await expect.poll(waiting).toBe(1);
      await observer.execute(sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
      expect(classifyError(await written).code).toBe('SERVER.UNAVAILABLE');
      const { rows } = await database.execute(sql`select 1 as one`);
      expect(rows).toEqual([{ one: 1 }]);
    },
  );
});
