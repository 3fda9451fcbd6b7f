/** The server as the process that an operator runs, on a database of the benchmark, with a session. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@leadloom/server/database/connect';
import type { Login } from '@leadloom/server/embedded/embedded-database';
import { createAccountsRepository } from '@leadloom/server/modules/accounts/accounts.repository';
import { createPasswords } from '@leadloom/server/modules/accounts/sign-in/passwords';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { startServerProcess } from '@leadloom/server/testing/server-process';
import { databaseUrl } from './cluster.ts';

const run = promisify(execFile);

export interface BenchServer {
  /** An address without a path. */
  readonly url: string;
  readonly operatorToken: string;
  readonly pid: number;
  /** What it printed so far. */
  output(): string;
  /** Memory of the process at this moment, in bytes. */
  residentBytes(): Promise<number>;
  /** Signs in a new verified account without an export limit. @returns the header `Authorization` */
  signIn(): Promise<string>;
  stop(): Promise<void>;
}

/** @param directory for the server's own data directory @param environment settings in addition to those of every benchmark */
export async function startBenchServer(
  login: Login,
  directory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(directory, 'server-'));
  const operatorToken = randomBytes(16).toString('hex');
  const port = await findFreePort();
  const server = startServerProcess({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(login),
    REGISTRATION: 'open',
    LOG_LEVEL: 'warn',
    // All requests come from one address, and with one key.
    REQUESTS_PER_MINUTE: '1000000',
    CONNECTIONS_PER_ADDRESS: '1000000',
    KEY_REQUESTS_PER_SECOND: '1000000',
    KEY_REQUESTS_PER_MINUTE: '1000000',
    ACCOUNT_REQUESTS_PER_MINUTE: '1000000',
    OPERATOR_TOKEN: operatorToken,
    ...environment,
  });
  // However this process ends, the server must not keep running.
  const kill = () => server.process.kill('SIGKILL');
  process.once('exit', kill);
  await server.ready();
  return {
    url: server.url,
    operatorToken,
    pid: server.process.pid ?? 0,
    output: server.output,
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

/** Adds a verified account without an export limit. */
export async function addVerifiedAccount(login: Login): Promise<{ readonly email: string; readonly password: string }> {
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
  return { email, password };
}

async function signIn(url: string, login: Login): Promise<string> {
  const { email, password } = await addVerifiedAccount(login);
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const body: { readonly access_token?: string } = await answer.json();
  if (body.access_token === undefined) throw new Error(`a sign-in answered ${answer.status}`);
  return `Bearer ${body.access_token}`;
}
