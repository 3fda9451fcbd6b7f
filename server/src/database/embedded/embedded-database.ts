/**
 * The default database: a real PostgreSQL of our own in DATA_DIR. Adopts the one a killed server left
 * behind, else creates its files (first start) and starts it; starts it again if it dies; stops it in the
 * end. Holds no lock of its own: the caller owns DATA_DIR.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../../process/process-stamp.ts';
import { StartError } from '../../process/start-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { clusterVersion, createCluster, readOrCreatePassword } from './create-cluster.ts';
import { type DatabaseHome, openDatabaseHome } from './database-home.ts';
import { chooseListening, type Listening } from './listening.ts';
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster, untilReady } from './postmaster.ts';
import { availableMemory, serverSettings } from './server-settings.ts';
import { APPLICATION, type Login, prepareAsSuperuser } from './superuser.ts';

export type { Login };

const WATCH_MILLISECONDS = 1_000;
/** Sessions of a killed postmaster notice its death within a moment; until then their memory blocks a new one. */
const LEFTOVERS_LIMIT_MILLISECONDS = 15_000;

export interface EmbeddedDatabase {
  /** The application's own role: owner of its database, no superuser. */
  readonly login: Login;
  readonly superuser: Login;
  /** Whether it ran already, left behind by a killed server. */
  readonly wasAdopted: boolean;
  /** Process id of the postmaster. */
  pid(): number;
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** Absolute, exists. */
  readonly dataDir: string;
  /** false only for databases of tests: nothing waits for the disk. */
  readonly isDurable?: boolean;
  readonly log: { info(message: string): void; error(message: string): void };
}

/** @throws {StartError} in one line, when no PostgreSQL can run here */
export async function startEmbeddedDatabase({ dataDir, isDurable = true, log }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const home = await openDatabaseHome(dataDir);
  const major = await clusterVersion(home);
  const binaries = await findBinaries({ user: home.user, copyInto: home.besides, major });
  const password = await readOrCreatePassword(home);
  if (major === null) await createCluster(home, binaries, isDurable);

  const adopted = await adopt(home);
  const settings = serverSettings({ memory: availableMemory(), major: binaries.major, isDurable });
  const start = async () => startPatiently(home, binaries, await chooseListening(home), settings);
  let postmaster = adopted ?? (await start());
  const superuser = await prepareAsSuperuser(home, postmaster, password).catch(async (error: unknown) => {
    await stopPostmaster(home);
    throw error;
  });

  let isStopping = false;
  let restarting: Promise<void> | null = null;
  const watch = setInterval(() => {
    if (isStopping || restarting !== null || isRunning(postmaster.pid)) return;
    log.error('the database ended unexpectedly; starting it again');
    restarting = start()
      .then((started) => {
        postmaster = started;
        log.info('the database is back');
      })
      .catch((error: unknown) => log.error(String(error)))
      .finally(() => {
        restarting = null;
      });
  }, WATCH_MILLISECONDS);
  watch.unref();

  return {
    login: { ...superuser, user: APPLICATION, password, database: APPLICATION },
    superuser,
    wasAdopted: adopted !== null,
    pid: () => postmaster.pid,
    stop: async () => {
      isStopping = true;
      clearInterval(watch);
      await restarting;
      await stopPostmaster(home);
    },
  };
}

/** How to reach the database that runs on this directory, whoever started it; null when none accepts connections. */
export async function findEmbeddedDatabase(dataDir: string): Promise<Login | null> {
  const home = await openDatabaseHome(dataDir);
  const found = await findPostmaster(home);
  if (found?.isReady !== true) return null;
  const password = await readOrCreatePassword(home);
  return { host: found.host, port: found.port, user: APPLICATION, password, database: APPLICATION };
}

/** One that is still starting is waited for; one that is going away is not adopted. */
async function adopt(home: DatabaseHome): Promise<Postmaster | null> {
  const found = await findPostmaster(home);
  if (found === null || found.isReady) return found;
  return untilReady(home, () => !isRunning(found.pid)).catch(() => null);
}

async function startPatiently(
  home: DatabaseHome,
  binaries: Binaries,
  listening: Listening,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  const deadline = Date.now() + LEFTOVERS_LIMIT_MILLISECONDS;
  for (;;) {
    try {
      return await startPostmaster(home, binaries, listening, settings);
    } catch (error) {
      const isBlocked = error instanceof StartError && /shared memory block|lock file/.test(error.message);
      if (!isBlocked || Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}
