/**
 * The default database: a real PostgreSQL of our own in DATA_DIR. Adopts the one a killed server left
 * behind, else creates its files (first start) and starts it; starts it again if it dies; stops it in the
 * end. Holds no lock of its own: the caller owns DATA_DIR.
 */
import { isGone } from '../process/process-state.ts';
import { findBinaries } from './binaries.ts';
import { clusterVersion, createCluster, readOrCreatePassword } from './create-cluster.ts';
import { movedDatabase, openDatabaseHome } from './database-home.ts';
import { chooseListening } from './listening.ts';
import { adoptPostmaster, findPostmaster, startPatiently, stopPostmaster } from './postmaster.ts';
import { rotateLog } from './rotate-log.ts';
import { availableMemory, fileSystemSize, serverSettings } from './server-settings.ts';
import { APPLICATION, type Login, prepareAsSuperuser } from './superuser.ts';
import { discardOlderClusters, settleUpgrade, upgradeCluster } from './upgrade-cluster.ts';
import { readUpgradeState } from './upgrade-state.ts';

export type { Login };

const WATCH_MILLISECONDS = 1_000;
const ROTATE_MILLISECONDS = 60_000;

export interface EmbeddedDatabase {
  /** The application's own role: owner of its database, no superuser. */
  readonly login: Login;
  readonly superuser: Login;
  /** Whether it ran already, left behind by a killed server. */
  readonly wasAdopted: boolean;
  /** Process id of the postmaster. */
  pid(): number;
  /** @param hasServed deletes the files of older versions that an upgrade left */
  stop(options?: { readonly hasServed?: boolean }): Promise<void>;
}

interface EmbeddedOptions {
  /** Absolute, exists. */
  readonly dataDir: string;
  /** false only for databases of tests: writes do not wait for the disk. */
  readonly isDurable?: boolean;
  /** Settings of PostgreSQL that replace ours, for databases of tests only. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where the programs of an older PostgreSQL are, for an upgrade; null: only in the usual places. */
  readonly oldPostgresBin?: string | null;
  readonly log: { info(message: string): void; error(message: string): void };
}

/** @throws {StartError} in one line, when no PostgreSQL can run here */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, isDurable = true, oldPostgresBin = null, log } = options;
  const home = await openDatabaseHome(dataDir);
  if ((await movedDatabase(dataDir)) !== null)
    log.info(`the database is in ${home.directory}, because its user may not enter ${dataDir}`);
  await settleUpgrade(home);
  const major = await clusterVersion(home);
  const { current: binaries, older } = await findBinaries({ user: home.user, copyInto: home.parent, major, oldPostgresBin });
  const password = await readOrCreatePassword(home);
  if (major === null) await createCluster(home, binaries, isDurable);
  if (older !== null) {
    log.info(`bringing the data from PostgreSQL ${older.major} to ${binaries.major}`);
    await upgradeCluster(home, { from: older, to: binaries, password, isDurable });
  }

  const adopted = await adoptPostmaster(home);
  const ours = serverSettings({
    memory: availableMemory(),
    disk: fileSystemSize(home.directory),
    major: binaries.major,
    isDurable,
  });
  const settings = { ...ours, ...options.settings };
  const start = async () => startPatiently(home, binaries, await chooseListening(home), settings);
  let postmaster = adopted ?? (await start());
  const superuser = await prepareAsSuperuser(home, postmaster, password).catch(async (error: unknown) => {
    await stopPostmaster(home);
    throw error;
  });

  let isStopping = false;
  let restarting: Promise<void> | null = null;
  const watch = setInterval(() => {
    // A process of which nothing is known is left alone: a database that serves its clients must not be disturbed.
    if (isStopping || restarting !== null || !isGone(postmaster.pid)) return;
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
  const rotation = setInterval(() => {
    rotateLog(home).catch((error: unknown) => log.error(`the database log could not be rotated: ${String(error)}`));
  }, ROTATE_MILLISECONDS);
  rotation.unref();

  return {
    login: { ...superuser, user: APPLICATION, password, database: APPLICATION },
    superuser,
    wasAdopted: adopted !== null,
    pid: () => postmaster.pid,
    stop: async ({ hasServed = false } = {}) => {
      isStopping = true;
      clearInterval(watch);
      clearInterval(rotation);
      await restarting;
      await stopPostmaster(home);
      if (hasServed) await discardOlderClusters(home);
    },
  };
}

/** How to reach the database that runs on this directory, whoever started it; null when none accepts connections. */
export async function findEmbeddedDatabase(dataDir: string): Promise<Login | null> {
  const home = await openDatabaseHome(dataDir);
  // Rows that are written into the old database while it is copied would be lost.
  if ((await readUpgradeState(home)) !== null) return null;
  const found = await findPostmaster(home);
  if (found?.isReady !== true) return null;
  const password = await readOrCreatePassword(home);
  return { host: found.host, port: found.port, user: APPLICATION, password, database: APPLICATION };
}
