/** Two servers on a cluster of three PostgreSQL instances, whose primary fails repeatedly while accounts write. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../../server/src/database/connect.ts';
import { findFreePort } from '../../../server/src/testing/loopback.ts';
import { type ServerProcess, startServerProcess } from '../../../server/src/testing/server-process.ts';
import { type Fault, type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts';
import type { ClusterPrograms } from './programs.ts';
import { startWriters, type Writers } from './writers.ts';
import { openAccount } from './writing-account.ts';

const SERVERS = 2;
const WRITERS_PER_SERVER = 4;
/** Milliseconds of writing before each failure. */
const LOAD_BEFORE_FAULT = 3_000;
/** Milliseconds after which a server that acknowledges nothing counts as failed. */
const WRITES_LIMIT = 120_000;
const MAILS_LIMIT = 60_000;
const PAUSE = 250;

export interface FailoverReport {
  readonly acknowledged: number;
  readonly lost: number;
  /** Milliseconds without an acknowledged write, on the server where that was longest. */
  readonly longestPause: number;
}

interface FailoverOptions {
  readonly programs: ClusterPrograms;
  /** An empty directory; what is started works in it, and is ended by whoever made it. */
  readonly home: string;
  readonly kills: number;
  readonly fault: Fault;
  readonly say: (line: string) => void;
}

/** @throws {Error} with the logs, when the cluster or a server does not recover */
export async function runFailovers({ programs, home, kills, fault, say }: FailoverOptions): Promise<FailoverReport> {
  // PostgreSQL's user must pass through the directory.
  await chmod(home, 0o755);
  const cluster = await startPatroniCluster(programs, home);
  const servers: ServerProcess[] = [];
  try {
    await cluster.untilWhole();
    say('the cluster runs: three members, one of them the primary, one its synchronous replica');
    const databaseUrl = await createDatabase(cluster);
    const secrets = randomBytes(32).toString('hex');
    for (let number = 1; number <= SERVERS; number += 1) servers.push(await startServer(home, number, { databaseUrl, secrets }));
    say(`${SERVERS} servers run`);
    const writers = startWriters({ servers: servers.map(({ url }) => url), writersPerServer: WRITERS_PER_SERVER });
    await writers.untilAllWrite(WRITES_LIMIT);
    for (let kill = 1; kill <= kills; kill += 1) say(`${fault} ${kill} of ${kills}: ${await failOver(cluster, writers, fault)}`);
    await writers.stop();
    const longestPause = writers.longestPause();
    await untilMailsAreSent(servers, databaseUrl);
    for (const server of servers) if (server.process.exitCode !== null) throw new Error('a server ended');
    for (const [said, times] of writers.refusals()) say(`answered instead of acknowledged: ${said}, ${times} times`);
    return { acknowledged: writers.acknowledged(), lost: await writers.countLost(), longestPause };
  } catch (error) {
    const outputs = servers.map((server) => server.output().slice(-4_000));
    say([await cluster.logs(), ...outputs].join('\n\n'));
    throw error;
  }
}

/** @returns a line on how it went */
async function failOver(cluster: PatroniCluster, writers: Writers, fault: Fault): Promise<string> {
  await sleep(LOAD_BEFORE_FAULT);
  const name = await cluster.failPrimary(fault);
  const failedAt = performance.now();
  await writers.untilAllWrite(WRITES_LIMIT);
  const seconds = ((performance.now() - failedAt) / 1000).toFixed(1);
  await cluster.restart(name);
  await cluster.untilWhole();
  return `${name}; both servers write again after ${seconds} s; ${writers.acknowledged()} writes acknowledged so far`;
}

async function createDatabase({ url }: PatroniCluster): Promise<string> {
  const database = connect(url, { onIdleError: () => undefined, poolSize: 1 });
  try {
    const password = randomBytes(16).toString('hex');
    await database.$client.query(`create role leadloom login password '${password}'`);
    await database.$client.query('create database leadloom owner leadloom');
    const own = new URL(url);
    own.username = 'leadloom';
    own.password = password;
    own.pathname = '/leadloom';
    return own.href;
  } finally {
    await database.$client.end();
  }
}

async function startServer(
  home: string,
  number: number,
  { databaseUrl, secrets }: { readonly databaseUrl: string; readonly secrets: string },
): Promise<ServerProcess> {
  const dataDir = join(home, `server-${number}`);
  await mkdir(dataDir);
  const settings = {
    PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SECRETS: secrets,
    REGISTRATION: 'open',
    // The setting lets each account have an address of its own.
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
  };
  const server = startServerProcess(settings, { cwd: dataDir });
  await server.ready();
  return server;
}

/**
 * The queue continues as well: mails of new accounts are sent, and no earlier ones are left.
 * @throws {Error} otherwise, after a minute
 */
async function untilMailsAreSent(servers: readonly ServerProcess[], databaseUrl: string): Promise<void> {
  for (const { url } of servers) await openAccount(url);
  const database = connect(databaseUrl, { onIdleError: () => undefined, poolSize: 1 });
  try {
    const deadline = performance.now() + MAILS_LIMIT;
    for (;;) {
      const { rows } = await database.$client.query('select 1 from mails limit 1');
      if (rows.length === 0) return;
      if (performance.now() > deadline) throw new Error('mails are still waiting a minute after the last failover');
      await sleep(PAUSE);
    }
  } finally {
    await database.$client.end();
  }
}
