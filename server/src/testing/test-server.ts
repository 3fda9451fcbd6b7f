/** The real application on a database of its own, with a mailbox and a clock tests can hold in their hands. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { type AppOptions, buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import type { HashParameters } from '../crypto/hash-parameters.ts';
import type { SecretRing } from '../crypto/secret-ring.ts';
import { connectAll, type Databases, type PoolSizes } from '../database/connect.ts';
import type { Database } from '../database/database.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { createMailQueue } from '../modules/mails/mails.service.ts';
import type { Platform } from '../platform.ts';
import { createJobQueue } from '../queue/job-queue.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { cloneTestDatabase, databaseUrl } from './test-database.ts';

export interface TestServer {
  /** The application, ready for `app.inject`. */
  readonly app: FastifyInstance;
  readonly platform: Platform;
  /** Every mail sent so far, oldest first. */
  readonly mails: Mail[];
  readonly clock: TestClock;
  readonly database: Database;
  /** The address of this server's own database. */
  readonly databaseUrl: string;
  close(): Promise<void>;
}

interface TestServerOverrides {
  /** Settings as the operator would write them, such as `{ TRIAL_DAYS: '3' }`. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly platform?: Partial<Platform>;
  /** false: no queued jobs are run, nor anything else that is due. */
  readonly doesJobs?: boolean;
  readonly app?: AppOptions;
  /** Connections to another database than a new one on the shared server; it must be set up already. */
  readonly databases?: Databases;
  /** Connections of each pool; few where absent. */
  readonly sizes?: Partial<PoolSizes>;
  /** Another server, whose database, secret, clock and mailbox this one shares. It is closed after this one. */
  readonly beside?: TestServer;
  /** Adds routes before the application is ready. */
  readonly extend?: (app: FastifyInstance) => void;
}

/** Tests sign in thousands of times. Those that judge hashes, or their time, set HASH_PARAMETERS. */
export const TEST_HASH_PARAMETERS: HashParameters = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** Accounts can register, whatever else a test sets. */
const usual = { LOG_LEVEL: 'silent', ALLOW_SANDBOX: 'on', REGISTRATION: 'open' };

export async function startTestServer(overrides: TestServerOverrides = {}): Promise<TestServer> {
  const { beside } = overrides;
  const clone =
    beside === undefined
      ? await cloneTestDatabase(inject('databaseUrl'))
      : { url: beside.databaseUrl, drop: async () => undefined };
  const sizes: PoolSizes = { database: 4, lists: 16, identities: 2, accounts: 2, ...overrides.sizes };
  const pooledUrl = inject('pooledUrl');
  const databases =
    overrides.databases ??
    (pooledUrl === null
      ? connectAll(clone.url, { onIdleError: () => undefined, sizes })
      : connectAll(databaseUrl(pooledUrl, new URL(clone.url).pathname.slice(1)), {
          onIdleError: () => undefined,
          directUrl: clone.url,
          sizes,
        }));
  // A test that puts another database in its place means all of it.
  const given = overrides.platform?.database;
  const dataDir = await mkdtemp(join(tmpdir(), 'leadloom-test-server-'));
  const mails: Mail[] = beside?.mails ?? [];
  const clock = beside?.clock ?? createTestClock();
  const secrets: SecretRing = beside?.platform.secrets ?? [randomBytes(32)];
  const mailer: Mailer = { send: async (mail) => void mails.push(mail) };
  const queue = createJobQueue(databases.database);
  const config = readConfig({ ...usual, DATA_DIR: dataDir, ...overrides.environment });
  const columnStore = await openTestColumnStore(config, databases.database);
  const platform: Platform = {
    // Other servers may use the database at the same time, as with an external one.
    config: { ...config, databaseUrl: clone.url, serverRole: overrides.doesJobs === false ? 'web' : config.serverRole },
    database: databases.database,
    lists: given ?? databases.lists,
    identities: given ?? databases.identities,
    accounts: given ?? databases.accounts,
    reads: given ?? databases.reads,
    direct: given ?? databases.direct,
    replicas: databases.replicas,
    columnStore: columnStore?.store ?? null,
    queue,
    mailQueue: createMailQueue({ queue, now: clock.now, secrets }),
    mailer,
    now: clock.now,
    databaseNow: () => sql`${clock.now().toISOString()}::timestamptz`,
    secrets,
    hashParameters: TEST_HASH_PARAMETERS,
    // A busy machine takes longer than a person should wait.
    totalPatience: 60_000,
    ...overrides.platform,
  };
  const app = await buildApp(platform, overrides.app);
  overrides.extend?.(app);
  await app.ready();
  return {
    app,
    platform,
    mails,
    clock,
    database: databases.database,
    databaseUrl: clone.url,
    close: async () => {
      await app.close();
      await columnStore?.close();
      await databases.end();
      await clone.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function openTestColumnStore({ columnStore: settings }: Config, database: Database) {
  if (settings === null) return null;
  const { openColumnStore } = await import('../column-store/open-column-store.ts');
  const log = { warn: () => undefined, info: () => undefined };
  // A busy machine takes longer than a person should wait.
  return openColumnStore({ settings, database, log, limits: { statementSeconds: 60, soonMilliseconds: 20_000 } });
}
