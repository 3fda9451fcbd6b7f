/** Two servers on one database. One or the other is killed or stopped, and started again. */
import { randomBytes, randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Login } from '@leadloom/server/embedded/embedded-database';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { type ServerProcess, startServerProcess } from '@leadloom/server/testing/server-process';
import { databaseUrl } from '../tables/server/cluster.ts';
import type { Span } from './diary.ts';

const SERVERS = 2;
/** The time between two kills, and before the killed server is started again. */
const BETWEEN_KILLS_MILLISECONDS = { least: 30_000, most: 60_000 } as const;
const GONE_MILLISECONDS = 3_000;
const LOOK_MILLISECONDS = 500;
/** How long the requests of a started server count as its first ones. */
const FIRST_REQUESTS_MILLISECONDS = 5_000;

export interface Servers {
  /** Origins, which stay the same. */
  readonly origins: readonly string[];
  readonly operatorToken: string;
  /** The time from each start of a server until it has answered its first requests. */
  readonly starts: readonly Span[];
  /** The process that is never killed after `keepFirst`. */
  readonly firstPid: () => number;
  /** Spares the first server from now on, so that its memory can be compared. */
  keepFirst(): void;
  /** Kills one every minute or sooner, by turns without warning and with it. @returns how often */
  killAll(isOver: () => boolean): Promise<{ readonly killed: number; readonly stopped: number }>;
  stop(): Promise<void>;
}

/** @param directory for the servers' data directories */
export async function startServers(login: Login, directory: string): Promise<Servers> {
  const operatorToken = randomBytes(16).toString('hex');
  const secrets = randomBytes(32).toString('hex');
  const ports = await Promise.all(Array.from({ length: SERVERS }, findFreePort));

  async function launch(port: number): Promise<ServerProcess> {
    const dataDir = join(directory, `soak-${port}`);
    await mkdir(dataDir, { recursive: true });
    const server = startServerProcess({
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(login),
      SECRETS: secrets,
      // Sessions hold for this one address.
      PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
      OPERATOR_TOKEN: operatorToken,
      REGISTRATION: 'open',
      WEBHOOK_LOOPBACK: 'on',
      LOG_LEVEL: 'warn',
      // Here all people have the same address.
      REQUESTS_PER_MINUTE: '1000000',
      CONNECTIONS_PER_ADDRESS: '1000000',
    });
    await server.ready();
    return server;
  }

  const servers = await Promise.all(ports.map(launch));
  const kill = () => {
    for (const { process: child } of servers) child.kill('SIGKILL');
  };
  process.once('exit', kill);
  let isFirstSpared = false;
  const starts: Span[] = [];

  async function restart(at: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const code = await servers[at]?.end(signal);
    if (signal === 'SIGTERM' && code !== 0)
      throw new Error(`a server ended with ${code}: ${servers[at]?.output().slice(-2_000)}`);
    await sleep(GONE_MILLISECONDS);
    const start = performance.now();
    servers[at] = await launch(ports[at] ?? 0);
    starts.push({ start, end: performance.now() + FIRST_REQUESTS_MILLISECONDS });
  }

  return {
    origins: ports.map((port) => `http://127.0.0.1:${port}`),
    operatorToken,
    starts,
    firstPid: () => servers[0]?.process.pid ?? 0,
    keepFirst: () => {
      isFirstSpared = true;
    },
    killAll: async (isOver) => {
      let [killed, stopped] = [0, 0];
      for (;;) {
        const pause = randomInt(BETWEEN_KILLS_MILLISECONDS.least, BETWEEN_KILLS_MILLISECONDS.most);
        for (const start = performance.now(); performance.now() - start < pause; ) {
          if (isOver()) return { killed, stopped };
          await sleep(LOOK_MILLISECONDS);
        }
        const isKill = killed <= stopped;
        await restart(isFirstSpared ? 1 : randomInt(SERVERS), isKill ? 'SIGKILL' : 'SIGTERM');
        if (isKill) killed += 1;
        else stopped += 1;
      }
    },
    stop: async () => {
      process.removeListener('exit', kill);
      for (const server of servers) await server.end('SIGTERM');
    },
  };
}
