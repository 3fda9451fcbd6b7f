/** The server as the process an operator runs, on a database of the benchmark, and a session with it. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@leadloom/server/database/connect';
import type { Login } from '@leadloom/server/database/embedded/embedded-database';
import { createAccountsRepository } from '@leadloom/server/modules/accounts/accounts.repository';
import { createPasswords } from '@leadloom/server/modules/accounts/passwords';
import { findFreePort, startServerProcess } from '@leadloom/server/testing/server-process';
import { databaseUrl } from './cluster.ts';

const run = promisify(execFile);

export interface BenchServer {
  /** Without a path. */
  readonly url: string;
  readonly operatorToken: string;
  /** Memory of the process at this moment, in bytes. */
  residentBytes(): Promise<number>;
  /** Of a verified account of its own, whose export limit is none. @returns the header `Authorization` */
  signIn(): Promise<string>;
  stop(): Promise<void>;
}

/** @param directory a place of its own is made there, for what a server keeps beside the database */
export async function startBenchServer(login: Login, directory: string): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(directory, 'server-'));
  const operatorToken = randomBytes(16).toString('hex');
  const port = await findFreePort();
  const server = startServerProcess({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(login),
    REGISTRATION: 'open',
    LOG_LEVEL: 'warn',
    // One address asks for everything.
    REQUESTS_PER_MINUTE: '1000000',
    // So does one key.
    KEY_REQUESTS_PER_SECOND: '1000000',
    KEY_REQUESTS_PER_MINUTE: '1000000',
    ACCOUNT_REQUESTS_PER_MINUTE: '1000000',
    OPERATOR_TOKEN: operatorToken,
  });
  // Whatever ends this process, the server does not stay behind.
  const kill = () => server.process.kill('SIGKILL');
  process.once('exit', kill);
  await server.ready();
  return {
    url: server.url,
    operatorToken,
    residentBytes: () => residentBytes(server.process.pid ?? 0),
    signIn: () => signIn(server.url, login),
    stop: async () => {
      const code = await server.end('SIGTERM');
      process.removeListener('exit', kill);
      await rm(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`the server ended with ${code}: ${server.output()}`);
    },
  };
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const kilobytes =
    status === null
      ? (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim()
      : /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return Number(kilobytes) * 1024;
}

async function signIn(url: string, login: Login): Promise<string> {
  const email = `bench-${randomBytes(6).toString('hex')}@mail.example`;
  const password = randomBytes(12).toString('hex');
  const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
  try {
    const accounts = createAccountsRepository(database);
    const now = new Date();
    const { id } = await accounts.addOrFind(email, await createPasswords().hash(password), now);
    await accounts.markVerified(id, now, now);
  } finally {
    await database.$client.end();
  }
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const body: { readonly access_token?: string } = await answer.json();
  if (body.access_token === undefined) throw new Error(`a sign-in answered ${answer.status}`);
  return `Bearer ${body.access_token}`;
}
