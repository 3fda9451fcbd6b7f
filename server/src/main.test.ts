import { once } from 'node:events';
import { access, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabaseHome } from './database/embedded/database-home.ts';
import { stopPostmaster } from './database/embedded/postmaster.ts';
import { isRunning } from './process/process-stamp.ts';
import { findFreePort, type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { makeTemporaryDirectory, removeDirectory } from './testing/temporary-directory.ts';

describe('the server’s process', { timeout: 120_000 }, () => {
  let dataDir: string;
  let port: number;
  const servers: ServerProcess[] = [];
  const launch = (settings: Readonly<Record<string, string>> = {}) => {
    const server = startServerProcess({ DATA_DIR: dataDir, PORT: String(port), ...settings });
    servers.push(server);
    return server;
  };
  const postmasterPid = async () => Number.parseInt(await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);
  const register = (server: ServerProcess, email: string) =>
    fetch(`${server.url}/api/v1/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a fine password' }),
    });
  const signIn = (server: ServerProcess, email: string) =>
    fetch(`${server.url}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a fine password' }),
    });

  beforeEach(async () => {
    dataDir = await makeTemporaryDirectory('process');
    port = await findFreePort();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) if (server.process.exitCode === null) await server.end('SIGKILL');
    const cluster = await access(join(dataDir, 'postgres')).catch(() => 'none');
    if (cluster !== 'none') await stopPostmaster(await openDatabaseHome(dataDir));
    await removeDirectory(dataDir);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends on %s with its database, its lock and nothing left running', async (signal) => {
    const server = launch();
    await server.ready();
    const postmaster = await postmasterPid();
    expect(await server.end(signal)).toBe(0);
    expect(isRunning(postmaster)).toBe(false);
    expect(await readdir(join(dataDir, 'server.lock'))).toEqual([]);
  });

  it('adopts the database of a killed server, and every account it acknowledged is there', async () => {
    const first = launch();
    await first.ready();
    expect((await register(first, 'kept@example.com')).status).toBe(200);
    const postmaster = await postmasterPid();
    await first.end('SIGKILL');
    expect(isRunning(postmaster)).toBe(true);

    const second = launch();
    await second.ready();
    expect(await postmasterPid()).toBe(postmaster);
    expect(second.output()).toContain('took over the database');
    expect((await signIn(second, 'kept@example.com')).status).toBe(200);
    expect(await second.end('SIGTERM')).toBe(0);
    expect(isRunning(postmaster)).toBe(false);
  });

  it('recovers what server and database had acknowledged when both are killed', async () => {
    const first = launch();
    await first.ready();
    expect((await register(first, 'kept@example.com')).status).toBe(200);
    process.kill(await postmasterPid(), 'SIGKILL');
    await first.end('SIGKILL');

    const second = launch();
    await second.ready();
    expect((await signIn(second, 'kept@example.com')).status).toBe(200);
  });

  it('starts after a first start that was killed while it made the database', async () => {
    const first = launch();
    const isMaking = async () =>
      (await readdir(join(dataDir, 'postgres')).catch(() => [])).some((name) => name.startsWith('unfinished'));
    while (!(await isMaking())) await sleep(5);
    await first.end('SIGKILL');

    const second = launch();
    await second.ready();
    expect((await register(second, 'new@example.com')).status).toBe(200);
  });

  it('stops when it is told so while it makes the database, and starts the next time', async () => {
    const first = launch();
    while (
      !(await access(join(dataDir, 'postgres/password')).then(
        () => true,
        () => false,
      ))
    )
      await sleep(5);
    expect(await first.end('SIGTERM')).toBe(0);
    const second = launch();
    await second.ready();
  });

  it('refuses a directory another server runs on in one line that names it, and disturbs nothing', async () => {
    const first = launch();
    await first.ready();
    const second = launch({ PORT: String(await findFreePort()) });
    expect(await second.exited()).toBe(1);
    expect(second.output()).toMatch(/^leadloom: A server already runs on [^\n]+\n$/);
    expect(second.output()).toContain(`process ${first.process.pid} at http://127.0.0.1:${port}`);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
  });

  it('refuses a port in use in one line that names it, before it makes anything', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const server = launch();
    expect(await server.exited()).toBe(1);
    expect(server.output()).toBe(
      `leadloom: PORT: port ${port} on 127.0.0.1 is in use by another program. Stop it or set PORT.\n`,
    );
    expect(await readdir(dataDir)).toEqual(['server.lock']);
    other.close();
  });

  it.each([
    [{ PORT: 'eighty' }, 'leadloom: PORT: must be a whole number\n'],
    [{ HOST: '203.0.113.7' }, 'leadloom: HOST: 203.0.113.7 is no address of this machine.\n'],
    [
      { DATABASE_URL: 'mysql://db.example.com' },
      'leadloom: DATABASE_URL: must be an address such as postgres://user:password@host/database\n',
    ],
  ])('refuses the setting %j in one line', async (settings, line) => {
    const server = launch(settings);
    expect(await server.exited()).toBe(1);
    expect(server.output()).toBe(line);
  });

  it('serves several servers on one DATABASE_URL, and stops without stopping that database', async () => {
    const owner = launch();
    await owner.ready();
    const password = (await readFile(join(dataDir, 'postgres/password'), 'utf8')).trim();
    const databaseUrl = `postgres://leadloom:${password}@localhost:5432/leadloom?host=${encodeURIComponent(join(dataDir, 'postgres'))}`;
    const shared = { DATABASE_URL: databaseUrl, DATA_DIR: join(dataDir, 'shared') };
    const guests = [
      launch({ ...shared, PORT: String(await findFreePort()) }),
      launch({ ...shared, PORT: String(await findFreePort()) }),
    ];
    await Promise.all(guests.map((guest) => guest.ready()));
    for (const guest of guests) expect(await guest.end('SIGTERM')).toBe(0);
    expect((await fetch(`${owner.url}/health`)).status).toBe(200);
    expect(owner.output() + guests.map((guest) => guest.output()).join('')).not.toContain(password);
  });
});
