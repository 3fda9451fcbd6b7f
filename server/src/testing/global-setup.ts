/**
 * One PostgreSQL for a whole test run: the embedded one, in a directory of its own that goes away at the end, or that of
 * TEST_DATABASE_URL, which must serve tests alone. TEST_DATABASE_DIRECT_URL is set as well where TEST_DATABASE_URL leads to
 * a connection pooler. What a killed run left behind is stopped and removed by the next one.
 */
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { connect } from '../database/connect.ts';
import { openDatabaseHome } from '../embedded/database-home.ts';
import { startEmbeddedDatabase } from '../embedded/embedded-database.ts';
import { stopPostmaster } from '../embedded/postmaster.ts';
import { migrateDatabase } from '../migrate/migrate.ts';
import { databaseUrl, dropTestDatabases, execute, TEMPLATE_DATABASE } from './test-database.ts';
import { findAbandonedDirectories, makeThrowAwayDirectory } from './throw-away-directory.ts';

const PREFIX = 'leadloom-test-';
/**
 * Nobody restores this database or copies it, and none of its tables lives long enough to be vacuumed. So nobody needs the
 * log of its changes, or checkpoints and vacuums that start by themselves.
 */
const SETTINGS = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
};
const silent = { info: () => undefined, error: () => undefined };

interface SharedServer {
  readonly url: string;
  /** The address of the pooler before it. */
  readonly pooledUrl: string | null;
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
  const { url, pooledUrl, stop } = await shared.server;
  project.provide('databaseUrl', url);
  project.provide('pooledUrl', pooledUrl);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder[sharing];
    await stop();
  };
}

async function startShared(): Promise<SharedServer> {
  const { TEST_DATABASE_URL: given, TEST_DATABASE_DIRECT_URL: direct } = process.env;
  const server = given === undefined ? await startEmbedded() : await openGiven(given, direct);
  await makeTemplate(server.url);
  return server;
}

async function startEmbedded(): Promise<SharedServer> {
  for (const abandoned of await findAbandonedDirectories(PREFIX)) await removeEmbedded(abandoned);
  const dataDir = await makeThrowAwayDirectory(PREFIX);
  const embedded = await startEmbeddedDatabase({ dataDir, isDurable: false, settings: SETTINGS, log: silent });
  const { user, password, host, port } = embedded.superuser;
  const url = `postgres://${user}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`;
  // Tests connect thousands of times, and each time the client would hash the password 4,096 times.
  await execute(url, `set scram_iterations = 1; alter role ${user} password '${password}'`);
  return {
    url,
    pooledUrl: null,
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function openGiven(given: string, direct: string | undefined): Promise<SharedServer> {
  const url = direct ?? given;
  await dropTestDatabases(url);
  return { url, pooledUrl: direct === undefined ? null : given, stop: () => dropTestDatabases(url) };
}

async function makeTemplate(url: string): Promise<void> {
  await execute(url, `create database ${TEMPLATE_DATABASE}`);
  const database = connect(databaseUrl(url, TEMPLATE_DATABASE), { onIdleError: silent.error });
  await migrateDatabase(database);
  await database.$client.end();
}

async function removeEmbedded(dataDir: string): Promise<void> {
  try {
    await stopPostmaster(await openDatabaseHome(dataDir));
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // The directory belongs to another user, or another run is removing it at this moment.
  }
}
