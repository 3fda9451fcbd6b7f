/** A directory and a port for each test or all of them, servers as processes on them, and nothing left of either. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openDatabaseHome } from '../embedded/database-home.ts';
import { stopPostmaster } from '../embedded/postmaster.ts';
import { copyDirectory } from './copy-directory.ts';
import { findFreePort } from './loopback.ts';
import { type ProcessOptions, type ServerProcess, startServerProcess } from './server-process.ts';
import { makeTemporaryDirectory, removeDirectory } from './temporary-directory.ts';

export interface ServerHome {
  readonly dataDir: string;
  readonly port: number;
  /** @param settings in addition to its directory and its port */
  launch(settings?: Readonly<Record<string, string>>, options?: ProcessOptions): ServerProcess;
  /** Fills the directory as the first start of a server leaves it, which takes less time than that start. */
  fill(): Promise<void>;
  /** The process id of its embedded database. */
  postmasterPid(): Promise<number>;
}

interface HomeOptions {
  /** One directory for all tests of the describe, instead of one for each. */
  readonly isShared?: boolean;
}

/** Fills a directory as the first start of a server leaves it. */
type Fill = (dataDir: string) => Promise<void>;

/**
 * Fills directories from one first start for all tests of the file or `describe` that calls it; it is made when the first
 * of them needs it.
 */
function prepareFirstStart(): Fill {
  let firstStart: Promise<string> | null = null;
  afterAll(async () => {
    if (firstStart !== null) await removeDirectory(await firstStart);
  });
  return async (dataDir) => {
    firstStart ??= makeFirstStart();
    await copyDirectory(await firstStart, dataDir);
  };
}

/** A home for the `describe` that calls it. */
export function useServerHome({ isShared = false }: HomeOptions = {}): ServerHome {
  const fill = prepareFirstStart();
  let dataDir = '';
  let port = 0;
  const servers: ServerProcess[] = [];
  const [before, after] = isShared ? [beforeAll, afterAll] : [beforeEach, afterEach];

  before(async () => {
    dataDir = await makeTemporaryDirectory('process');
    port = await findFreePort();
  });
  after(async () => {
    for (const server of servers.splice(0)) if (server.process.exitCode === null) await server.end('SIGKILL');
    const cluster = await access(join(dataDir, 'postgres')).catch(() => 'none');
    if (cluster !== 'none') await stopPostmaster(await openDatabaseHome(dataDir));
    await removeDirectory(dataDir);
  });

  return {
    get dataDir() {
      return dataDir;
    },
    get port() {
      return port;
    },
    launch: (settings = {}, options = {}) => {
      const server = startServerProcess({ DATA_DIR: dataDir, PORT: String(port), ...settings }, options);
      servers.push(server);
      return server;
    },
    fill: () => fill(dataDir),
    postmasterPid: async () => Number.parseInt(await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10),
  };
}

async function makeFirstStart(): Promise<string> {
  const dataDir = await makeTemporaryDirectory('first-start');
  const server = startServerProcess({ DATA_DIR: dataDir, PORT: String(await findFreePort()) });
  await server.ready();
  const code = await server.end('SIGTERM');
  if (code !== 0) throw new Error(`the first start ended with ${code}: ${server.output()}`);
  return dataDir;
}

export function registerAt({ url }: ServerProcess, email: string): Promise<Response> {
  return post(`${url}/api/v1/register`, email);
}

export function signInAt({ url }: ServerProcess, email: string): Promise<Response> {
  return post(`${url}/api/v1/login`, email);
}

function post(url: string, email: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a fine password' }),
  });
}
