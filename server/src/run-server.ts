/**
 * The server's life in its process. Starts the parts in the order in which a failure does no harm: settings, data
 * directory, port, database, tables, application. SIGTERM and SIGINT stop them the other way round. Prints
 * log lines and, when it cannot start, one line that says why.
 */
import type { FastifyBaseLogger } from 'fastify';
import { type Config, ConfigError, readConfig } from './config.ts';
import { connectAll, maxConnections, poolSizes } from './database/connect.ts';
import type { Database } from './database/database.ts';
import { reachDatabase } from './database/reach-database.ts';
import { createSlowStatementLog } from './database/slow-statement-log.ts';
import { refuseUnfinishedRestore } from './database/unfinished-restore.ts';
import { startEmbeddedDatabase } from './embedded/embedded-database.ts';
import { createLog } from './log.ts';
import { createMailer } from './mail/create-mailer.ts';
import { migrateDatabase } from './migrate/migrate.ts';
import { resealSecrets } from './modules/accounts/two-factor/reseal-secrets.service.ts';
import { resealDestinations } from './modules/destinations/reseal-destinations.service.ts';
import { createMailQueue } from './modules/mails/mails.service.ts';
import { resealSuppressionKey } from './modules/suppression/suppression-key.service.ts';
import { leavingHealth, startingHealth } from './modules/system/health.service.ts';
import { startBitmapThread, startBitmapWorker } from './modules/tables/totals/start-bitmap-worker.ts';
import { resealWebhooks } from './modules/webhooks/reseal-webhooks.service.ts';
import { createCleanup } from './process/cleanup.ts';
import { type ConnectionLimits, proxyTest, totalConnections } from './process/connection-limits.ts';
import { openDataDir } from './process/data-dir.ts';
import { descriptorLimit } from './process/descriptors.ts';
import { openFrontDoor } from './process/front-door.ts';
import { openSecrets } from './process/secrets-file.ts';
import { takeServerLock } from './process/server-lock.ts';
import { StartError } from './process/start-error.ts';
import { startTrimming } from './process/trim-memory.ts';
import { createJobQueue } from './queue/job-queue.ts';

/** Milliseconds for each part to end by itself. Running exports and uploads have most of the minute; without any it is over at once. */
const STOP_LIMITS = { requests: 49_200, app: 1_500, part: 500, database: 6_000, all: 59_700 } as const;

/** With fewer connections, a few dozen people already notice the limit. */
const FEW_CONNECTIONS = 500;

const cleanup = createCleanup();
/** Whether everything started and nothing failed since. Older files of the database are then no longer needed. */
let hasServed = false;

async function start(config: Config, log: FastifyBaseLogger): Promise<void> {
  const { host, port, publicUrl, dataDir } = config;
  await openDataDir(dataDir);
  await refuseUnfinishedRestore(dataDir);
  if (config.databaseUrl === null) {
    const lock = await takeServerLock(dataDir, `http://${host}:${port}`);
    cleanup.add(() => lock.release(), 200);
  }
  const connections = connectionLimits(config, log);
  const door = await openFrontDoor({ host, port, publicUrl, startingHealth, leavingHealth, connections });
  cleanup.add(() => door.close(), STOP_LIMITS.requests);
  const secrets = await openSecrets(config);
  cleanup.throwIfEnded();

  const application = importApplication();
  const target = config.databaseUrl ?? (await startEmbedded(config, log));
  cleanup.throwIfEnded();
  const slowStatements = createSlowStatementLog(log);
  const databases = connectAll(target, {
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
    onSlowStatement: slowStatements.note,
    directUrl: config.databaseDirectUrl,
    replicaUrls: config.databaseReplicaUrls,
    onReplicaFailure: (error, replica) => log.warn({ err: error, replica }, 'a replica is left out for a while'),
    sizes: poolSizes(config.databasePool),
  });
  cleanup.add(() => databases.end(), STOP_LIMITS.part);
  const { end: _, ...opened } = databases;
  const { database, direct } = opened;
  await reachDatabase(database, config, log);
  await migrateDatabase(direct);
  cleanup.throwIfEnded();

  const now = () => new Date();
  const mailer = createMailer(config, now);
  cleanup.add(() => mailer.close(), STOP_LIMITS.part);
  if (config.databaseUrl !== null && config.smtpUrl === null)
    log.warn('SMTP_URL is not set: mails stay as files in DATA_DIR/outbox of the server that writes them');
  const queue = createJobQueue(database);
  const mailQueue = createMailQueue({ queue, now, secrets });
  const columnStore = await openColumns(config, database, log);
  if (columnStore !== null) cleanup.add(() => columnStore.close(), STOP_LIMITS.part);
  const platform = { ...opened, columnStore: columnStore?.store ?? null, config, queue, mailQueue, mailer, now, secrets };
  await resealSecrets(platform);
  await resealSuppressionKey(database, secrets);
  await resealWebhooks(platform);
  await resealDestinations(platform);
  const { buildApp, applySampleData } = await application;
  await applySampleData(platform);
  cleanup.throwIfEnded();
  const metrics = [slowStatements.registry, door.registry];
  if (columnStore !== null) metrics.push(columnStore.registry);
  if (config.serverRole !== 'web') {
    const startThread = () => startBitmapThread(config.databaseDirectUrl ?? target);
    const bitmaps = startBitmapWorker({ database, log, startThread });
    cleanup.add(() => bitmaps.stop(), STOP_LIMITS.part);
    metrics.push(bitmaps.registry);
  }
  const app = await buildApp(platform, { log, metrics });
  cleanup.add(() => app.close(), STOP_LIMITS.app);
  await app.ready();
  // Runs first when stopping: requests end while everything they need is still there.
  cleanup.add(() => door.close(), STOP_LIMITS.requests);
  door.serve((request, response) => app.routing(request, response));
  hasServed = true;
  startTrimming();
  log.info({ url: publicUrl, host, port, milliseconds: Math.round(performance.now()) }, 'ready');
}

