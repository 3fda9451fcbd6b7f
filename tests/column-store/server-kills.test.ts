/**
 * Two servers on one database and one engine, all of which are killed by SIGKILL while rows change and programs read. Each answer
 * has to be that of a version which the table had meanwhile, whoever gave it. Few kills with each change, a hundred with `--long`.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyName } from '@leadloom/server/column-store/copy-names';
import { connect, connectAll } from '@leadloom/server/database/connect';
import { migrateDatabase } from '@leadloom/server/migrate/migrate';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { findPostgres, startCluster, type TestCluster } from '@leadloom/server/testing/postgres-cluster.fixture';
import { type ServerProcess, startServerProcess } from '@leadloom/server/testing/server-process';
import { tables } from '@leadloom/shared/tables/tables';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { RunningEngine } from './engine/start-engine.ts';
import { isAway, type Pool } from './testing/checked-reads.ts';
import { createEngineDatabase, type EngineDatabase, isEngineGiven, startOwnEngine } from './testing/engine-database.ts';
import { commitSome, createKnownStates, prepareStates } from './testing/numbered-rows.ts';
import { createServerReaders } from './testing/server-readers.ts';

const programs = await findPostgres();
const isThorough = inject('isThorough');
const { KILLS, READS } = isThorough ? { KILLS: 100, READS: 10_000 } : { KILLS: 6, READS: 300 };
const READERS = 4;
const START_TRIES = 4;
/** How long a kill waits at most for an answer of the engine after the one before, and a commit for the copy. */
const PATIENCE_MILLISECONDS = 150_000;
/** How long after a restart an answer may still tell of the kill. */
const SETTLING_MILLISECONDS = 5_000;
const METRICS_TOKEN = randomBytes(24).toString('hex');
const kinds = ['server', 'engine', 'server', 'database', 'servers', 'engine', 'server'] as const;

interface RunningServer {
  readonly settings: Readonly<Record<string, string>>;
  process: ServerProcess;
}

