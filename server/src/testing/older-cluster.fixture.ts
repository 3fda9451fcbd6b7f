/** Database files as an installation of years ago left them: written by an older major version, where one is installed. */
import { readdir } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { connect } from '../database/connect.ts';
import type { Database } from '../database/database.ts';
import { findBinaries } from '../embedded/binaries.ts';
import { clusterVersion, createCluster, readOrCreatePassword } from '../embedded/create-cluster.ts';
import { openDatabaseHome } from '../embedded/database-home.ts';
import { chooseListening } from '../embedded/listening.ts';
import { startPatiently, stopPostmaster } from '../embedded/postmaster.ts';
import { fileSystemSize, serverSettings } from '../embedded/server-settings.ts';
import { APPLICATION, type Login, prepareAsSuperuser } from '../embedded/superuser.ts';
import { migrateDatabase } from '../migrate/migrate.ts';

/** The newest installed major version that is older than the packaged one; null: there is none. */
export async function findOlderMajor(): Promise<number | null> {
  const installed = await readdir('/usr/lib/postgresql').catch(() => []);
  const { current } = await findBinaries({ user: null, copyInto: '/nonexistent', major: null, oldPostgresBin: null });
  const older = installed.map(Number).filter((major) => major >= 15 && major < current.major);
  return older.length === 0 ? null : Math.max(...older);
}

/** Makes the files where there are none. @param fill changes what they hold */
export async function changeOlderCluster(
  dataDir: string,
  major: number,
  fill: (database: Database) => Promise<unknown>,
): Promise<void> {
  const home = await openDatabaseHome(dataDir);
  const found = await findBinaries({ user: home.user, copyInto: home.parent, major, oldPostgresBin: null });
  const older = found.older ?? found.current;
  const password = await readOrCreatePassword(home);
  if ((await clusterVersion(home)) === null) await createCluster(home, older, false);
  const settings = serverSettings({ memory: 2 ** 30, disk: fileSystemSize(dataDir), major, isDurable: false });
  const postmaster = await startPatiently(home, older, await chooseListening(home), settings);
  try {
    const superuser = await prepareAsSuperuser(home, postmaster, password);
    const login: Login = { ...superuser, user: APPLICATION, password, database: APPLICATION };
    const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
    try {
      await fill(database);
    } finally {
      await database.$client.end();
    }
  } finally {
    await stopPostmaster(home);
  }
}

/** Fills every table, and adds this many accounts. */
export async function fillWithAccounts(database: Database, accounts: number): Promise<void> {
  await migrateDatabase(database);
  await database.execute(
    sql`insert into accounts (email, password_hash)
      select 'person-' || n || '@example.com', 'none' from generate_series(1, ${accounts}::int) n`,
  );
}