/** Nothing of it is loaded without the setting. */
async function openColumns({ columnStore: settings }: Config, database: Database, log: FastifyBaseLogger) {
  if (settings === null) return null;
  const { openColumnStore } = await import('./column-store/open-column-store.ts');
  return openColumnStore({ settings, database, log });
}

function connectionLimits(config: Config, log: FastifyBaseLogger): ConnectionLimits {
  const descriptors = descriptorLimit();
  const total = totalConnections(descriptors, maxConnections(poolSizes(config.databasePool), config.databaseReplicaUrls.length));
  if (total < FEW_CONNECTIONS)
    log.warn({ descriptors, connections: total }, 'few connections can be served: raise the limit of open files (ulimit -n)');
  return { total, perAddress: config.connectionsPerAddress, isProxy: proxyTest(config.trustProxy) };
}

/** Reading the modules takes most of a start, so it happens while the database starts. */
function importApplication() {
  const imports = Promise.all([import('./app.ts'), import('./modules/sample-data/sample-data.service.ts')]);
  const application = imports.then(([{ buildApp }, { applySampleData }]) => ({ buildApp, applySampleData }));
  // A start that fails before it waits for them fails for its own reason.
  application.catch(() => undefined);
  return application;
}

async function startEmbedded({ dataDir, oldPostgresBin }: Config, log: FastifyBaseLogger) {
  const embedded = await startEmbeddedDatabase({ dataDir, oldPostgresBin, log });
  cleanup.add(() => embedded.stop({ hasServed }), STOP_LIMITS.database);
  if (embedded.wasAdopted) log.info('took over the database that a killed server left running');
  return embedded.login;
}

async function stop(log: FastifyBaseLogger, starting: Promise<void>, exitCode: number): Promise<never> {
  setTimeout(() => process.exit(1), STOP_LIMITS.all).unref();
  cleanup.end();
  if (exitCode !== 0) hasServed = false;
  await starting.catch(() => undefined);
  await cleanup.run((error) => log.error({ err: error }, 'a part did not stop cleanly'));
  if (exitCode === 0) log.info('stopped');
  process.exit(exitCode);
}

function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const starting = start(config, log);
  let stopping: Promise<never> | null = null;
  const stopOnce = (exitCode: number) => {
    stopping ??= stop(log, starting, exitCode);
  };

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopOnce(0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error; stopping');
    stopOnce(1);
  });
  starting.catch((error: unknown) => {
    if (stopping !== null) return;
    if (error instanceof StartError) process.stderr.write(`leadloom: ${error.message}\n`);
    else log.fatal({ err: error }, 'the server could not start');
    stopOnce(1);
  });
  return starting;
}

/** Resolves once the server answers. When it cannot start, the reason is printed and the process ends. */
export function runServer(): Promise<void> {
  try {
    return main();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`leadloom: ${error.message}\n`);
    process.exit(1);
  }
}
