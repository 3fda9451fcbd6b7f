import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyDirectory } from '../testing/copy-directory.ts';
import { changeOlderCluster, fillWithAccounts, findOlderMajor } from '../testing/older-cluster.fixture.ts';
import { makeTemporaryDirectory, removeDirectory } from '../testing/temporary-directory.ts';
import { isThorough } from '../testing/thorough.ts';
import { type EmbeddedDatabase, findEmbeddedDatabase, type Login, startEmbeddedDatabase } from './embedded-database.ts';

const older = await findOlderMajor();
if (older === null) process.stderr.write('The upgrade of the database is not tried: no older PostgreSQL is installed.\n');

async function ask(login: Login, text: string): Promise<unknown[]> {
  const client = new pg.Client({ ...login, ssl: false });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

describe.skipIf(older === null)('database files of an older major version', { timeout: 120_000 }, () => {
  /** An older cluster with three accounts, which tests get copies of. */
  let filled: string;
  /** The same after an upgrade, a fourth account and a stop. */
  let upgraded: Promise<string> | null = null;
  let dataDir: string;
  let home: string;
  const running: EmbeddedDatabase[] = [];
  const lines: string[] = [];
  const start = async (directory = dataDir) => {
    const log = { info: (line: string) => void lines.push(line), error: () => undefined };
    const database = await startEmbeddedDatabase({ dataDir: directory, isDurable: false, oldPostgresBin: null, log });
    running.push(database);
    return database;
  };
  const fill = () => copyDirectory(filled, dataDir);
  const makeUpgraded = async () => {
    const directory = await makeTemporaryDirectory('upgraded');
    await copyDirectory(filled, directory);
    const database = await start(directory);
    await ask(database.login, "insert into accounts (email, password_hash) values ('x@example.com', '') returning 1");
    await database.stop();
    return directory;
  };
  /** Spares the tests that begin there an upgrade of their own. */
  const keepUpgraded = async () => {
    const directory = await makeTemporaryDirectory('upgraded');
    await copyDirectory(dataDir, directory);
    return directory;
  };
  const clusters = async () => (await readdir(home)).filter((name) => name.startsWith('cluster')).sort();
  const versionOf = async (name: string) => Number(await readFile(join(home, name, 'PG_VERSION'), 'utf8'));
  beforeAll(async () => {
    filled = await makeTemporaryDirectory('older');
    await changeOlderCluster(filled, older ?? 0, (database) => fillWithAccounts(database, 3));
  });
  afterAll(async () => {
    await removeDirectory(filled);
    if (upgraded !== null) await removeDirectory(await upgraded);
  });
  beforeEach(async () => {
    dataDir = await makeTemporaryDirectory('upgrade');
    home = join(dataDir, 'postgres');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((database) => database.stop()));
    await removeDirectory(dataDir);
    lines.length = 0;
  });

  it('an upgrade that was interrupted before brings every row to the packaged version, and keeps the old files until the first clean stop', async () => {
    await fill();
    await writeFile(join(home, 'upgrade.json'), JSON.stringify({ step: 'copying', kept: `cluster-${older}-aaaaaa` }));
    await mkdir(join(home, 'cluster.next'));
    await writeFile(join(home, 'cluster.next/PG_VERSION'), '18\n');
    expect(await findEmbeddedDatabase(dataDir)).toBeNull();
    const database = await start();
    expect(await ask(database.login, "select current_setting('server_version_num')::int / 10000")).toEqual([18]);
    expect(await ask(database.login, 'select id::int from accounts order by id')).toEqual([1, 2, 3]);
    expect(
      await ask(database.login, "insert into accounts (email, password_hash) values ('x@example.com', '') returning id::int"),
    ).toEqual([4]);
    expect(lines).toEqual([`bringing the data from PostgreSQL ${older} to 18`]);
    const kept = (await clusters()).find((name) => name !== 'cluster') ?? '';
    expect(kept).toMatch(new RegExp(`^cluster-${older}-[0-9a-f]{6}$`));
    expect(await versionOf(kept)).toBe(older);

    await database.stop();
    upgraded ??= keepUpgraded();
    await upgraded;
    expect(await clusters()).toEqual(['cluster', kept]);
    const second = await start();
    expect(await ask(second.login, 'select count(*)::int from accounts')).toEqual([4]);
    expect(lines).toHaveLength(1);
    await second.stop({ hasServed: true });
    expect((await readdir(home)).sort()).toEqual(['cluster', 'password', 'server.log', 'superuser-password']);
    expect(await ask((await start()).login, 'select count(*)::int from accounts')).toEqual([4]);
  });

  it('an upgrade succeeds where the first start was killed before it created tables', async () => {
    await changeOlderCluster(dataDir, older ?? 0, async () => undefined);
    expect(await ask((await start()).login, 'select 1')).toEqual([1]);
  });

  it('a failed upgrade is reported in one line and leaves the old files unchanged', async () => {
    await fill();
    await changeOlderCluster(dataDir, older ?? 0, (database) =>
      database.execute(sql`create table notes_of_the_operator (note text)`),
    );
    await expect(start()).rejects.toThrow(
      new RegExp(`^The data could not be brought from PostgreSQL ${older} to 18, and is unchanged: [^\\n]+$`),
    );
    expect(await clusters()).toEqual(['cluster']);
    expect(await versionOf('cluster')).toBe(older);
    expect((await readdir(home)).filter((name) => name.startsWith('upgrade'))).toEqual([]);
  });

  it('files that no installed version can read are refused with a line that says what to install', async () => {
    await mkdir(join(home, 'cluster'), { recursive: true });
    await writeFile(join(home, 'cluster/PG_VERSION'), '14\n');
    await expect(start()).rejects.toThrow(
      /written by PostgreSQL 14; this system has 18\. To upgrade the data, install PostgreSQL 14 as well, or set OLD_POSTGRES_BIN/,
    );
  });

  const moments = isThorough() ? ['before', 'between', 'after'] : ['between'];
  it.each(moments)('an upgrade interrupted %s its two renames is completed', async (moment) => {
    upgraded ??= makeUpgraded();
    await copyDirectory(await upgraded, dataDir);
    const kept = (await clusters()).find((name) => name !== 'cluster') ?? '';
    // Back to the moment of the interruption.
    await writeFile(join(home, 'upgrade.json'), JSON.stringify({ step: 'switching', kept }));
    if (moment !== 'after') await rename(join(home, 'cluster'), join(home, 'cluster.next'));
    if (moment === 'before') await rename(join(home, kept), join(home, 'cluster'));
    expect(await ask((await start()).login, 'select count(*)::int from accounts')).toEqual([4]);
    expect(await clusters()).toEqual(['cluster', kept]);
    expect(await versionOf(kept)).toBe(older);
  });
});
