/** A server with its embedded database, either or both of which are killed again and again under load. */
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../server/src/testing/loopback.ts';
import { type ServerProcess, startServerProcess } from '../../../server/src/testing/server-process.ts';
import { startWriters } from '../cluster/writers.ts';
import type { KillLoad } from './kill-load.ts';
import { startListLoad } from './list-load.ts';

const WRITERS = 8;
/** Milliseconds after which a server that acknowledges nothing counts as failed. */
const WRITES_LIMIT = 120_000;
/** Milliseconds between two looks at the number of writes, and the longest wait before a kill. */
const LOOK = 100;
const MOST_BEFORE_KILL = 500;
const victims = ['server', 'database', 'both'] as const;
type Victim = (typeof victims)[number];

/** Accounts that save views one by one, and others that put many rows on their lists at a time. */
export async function startWrites(server: string, dataDir: string): Promise<KillLoad> {
  const loads: readonly KillLoad[] = [
    await startListLoad(server, dataDir),
    startWriters({ servers: [server], writersPerServer: WRITERS }),
  ];
  return {
    acknowledged: () => loads.reduce((sum, load) => sum + load.acknowledged(), 0),
    untilAllWrite: async (limit) => {
      await Promise.all(loads.map((load) => load.untilAllWrite(limit)));
    },
    stop: async () => {
      await Promise.all(loads.map((load) => load.stop()));
    },
    countLost: async () => {
      let lost = 0;
      for (const load of loads) lost += await load.countLost();
      return lost;
    },
  };
}

export interface KillReport {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly lost: number;
}

interface KillOptions {
  /** An empty directory; what is started works in it, and is ended by whoever made it. */
  readonly home: string;
  readonly rounds: number;
  /** Writes in all rounds together. */
  readonly writes: number;
  /** No further round begins after this many seconds. */
  readonly seconds: number;
  /** @param server its origin @param dataDir of the server */
  readonly startLoad: (server: string, dataDir: string) => Promise<KillLoad>;
  readonly say: (line: string) => void;
}

/** @throws {Error} with the log, when the server does not recover */
export async function runKillRounds({ home, rounds, writes, seconds, startLoad, say }: KillOptions): Promise<KillReport> {
  const deadline = performance.now() + seconds * 1_000;
  const port = await findFreePort();
  let server = launch(home, port);
  try {
    await server.ready();
    const load = await startLoad(server.url, join(home, 'data'));
    let round = 0;
    while (round < rounds && performance.now() < deadline) {
      round += 1;
      await untilWritten(load, (writes / rounds) * round, deadline);
      // The kill may come at any moment of a write.
      await sleep(randomInt(MOST_BEFORE_KILL));
      const victim = victims[randomInt(victims.length)] ?? 'both';
      server = await killOnce({ server, home, port }, victim);
      await load.untilAllWrite(WRITES_LIMIT);
      say(`${round} of ${rounds}, ${victim} killed: ${load.acknowledged()} writes acknowledged so far`);
    }
    await load.stop();
    return { rounds: round, acknowledged: load.acknowledged(), lost: await load.countLost() };
  } catch (error) {
    say(server.output().slice(-4_000));
    throw error;
  } finally {
    if (server.process.exitCode === null) await server.end('SIGTERM');
  }
}

interface Running {
  readonly server: ServerProcess;
  readonly home: string;
  readonly port: number;
}

/** @returns the server that runs afterwards: one whose database alone was killed starts that again */
async function killOnce({ server, home, port }: Running, victim: Victim): Promise<ServerProcess> {
  if (victim !== 'server') process.kill(await postmasterPid(home), 'SIGKILL');
  if (victim === 'database') return server;
  await server.end('SIGKILL');
  const next = launch(home, port);
  await next.ready();
  return next;
}

/** Waits until this many writes are acknowledged, or the time is over. @throws {Error} when no more are acknowledged */
async function untilWritten(load: KillLoad, writes: number, deadline: number): Promise<void> {
  while (load.acknowledged() < writes && performance.now() < deadline) {
    await load.untilAllWrite(WRITES_LIMIT);
    await sleep(LOOK);
  }
}

function launch(home: string, port: number): ServerProcess {
  const settings = {
    PORT: String(port),
    DATA_DIR: join(home, 'data'),
    REGISTRATION: 'open',
    // The setting lets each account have an address of its own.
    TRUST_PROXY: 'loopback',
    WEBHOOK_LOOPBACK: 'on',
    LOG_LEVEL: 'warn',
  };
  return startServerProcess(settings, { cwd: home });
}

async function postmasterPid(home: string): Promise<number> {
  return Number.parseInt(await readFile(join(home, 'data/postgres/cluster/postmaster.pid'), 'utf8'), 10);
}
