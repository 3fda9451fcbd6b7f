import { healthSchema } from '@leadloom/shared/contract/system';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { connect } from '../../database/connect.ts';
import { execute } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const TOKEN = 'a-token-of-the-operator';

describe('the state of the server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { METRICS_TOKEN: TOKEN } });
  });
  afterAll(() => server.close());

  const stateOf = async ({ app }: TestServer) => {
    const answer = await app.inject('/health');
    const { database } = healthSchema.parse(answer.json()).parts;
    return [answer.statusCode, database?.status, database?.detail];
  };

  it('a server is ready when all its parts are', async () => {
    const answer = await server.app.inject('/health');
    expect(answer.statusCode).toBe(200);
    expect(healthSchema.parse(answer.json())).toMatchObject({
      status: 'ready',
      parts: { database: { status: 'up' }, mail: { status: 'up', detail: 'outbox' } },
    });
  });

  it('a server is down, and names the part, when the database does not answer', async () => {
    const database = connect({ host: '/nowhere', user: 'nobody' }, { onIdleError: () => undefined });
    const broken = await startTestServer({ platform: { database }, doesJobs: false });
    const answer = await broken.app.inject('/health');
    expect(answer.statusCode).toBe(503);
    expect(healthSchema.parse(answer.json())).toMatchObject({ status: 'down', parts: { database: { status: 'down' } } });
    await broken.close();
    await database.$client.end();
  });

  it('a server is not ready while its database is read-only, and ready again when it is not', async () => {
    // Jobs whose transaction is ended as it begins would hold the end of the server up.
    const beside = await startTestServer({ doesJobs: false });
    const name = new URL(beside.databaseUrl).pathname.slice(1);
    const alter = async (change: string) => {
      await beside.database.execute(sql.raw(`alter database ${name} ${change}`));
      // As after a failover: connections that are open keep what they began with.
      await beside.database
        .execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`)
        .catch(() => undefined);
    };
    try {
      await alter('set default_transaction_read_only = on');
      await expect.poll(() => stateOf(beside), { timeout: 10_000 }).toEqual([503, 'down', 'refuses writes']);
    } finally {
      await execute(inject('databaseUrl'), `alter database ${name} reset default_transaction_read_only`);
    }
    await beside.database
      .execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`)
      .catch(() => undefined);
    await expect.poll(() => stateOf(beside), { timeout: 10_000 }).toEqual([200, 'up', undefined]);
    await beside.close();
  });

  it('a server is not ready from the first write that a full disk refused until a write succeeds', async () => {
    const beside = await startTestServer();
    const { database } = beside;
    const fail = sql`do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`;
    await database.execute(sql`
      create function refuse_as_full() returns event_trigger language plpgsql
      as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    await database.execute(sql`
      create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse_as_full()`);
    expect(await stateOf(beside)).toEqual([200, 'up', undefined]);
    await expect(database.execute(fail)).rejects.toThrow();
    await expect.poll(() => stateOf(beside)).toEqual([503, 'down', 'refuses writes']);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await stateOf(beside)).toEqual([503, 'down', 'refuses writes']);
    await database.execute(sql`drop event trigger full_disk`);
    await expect.poll(() => stateOf(beside), { timeout: 10_000 }).toEqual([200, 'up', undefined]);
    await beside.close();
  });

  it('a check is shared for a second, and writes nothing while no write was refused', async () => {
    const sent: string[] = [];
    const { query } = pg.Client.prototype;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      sent.push(JSON.stringify(given[0]));
      return Reflect.apply(query, this, given);
    });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    sent.length = 0;
    for (let call = 0; call < 20; call += 1) await server.app.inject('/health');
    spy.mockRestore();
    expect(sent.filter((text) => text.includes('transaction_read_only'))).toHaveLength(1);
    expect(sent.filter((text) => text.includes('tried_write'))).toEqual([]);
  });

  it('parallel health checks ask the database once', async () => {
    const { $client } = server.database;
    // The check before is shared for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    let connections = 0;
    $client.on('acquire', () => {
      connections += 1;
    });
    await Promise.all(Array.from({ length: 50 }, () => server.app.inject('/health')));
    $client.removeAllListeners('acquire');
    expect(connections).toBeLessThan(50);
    expect(connections).toBeGreaterThan(0);
  });
});

describe('the metrics', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { METRICS_TOKEN: TOKEN } });
  });
  afterAll(() => server.close());

  it('the metrics count requests by route and show the pool and the event loop', async () => {
    await server.app.inject('/api/v1/verify/some-code');
    const answer = await server.app.inject({
      url: '/metrics',
      headers: { host: 'localhost', authorization: `Bearer ${TOKEN}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/verify\/:verification_code",status="403"\} 1/,
    );
    expect(answer.body).toContain('database_connections{state="idle"}');
    expect(answer.body).toContain('nodejs_eventloop_lag_seconds');
    expect(answer.body).not.toContain('some-code');
  });

  it.each([
    ['a program on this machine', { headers: { host: 'localhost' } }],
    ['another machine', { remoteAddress: '192.0.2.1' }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '192.0.2.1' } }],
    ['a wrong token', { remoteAddress: '192.0.2.1', headers: { authorization: 'Bearer a-token' } }],
    ['a token in the address', { remoteAddress: '192.0.2.1', url: `/metrics?token=${encodeURIComponent(TOKEN)}` }],
  ])('are kept from %s', async (_name, request) => {
    const answer = await server.app.inject({ url: '/metrics', ...request });
    expect(answer.statusCode).toBe(403);
    expect(answer.body).not.toContain('nodejs_');
  });

  it('the metrics are shown with the token', async () => {
    const answer = await server.app.inject({
      url: '/metrics',
      remoteAddress: '192.0.2.1',
      headers: { authorization: `Bearer ${TOKEN}`, host: 'leads.example.com' },
    });
    expect(answer.statusCode).toBe(200);
  });
});

