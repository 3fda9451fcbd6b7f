/**
 * Kills by SIGKILL of feeders, the engine and the database, and leases that end while their holder lives on, under writes, while a copy
 * is read. A reading that finds a version has to get what PostgreSQL says at that version. Few kills with each change, a hundred
 * with `--long`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyName } from '@leadloom/server/column-store/copy-names';
import { createEngineClient } from '@leadloom/server/column-store/engine-http';
import { createFeeder } from '@leadloom/server/column-store/feeder';
import { readConfig } from '@leadloom/server/config';
import { connect, connectAll } from '@leadloom/server/database/connect';
import { migrateDatabase } from '@leadloom/server/migrate/migrate';
import { findPostgres, startCluster, type TestCluster } from '@leadloom/server/testing/postgres-cluster.fixture';
import { tables } from '@leadloom/shared/tables/tables';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { RunningEngine } from './engine/start-engine.ts';
import { createCheckedReads, isAway, type Pool } from './testing/checked-reads.ts';
import { createEngineDatabase, type EngineDatabase, isEngineGiven, startOwnEngine } from './testing/engine-database.ts';

/** How long a kill waits at most for the copy to catch up after the one before. */
const PATIENCE_MILLISECONDS = 12_000;
const programs = await findPostgres();
const { KILLS, READS, QUESTIONS } = inject('isThorough')
  ? { KILLS: 100, READS: 10_000, QUESTIONS: 150 }
  : { KILLS: 8, READS: 300, QUESTIONS: 60 };
const FEEDER = join(import.meta.dirname, 'testing/feeder-process.ts');
const CITIES = ['Oslo', 'Bergen', 'Ås', 'Tromsø', 'Zürich', "L'Aquila"];

