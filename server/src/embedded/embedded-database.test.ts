import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isGone } from '../process/process-state.ts';
import { copyDirectory } from '../testing/copy-directory.ts';
import { makeTemporaryDirectory, removeDirectory } from '../testing/temporary-directory.ts';
import { runWithDescriptors } from '../testing/without-descriptors.ts';
import { openDatabaseHome } from './database-home.ts';
import { type EmbeddedDatabase, type Login, startEmbeddedDatabase } from './embedded-database.ts';
import { rotateLog } from './rotate-log.ts';

async function query(login: Login, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...login, ssl: false });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

let firstStart: string;
/** What it started, with the settings of an installation. */
let installed: EmbeddedDatabase;
const running: EmbeddedDatabase[] = [];

async function start(dataDir: string, isDurable = false): Promise<EmbeddedDatabase> {
  const log = { info: () => undefined, error: () => undefined };
  const database = await startEmbeddedDatabase({ dataDir, isDurable, log });
  running.push(database);
  return database;
}

const stopAll = async () => void (await Promise.all(running.splice(0).map((database) => database.stop())));

beforeAll(async () => {
  firstStart = await makeTemporaryDirectory('embedded-first');
  // As a first start leaves it that was killed.
  const unfinished = join(firstStart, 'postgres/unfinished-0a1b2c');
  await mkdir(join(unfinished, 'base'), { recursive: true });
  await writeFile(join(unfinished, 'PG_VERSION'), '18\n');
  installed = await start(firstStart, true);
});
afterAll(async () => {
  await stopAll();
  await removeDirectory(firstStart);
});

