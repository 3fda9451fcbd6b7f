import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRequest } from './sample-input.ts';
import { someOf } from './some-of.ts';
import { compareData } from './testing/compared-data.ts';
import { addPerson, nextAddress, OPERATORS, type Person, tell, triedRows } from './testing/security.fixture.ts';

const EVIL = 'https://evil.example';
const isChanging = ({ method, hasEffect }: EndpointDefinition): boolean => method !== 'GET' || hasEffect === true;
const changing = triedRows.filter(([, row]) => isChanging(row));
/** Of the forgeries of each form, unless all are tried; the next endpoint is tried with the next of them. */
const PART = 4;

interface Request {
  readonly method: EndpointDefinition['method'];
  readonly url: string;
  readonly payload?: string | object;
}

describe('cross-site requests from a signed-in browser', () => {
  let server: TestServer;
  let victim: Person;
  let attacker: Person;
  const counts = { requests: 0, accepted: 0, 'tables changed': 0 };
  const data = compareData(
    () => server,
    (tables) => {
      counts['tables changed'] += tables;
    },
  );

  const send = async (request: Request, headers: Readonly<Record<string, string>>) => {
    counts.requests += 1;
    const answer = await server.app.inject({ ...request, headers, remoteAddress: nextAddress() });
    if (answer.statusCode < 400) counts.accepted += 1;
    return answer;
  };
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

  it.each(changing.filter(([, { access }]) => access !== 'public'))('%s is refused by cookie alone', async (name, row) => {
    await data.attack(name, async () => {
      const refusals = row.access === 'console' ? [404] : [401, 403];
      for (const headers of forgeries()) expect(refusals).toContain((await send(sampleRequest(row), headers)).statusCode);
    });
  });

  it.each(changing)('%s accepts no form and no plain text', async (name, row) => {
    const { payload = {}, ...request } = sampleRequest(row);
    const place = changing.findIndex(([other]) => other === name);
    await data.attack(`${name} by a form`, async () => {
      for (const [at, type] of simpleTypes.entries()) {
        for (const headers of someOf(forgeries(), PART, place + at)) {
          const answer = await send({ ...request, payload: JSON.stringify(payload) }, { ...headers, 'content-type': type });
          expect(answer.statusCode).toBeGreaterThanOrEqual(400);
        }
      }
    });
  });

  it.each(triedRows.filter(([, { method }]) => method === 'GET'))(
    '%s changes nothing when another site links to it',
    async (name, row) => {
      const { url } = sampleRequest(row);
      await data.attack(`${name} by a link`, async () => {
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
    await data.attack('ending and renewing the session', async () => {
      for (const url of ['/api/v1/logout', '/api/v1/refresh'])
        for (const headers of forgeries())
          expect([401, 403]).toContain((await send({ method: 'POST', url }, headers)).statusCode);
    });
  });

  it('nothing was changed', () => data.compare());
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
    for (const [, row] of triedRows) {
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