describe.skipIf(programs === null || isEngineGiven())('a copy under kills', () => {
  let cluster: TestCluster;
  let running: RunningEngine;
  let engine: EngineDatabase;
  const feeders = new Set<ChildProcess>();
  const ends: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    if (programs === null) return;
    [cluster, running] = await Promise.all([startCluster(programs), startOwnEngine()]);
    engine = await createEngineDatabase(running.url);
    const opened = connectAll(cluster.url, { onIdleError: () => undefined });
    await migrateDatabase(opened.direct);
    await opened.end();
  });
  afterEach(async () => {
    for (const feeder of feeders) await killFeeder(feeder);
    for (const end of ends.splice(0)) await end();
    await engine.client.close();
    await Promise.all([cluster.remove(), running.remove()]);
  });

  const settings = (url: string) => ({
    PUBLIC_URL: 'http://127.0.0.1:3000',
    ...engine.environment,
    COLUMN_STORE_FROM: '1',
    DATABASE_URL: url,
  });

  function startFeeder(): ChildProcess {
    const child = spawn(process.execPath, [FEEDER], {
      env: { ...process.env, NODE_OPTIONS: '', ...settings(cluster.url) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    feeders.add(child);
    return child;
  }

  async function killFeeder(child: ChildProcess): Promise<void> {
    feeders.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  function openPool(url: string): Pool {
    const pool = connect(url, { onIdleError: () => undefined, poolSize: 8 }).$client;
    ends.push(() => pool.end());
    return pool;
  }

  /** A transaction of a few statements; one in eight is rolled back. */
  async function write(pool: Pool): Promise<void> {
    const client = await pool.connect();
    let isBroken = true;
    try {
      await client.query('begin');
      const statements = [
        () =>
          client.query(
            `insert into companies (name, city, employee_count, canonical_key, source)
              select 'N' || n, ($1::text[])[1 + n % 7], n % 1000, gen_random_uuid()::text, 'test' from generate_series(1, $2::int) n`,
            [CITIES, 1 + Math.floor(Math.random() * 400)],
          ),
        () =>
          client.query('update companies set employee_count = (employee_count + 7) % 1000, city = $1 where id % 97 = $2', [
            CITIES[Math.floor(Math.random() * CITIES.length)],
            Math.floor(Math.random() * 97),
          ]),
        () => client.query('delete from companies where id % 53 = $1', [Math.floor(Math.random() * 53)]),
      ];
      for (let count = 1 + Math.floor(Math.random() * 3); count > 0; count -= 1)
        await statements[Math.floor(Math.random() * statements.length)]?.();
      await client.query(Math.random() < 0.125 ? 'rollback' : 'commit');
      isBroken = false;
    } finally {
      client.release(isBroken);
    }
  }

  /** Waits until another version is read. */
  async function untilRead(reads: ReturnType<typeof createCheckedReads>, milliseconds: number): Promise<void> {
    const { versions } = reads.counts();
    const end = Date.now() + milliseconds;
    while (reads.counts().versions === versions && Date.now() < end) await sleep(50);
  }

  /** As if it had ended by itself: a test does not wait for that. */
  async function endLease(pool: Pool): Promise<void> {
    await pool.query("update column_store_copies set lease_until = now() - interval '1 second'").catch(() => undefined);
  }

  it(
    `shows no wrong row in ${READS} reads under ${KILLS} kills`,
    async () => {
      const pool = openPool(cluster.url);
      for (let time = 0; time < 5; time += 1) await write(pool);
      const alive = [startFeeder(), startFeeder()];
      const reads = createCheckedReads();
      let isOver = false;
      const over = Promise.withResolvers<void>();
      onTestFinished(() => over.resolve());
      const writing = (async () => {
        while (!isOver) {
          await write(pool).catch((error: unknown) => {
            if (!isAway(error)) throw error;
          });
          // A reading begins at a version that the copy has reached; then writing goes on.
          if (Math.random() < 0.4) await untilRead(reads, 5_000);
          await sleep(Math.random() * 200);
        }
      })();
      const reading = (async () => {
        while (!isOver) {
          await reads.read({ pool, engine: engine.client, database: engine.access.database, questions: QUESTIONS });
          await sleep(50);
        }
      })();
      const kinds = ['feeder', 'engine', 'lease', 'feeder', 'database', 'feeder', 'lease', 'engine'] as const;
      let killed = 0;
      const killing = (async () => {
        for (; !isOver && (killed < KILLS || reads.counts().checked < READS); killed += 1) {
          await untilRead(reads, PATIENCE_MILLISECONDS);
          await sleep(Math.random() * 1_500);
          const kind = kinds[killed % kinds.length];
          if (kind === 'engine') {
            await running.kill();
            await running.restart();
          } else if (kind === 'database') {
            await cluster.kill();
            await cluster.restart();
          } else if (kind === 'lease') {
            // Its holder lives on, and may be in the middle of a batch.
            await endLease(pool);
          } else {
            const at = Math.floor(Math.random() * alive.length);
            const victim = alive[at];
            if (victim !== undefined) await killFeeder(victim);
            alive[at] = startFeeder();
            await endLease(pool);
          }
        }
      })();
      try {
        await Promise.race([killing, writing, reading, over.promise]);
      } finally {
        isOver = true;
        await Promise.allSettled([writing, reading]);
      }
      // In the end the copy catches up.
      const before = reads.counts().checked;
      await expect
        .poll(
          async () => {
            await reads.read({ pool, engine: engine.client, database: engine.access.database, questions: 20 });
            return reads.counts().checked;
          },
          { timeout: 90_000, interval: 200 },
        )
        .toBeGreaterThan(before);
      const counts = reads.counts();
      process.stdout.write(`${JSON.stringify({ killed, ...counts, wrong: counts.wrong.length })}\n`);
      expect(counts.wrong).toEqual([]);
      expect(counts.checked).toBeGreaterThanOrEqual(READS);
    },
    inject('isThorough') ? 3_600_000 : 240_000,
  );

  it('a promoted replica that lacks the last commits is read right, with numbers that are given again', async () => {
    if (programs === null) return;
    const replica = await startCluster(programs, { primary: cluster });
    ends.push(() => replica.remove());
    const open = (url: string) => {
      const databases = connectAll(url, { onIdleError: () => undefined });
      const client = createEngineClient(engine.access);
      const { columnStore } = readConfig(settings(url));
      if (columnStore === null) throw new Error('the settings name no column store');
      const failures: unknown[] = [];
      const feeder = createFeeder({
        ...databases,
        engine: client,
        settings: columnStore,
        onFailure: (error) => void failures.push(error),
      });
      const close = async () => {
        await feeder.close();
        await Promise.all([databases.end(), client.close()]);
      };
      return { feeder, failures, close };
    };
    const reads = createCheckedReads();
    const untilRead = async (pool: Pool, look: () => Promise<void>) => {
      const before = reads.counts().checked;
      await expect
        .poll(
          async () => {
            await look();
            await reads.read({ pool, engine: engine.client, database: engine.access.database, questions: 20 });
            return reads.counts().checked;
          },
          { timeout: 60_000, interval: 100 },
        )
        .toBeGreaterThan(before);
    };
    const versionsOf = async (pool: Pool) =>
      (
        await pool.query<{ version: string; copied: string | null }>(
          `select known.version, copy.version as copied from table_versions known
            left join column_store_copies copy on copy.name = $1 where known.table_name = 'companies'`,
          [copyName(tables.companies)],
        )
      ).rows[0];

    const old = open(cluster.url);
    const oldPool = openPool(cluster.url);
    for (let time = 0; time < 6; time += 1) await write(oldPool);
    await oldPool.query(`insert into companies (name, canonical_key, source) values ('N0', 'one', 'test')`);
    await untilRead(oldPool, () => old.feeder.look());

    // The replica has what was published so far, and nothing that comes now.
    const replicaPool = openPool(replica.url);
    const published = await versionsOf(oldPool);
    await expect.poll(() => versionsOf(replicaPool), { timeout: 30_000 }).toEqual(published);
    await replicaPool.query(`alter system set primary_conninfo = ''`);
    await replicaPool.query('select pg_reload_conf()');
    await expect
      .poll(async () => (await replicaPool.query('select count(*)::int as n from pg_stat_wal_receiver')).rows, {
        timeout: 30_000,
      })
      .toEqual([{ n: 0 }]);
    for (let time = 0; time < 6; time += 1) await write(oldPool);
    await untilRead(oldPool, () => old.feeder.look());
    const lost = await versionsOf(oldPool);
    await cluster.kill();
    await old.close();
    await replicaPool.query('select pg_promote(true, 60)');
    expect(Number(lost?.version)).toBeGreaterThan(Number((await versionsOf(replicaPool))?.version));

    // What the engine has is ahead of this primary: nobody reads it.
    const { behind } = reads.counts();
    await reads.read({ pool: replicaPool, engine: engine.client, database: engine.access.database, questions: 5 });
    expect(reads.counts().behind).toBe(behind + 1);
    const next = open(replica.url);
    ends.push(() => next.close());
    await untilRead(replicaPool, () => next.feeder.look());
    for (let time = 0; time < 8; time += 1) {
      await write(replicaPool);
      await untilRead(replicaPool, () => next.feeder.look());
    }
    expect(Number((await versionsOf(replicaPool))?.version)).toBeGreaterThan(Number(lost?.version) - 1_000);
    expect(reads.counts().wrong).toEqual([]);
    expect(next.failures).toEqual([]);
    await cluster.restart();
  }, 240_000);
});
