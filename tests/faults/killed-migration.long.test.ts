import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@leadloom/server/database/connect';
import type { Database } from '@leadloom/server/database/database';
import { startCommand } from '@leadloom/server/testing/data-command';
import { BEFORE_WORKSPACES, createOlderDatabase, describeMoved } from '@leadloom/server/testing/older-schema.fixture';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';
import { databaseUrl, execute, TEMPLATE_DATABASE, type TestDatabase } from '@leadloom/server/testing/test-database';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { tell } from '../security/testing/security.fixture.ts';

const KILLS = 20;
const ACCOUNTS = 10_000;
const COPY = `test_${process.pid}_migration`;

describe('a first start of the version with workspaces that is killed', { timeout: 900_000 }, () => {
  const shared = inject('databaseUrl');
  let older: TestDatabase;
  let dataDir: string;
  let expected: Awaited<ReturnType<typeof describeMoved>>;
  /** How long the migrations take here, in milliseconds. */
  let duration: number;
  let watcher: Database;
  const counts = { 'starts killed': 0, 'killed during a migration': 0, 'not whole afterwards': 0 };

  const copyOlder = async () => {
    await execute(shared, `drop database if exists ${COPY} with (force)`);
    await execute(shared, `create database ${COPY} template ${older.name}`);
  };
  const start = () => startCommand('data', ['imports'], { DATABASE_URL: databaseUrl(shared, COPY), DATA_DIR: dataDir });
  /** Until the start has the lock under which migrations run. */
  const untilItMigrates = async () => {
    for (;;) {
      const { rowCount } = await watcher.$client.query(
        `select from pg_locks lock join pg_database d on d.oid = lock.database
         where d.datname = $1 and lock.locktype = 'advisory' and lock.granted`,
        [COPY],
      );
      if (rowCount !== 0) return;
      await sleep(2);
    }
  };
  const migrationsIn = async (name: string) => {
    const database = connect(databaseUrl(shared, name), { onIdleError: () => undefined, poolSize: 1 });
    const { rows } = await database.$client.query('select count(*)::int as count from drizzle.__drizzle_migrations');
    await database.$client.end();
    return rows[0].count;
  };

  beforeAll(async () => {
    older = await createOlderDatabase(shared, { until: BEFORE_WORKSPACES, accounts: ACCOUNTS, passwordHash: 'none' });
    dataDir = await makeTemporaryDirectory('killed-migration');
    watcher = connect(shared, { onIdleError: () => undefined, poolSize: 1 });
    const all = await migrationsIn(TEMPLATE_DATABASE);
    // The second time the files are in memory, as for the starts that are killed.
    for (let run = 0; run < 2; run += 1) {
      await copyOlder();
      const starting = start();
      await untilItMigrates();
      const began = performance.now();
      await vi.waitFor(async () => expect(await migrationsIn(COPY)).toBe(all), { timeout: 600_000, interval: 20 });
      duration = performance.now() - began;
      expect(await starting.ended(), starting.errors()).toBe(0);
    }
    expected = await describeMoved(databaseUrl(shared, COPY));
  }, 900_000);
  afterAll(async () => {
    tell(`migrations of ${ACCOUNTS} accounts to workspaces, ${Math.round(duration)} ms each`, counts);
    await watcher.$client.end();
    await execute(shared, `drop database if exists ${COPY} with (force)`);
    await older.drop();
    await removeDirectory(dataDir);
  });

  it.each(Array.from({ length: KILLS }, (_, index) => index))(
    'at point %d leaves whole migrations only, and the next start ends the same',
    async (point) => {
      await copyOlder();
      const before = await migrationsIn(COPY);
      const starting = start();
      await untilItMigrates();
      await sleep((duration * (point + 0.5)) / KILLS);
      starting.process.kill('SIGKILL');
      await starting.ended();
      counts['starts killed'] += 1;
      const done = (await migrationsIn(COPY)) - before;
      if (done < expected.migrations.length - before) counts['killed during a migration'] += 1;

      const again = start();
      expect(await again.ended(), again.errors()).toBe(0);
      const found = await describeMoved(databaseUrl(shared, COPY));
      if (JSON.stringify(found) !== JSON.stringify(expected)) counts['not whole afterwards'] += 1;
      expect(found).toEqual(expected);
    },
  );
});