describe('the embedded database', { timeout: 60_000 }, () => {
  it('the embedded database has durable settings, and its role owns its database and nothing else', async () => {
    const [settings] = await query(
      installed.login,
      `select current_setting('fsync') fsync, current_setting('synchronous_commit') synchronous_commit,
         current_setting('full_page_writes') full_page_writes, current_setting('data_checksums') data_checksums,
         current_setting('server_encoding') encoding, current_setting('timezone') timezone,
         current_setting('password_encryption') password_encryption, current_setting('listen_addresses') listen_addresses`,
    );
    expect(settings).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      encoding: 'UTF8',
      timezone: 'UTC',
      password_encryption: 'scram-sha-256',
      listen_addresses: '',
    });
    const roles = await query(
      installed.login,
      'select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
    );
    expect(roles).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
  });

  it('the embedded database is the packaged version, with the same sort order on every system', async () => {
    const [server] = await query(
      installed.login,
      `select current_setting('server_version') as version, current_setting('io_method') as io_method,
         datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()`,
    );
    expect(server).toEqual({ version: '18.4', io_method: 'sync', provider: 'b', locale: 'C.UTF-8' });
  });

  it('connections without the password are refused', async () => {
    await expect(query({ ...installed.login, password: 'guess' }, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it("the application's role cannot read the superuser's password", async () => {
    expect(installed.superuser.password).not.toBe(installed.login.password);
    await expect(query({ ...installed.superuser, password: installed.login.password }, 'select 1')).rejects.toThrow(/password/);
    expect(await query(installed.superuser, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: true },
    ]);
    const files = ['password', 'superuser-password'].map((name) => join(firstStart, 'postgres', name));
    for (const file of files) expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it('a start succeeds beside the files of a first start that was killed', async () => {
    // They were there before the start.
    expect((await readdir(join(firstStart, 'postgres'))).filter((name) => name.startsWith('unfinished'))).toEqual([]);
  });

  it('a database that still runs is adopted', async () => {
    const second = await start(firstStart);
    expect(second.wasAdopted).toBe(true);
    expect(second.pid()).toBe(installed.pid());
    expect(second.login).toEqual(installed.login);
  });

  it('a database that was just started by a server that is gone is adopted once it says so', async () => {
    const pidFile = join(firstStart, 'postgres/cluster/postmaster.pid');
    // As while it has not written its file yet.
    await rename(pidFile, `${pidFile}.later`);
    const starting = start(firstStart);
    await sleep(500);
    await rename(`${pidFile}.later`, pidFile);
    expect((await starting).pid()).toBe(installed.pid());
  });
});

describe('an embedded database that was stopped', { timeout: 60_000 }, () => {
  let dataDir: string;
  /** Fills the directory as a first start and a stop leave it. */
  const fill = () => copyDirectory(firstStart, dataDir);
  beforeAll(stopAll);
  beforeEach(async () => {
    dataDir = await makeTemporaryDirectory('embedded');
  });
  afterEach(async () => {
    await stopAll();
    await removeDirectory(dataDir);
  });

  it('rows survive a stop and a start, and no process is left behind', async () => {
    await fill();
    const first = await start(dataDir);
    await query(first.login, 'create table kept as select 42 as value');
    await first.stop();
    expect(isGone(first.pid())).toBe(true);
    const second = await start(dataDir);
    expect(second.wasAdopted).toBe(false);
    expect(await query(second.login, 'select value from kept')).toEqual([{ value: 42 }]);
  });

  it('a start succeeds when the pid file names another process', async () => {
    await fill();
    const first = await start(dataDir);
    const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    await first.stop();
    await writeFile(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
    const second = await start(dataDir);
    expect(second.wasAdopted).toBe(false);
    expect(await query(second.login, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('a database that dies is started again with every row it acknowledged, each time', async () => {
    await fill();
    const database = await start(dataDir, true);
    await query(database.login, 'create table kept as select 42 as value');
    for (let deaths = 0; deaths < 2; deaths += 1) {
      const died = database.pid();
      process.kill(died, 'SIGKILL');
      let rows: unknown = null;
      for (let attempt = 0; attempt < 200 && rows === null; attempt += 1) {
        await sleep(100);
        rows = await query(database.login, 'select value from kept').catch(() => null);
      }
      expect(rows).toEqual([{ value: 42 }]);
      await expect.poll(() => database.pid()).not.toBe(died);
    }
  });

  it.skipIf(process.platform === 'win32')(
    'a server without file descriptors takes nothing it cannot check for gone',
    async () => {
      await fill();
      const report = await runWithDescriptors(dataDir);
      expect(report).toMatchObject({ ownState: 'unknown', goneState: 'gone', isPidFileThere: true, isSameProcess: true });
      expect(report.lines).toEqual([]);
      expect(report.lock).toMatch(/^StartError: /);
      expect(report.search).toContain('EMFILE');
    },
  );

  it('a large database log is rotated, and logging continues in the same file', async () => {
    await fill();
    const { login } = await start(dataDir);
    const logFile = join(dataDir, 'postgres/server.log');
    const home = await openDatabaseHome(dataDir);
    await rotateLog(home);
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('server.log.1');
    await appendFile(logFile, 'a line of long ago\n'.repeat(500_000));
    await rotateLog(home);
    expect(await readFile(`${logFile}.1`, 'utf8')).toContain('a line of long ago');
    await expect(query(login, 'select 1 / 0')).rejects.toThrow(/division by zero/);
    const text = await readFile(logFile, 'utf8');
    expect(text).toContain('division by zero');
    expect(text).not.toContain('a line of long ago');
    expect(text).not.toContain('\0');
  });

  it('the database listens on loopback when the path of its socket would be too long', async () => {
    const long = join(dataDir, 'long'.repeat(25));
    await mkdir(long);
    await copyDirectory(firstStart, long);
    const first = await start(long);
    expect(first.login.host).toBe('127.0.0.1');
    expect(await query(first.login, "select current_setting('listen_addresses') as addresses")).toEqual([
      { addresses: '127.0.0.1' },
    ]);
    await first.stop();
    expect((await start(long)).login.port).toBe(first.login.port);
  });

  it('the superuser gets its own password where both roles shared one', async () => {
    await fill();
    const first = await start(dataDir);
    // As an earlier version left it.
    await query(first.superuser, `alter role postgres password '${first.login.password}'`);
    await rm(join(dataDir, 'postgres/superuser-password'));
    await first.stop();
    for (let round = 0; round < 2; round += 1) {
      const { superuser, login, stop } = await start(dataDir);
      await expect(query({ ...superuser, password: login.password }, 'select 1')).rejects.toThrow(/password/);
      expect(await query(superuser, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(await query(login, 'select 1 as one')).toEqual([{ one: 1 }]);
      await stop();
    }
  });

  it('the superuser gets the password in the file when an earlier start was killed before setting it', async () => {
    await fill();
    const first = await start(dataDir);
    await query(first.superuser, `alter role postgres password '${first.login.password}'`);
    await first.stop();
    const { superuser } = await start(dataDir);
    expect(await query(superuser, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('a missing superuser password is reported in one line and not replaced', async () => {
    await fill();
    const passwordFile = join(dataDir, 'postgres/superuser-password');
    await rm(passwordFile);
    await expect(start(dataDir)).rejects.toThrow(/^[^\n]*superuser-password is missing[^\n]*$/);
    await expect(readFile(passwordFile)).rejects.toThrow(/ENOENT/);
  });

  it('a missing password is reported in one line and not replaced', async () => {
    await fill();
    const passwordFile = join(dataDir, 'postgres/password');
    await rm(passwordFile);
    await expect(start(dataDir)).rejects.toThrow(/^[^\n]*password is missing[^\n]*$/);
    await expect(readFile(passwordFile)).rejects.toThrow(/ENOENT/);
  });

  it('a database that cannot start is reported in one line with its reason and its log', async () => {
    await fill();
    await rm(join(dataDir, 'postgres/cluster/global'), { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(/^The database did not start: [^\n]+ \(see [^\n]+server\.log\)$/);
  });
});
