import { healthSchema } from '@leadloom/shared/contract/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../database/connect.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const TOKEN = 'a-token-of-the-operator';

describe('the state of the server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { METRICS_TOKEN: TOKEN } });
  });
  afterAll(() => server.close());

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

  it('parallel health checks ask the database once', async () => {
    const { $client } = server.database;
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
