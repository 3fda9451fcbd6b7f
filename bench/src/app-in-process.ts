/** A server in this process, with a database of its own, for benchmarks that call it without a network. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '@leadloom/server/app';
import { readConfig } from '@leadloom/server/config';
import type { SecretRing } from '@leadloom/server/crypto/secret-ring';
import { connectAll } from '@leadloom/server/database/connect';
import type { Database } from '@leadloom/server/database/database';
import { startEmbeddedDatabase } from '@leadloom/server/embedded/embedded-database';
import { migrateDatabase } from '@leadloom/server/migrate/migrate';
import { createMailQueue } from '@leadloom/server/modules/mails/mails.service';
import type { Platform } from '@leadloom/server/platform';
import { createJobQueue } from '@leadloom/server/queue/job-queue';

interface Served {
  readonly app: Awaited<ReturnType<typeof buildApp>>;
  readonly database: Database;
  readonly platform: Platform;
}

/** Mails go nowhere, and calls are not limited. @param settings beside these */
export async function withApp(
  settings: Readonly<Record<string, string>>,
  work: (served: Served) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadloom-bench-'));
  const silent = { info: () => undefined, error: () => undefined };
  const embedded = await startEmbeddedDatabase({ dataDir, log: silent });
  const databases = connectAll(embedded.login, { onIdleError: silent.error });
  const { database, ...others } = databases;
  try {
    await migrateDatabase(database);
    const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, REQUESTS_PER_MINUTE: '1000000', ...settings });
    const mailer = { send: async () => undefined };
    const secrets: SecretRing = [randomBytes(32)];
    const parts = { database, queue: createJobQueue(database), mailer, now: () => new Date(), secrets };
    const platform: Platform = { ...others, ...parts, columnStore: null, config, mailQueue: createMailQueue(parts) };
    const app = await buildApp(platform);
    await app.ready();
    await work({ app, database, platform });
    await app.close();
  } finally {
    await databases.end();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
