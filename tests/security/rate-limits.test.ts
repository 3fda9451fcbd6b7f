import { connect } from 'node:net';
import { addressKey } from '@leadloom/server/http/address-key';
import {
  LOGIN_ACCOUNT_LIMIT,
  LOGIN_ADDRESS_LIMIT,
  NEW_PASSWORD_LIMIT,
  REGISTER_LIMIT,
  RESET_LIMIT,
} from '@leadloom/server/modules/accounts/sign-in/throttle';
import { createKey } from '@leadloom/server/modules/keys/keys.service';
import { uniqueEmail } from '@leadloom/server/testing/accounts';
import { makerOf } from '@leadloom/server/testing/key-holder';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { thoroughOr } from '@leadloom/server/testing/thorough';
import { downloadMyData } from '@leadloom/shared/contract/account-settings';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { MAX_API_KEYS } from '@leadloom/shared/contract/keys';
import { matchRows, previewMatchExport } from '@leadloom/shared/contract/match';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disguisedHeaders, everyHeader, type Headers, spellingsOf, spellingsOfPath } from './disguises.ts';
import { sampleRequest } from './sample-input.ts';
import { addPerson, addSession, nextAddress, OPERATORS, PASSWORD, tell, triedRows } from './testing/security.fixture.ts';

const limited = triedRows.filter(([, { rateLimit }]) => rateLimit !== undefined);
/** The number of requests beyond the limit. */
const MORE = thoroughOr(12, 6);
/** So many requests of a limit are sent; those of a large one before them are counted alone, unless all are sent. */
const SENT = thoroughOr(Number.POSITIVE_INFINITY, 10);
/** Of these requests, how many are sent together. */
const AT_ONCE = 20;
/** Of which an account may have fewer at the same time. */
const fewAtOnce: ReadonlySet<EndpointDefinition> = new Set<EndpointDefinition>([matchRows, previewMatchExport, downloadMyData]);

