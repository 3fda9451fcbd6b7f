/**
 * The system's own PostgreSQL with files of its own, on loopback, as long as a test lasts: with another collation than the
 * embedded database, with TLS, or as a replica. Where it is not installed, `findPostgres` answers null.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { createPassword } from '../embedded/create-cluster.ts';
import { chooseDatabaseUser, type DatabaseUser } from '../embedded/database-user.ts';
import { availableMemory, fileSystemSize, serverSettings } from '../embedded/server-settings.ts';
import { findFreePort } from './loopback.ts';
import {
  findAbandonedDirectories,
  makeThrowAwayDirectory,
  removeWithProcesses,
  signalProcesses,
} from './throw-away-directory.ts';

const run = promisify(execFile);
const PREFIX = 'leadloom-cluster-';
const VERSIONS = '/usr/lib/postgresql';
/** Older versions know no ICU collation for a whole cluster. */
const OLDEST = 15;
const READY_LIMIT_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 20;
const ICU_LOCALE = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8'];
const ON_LOOPBACK = ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'];

export interface PostgresPrograms {
  /** The directory of `initdb`, `postgres` and `pg_basebackup`. */
  readonly directory: string;
  readonly major: number;
}

export interface ClusterOptions {
  /** The cluster whose copy this is to be, and follow; a new one with an ICU collation where absent. */
  readonly primary?: TestCluster;
  readonly settings?: Readonly<Record<string, string>>;
  /** Lines of `pg_hba.conf`; everybody with a password on loopback where absent. */
  readonly access?: readonly string[];
  /** Other files next to the data, by name; only the server can read them. */
  readonly files?: Readonly<Record<string, string>>;
}

interface RunAs {
  readonly cwd: string;
  readonly uid?: number;
  readonly gid?: number;
}

export interface TestCluster {
  readonly port: number;
  /** The password of the superuser. */
  readonly password: string;
  /** The directory of its files. */
  readonly directory: string;
  /** The address of the database `postgres`, as superuser. */
  readonly url: string;
  /** Stops all its processes where they are, or lets them go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Ends the server as if its machine lost power. */
  kill(): Promise<void>;
  /** Starts the server again after a `kill`. */
  restart(): Promise<void>;
  /** Ends it and removes its files. */
  remove(): Promise<void>;
}

/** The newest one that is installed. */
export async function findPostgres(): Promise<PostgresPrograms | null> {
  const majors = (await readdir(VERSIONS).catch(() => [])).map(Number).filter((major) => major >= OLDEST);
  for (const major of majors.sort((one, other) => other - one)) {
    const directory = join(VERSIONS, String(major), 'bin');
    const isWhole = await access(join(directory, 'initdb')).then(
      () => true,
      () => false,
    );
    if (isWhole) return { directory, major };
  }
  return null;
}

let made = 0;

export async function startCluster(programs: PostgresPrograms, options: ClusterOptions = {}): Promise<TestCluster> {
  for (const abandoned of await findAbandonedDirectories(PREFIX)) await removeWithProcesses(abandoned);
  made += 1;
  const home = await makeThrowAwayDirectory(PREFIX, `-${made}`);
  const user = await chooseDatabaseUser('/nowhere');
  const runAs: RunAs = { cwd: home, ...(user === null ? {} : { uid: user.uid, gid: user.gid }) };
  if (user !== null) await chown(home, user.uid, user.gid);
  const directory = join(home, 'data');
  const password = options.primary?.password ?? createPassword();
  try {
    await writeAs(user, join(home, 'password'), `${password}\n`);
    if (options.primary === undefined) await initialize(directory, programs, runAs);
    else await copyCluster(options.primary, directory, programs, runAs);
    await writeAs(user, join(directory, 'pg_hba.conf'), `${(options.access ?? ON_LOOPBACK).join('\n')}\n`);
    for (const [name, text] of Object.entries(options.files ?? {})) await writeAs(user, join(directory, name), text);
    const port = await findFreePort();
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    // Plans are as with the embedded database, and nothing waits for the disk.
    const ours = serverSettings({
      memory: availableMemory(),
      disk: fileSystemSize(home),
      major: programs.major,
      isDurable: false,
    });
    const followed = { wal_level: 'replica', max_wal_senders: '10' };
    const settings = { ...ours, ...followed, ...options.settings };
    let server = await startServer({ programs, directory, port, settings, runAs });
    return {
      port,
      password,
      directory,
      url,
      signal: (signal) => signalProcesses(home, signal),
      kill: async () => {
        const ended = once(server, 'exit');
        server.kill('SIGQUIT');
        await ended;
      },
      restart: async () => {
        server = await startServer({ programs, directory, port, settings, runAs });
      },
      remove: () => removeWithProcesses(home),
    };
  } catch (error) {
    await removeWithProcesses(home);
    throw error;
  }
}

async function initialize(files: string, { directory }: PostgresPrograms, runAs: RunAs): Promise<void> {
  const login = ['-U', 'postgres', '--auth=scram-sha-256', '--pwfile', join(runAs.cwd, 'password')];
  await run(join(directory, 'initdb'), ['-D', files, '--no-sync', '--no-instructions', ...login, ...ICU_LOCALE], runAs);
}

/** A replica, which gets every change of the primary as a stream. */
async function copyCluster(
  { port, password }: TestCluster,
  files: string,
  { directory }: PostgresPrograms,
  runAs: RunAs,
): Promise<void> {
  const primary = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
  const options = ['-D', files, '-d', primary, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  await run(join(directory, 'pg_basebackup'), options, runAs);
}

interface ServerStart {
  readonly programs: PostgresPrograms;
  readonly directory: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly runAs: RunAs;
}

async function startServer({ programs, directory, port, settings, runAs }: ServerStart): Promise<ChildProcess> {
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const where = ['-D', directory, '-h', '127.0.0.1', '-p', String(port), '-c', 'unix_socket_directories='];
  const server = spawn(join(programs.directory, 'postgres'), [...where, ...given], {
    ...runAs,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const deadline = Date.now() + READY_LIMIT_MILLISECONDS;
  while (!(await answers(port))) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${said.join('')}`);
    await sleep(PAUSE_MILLISECONDS);
  }
  return server;
}

/** A refusal is an answer, unless it is still starting. */
async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password: 'none', database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code !== '57P03';
  } finally {
    await client.end();
  }
}

async function writeAs(user: DatabaseUser | null, path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  if (user !== null) await chown(path, user.uid, user.gid);
}
