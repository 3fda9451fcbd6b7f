/**
 * Moves the database files to a newer major version of PostgreSQL: both versions run side by side, and the rows are copied
 * from the old one into a new one. The old files are only read. They keep a name of their own until the first clean stop.
 * Killed at any moment, the next start finishes or begins anew; see `upgrade-state.ts` and docs/decisions/0018.
 */
import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '../process/read-if-there.ts';
import { StartError } from '../process/start-error.ts';
import type { Binaries } from './binaries.ts';
import { createCluster } from './create-cluster.ts';
import type { DatabaseHome } from './database-home.ts';
import { chooseListening } from './listening.ts';
import { findPostmaster, startPatiently, stopPostmaster } from './postmaster.ts';
import { availableMemory, fileSystemSize, serverSettings } from './server-settings.ts';
import { APPLICATION, type Login, prepareAsSuperuser } from './superuser.ts';
import { nextHome, readUpgradeState, removeUpgradeState, writeUpgradeState } from './upgrade-state.ts';

const RETAINED_CLUSTER = /^cluster-\d+-[0-9a-f]+$/;
/** The prefix of folders that are being deleted. A stop that is cut short leaves one behind. */
const DISCARDED = 'discarded-';

interface Upgrade {
  readonly from: Binaries;
  readonly to: Binaries;
  /** The password of the application's role. */
  readonly password: string;
  readonly isDurable: boolean;
}

/** Finishes or takes back what a killed upgrade left. Comes before anything else that looks at the files. */
export async function settleUpgrade(home: DatabaseHome): Promise<void> {
  // The folder may be large, and nothing waits for its removal.
  discard(home, (name) => name.startsWith(DISCARDED)).catch(() => undefined);
  const state = await readUpgradeState(home);
  if (state === null) return;
  const next = nextHome(home);
  if (state.step === 'copying') await takeBack(home);
  else if (await isThere(next.cluster)) {
    // Where the old files are missing, the first of the two renames is done already.
    if (await isThere(home.cluster)) await rename(home.cluster, join(home.directory, state.kept));
    await rename(next.cluster, home.cluster);
  }
  await removeUpgradeState(home);
}

/** @throws {StartError} when it failed; the old files are as they were then */
export async function upgradeCluster(home: DatabaseHome, upgrade: Upgrade): Promise<void> {
  const { from, to } = upgrade;
  const kept = `cluster-${from.major}-${randomBytes(3).toString('hex')}`;
  await writeUpgradeState(home, { step: 'copying', kept });
  try {
    await copyInto(nextHome(home), home, upgrade);
    await writeUpgradeState(home, { step: 'switching', kept });
  } catch (cause) {
    await settleUpgrade(home);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The data could not be brought from PostgreSQL ${from.major} to ${to.major}, and is unchanged: ${reason}`,
      { cause },
    );
  }
  await settleUpgrade(home);
}

/** Deletes the files of older versions. Interrupted, the next start goes on. */
export function discardOlderClusters(home: DatabaseHome): Promise<void> {
  return discard(home, (name) => RETAINED_CLUSTER.test(name));
}

async function copyInto(next: DatabaseHome, home: DatabaseHome, upgrade: Upgrade): Promise<void> {
  const { from, to, isDurable } = upgrade;
  await stopForGood(home);
  try {
    const source = await startFor(home, from, upgrade, false);
    await createCluster(next, to, isDurable);
    const target = await startFor(next, to, upgrade, true);
    // The code that reads and writes backups is large, and upgrades are rare.
    const { copyDatabase } = await import('./copy-database.ts');
    await copyDatabase({ from: source, to: target, folder: home.directory });
  } finally {
    await stopForGood(next);
    await stopForGood(home);
  }
}

/** @returns how the application reaches it */
async function startFor(
  home: DatabaseHome,
  binaries: Binaries,
  { password, isDurable }: Upgrade,
  isSecond: boolean,
): Promise<Login> {
  const settings = serverSettings({
    memory: availableMemory(),
    disk: fileSystemSize(home.directory),
    major: binaries.major,
    isDurable,
  });
  const listening = await chooseListening(home, { isSecond });
  const postmaster = await startPatiently(home, binaries, listening, settings);
  const superuser = await prepareAsSuperuser(home, postmaster, password);
  return { ...superuser, user: APPLICATION, password, database: APPLICATION };
}

async function takeBack(home: DatabaseHome): Promise<void> {
  const next = nextHome(home);
  await stopForGood(next);
  await rm(next.cluster, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** @throws {StartError} when it does not end */
async function stopForGood(home: DatabaseHome): Promise<void> {
  await stopPostmaster(home);
  const left = await findPostmaster(home);
  if (left !== null) throw new StartError(`The database of ${home.cluster} (process ${left.pid}) does not end. Start again.`);
}

/** Deletes folders. Each is renamed first, so that a half-deleted one is never taken for whole. */
async function discard(home: DatabaseHome, isMeant: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(home.directory)).filter(isMeant)) {
    const doomed = name.startsWith(DISCARDED) ? name : `${DISCARDED}${randomBytes(6).toString('hex')}`;
    await rename(join(home.directory, name), join(home.directory, doomed));
    await rm(join(home.directory, doomed), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}
