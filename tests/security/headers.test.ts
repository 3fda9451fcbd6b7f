import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRequest } from './sample-input.ts';
import { someOf } from './some-of.ts';
import { addPerson, nextAddress, tell, triedRows } from './testing/security.fixture.ts';

const directives = [
  "default-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
];
const expected: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'x-frame-options': /^DENY$/,
  'strict-transport-security': /^max-age=(3153[6-9]\d{3}|[4-9]\d{7}|\d{9,})/,
};

interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
  readonly url: string;
  readonly payload?: string | object;
  readonly headers?: Record<string, string>;
}

describe('the headers of a response', () => {
  let server: TestServer;
  const counts = { answers: 0, 'with all headers': 0 };
  beforeAll(async () => {
    server = await startTestServer({
      environment: { PUBLIC_URL: 'https://leads.example.com', TRUST_PROXY: 'loopback', SAMPLE_DATA: 'off' },
    });
  });
  afterAll(async () => {
    tell('headers (S12)', counts);
    await server.close();
  });

  async function check(request: Request): Promise<void> {
    const answer = await server.app.inject({ ...request, remoteAddress: nextAddress() });
    counts.answers += 1;
    const policy = String(answer.headers['content-security-policy']);
    for (const directive of directives) expect(policy, request.url).toContain(directive);
    expect(policy).not.toMatch(/unsafe-(inline|eval)|\*/);
    for (const [name, pattern] of Object.entries(expected))
      expect(answer.headers[name], `${name} of ${request.url}`).toMatch(pattern);
    if (request.url.startsWith('/api/')) expect(answer.headers['cache-control']).toBe('no-store');
    for (const name of ['server', 'x-powered-by']) expect(answer.headers[name]).toBeUndefined();
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) expect(cookie).toMatch(/; Secure/);
    counts['with all headers'] += 1;
  }

  it.each(triedRows)('%s sends all security headers with every response', async (name, row) => {
    const { bearer } = await addPerson(server);
    const { url, ...request } = sampleRequest(row);
    const broken = { method: row.method, url, headers: { ...bearer, 'content-type': 'application/json' }, payload: '{' };
    const refused: readonly Request[] = [
      { ...request, url },
      broken,
      { method: 'OPTIONS', url },
      { method: row.method === 'PUT' ? 'PATCH' : 'PUT', url },
    ];
    await check({ ...request, url, headers: bearer });
    const place = triedRows.findIndex(([other]) => other === name);
    for (const each of someOf(refused, refused.length, place)) await check(each);
  });

  it.each([
    '/',
    '/app/',
    '/app/login',
    '/app/no-such-page',
    '/health',
    '/metrics',
    '/outbox',
    '/sandbox',
    '/nothing',
    '/api/v1/nothing',
    '/%',
    '/%00',
    '/..%2f..%2fetc/passwd',
    `/api/v1/verify/${'x'.repeat(3000)}`,
  ])('%s sends all security headers', async (url) => {
    for (const method of ['GET', 'HEAD', 'POST'] as const) await check({ method, url });
  });
});