describe('rate limits', { timeout: 120_000 }, () => {
  let server: TestServer;
  const counts = { limits: 0, disguises: 0, 'got past': 0, refusals: 0, 'without a time to come back': 0 };

  /** Counts the answer, and says whether a limit stopped it. */
  function isStopped({ statusCode, headers }: { statusCode: number; headers: Readonly<Record<string, unknown>> }): boolean {
    if (statusCode !== 429) return false;
    counts.refusals += 1;
    if (!/^[1-9]\d*$/.test(String(headers['retry-after']))) counts['without a time to come back'] += 1;
    return true;
  }
  /** Sends so many requests, each in another disguise; no more than the limit may succeed. */
  async function expectLimit(
    max: number,
    send: (index: number) => Promise<Parameters<typeof isStopped>[0]>,
    atOnce = AT_ONCE,
  ): Promise<void> {
    counts.limits += 1;
    let served = 0;
    for (let from = 0; from < max + MORE; from += atOnce) {
      const sent = Array.from({ length: Math.min(atOnce, max + MORE - from) }, (_, place) => send(from + place));
      counts.disguises += sent.length;
      served += (await Promise.all(sent)).filter((answer) => !isStopped(answer)).length;
    }
    counts['got past'] += Math.max(0, served - max);
    expect(served).toBe(max);
  }
  /** Counts calls as the endpoint's limit counts them. @returns how many it allows after that */
  async function countCalls({ method, path, rateLimit }: EndpointDefinition, caller: string): Promise<number> {
    if (rateLimit === undefined) throw new Error(`${path} has no limit`);
    const left = Math.min(rateLimit.max, SENT);
    for (let count = left; count < rateLimit.max; count += 1)
      await server.app.speed.take({ name: `${method} ${path}`, ...rateLimit }, caller);
    return left;
  }
  const post = (url: string, payload: object, headers: Headers, remoteAddress: string) =>
    server.app.inject({ method: 'POST', url, payload, headers, remoteAddress });
  const guess = (email: string, password: string, headers: Headers, address: string) =>
    post('/api/v1/login', { email, password }, headers, address);
  /** After one more guess, even the right password is not checked. */
  async function exhaust(email: string, address: string, headers: Headers = {}): Promise<void> {
    for (let tries = 0; tries < LOGIN_ACCOUNT_LIMIT.max; tries += 1)
      expect((await guess(email, 'a wrong guess', headers, address)).statusCode).toBe(401);
    expect(isStopped(await guess(email, PASSWORD, headers, address))).toBe(true);
  }

  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATORS } });
  });
  afterAll(async () => {
    tell('rate limits (S09)', counts);
    await server.close();
  });

  it('the limit on guesses at an account holds under every header that names another client', async () => {
    const [{ email }, address] = [await addPerson(server), nextAddress()];
    await exhaust(email, address);
    for (const headers of disguisedHeaders()) {
      counts.disguises += 1;
      const answer = await guess(email, PASSWORD, headers, address);
      if (!isStopped(answer)) counts['got past'] += 1;
      expect(answer.statusCode, JSON.stringify(headers)).toBe(429);
    }
  });

  it('the limit on guesses at an account holds for every spelling of its address that reaches it', async () => {
    const [{ email }, address] = [await addPerson(server), nextAddress()];
    await exhaust(email, address);
    let reaching = 0;
    for (const spelling of spellingsOf(email)) {
      counts.disguises += 1;
      const answer = await guess(spelling, PASSWORD, {}, address);
      const isPast = !isStopped(answer) && answer.statusCode === 200;
      if (isPast) counts['got past'] += 1;
      expect(isPast, JSON.stringify(spelling)).toBe(false);
      const reaches = (await guess(spelling, PASSWORD, {}, nextAddress())).statusCode === 200;
      if (reaches) {
        reaching += 1;
        expect(answer.statusCode, JSON.stringify(spelling)).toBe(429);
      }
    }
    expect(reaching).toBeGreaterThan(5);
  });

  it('the limit on guesses holds when other accounts are named in between or in parallel', async () => {
    const [{ email }, address] = [await addPerson(server), nextAddress()];
    await exhaust(email, address);
    const others = Array.from({ length: LOGIN_ADDRESS_LIMIT.max + MORE }, () => uniqueEmail());
    let served = LOGIN_ACCOUNT_LIMIT.max;
    counts.limits += 1;
    for (const batch of [0, 1, 2, 3, 4].map((part) => others.filter((_, index) => index % 5 === part))) {
      const answers = await Promise.all(batch.map((other, index) => guess(other, 'a wrong guess', everyHeader(index), address)));
      served += answers.filter((answer) => !isStopped(answer)).length;
      counts.disguises += batch.length;
    }
    counts['got past'] += Math.max(0, served - LOGIN_ADDRESS_LIMIT.max);
    expect(served).toBe(LOGIN_ADDRESS_LIMIT.max);
    expect(isStopped(await guess(email, PASSWORD, {}, address))).toBe(true);
  });

  it.each([
    ['register', REGISTER_LIMIT, { password: 'a new password' }],
    ['reset-password', RESET_LIMIT, {}],
  ] as const)(
    'the limit on %s counts an address, whatever client or account the request names',
    async (name, { max }, fields) => {
      const address = nextAddress();
      await expectLimit(max, (index) =>
        // Not a person's address, so that no mail is sent and nothing is hashed.
        post(`/api/v1/${name}`, { email: `nobody-${index}`, ...fields }, everyHeader(index), address),
      );
    },
  );

  it('the limit on codes for a new password counts an address, whatever client the request names', async () => {
    const address = nextAddress();
    await expectLimit(NEW_PASSWORD_LIMIT.max, (index) =>
      post('/api/v1/new-password', { password: 'a new password', password_code: `code ${index}` }, everyHeader(index), address),
    );
  });

  it.each(limited.filter(([, { access }]) => access === 'public'))('the limit of %s counts an address', async (_, row) => {
    const address = nextAddress();
    await expectLimit(await countCalls(row, addressKey(address)), (index) =>
      server.app.inject({ ...disguisedRequest(row, index), headers: everyHeader(index), remoteAddress: address }),
    );
  });

  it.each(limited.filter(([, { access }]) => access !== 'public'))(
    'the limit of %s counts an account, in all its sessions, from all addresses',
    async (_, row) => {
      const person = await addPerson(server, { isOperator: row.access === 'console' });
      const bearers = [person.bearer, await addSession(server, person), await addSession(server, person)];
      // Somebody who is no member learns that alone, before anything is counted.
      const named = row.path.includes('{workspace_id}') ? String(person.id) : undefined;
      const send = (index: number) =>
        server.app.inject({
          ...disguisedRequest(row, index, named),
          headers: { ...everyHeader(index), ...bearers[index % bearers.length] },
          remoteAddress: nextAddress(),
        });
      await expectLimit(await countCalls(row, `account ${person.id}`), send, fewAtOnce.has(row) ? 1 : AT_ONCE);
    },
  );

  it('the limit on API keys counts all keys of an account together, from all addresses', async () => {
    const slow = await startTestServer({ environment: { KEY_REQUESTS_PER_SECOND: '1000', KEY_REQUESTS_PER_MINUTE: '1000' } });
    try {
      const { accountPerMinute } = slow.platform.config.keyLimits;
      const { id } = await addPerson(slow);
      const keys = await Promise.all(Array.from({ length: MAX_API_KEYS }, () => createKey(slow.platform, makerOf(id))));
      await expectLimit(accountPerMinute, (index) => {
        const key = keys[index % keys.length]?.api_key ?? '';
        const headers = {
          ...everyHeader(index),
          ...(index % 2 === 0 ? { 'x-api-key': key } : { authorization: `Bearer ${key}` }),
        };
        return slow.app.inject({ url: '/api/v1/usage', headers, remoteAddress: nextAddress() });
      });
    } finally {
      await slow.close();
    }
  });

  describe('on all calls of one address', () => {
    const MAX = 10;
    let narrow: TestServer;
    beforeAll(async () => {
      narrow = await startTestServer({ environment: { REQUESTS_PER_MINUTE: String(MAX), TRUST_PROXY: 'loopback' } });
      await narrow.app.listen({ host: '127.0.0.1', port: 0 });
    });
    afterAll(() => narrow.close());

    it('the limit counts every spelling of a path that the router reads', async () => {
      const { bearer, email } = await addPerson(narrow);
      let reaching = 0;
      for (const path of spellingsOfPath('/api/v1/me')) {
        const address = nextAddress();
        const answers: string[] = [];
        for (let index = 0; index < MAX + 2; index += 1)
          answers.push(await sendRaw(narrow, path, { ...bearer, 'x-forwarded-for': address }));
        const served = answers.filter((answer) => answer.startsWith('HTTP/1.1 200 ') && answer.includes(email));
        if (served.length > 0) reaching += 1;
        counts.limits += 1;
        counts.disguises += answers.length;
        counts.refusals += answers.filter((answer) => answer.startsWith('HTTP/1.1 429 ')).length;
        counts['got past'] += Math.max(0, served.length - MAX);
        expect([0, MAX], path).toContain(served.length);
        // Responses under another spelling are not cached either.
        for (const answer of served) expect(answer).toMatch(/^cache-control: no-store\r$/im);
      }
      expect(reaching).toBeGreaterThan(5);
    });

    it('the limit counts an IPv6 network as one address, in every notation', async () => {
      await expectLimit(MAX, (index) =>
        narrow.app.inject({ url: '/api/v1/me', remoteAddress: `2001:0db8:00AB:1::${(index + 1).toString(16)}` }),
      );
      await expectLimit(MAX, (index) =>
        narrow.app.inject({ url: '/api/v1/me', remoteAddress: index % 2 === 0 ? '203.0.113.200' : '::ffff:203.0.113.200' }),
      );
    });

    it('only what a proxy added itself is believed', async () => {
      const real = nextAddress();
      await expectLimit(MAX, (index) => {
        const { 'x-forwarded-for': invented, ...others } = everyHeader(index);
        const headers = { ...others, 'x-forwarded-for': `${invented}, ${real}` };
        return narrow.app.inject({ url: '/api/v1/me', remoteAddress: '127.0.0.1', headers });
      });
      const direct = nextAddress();
      await expectLimit(MAX, (index) =>
        narrow.app.inject({ url: '/api/v1/me', remoteAddress: direct, headers: everyHeader(index) }),
      );
    });
  });

  it('every refusal by a limit says when to try again', () => {
    expect(counts).toMatchObject({ 'without a time to come back': 0, 'got past': 0 });
  });
});

/** The same row by another method or another spelling of its path, by turns. */
function disguisedRequest(row: EndpointDefinition, index: number, named?: string) {
  const request = sampleRequest(row, named === undefined ? {} : { named });
  const hasHead =
    row.method === 'GET' && row.hasEffect !== true && row.hasDownloadSibling !== true && row.success.kind === 'json';
  const isHead = hasHead && index % 3 === 1;
  const url = index % 3 === 2 ? request.url.replace('/api/', '/%61pi/') : request.url;
  return { ...request, url, method: isHead ? ('HEAD' as const) : request.method };
}

/** A request as raw bytes, which no client normalises. Resolves with the whole response. */
async function sendRaw({ app }: TestServer, path: string, headers: Headers): Promise<string> {
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(address.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.once('close', () => resolve(answer)).once('error', reject);
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return promise;
}
