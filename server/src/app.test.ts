import { endpoint } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { problemSchema } from '@leadloom/shared/contract/errors';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveEndpoint } from './http/route.ts';
import { collectLog } from './testing/log-lines.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const rows = Object.entries(endpoints);
const pathOf = (path: string) => `/api/v1${path.replace(/\{\w+\}/g, 'x')}`;

/** Stores what it is given, the way any row with free text would. */
const storeText = endpoint({
  method: 'POST',
  path: '/test/store',
  access: 'public',
  summary: 'Store a value as text and as JSON',
  body: z.strictObject({ value: z.unknown() }),
  success: { kind: 'json', status: 200, body: z.object({ text: z.string() }) },
  errors: [],
});
const failInside = endpoint({
  method: 'GET',
  path: '/test/fail/{secret}',
  access: 'public',
  summary: 'Fail in the database',
  params: z.object({ secret: z.string() }),
  success: { kind: 'empty', status: 204 },
  errors: [],
});

describe('the application', () => {
  const { log, lines } = collectLog();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      app: { log },
      environment: { PUBLIC_URL: 'https://leads.example.com', TRUST_PROXY: 'loopback' },
      extend: (app) => {
        app.register(
          async (api) => {
            serveEndpoint(api, storeText, async ({ body }) => {
              const json = JSON.stringify(body.value ?? null);
              const { rows } = await server.database.execute<{ text: string }>(
                sql`select ${json}::jsonb::text as text, ${String(body.value)}::text as plain`,
              );
              return { text: rows[0]?.text ?? '' };
            });
            serveEndpoint(api, failInside, async ({ params }) => {
              await server.database.execute(sql`select ${params.secret}::int / 0`);
              return undefined;
            });
          },
          { prefix: '/api/v1' },
        );
      },
    });
  });
  afterAll(() => server.close());

  it('every endpoint of the contract is registered', async () => {
    // What the console serves is not to be found by a stranger.
    for (const [, row] of rows.filter(([, { access }]) => access !== 'console')) {
      const answer = await server.app.inject({
        method: row.method,
        url: pathOf(row.path),
        headers: { 'content-type': 'application/json' },
        payload: '{}',
      });
      const isUnknown = answer.statusCode === 405 || answer.json<{ code?: string }>().code === 'REQUEST.NOT_FOUND';
      expect(isUnknown, `${row.method} ${row.path}`).toBe(false);
    }
  });

  describe('headers', () => {
    const answers: readonly (readonly [
      string,
      { method?: 'GET' | 'POST' | 'OPTIONS' | 'TRACE'; url: string; payload?: string },
    ])[] = [
      ['a page', { url: '/app/' }],
      ['a missing file', { url: '/app/assets/none.js' }],
      ['a redirect', { url: '/' }],
      ['health', { url: '/health' }],
      ['a refused session', { url: '/api/v1/me' }],
      ['an unknown path', { url: '/api/v1/nothing' }],
      ['a wrong method', { method: 'POST', url: '/api/v1/me' }],
      ['a method nobody knows here', { method: 'TRACE', url: '/api/v1/me' }],
      ['OPTIONS', { method: 'OPTIONS', url: '/api/v1/login' }],
      ['a body that is no JSON', { method: 'POST', url: '/api/v1/login', payload: '{' }],
      ['a path that cannot be decoded', { url: '/api/v1/%zz' }],
      ['a parameter that is too long', { url: `/api/v1/verify/${'a'.repeat(3000)}` }],
      ['a failure inside', { url: '/api/v1/test/fail/1' }],
    ];
    it.each(answers)(
      'the headers of %s forbid everything that our responses do not need',
      async (_name, { method = 'GET', url, payload }) => {
        const answer = await server.app.inject({
          method,
          url,
          headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
          ...(payload === undefined ? {} : { payload }),
        });
        const policy = String(answer.headers['content-security-policy']);
        for (const directive of [
          "default-src 'none'",
          "object-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "form-action 'self'",
          "require-trusted-types-for 'script'",
        ])
          expect(policy).toContain(directive);
        expect(policy).not.toMatch(/unsafe|\*/);
        expect(answer.headers).toMatchObject({
          'strict-transport-security': 'max-age=63072000; includeSubDomains',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
        });
        if (url.startsWith('/api/')) expect(answer.headers['cache-control']).toBe('no-store');
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      },
    );

    it('the headers do not require https where the app is reached over http', async () => {
      const plain = await startTestServer();
      const answer = await plain.app.inject('/health');
      await plain.close();
      expect(answer.headers['strict-transport-security']).toBeUndefined();
    });
  });

  describe('methods', () => {
    it.each(rows)('a method that %s does not define never ends in 5xx, 422 or the handler', async (_name, row) => {
      // A row that tells of the server's state may say that a part of a busy machine does not answer in time.
      const codes: readonly string[] = row.errors;
      const mayBeAway = codes.includes('SERVER.UNAVAILABLE');
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const) {
        const answer = await server.app.inject({ method, url: pathOf(row.path) });
        if (answer.statusCode === 503 && mayBeAway) continue;
        expect(answer.statusCode, method).toBeLessThan(500);
        expect(answer.statusCode, method).not.toBe(422);
      }
    });

    it('a wrong method gets 405 with the allowed methods', async () => {
      const answer = await server.app.inject({ method: 'PUT', url: '/api/v1/linkedin/jobs/users?x=1' });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('DELETE, OPTIONS, POST');
      expect(problemSchema.parse(answer.json()).code).toBe('REQUEST.METHOD_NOT_ALLOWED');
    });

    it('OPTIONS lists the allowed methods and allows no other origin', async () => {
      const answer = await server.app.inject({
        method: 'OPTIONS',
        url: '/api/v1/me',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
      });
      expect(answer.statusCode).toBe(204);
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    });

    it('HEAD has the response of GET without its body', async () => {
      const answer = await server.app.inject({ method: 'HEAD', url: '/health' });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe('');
    });

    it('an unknown path gets 404 for any method and body', async () => {
      for (const method of ['GET', 'POST', 'DELETE', 'TRACE'] as const) {
        const answer = await server.app.inject({
          method,
          url: '/api/v1/nothing',
          payload: '<xml/>',
          headers: { 'content-type': 'text/xml' },
        });
        expect(answer.statusCode).toBe(404);
        expect(problemSchema.parse(answer.json()).code).toBe('REQUEST.NOT_FOUND');
      }
    });
  });

  describe('hostile bodies', () => {
    const nested = (depth: number) => `{"value":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const manyKeys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`;
    const json = { 'content-type': 'application/json' };
    const bodies: readonly (readonly [string, string | Buffer, Record<string, string>, number])[] = [
      ['nests 33 deep', nested(33), json, 400],
      ['nests 100,000 deep', nested(100_000), json, 400],
      ['never closes its brackets', '['.repeat(200_000), json, 400],
      ['has more unknown keys than fit', manyKeys(400_000), json, 413],
      ['has as many unknown keys as fit', manyKeys(20_000), json, 400],
      ['holds NUL', '{"value":"a\\u0000b"}', json, 400],
      ['holds NUL in a key', '{"value":{"a\\u0000":1}}', json, 400],
      ['holds half a surrogate pair', '{"value":"\\ud800"}', json, 400],
      ['holds a raw control character', '{"value":"a\u0000b"}', json, 400],
      ['reaches for the prototype', '{"value":1,"__proto__":{"admin":true}}', json, 400],
      ['is empty', '', json, 400],
      ['is null', 'null', json, 400],
      ['is a number', '1e400', json, 400],
      ['is a list', '[]', json, 400],
      ['is form data', 'value=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      ['is plain text', '{"value":1}', { 'content-type': 'text/plain' }, 415],
      ['names no type', '{"value":1}', {}, 415],
      ['names nonsense as its type', '{"value":1}', { 'content-type': 'json' }, 415],
      ['is not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), json, 400],
      ['is compressed', Buffer.from([0x1f, 0x8b, 8, 0, 0]), { ...json, 'content-encoding': 'gzip' }, 415],
      ['is shorter than it says', '{"value":1}', { ...json, 'content-length': '5' }, 400],
    ];
    it.each(bodies)('a body that %s is refused', async (_name, payload, headers, status) => {
      const answer = await server.app.inject({ method: 'POST', url: '/api/v1/test/store', payload, headers });
      expect(answer.statusCode).toBe(status);
      expect(problemSchema.parse(answer.json()).status).toBe(status);
      expect(answer.body.length).toBeLessThan(8_000);
    });

    const harmless: readonly (readonly [string, string])[] = [
      ['numbers beyond all numbers', '{"value":1e400}'],
      ['one key many times', `{${'"value":1,'.repeat(1000)}"value":2}`],
      ['32 levels', `{"value":${'['.repeat(31)}${']'.repeat(31)}}`],
      ['whole surrogate pairs', '{"value":"\\ud83d\\ude00"}'],
      ['an escaped backslash before u0000', '{"value":"\\\\u0000"}'],
    ];
    it.each(harmless)('a body with %s is stored', async (_name, payload) => {
      const answer = await server.app.inject({ method: 'POST', url: '/api/v1/test/store', payload, headers: json });
      expect(answer.statusCode).toBe(200);
    });
  });

  describe('internal failures', () => {
    it('the response to an internal failure contains only the id under which it is logged', async () => {
      const answer = await server.app.inject('/api/v1/test/fail/42');
      expect(answer.statusCode).toBe(500);
      const problem = problemSchema.parse(answer.json());
      expect(problem).toMatchObject({ code: 'SERVER.INTERNAL', request_id: answer.headers['x-request-id'] });
      expect(answer.body).not.toMatch(/division|select|pg_|at /i);
      expect(lines.find((line) => line.includes(problem.request_id) && line.includes('division by zero'))).toBeDefined();
    });

    it('a failed statement is logged without its values', async () => {
      await server.app.inject('/api/v1/test/fail/987654321');
      expect(lines.join('')).toContain('select $1::int / 0');
      expect(lines.join('')).not.toContain('987654321');
    });
  });

  describe('the log', () => {
    it('the log names routes and never the codes in their paths', async () => {
      await server.app.inject('/api/v1/verify/canary-in-the-path?code=canary-in-the-query');
      await server.app.inject('/nowhere/canary-in-the-path');
      await server.app.inject('/api/v1/%zz-canary');
      const line = lines.find((text) => text.includes('/api/v1/verify/'));
      expect(JSON.parse(line ?? '{}')).toMatchObject({ method: 'GET', route: '/api/v1/verify/:verification_code' });
      expect(lines.join('')).not.toContain('canary');
    });

    it('secrets are masked in the log, whichever module writes them', () => {
      server.app.log.info(
        { headers: { authorization: 'canary', cookie: 'canary' }, password: 'canary', body: { password: 'canary' } },
        'x',
      );
      expect(lines.at(-1)).toContain('[masked]');
      expect(lines.at(-1)).not.toContain('canary');
    });

    it('a client cannot add lines to the log', async () => {
      await server.app.inject({ url: '/health', headers: { 'user-agent': 'a\r\n{"level":60}', 'x-request-id': 'chosen' } });
      for (const line of lines) expect(line.trimEnd()).not.toContain('\n');
      expect(lines.join('')).not.toContain('chosen');
    });
  });
});