describe.skipIf(programs === null || isEngineGiven())('servers under kills', () => {
  let cluster: TestCluster;
  let running: RunningEngine;
  let engine: EngineDatabase;
  let pool: Pool;
  let home: string;
  const servers: RunningServer[] = [];
  /** By the origin of a server, or `database`: when it was last away, infinite while it is. */
  const away = new Map<string, number>();
  /** Answers by who gave them, of servers that were killed, and the last ones of those that run. */
  const answered = new Map<string, number>();
  const lastSeen = new Map<ServerProcess, ReadonlyMap<string, number>>();

  beforeEach(async () => {
    if (programs === null) return;
    // What was acknowledged is still there after a kill.
    [cluster, running] = await Promise.all([
      startCluster(programs, { settings: { synchronous_commit: 'on' } }),
      startOwnEngine(),
    ]);
    engine = await createEngineDatabase(running.url);
    const opened = connectAll(cluster.url, { onIdleError: () => undefined });
    await migrateDatabase(opened.direct);
    await opened.end();
    pool = connect(cluster.url, { onIdleError: () => undefined, poolSize: 12 }).$client;
    home = await mkdtemp(join(tmpdir(), 'leadloom-server-kills-'));
    const secret = randomBytes(32).toString('hex');
    for (let at = 0; at < 2; at += 1) {
      const settings = {
        ...engine.environment,
        COLUMN_STORE_FROM: '1',
        DATABASE_URL: cluster.url,
        DATA_DIR: join(home, `server-${at}`),
        PORT: String(await findFreePort()),
        PUBLIC_URL: 'http://127.0.0.1:3000',
        SECRETS: secret,
        REGISTRATION: 'open',
        // The setting lets each account have an address of its own.
        TRUST_PROXY: 'loopback',
        METRICS_TOKEN,
        LOG_LEVEL: 'info',
      };
      servers.push({ settings, process: startServerProcess(settings) });
    }
    await Promise.all(servers.map(startAgain));
  }, 400_000);
  afterEach(async () => {
    await Promise.all(servers.splice(0).map(({ process: server }) => endIfRunning(server)));
    await pool.end();
    await engine.client.close();
    await Promise.all([cluster.remove(), running.remove(), rm(home, { recursive: true, force: true })]);
  });

  async function endIfRunning(server: ServerProcess): Promise<void> {
    if (server.process.exitCode === null && server.process.signalCode === null) await server.end('SIGKILL');
  }

  /** Notes from where to where something is away. */
  async function whileAway(names: readonly string[], work: () => Promise<unknown>): Promise<void> {
    for (const name of names) away.set(name, Number.POSITIVE_INFINITY);
    await work();
    for (const name of names) away.set(name, performance.now() + SETTLING_MILLISECONDS);
  }

  function wasKilled(server: string, since: number): boolean {
    return [server, 'database'].some((name) => (away.get(name) ?? Number.NEGATIVE_INFINITY) > since);
  }

  async function kill(kind: (typeof kinds)[number], which: number): Promise<void> {
    if (kind === 'engine') {
      await running.kill();
      await sleep(Math.random() * 2_000);
      await running.restart();
    } else if (kind === 'database') {
      await whileAway(['database'], async () => {
        await cluster.kill();
        await cluster.restart();
      });
    } else {
      const victims = servers.filter((_, at) => kind === 'servers' || at === which);
      await whileAway(
        victims.map(({ process: server }) => server.url),
        () =>
          Promise.all(
            victims.map(async (victim) => {
              keep(victim.process);
              await victim.process.end('SIGKILL');
              // As if the lease had ended by itself: a test does not wait for that.
              await pool.query("update column_store_copies set lease_until = now() - interval '1 second'").catch(() => undefined);
              await startAgain(victim);
            }),
          ),
      );
    }
  }

  /** A start may take longer than usual while everything else starts, too. One that finds no database ends, as on any machine. */
  async function startAgain(victim: RunningServer): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const { process: server } = victim;
      if (server.process.exitCode !== null || server.process.signalCode !== null)
        victim.process = startServerProcess(victim.settings);
      try {
        return await victim.process.ready();
      } catch (error) {
        if (tries === START_TRIES) throw error;
      }
    }
  }

  /** The server's counts end with it. */
  function keep(server: ServerProcess): void {
    for (const [by, count] of lastSeen.get(server) ?? []) answered.set(by, (answered.get(by) ?? 0) + count);
    lastSeen.delete(server);
  }

  /** `column_store_reads_total` of all servers so far, by who answered. */
  async function readCounts(): Promise<Readonly<Record<string, number>>> {
    await Promise.all(
      servers.map(async ({ process: server }) => {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
        const text = await fetch(`${server.url}/metrics`, { headers, signal: AbortSignal.timeout(5_000) }).then(
          (answer) => answer.text(),
          () => null,
        );
        if (text === null || !servers.some(({ process: current }) => current === server)) return;
        const seen = new Map<string, number>();
        for (const [, by = '', count] of text.matchAll(/^column_store_reads_total\{[^}]*by="(\w+)"[^}]*\} (\d+)$/gm))
          seen.set(by, (seen.get(by) ?? 0) + Number(count));
        lastSeen.set(server, seen);
      }),
    );
    const sums = new Map(answered);
    for (const seen of lastSeen.values()) for (const [by, count] of seen) sums.set(by, (sums.get(by) ?? 0) + count);
    return Object.fromEntries(sums);
  }

  /** Waits until the engine has answered again. */
  async function untilRead(milliseconds: number): Promise<void> {
    const end = Date.now() + milliseconds;
    const { column_store: before = 0 } = await readCounts();
    while (((await readCounts()).column_store ?? 0) <= before && Date.now() < end) await sleep(250);
  }

  async function untilCopied(milliseconds: number): Promise<void> {
    const end = Date.now() + milliseconds;
    for (let isBehind = true; isBehind && Date.now() < end; await sleep(100)) {
      const { rows } = await pool.query<{ behind: boolean }>(
        `select copy.version < known.version as behind from column_store_copies copy join table_versions known using (table_name)
          where copy.name = $1`,
        [copyName(tables.companies)],
      );
      isBehind = rows[0]?.behind ?? true;
    }
  }

  it(
    `give no wrong answer in ${READS} reads under ${KILLS} kills, and none fails for the engine`,
    async () => {
      await prepareStates(pool);
      const states = createKnownStates(pool);
      for (let time = 0; time < 12; time += 1) await commitSome(pool);
      await states.between(await states.version(), Number.MAX_SAFE_INTEGER);
      const readers = await createServerReaders({
        servers: servers.map(({ process: server }) => server.url),
        pool,
        states,
        wasKilled,
      });
      const opened = await readers.open(READERS);
      let isOver = false;
      const writing = (async () => {
        while (!isOver) {
          await (async () => {
            for (let commits = 1 + Math.floor(Math.random() * 3); commits > 0; commits -= 1) await commitSome(pool);
            // Tables rest between imports, which is when a copy counts; one time in five, they do not.
            if (Math.random() < 0.2) return;
            await untilCopied(PATIENCE_MILLISECONDS);
            await sleep(2_000 + Math.random() * 4_000);
          })().catch(async (error: unknown) => {
            if (!isAway(error)) throw error;
            await sleep(100);
          });
        }
      })();
      const reading = Promise.all(opened.map((reader) => readers.run(reader, () => isOver)));
      const killed: Record<string, number> = {};
      let kills = 0;
      const killing = (async () => {
        await untilRead(60_000);
        for (; !isOver && (kills < KILLS || readers.counts().checked < READS); kills += 1) {
          const kind = kinds[kills % kinds.length] ?? 'engine';
          await kill(kind, kills % servers.length);
          killed[kind] = (killed[kind] ?? 0) + 1;
          if (kills % 10 === 9)
            process.stderr.write(`${JSON.stringify({ kills: kills + 1, ...readers.counts(), by: await readCounts() })}\n`);
          await untilRead(PATIENCE_MILLISECONDS);
          await sleep(Math.random() * 2_000);
        }
      })();
      try {
        await Promise.race([killing, writing, reading]);
      } finally {
        isOver = true;
        await Promise.allSettled([writing, reading, killing]);
      }
      const counts = readers.counts();
      const by = await readCounts();
      const { wrong, failed, ...numbers } = counts;
      process.stdout.write(`${JSON.stringify({ kills, killed, ...numbers, wrong: wrong.length, failed: failed.length, by })}\n`);
      expect(wrong.slice(0, 10), `${wrong.length} wrong answers`).toEqual([]);
      expect(failed.slice(0, 10), `${failed.length} failures`).toEqual([]);
      expect(counts.checked).toBeGreaterThanOrEqual(READS);
      expect(by.column_store ?? 0).toBeGreaterThan(KILLS);
    },
    isThorough ? 7_200_000 : 900_000,
  );
});
