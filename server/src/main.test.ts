import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRunning } from './process/process-stamp.ts';
import { registerAt, signInAt, useServerHome } from './testing/server-home.ts';
import { findFreePort } from './testing/server-process.ts';

describe('the server’s process', { timeout: 120_000 }, () => {
  const home = useServerHome();

  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends the server with its database and its lock, and nothing is left running',
    async (signal) => {
      await home.fill();
      const server = home.launch();
      await server.ready();
      const postmaster = await home.postmasterPid();
      expect(await server.end(signal)).toBe(0);
      expect(isRunning(postmaster)).toBe(false);
      expect(await readdir(join(home.dataDir, 'server.lock'))).toEqual([]);
    },
  );

  it('a server adopts the database of a killed one, and every acknowledged account is there', async () => {
    await home.fill();
    const first = home.launch();
    await first.ready();
    expect((await registerAt(first, 'kept@example.com')).status).toBe(200);
    const postmaster = await home.postmasterPid();
    await first.end('SIGKILL');
    expect(isRunning(postmaster)).toBe(true);

    const second = home.launch();
    await second.ready();
    expect(await home.postmasterPid()).toBe(postmaster);
    expect(second.output()).toContain('took over the database');
    expect((await signInAt(second, 'kept@example.com')).status).toBe(200);
    expect(await second.end('SIGTERM')).toBe(0);
    expect(isRunning(postmaster)).toBe(false);
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'mails that could not be delivered before %s are sent after the next start',
    async (signal) => {
      await home.fill();
      const nobody = `smtp://127.0.0.1:${await findFreePort()}`;
      const first = home.launch({ SMTP_URL: nobody });
      await first.ready();
      expect((await registerAt(first, 'mara@example.com')).status).toBe(200);
      await first.end(signal);

      const second = home.launch();
      await second.ready();
      const outbox = join(home.dataDir, 'outbox');
      const mails = async () => (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
      await expect.poll(mails, { timeout: 10_000 }).toHaveLength(1);
      expect(await readFile(join(outbox, (await mails())[0] ?? ''), 'utf8')).toMatch(/^To: mara@example\.com/m);
      expect(await second.end('SIGTERM')).toBe(0);
    },
  );

  it('a directory in use by another server is refused in one line that names that server, which is not disturbed', async () => {
    await home.fill();
    const first = home.launch();
    await first.ready();
    const second = home.launch({ PORT: String(await findFreePort()) });
    expect(await second.exited()).toBe(1);
    expect(second.output()).toMatch(/^leadloom: A server already runs on [^\n]+\n$/);
    expect(second.output()).toContain(`process ${first.process.pid} at http://127.0.0.1:${home.port}`);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
  });

  it('a port in use is refused in one line before any file is created', async () => {
    const other = createServer().listen(home.port, '127.0.0.1');
    await once(other, 'listening');
    const server = home.launch();
    expect(await server.exited()).toBe(1);
    expect(server.output()).toBe(
      `leadloom: PORT: port ${home.port} on 127.0.0.1 is in use by another program. Stop it or set PORT.\n`,
    );
    expect(await readdir(home.dataDir)).toEqual(['server.lock']);
    other.close();
  });

  it.each([
    [{ PORT: 'eighty' }, 'leadloom: PORT: must be a whole number\n'],
    [
      { SERVER_ROLE: 'web' },
      'leadloom: SERVER_ROLE: web needs DATABASE_URL; an embedded database has one server, which does everything\n',
    ],
    [{ HOST: '203.0.113.7' }, 'leadloom: HOST: 203.0.113.7 is not an address of this machine.\n'],
    [
      { DATABASE_URL: 'mysql://db.example.com' },
      'leadloom: DATABASE_URL: must be an address such as postgres://user:password@host/database\n',
    ],
  ])('the setting %j is refused in one line', async (settings, line) => {
    const server = home.launch(settings);
    expect(await server.exited()).toBe(1);
    expect(server.output()).toBe(line);
  });

  /** Settings of servers on the database of one that runs. */
  const beside = async () => {
    const password = (await readFile(join(home.dataDir, 'postgres/password'), 'utf8')).trim();
    const databaseUrl = `postgres://leadloom:${password}@localhost:5432/leadloom?host=${encodeURIComponent(join(home.dataDir, 'postgres'))}`;
    return { password, shared: { DATABASE_URL: databaseUrl, DATA_DIR: join(home.dataDir, 'shared') } };
  };

  it('mails written by a web server are sent by a jobs server, which serves only its health', async () => {
    await home.fill();
    const owner = home.launch();
    await owner.ready();
    const { shared } = await beside();
    await owner.end('SIGKILL');
    const usual = { ...shared, REGISTRATION: 'open' };
    const web = home.launch({ ...usual, SERVER_ROLE: 'web', PORT: String(await findFreePort()) });
    await web.ready();
    expect((await registerAt(web, 'mara@example.com')).status).toBe(200);
    const outbox = join(shared.DATA_DIR, 'outbox');
    const mails = async () => (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
    const jobs = home.launch({ ...usual, SERVER_ROLE: 'jobs', PORT: String(await findFreePort()) });
    await jobs.ready();
    await expect.poll(mails, { timeout: 20_000 }).toHaveLength(1);
    for (const path of ['/api/v1/me', '/api/v1/health', '/app/', '/outbox', '/nothing'])
      expect((await fetch(`${jobs.url}${path}`)).status, path).toBe(404);
    for (const server of [web, jobs]) {
      expect(server.output()).toContain('SMTP_URL is not set');
      expect(await server.end('SIGTERM')).toBe(0);
    }
  });

  it('several servers share one DATABASE_URL, and stopping them does not stop the database', async () => {
    await home.fill();
    const owner = home.launch();
    await owner.ready();
    const { password, shared } = await beside();
    const guests = [
      home.launch({ ...shared, PORT: String(await findFreePort()) }),
      home.launch({ ...shared, PORT: String(await findFreePort()) }),
    ];
    await Promise.all(guests.map((guest) => guest.ready()));
    for (const guest of guests) expect(await guest.end('SIGTERM')).toBe(0);
    expect((await fetch(`${owner.url}/health`)).status).toBe(200);
    expect(owner.output() + guests.map((guest) => guest.output()).join('')).not.toContain(password);
  });
});