it('the metrics are not served when no token is set', async () => {
  const server = await startTestServer();
  for (const headers of [
    { host: 'localhost' },
    { host: 'localhost', authorization: 'Bearer ' },
    { authorization: 'Bearer null' },
  ])
    expect((await server.app.inject({ url: '/metrics', headers })).statusCode).toBe(403);
  await server.close();
});

describe('security.txt', () => {
  const read = async (environment: Readonly<Record<string, string>>) => {
    const server = await startTestServer({ environment });
    const answer = await server.app.inject('/.well-known/security.txt');
    const now = server.clock.now();
    await server.close();
    return { answer, now };
  };

  it('security.txt names the contact, its expiry and its canonical address', async () => {
    const { answer, now } = await read({
      SUPPORT_EMAIL: 'holes@leads.example',
      PUBLIC_URL: 'https://leads.example.com',
      TRUST_PROXY: 'loopback',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = answer.body
      .trimEnd()
      .split('\n')
      .map((line): [string, string] => {
        const [name = '', ...value] = line.split(': ');
        return [name, value.join(': ')];
      });
    expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical']);
    const { Contact, Expires, Canonical } = Object.fromEntries(fields);
    expect(Contact).toBe('mailto:holes@leads.example');
    expect(Canonical).toBe('https://leads.example.com/.well-known/security.txt');
    expect(Expires).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
    const days = (new Date(Expires ?? '').getTime() - now.getTime()) / (24 * 3600 * 1000);
    expect(days).toBeGreaterThan(100);
    expect(days).toBeLessThan(365);
  });

  it('security.txt has no canonical address where the app is reached over http', async () => {
    const { answer } = await read({ SUPPORT_EMAIL: 'holes@leads.example' });
    expect(answer.body).toContain('Contact: ');
    expect(answer.body).not.toContain('Canonical');
  });

  it('security.txt does not exist without a contact', async () => {
    const { answer } = await read({});
    expect(answer.json()).toMatchObject({ status: 404, code: 'REQUEST.NOT_FOUND' });
  });
});