describe('the rate limit', () => {
  it('the rate limit applies to each address, whatever the headers say, and the response tells how long to wait', async () => {
    const server = await startTestServer({ environment: { REQUESTS_PER_MINUTE: '10' } });
    const call = (remoteAddress: string, index: number) =>
      server.app.inject({
        url: '/api/v1/me',
        remoteAddress,
        headers: { 'x-forwarded-for': `10.1.1.${index}`, 'x-real-ip': `10.1.1.${index}` },
      });
    for (let index = 0; index < 10; index += 1) expect((await call('192.0.2.1', index)).statusCode).toBe(401);
    const refused = await call('192.0.2.1', 11);
    expect(refused.statusCode).toBe(429);
    expect(problemSchema.parse(refused.json()).code).toBe('RATE.LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call('192.0.2.2', 0)).statusCode).toBe(401);
    expect((await server.app.inject({ url: '/health', remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
    await server.close();
  });

  it('all addresses of one IPv6 network share one rate limit', async () => {
    const server = await startTestServer({ environment: { REQUESTS_PER_MINUTE: '10' } });
    const statuses = [];
    for (let index = 1; index <= 11; index += 1) {
      const { statusCode } = await server.app.inject({ url: '/api/v1/nothing', remoteAddress: `2001:db8::${index}` });
      statuses.push(statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(404), 429]);
    await server.close();
  });

  it("the client's address is read from trusted proxies only", async () => {
    const server = await startTestServer({ environment: { REQUESTS_PER_MINUTE: '10', TRUST_PROXY: '10.0.0.0/8' } });
    const call = (remoteAddress: string, client: string) =>
      server.app.inject({ url: '/api/v1/me', remoteAddress, headers: { 'x-forwarded-for': client } });
    for (let index = 0; index < 10; index += 1) await call('10.0.0.1', '192.0.2.1');
    expect((await call('10.0.0.1', '192.0.2.1')).statusCode).toBe(429);
    expect((await call('10.0.0.1', '192.0.2.2')).statusCode).toBe(401);
    expect((await call('198.51.100.1', '192.0.2.1')).statusCode).toBe(401);
    await server.close();
  });

  it('an endpoint with its own rate limit is counted separately', async () => {
    const server = await startTestServer();
    const call = () => server.app.inject({ method: 'POST', url: '/api/v1/verify-email', payload: { email: 'x' } });
    const { max } = endpoints.verifyEmail.rateLimit;
    for (let index = 0; index < max; index += 1) expect((await call()).statusCode).toBe(200);
    expect((await call()).statusCode).toBe(429);
    expect((await server.app.inject('/api/v1/verify/x')).statusCode).toBe(403);
    await server.close();
  });
});
