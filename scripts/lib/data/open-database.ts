/**
 * The installation's database, for a command with or without a running server: the one in DATABASE_URL; the embedded one if
 * it runs already, which is left running; otherwise the embedded one, started here and stopped afterwards. Its tables are
 * migrated first.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../../server/src/config.ts';
import { connect } from '../../../server/src/database/connect.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { reachDatabase } from '../../../server/src/database/reach-database.ts';
import { refuseUnfinishedRestore } from '../../../server/src/database/unfinished-restore.ts';
import { findEmbeddedDatabase, type Login, startEmbeddedDatabase } from '../../../server/src/embedded/embedded-database.ts';
import { causes, codeOf } from '../../../server/src/http/classify-error.ts';
import { migrateDatabase } from '../../../server/src/migrate/migrate.ts';
import { openDataDir } from '../../../server/src/process/data-dir.ts';
import { takeServerLock } from '../../../server/src/process/server-lock.ts';
import { StartError } from '../../../server/src/process/start-error.ts';
import type { Terminal } from '../terminal.ts';

/** Time for a server that is starting to open its database. */
const WAIT_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 200;

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface OpenOptions {
  /** The holder of the directory, for a server that is started meanwhile. */
  readonly command?: string;
  /** The work sets the database up itself. */
  readonly isRestoring?: boolean;
  /** Takes what is said meanwhile. */
  readonly errors?: Terminal['errors'];
}

type Say = (message: string) => void;
type Log = ReturnType<typeof logTo>;

function logTo(say: Say) {
  return { info: () => undefined, warn: say, error: say };
}

/** Opens the database, does the work, and leaves everything as it was, also when it is stopped. @throws {StartError} */
export async function withDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
  { command = 'pnpm data', isRestoring = false, errors = process.stderr }: OpenOptions = {},
): Promise<Result> {
  const say: Say = (message) => errors.write(`leadloom: ${message}\n`);
  const log = logTo(say);
  if (!isRestoring) await refuseUnfinishedRestore(config.dataDir);
  const { target, stop } = await findDatabase(config, command, log);
  const onSignal = () => {
    say('stopped');
    void stop().finally(() => process.exit(130));
  };
  for (const signal of STOP_SIGNALS) process.once(signal, onSignal);
  try {
    const database = connect(target, { onIdleError: () => undefined, poolSize: 4 });
    try {
      await (config.databaseUrl === null ? untilMade(database, config, log) : reachDatabase(database, config, log));
      if (!isRestoring) await migrateDatabase(database);
      return await work(database);
    } finally {
      await database.$client.end();
    }
  } finally {
    await stop();
    for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
  }
}

/** Errors of a database that a server is about to set up: the password, the role or the database is unknown. */
const NOT_MADE_YET: readonly string[] = ['28P01', '28000', '3D000'];

/** The embedded database accepts connections before the server has created our role and database. */
async function untilMade(database: Database, config: Config, log: Log): Promise<void> {
  const deadline = Date.now() + WAIT_MILLISECONDS;
  for (;;) {
    try {
      return await reachDatabase(database, config, log);
    } catch (error) {
      const isBeingMade = causes(error).some((cause) => NOT_MADE_YET.includes(codeOf(cause)));
      if (!isBeingMade || Date.now() > deadline) throw error;
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

interface FoundDatabase {
  readonly target: string | Login;
  readonly stop: () => Promise<void>;
}

async function findDatabase(config: Config, command: string, log: Log): Promise<FoundDatabase> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  const leave = async () => undefined;
  // A command uses locks and session settings, so it never connects through a pooler.
  if (databaseUrl !== null) return { target: databaseDirectUrl ?? databaseUrl, stop: leave };
  await openDataDir(dataDir);
  const deadline = Date.now() + WAIT_MILLISECONDS;
  for (;;) {
    const running = await findEmbeddedDatabase(dataDir);
    if (running !== null) return { target: running, stop: leave };
    try {
      return await startDatabase(config, command, log);
    } catch (error) {
      // A server that holds the directory opens its database soon, or ends.
      if (!(error instanceof HeldError) || Date.now() > deadline) throw error;
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

class HeldError extends StartError {}

/** A server that starts meanwhile learns who holds the directory, as with another server. */
async function startDatabase({ dataDir, oldPostgresBin }: Config, command: string, log: Log): Promise<FoundDatabase> {
  const lock = await takeServerLock(dataDir, `"${command}"`).catch((cause: unknown) => {
    throw new HeldError(cause instanceof Error ? cause.message : String(cause), { cause });
  });
  try {
    const embedded = await startEmbeddedDatabase({ dataDir, oldPostgresBin, log });
    const stop = async () => {
      await embedded.stop();
      await lock.release();
    };
    return { target: embedded.login, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
