import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRequest } from './sample-input.ts';
import { addPerson, fingerprint, nextAddress, OPERATORS, type Person, rows, tell } from './testing/security.fixture.ts';

const EVIL = 'https://evil.example';
const isChanging = ({ method, hasEffect }: EndpointDefinition): boolean => method !== 'GET' || hasEffect === true;
const changing = rows.filter(([, row]) => isChanging(row));

interface Request {
  readonly method: EndpointDefinition['method'];
  readonly url: string;
  readonly payload?: string | object;
}

describe('cross-site requests from a signed-in browser', () => {
  let server: TestServer;
  let victim: Person;
  let attacker: Person;
  const counts = { requests: 0, accepted: 0, 'routes that changed something': 0 };

  const send = async (request: Request, headers: Readonly<Record<string, string>>) => {
    counts.requests += 1;
    const answer = await server.app.inject({ ...request, headers, remoteAddress: nextAddress() });
    if (answer.statusCode < 400) counts.accepted += 1;
    return answer;
  };
  /** Of the attack before, after which nothing was done. */
  let known: Awaited<ReturnType<typeof fingerprint>> | undefined;
  async function expectUnchanged(work: () => Promise<void>): Promise<void> {
    const before = known ?? (await fingerprint(server));
    await work();
    const after = await fingerprint(server);
    known = after;
    if (JSON.stringify(after) !== JSON.stringify(before)) counts['routes that changed something'] += 1;
    expect(after).toEqual(before);
  }
  /** Everything a foreign page, or a planted cookie, can add to the cookies the browser sends by itself. */
  const forgeries = (): readonly Readonly<Record<string, string>>[] => {
    const { xsrfToken } = victim.tokens;
    const { cookie } = victim.cookies;
    const foreign = attacker.tokens.xsrfToken;
    return [
      { cookie },
      { cookie, 'x-xsrf-token': '' },
      { cookie, 'x-xsrf-token': 'A'.repeat(43) },
      { cookie, 'x-xsrf-token': foreign },
      { cookie: cookie.replace(xsrfToken, foreign), 'x-xsrf-token': foreign },
      { cookie: `XSRF-TOKEN=${foreign}; ${cookie}`, 'x-xsrf-token': foreign },
      { cookie: `${cookie}; XSRF-TOKEN=${foreign}`, 'x-xsrf-token': foreign },
      { cookie, 'x-xsrf-token': xsrfToken, 'sec-fetch-site': 'cross-site' },
      { cookie, 'x-xsrf-token': xsrfToken, 'sec-fetch-site': 'same-site' },
      { cookie, 'x-xsrf-token': xsrfToken, origin: EVIL },
      { cookie, 'x-xsrf-token': xsrfToken, origin: 'null' },
      { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ];
  };
  const simpleTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATORS } });
    [victim, attacker] = [await addPerson(server, { isOperator: true }), await addPerson(server)];
  });
  afterAll(async () => {
    tell('forged requests (S10)', { routes: changing.length, ...counts });
    await server.close();
  });

  it('our own page may send the same requests, so only the forgery is refused', async () => {
    const headers = { ...victim.cookies, 'x-xsrf-token': victim.tokens.xsrfToken, 'sec-fetch-site': 'same-origin' };
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/sessions/end-others', headers });
    expect(answer.statusCode).toBe(200);
  });

  it.each(changing.filter(([, { access }]) => access !== 'public'))('%s is refused by cookie alone', async (_, row) => {
    await expectUnchanged(async () => {
      const refusals = row.access === 'console' ? [404] : [401, 403];
      for (const headers of forgeries()) expect(refusals).toContain((await send(sampleRequest(row), headers)).statusCode);
    });
  });

  it.each(changing)('%s accepts no form and no plain text', async (_, row) => {
    const { payload = {}, ...request } = sampleRequest(row);
    await expectUnchanged(async () => {
      for (const type of simpleTypes) {
        for (const headers of forgeries()) {
          const answer = await send({ ...request, payload: JSON.stringify(payload) }, { ...headers, 'content-type': type });
          expect(answer.statusCode).toBeGreaterThanOrEqual(400);
        }
      }
    });
  });

  it.each(rows.filter(([, { method }]) => method === 'GET'))(
    '%s changes nothing when another site links to it',
    async (_, row) => {
      const { url } = sampleRequest(row);
      await expectUnchanged(async () => {
        // Strict cookies stay at home then; only the others would come along.
        const lax = victim.cookies.cookie.replace(/leadloom_access=[^;]+; /, '');
        for (const method of ['GET', 'HEAD'] as const) {
          const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
          await server.app.inject({ method, url, headers: { ...headers, cookie: lax }, remoteAddress: nextAddress() });
          counts.requests += 1;
        }
      });
    },
  );

  it('a cross-site request never signs the browser out or renews its session', async () => {
    await expectUnchanged(async () => {
      for (const url of ['/api/v1/logout', '/api/v1/refresh'])
        for (const headers of forgeries())
          expect([401, 403]).toContain((await send({ method: 'POST', url }, headers)).statusCode);
    });
  });
});

describe('another origin', () => {
  it('no route grants another origin anything', async () => {
    const server = await startTestServer();
    const person = await addPerson(server);
    const host = new URL(server.platform.config.publicUrl).host;
    const origins = [
      'null',
      EVIL,
      `https://${host}.evil.example`,
      `https://evil-${host}`,
      'http://localhost',
      'file://',
      'chrome-extension://abcdefghijklmnop',
    ];
    let requests = 0;
    let granted = 0;
    for (const [, row] of rows) {
      const { url } = sampleRequest(row);
      for (const origin of origins) {
        for (const method of ['OPTIONS', row.method] as const) {
          const headers = {
            origin,
            'access-control-request-method': row.method,
            'access-control-request-headers': 'authorization',
          };
          const answer = await server.app.inject({
            method,
            url,
            headers: { ...headers, ...(method === 'OPTIONS' ? person.cookies : {}) },
            remoteAddress: nextAddress(),
          });
          requests += 1;
          if (Object.keys(answer.headers).some((name) => name.startsWith('access-control-'))) granted += 1;
        }
      }
    }
    tell('foreign origins (S11)', { origins: origins.length, requests, granted });
    await server.close();
    expect(granted).toBe(0);
  });
});
