/** A PgBouncer in front of a database, on loopback. Where it is not installed, `findPgBouncer` answers null. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseDatabaseUser } from '../embedded/database-user.ts';
import { findFreePort } from './loopback.ts';
import { findAbandonedDirectories, makeThrowAwayDirectory, removeWithProcesses } from './throw-away-directory.ts';

const PREFIX = 'leadloom-pgbouncer-';
const READY_LIMIT_MILLISECONDS = 10_000;
const PAUSE_MILLISECONDS = 20;

export interface PoolerOptions {
  readonly mode?: 'transaction' | 'session';
  /** Connections to the database for each of its databases. */
  readonly poolSize?: number;
  /** Further settings of the pooler. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface TestPooler {
  readonly port: number;
  /** The same role and database as the given one, through the pooler. */
  urlOf(databaseUrl: string): string;
  remove(): Promise<void>;
}

/** The path of the program; null: it is not installed. */
export async function findPgBouncer(): Promise<string | null> {
  for (const directory of ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]) {
    const path = join(directory, 'pgbouncer');
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}

let made = 0;

/** @param databaseUrl of any database of the server to put it before; its role alone is let in */
export async function startPgBouncer(program: string, databaseUrl: string, options: PoolerOptions = {}): Promise<TestPooler> {
  for (const abandoned of await findAbandonedDirectories(PREFIX)) await removeWithProcesses(abandoned);
  made += 1;
  const home = await makeThrowAwayDirectory(PREFIX, `-${made}`);
  const user = await chooseDatabaseUser('/nowhere');
  const port = await findFreePort();
  const path = join(home, 'pgbouncer.ini');
  const roles = join(home, 'roles.txt');
  const { username, password } = new URL(databaseUrl);
  await writeFile(roles, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o600 });
  await writeFile(path, settingsText(databaseUrl, port, { ...options, settings: { auth_file: roles, ...options.settings } }));
  if (user !== null) for (const own of [home, roles, path]) await chown(own, user.uid, user.gid);
  const runAs = user === null ? {} : { uid: user.uid, gid: user.gid };
  const pooler = spawn(program, [path], { ...runAs, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [pooler.stdout, pooler.stderr]) stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const deadline = Date.now() + READY_LIMIT_MILLISECONDS;
  while (!(await listens(port))) {
    if (pooler.exitCode !== null || Date.now() > deadline) throw new Error(`PgBouncer did not start: ${said.join('')}`);
    await sleep(PAUSE_MILLISECONDS);
  }
  return {
    port,
    urlOf: (url) => {
      const changed = new URL(url);
      changed.hostname = '127.0.0.1';
      changed.port = String(port);
      changed.search = '';
      return changed.href;
    },
    remove: () => removeWithProcesses(home),
  };
}

function settingsText(
  databaseUrl: string,
  port: number,
  { mode = 'transaction', poolSize = 8, settings }: PoolerOptions,
): string {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const chosen: Record<string, string> = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    pool_mode: mode,
    default_pool_size: String(poolSize),
    max_client_conn: '1000',
    // Tests make and drop hundreds of databases.
    server_idle_timeout: '2',
    ...settings,
  };
  const lines = Object.entries(chosen).map(([name, value]) => `${name} = ${value}`);
  return `[databases]\n* = host=${host} port=${url.port}\n[pgbouncer]\n${lines.join('\n')}\n`;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
