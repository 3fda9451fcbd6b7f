import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isGone } from './process/process-state.ts';
import { findFreePort } from './testing/loopback.ts';
import { registerAt, type ServerHome, signInAt, useServerHome } from './testing/server-home.ts';
import type { ServerProcess } from './testing/server-process.ts';
import { isThorough } from './testing/thorough.ts';

const PATIENCE = { timeout: 120_000 };

/** With an account and a mail that nobody takes. */
async function startWithMail(home: ServerHome, email: string): Promise<ServerProcess> {
  const server = home.launch({ SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` });
  await server.ready();
  expect((await registerAt(server, email)).status).toBe(200);
  return server;
}

/** Waits until the only mails in the directory are one to each of these. */
async function expectMailsTo({ dataDir }: Pick<ServerHome, 'dataDir'>, ...emails: readonly string[]): Promise<void> {
  const outbox = join(dataDir, 'outbox');
  const recipients = async () => {
    const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
    const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
    return mails.map((mail) => /^To: (\S+)/m.exec(mail)?.[1]).toSorted();
  };
  await expect.poll(recipients, { timeout: 20_000 }).toEqual([...emails]);
}

/** @returns what there is to see of it afterwards */
async function end(home: ServerHome, server: ServerProcess, signal: NodeJS.Signals) {
  const postmaster = await home.postmasterPid();
  const code = await server.end(signal);
  return { code, isDatabaseRunning: !isGone(postmaster), claims: await readdir(join(home.dataDir, 'server.lock')) };
}
const NOTHING_LEFT = { code: 0, isDatabaseRunning: false, claims: [] };

/** One directory and one server after the other on it, each test from where the one before it left them. */
describe('servers on one directory', PATIENCE, () => {
  const home = useServerHome({ isShared: true });
  let running: ServerProcess;

  /** Settings of servers on the database in the directory. */
  const beside = async () => {
    const password = (await readFile(join(home.dataDir, 'postgres/password'), 'utf8')).trim();
    const databaseUrl = `postgres://leadloom:${password}@localhost:5432/leadloom?host=${encodeURIComponent(join(home.dataDir, 'postgres'))}`;
    return { password, shared: { DATABASE_URL: databaseUrl, DATA_DIR: join(home.dataDir, 'shared') } };
  };

  it('SIGTERM ends the server with its database and its lock, and nothing is left running', async () => {
    expect(await end(home, await startWithMail(home, 'mara@example.com'), 'SIGTERM')).toEqual(NOTHING_LEFT);
  });

  it('mails that could not be delivered before SIGTERM are sent after the next start', async () => {
    running = home.launch();
    await running.ready();
    await expectMailsTo(home, 'mara@example.com');
  });

  it('SIGINT ends the server with its database and its lock, and nothing is left running', async () => {
    expect(await end(home, running, 'SIGINT')).toEqual(NOTHING_LEFT);
  });

  it('a server adopts the database of a killed one, with every acknowledged account, and sends its mails', async () => {
    const killed = await startWithMail(home, 'milo@example.com');
    const postmaster = await home.postmasterPid();
    await killed.end('SIGKILL');
    expect(isGone(postmaster)).toBe(false);
    running = home.launch();
    await running.ready();
    expect(await home.postmasterPid()).toBe(postmaster);
    expect(running.output()).toContain('took over the database');
    expect((await signInAt(running, 'milo@example.com')).status).toBe(200);
    await expectMailsTo(home, 'mara@example.com', 'milo@example.com');
  });

  it('a directory in use by another server is refused in one line that names that server, which is not disturbed', async () => {
    const second = home.launch({ PORT: String(await findFreePort()) });
    expect(await second.exited()).toBe(1);
    expect(second.output()).toMatch(/^leadloom: A server already runs on [^\n]+\n$/);
    expect(second.output()).toContain(`process ${running.process.pid} at http://127.0.0.1:${home.port}`);
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
  });

  // Two servers on one database are tried within one process by servers-side-by-side.test.ts.
  it.runIf(isThorough())(
    'several servers share one DATABASE_URL: a jobs server sends the mails of a web server, and their end leaves the database',
    async () => {
      const { password, shared } = await beside();
      const postmaster = await home.postmasterPid();
      // It would send the mail as well.
      await running.end('SIGKILL');
      const usual = { ...shared, REGISTRATION: 'open' };
      const web = home.launch({ ...usual, SERVER_ROLE: 'web', PORT: String(await findFreePort()) });
      await web.ready();
      expect((await registerAt(web, 'mia@example.com')).status).toBe(200);
      const jobs = home.launch({ ...usual, SERVER_ROLE: 'jobs', PORT: String(await findFreePort()) });
      await jobs.ready();
      await expectMailsTo({ dataDir: shared.DATA_DIR }, 'mia@example.com');
      for (const path of ['/api/v1/me', '/api/v1/health', '/app/', '/outbox', '/nothing'])
        expect((await fetch(`${jobs.url}${path}`)).status, path).toBe(404);
      for (const server of [web, jobs]) {
        expect(server.output()).toContain('SMTP_URL is not set');
        expect(await server.end('SIGTERM')).toBe(0);
        expect(server.output()).not.toContain(password);
      }
      expect(isGone(postmaster)).toBe(false);
    },
  );
});

describe('a server that cannot start', PATIENCE, () => {
  const home = useServerHome();

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

  it('a setting is refused in one line', async () => {
    const server = home.launch({ SERVER_ROLE: 'web' });
    expect(await server.exited()).toBe(1);
    expect(server.output()).toBe(
      'leadloom: SERVER_ROLE: web needs DATABASE_URL; an embedded database has one server, which does everything\n',
    );
  });
});
