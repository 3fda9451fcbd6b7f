import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isGone } from './process/process-state.ts';
import { findFreePort } from './testing/loopback.ts';
import { prepareFirstStart, registerAt, type ServerHome, signInAt, useServerHome } from './testing/server-home.ts';
import type { ServerProcess } from './testing/server-process.ts';

const PATIENCE = { timeout: 120_000 };
const fill = prepareFirstStart();

/** On a first start's directory, with an account and a mail that nobody takes. */
async function startWithMail(home: ServerHome): Promise<ServerProcess> {
  await home.fill();
  const server = home.launch({ SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` });
  await server.ready();
  expect((await registerAt(server, 'mara@example.com')).status).toBe(200);
  return server;
}

async function expectTheMail({ dataDir }: Pick<ServerHome, 'dataDir'>, timeout: number): Promise<void> {
  const outbox = join(dataDir, 'outbox');
  const mails = async () => (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
  await expect.poll(mails, { timeout }).toHaveLength(1);
  expect(await readFile(join(outbox, (await mails())[0] ?? ''), 'utf8')).toMatch(/^To: mara@example\.com/m);
}

/** @returns what there is to see of it afterwards */
async function end(home: ServerHome, server: ServerProcess, signal: NodeJS.Signals) {
  const postmaster = await home.postmasterPid();
  const code = await server.end(signal);
  return { code, isDatabaseRunning: !isGone(postmaster), claims: await readdir(join(home.dataDir, 'server.lock')) };
}
const NOTHING_LEFT = { code: 0, isDatabaseRunning: false, claims: [] };

describe('a server after a killed one', PATIENCE, () => {
  const home = useServerHome({ isShared: true, fill });
  let postmaster: number;
  let second: ServerProcess;
  beforeAll(async () => {
    const first = await startWithMail(home);
    postmaster = await home.postmasterPid();
    await first.end('SIGKILL');
    expect(isGone(postmaster)).toBe(false);
    second = home.launch();
    await second.ready();
  });

  it('mails that could not be delivered before SIGKILL are sent after the next start', () => expectTheMail(home, 10_000));

  it('a server adopts the database of a killed one, and every acknowledged account is there', async () => {
    expect(await home.postmasterPid()).toBe(postmaster);
    expect(second.output()).toContain('took over the database');
    expect((await signInAt(second, 'mara@example.com')).status).toBe(200);
    expect(await second.end('SIGTERM')).toBe(0);
    expect(isGone(postmaster)).toBe(true);
  });
});

describe('a server after one that was told to end', PATIENCE, () => {
  const home = useServerHome({ isShared: true, fill });
  let ended: Awaited<ReturnType<typeof end>>;
  let second: ServerProcess;
  beforeAll(async () => {
    ended = await end(home, await startWithMail(home), 'SIGTERM');
    second = home.launch();
    await second.ready();
  });

  it('SIGTERM ends the server with its database and its lock, and nothing is left running', () => {
    expect(ended).toEqual(NOTHING_LEFT);
  });

  it('mails that could not be delivered before SIGTERM are sent after the next start', () => expectTheMail(home, 10_000));

  it('SIGINT ends the server with its database and its lock, and nothing is left running', async () => {
    expect(await end(home, second, 'SIGINT')).toEqual(NOTHING_LEFT);
  });
});

describe('servers beside another one', PATIENCE, () => {
  const home = useServerHome({ isShared: true, fill });
  let owner: ServerProcess;
  beforeAll(async () => {
    await home.fill();
    owner = home.launch();
    await owner.ready();
  });

  /** Settings of servers on the owner's database. */
  const beside = async () => {
    const password = (await readFile(join(home.dataDir, 'postgres/password'), 'utf8')).trim();
    const databaseUrl = `postgres://leadloom:${password}@localhost:5432/leadloom?host=${encodeURIComponent(join(home.dataDir, 'postgres'))}`;
    return { password, shared: { DATABASE_URL: databaseUrl, DATA_DIR: join(home.dataDir, 'shared') } };
  };

  it('a directory in use by another server is refused in one line that names that server, which is not disturbed', async () => {
    const second = home.launch({ PORT: String(await findFreePort()) });
    expect(await second.exited()).toBe(1);
    expect(second.output()).toMatch(/^leadloom: A server already runs on [^\n]+\n$/);
    expect(second.output()).toContain(`process ${owner.process.pid} at http://127.0.0.1:${home.port}`);
    expect((await fetch(`${owner.url}/health`)).status).toBe(200);
  });

  it('several servers share one DATABASE_URL, and stopping them does not stop the database', async () => {
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

  it('mails written by a web server are sent by a jobs server, which serves only its health', async () => {
    const { shared } = await beside();
    await owner.end('SIGKILL');
    const usual = { ...shared, REGISTRATION: 'open' };
    const web = home.launch({ ...usual, SERVER_ROLE: 'web', PORT: String(await findFreePort()) });
    await web.ready();
    expect((await registerAt(web, 'mara@example.com')).status).toBe(200);
    const jobs = home.launch({ ...usual, SERVER_ROLE: 'jobs', PORT: String(await findFreePort()) });
    await jobs.ready();
    await expectTheMail({ dataDir: shared.DATA_DIR }, 20_000);
    for (const path of ['/api/v1/me', '/api/v1/health', '/app/', '/outbox', '/nothing'])
      expect((await fetch(`${jobs.url}${path}`)).status, path).toBe(404);
    for (const server of [web, jobs]) {
      expect(server.output()).toContain('SMTP_URL is not set');
      expect(await server.end('SIGTERM')).toBe(0);
    }
  });
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
});
