/**
 * One embedded PostgreSQL for a whole test run, in a directory of its own that goes away at the end.
 * What a killed run left behind is stopped and removed by the next one.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect } from '../database/connect.ts';
import { openDatabaseHome } from '../database/embedded/database-home.ts';
import { startEmbeddedDatabase } from '../database/embedded/embedded-database.ts';
import { stopPostmaster } from '../database/embedded/postmaster.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { isRunning, processStamp } from '../process/process-stamp.ts';
import { databaseUrl, execute, TEMPLATE_DATABASE } from './test-database.ts';

const PREFIX = 'leadloom-test-';
const silent = { info: () => undefined, error: () => undefined };

interface SharedServer {
  readonly url: string;
  stop(): Promise<void>;
}

interface Sharing {
  users: number;
  server: Promise<SharedServer>;
}

/** Each project loads this file anew, so what they share in one process is kept outside it. */
const sharing = Symbol.for('leadloom.test-database');
const holder: typeof globalThis & { [sharing]?: Sharing } = globalThis;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  holder[sharing] ??= { users: 0, server: startShared() };
  const shared = holder[sharing];
  shared.users += 1;
  const { url, stop } = await shared.server;
  project.provide('databaseUrl', url);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder[sharing];
    await stop();
  };
}

async function startShared(): Promise<SharedServer> {
  await removeLeftovers();
  const dataDir = join(tmpdir(), directoryOf(process.pid));
  await mkdir(dataDir, { recursive: true });
  const embedded = await startEmbeddedDatabase({ dataDir, isDurable: false, log: silent });
  const { user, password, host, port } = embedded.superuser;
  const url = `postgres://${user}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`;
  await execute(url, `create database ${TEMPLATE_DATABASE}`);
  const database = connect(databaseUrl(url, TEMPLATE_DATABASE), { onIdleError: silent.error });
  await migrateDatabase(database);
  await database.$client.end();
  return {
    url,
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    if (isRunning(pid) && name === directoryOf(pid)) continue;
    const dataDir = join(tmpdir(), name);
    try {
      await stopPostmaster(await openDatabaseHome(dataDir));
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Another user's, or another run is removing it at this moment.
    }
  }
}

/** Names the process it belongs to, and not a later one with the same number. */
function directoryOf(pid: number): string {
  const stamp = createHash('sha256')
    .update(processStamp(pid) ?? 'gone')
    .digest('hex');
  return `${PREFIX}${pid}-${stamp.slice(0, 12)}`;
}
