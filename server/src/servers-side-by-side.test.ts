import { setTimeout as sleep } from 'node:timers/promises';
import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE_LIMIT, LOGIN_ACCOUNT_LIMIT, RESET_LIMIT } from './modules/accounts/sign-in/throttle.ts';
import { createVerifiedAccount, type TestAccount, uniqueEmail, untilMailsAreSent } from './testing/accounts.ts';
import { openBrowser } from './testing/browser.ts';
import { createKeyHolder } from './testing/key-holder.ts';
import { switchOnSecondFactor } from './testing/second-factor.ts';
import { addRows } from './testing/table-rows.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const ADDRESS_LIMIT = 400;
const environment = {
  REQUESTS_PER_MINUTE: String(ADDRESS_LIMIT),
  KEY_REQUESTS_PER_MINUTE: '1000',
  ACCOUNT_REQUESTS_PER_MINUTE: '1000',
};

describe('two servers on one database', { timeout: 60_000 }, () => {
  let one: TestServer;
  let other: TestServer;
  let nextAddress = 1;
  const serverAt = (index: number): TestServer => (index % 2 === 0 ? one : other);
  /** As a balancer does: each call at another server. */
  const alternately = async <Answer>(count: number, call: (server: TestServer, index: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, index) => call(serverAt(index), index)));
  const address = (): string => {
    nextAddress += 1;
    return `198.18.${Math.floor(nextAddress / 250)}.${nextAddress % 250}`;
  };
  const statusOf = async (server: TestServer, path: string, headers: Record<string, string>) =>
    (await server.app.inject({ url: `/api/v1${path}`, headers, remoteAddress: address() })).statusCode;
  const login = (server: TestServer, from: string, body: object) =>
    openBrowser(server.app, { address: from }).call('POST', '/login', { body });

  beforeAll(async () => {
    one = await startTestServer({ environment });
    other = await startTestServer({ environment, beside: one });
    // In operation this happens every second.
    await one.app.presence.look();
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  describe('count together', () => {
    it('wrong passwords, exactly', async () => {
      const { email } = await createVerifiedAccount(one);
      const from = address();
      const answers = await alternately(40, (server) => login(server, from, { email, password: 'a wrong guess' }));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(LOGIN_ACCOUNT_LIMIT.max);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - LOGIN_ACCOUNT_LIMIT.max);
    });

    it('second factors, exactly, and a server that is started later knows of them', async () => {
      const account = await createVerifiedAccount(one);
      const app = await switchOnSecondFactor(one, account);
      const wrong = ['000000', '000001', '000002', '000003'].find((code) => ![-1, 0, 1].some((step) => app.code(step) === code));
      const guess = (server: TestServer, code = wrong) =>
        login(server, address(), { email: account.email, password: account.password, code });
      const answers = await alternately(30, (server) => guess(server));
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(CODE_LIMIT.max);
      const later = await startTestServer({ environment, beside: one });
      expect((await guess(later, app.nextCode())).status).toBe(429);
      await later.close();
    });

    it('requests for a reset from one address, exactly', async () => {
      const from = address();
      const ask = (server: TestServer) =>
        openBrowser(server.app, { address: from }).call('POST', '/reset-password', { body: { email: uniqueEmail() } });
      const answers: { status: number }[] = [];
      for (let round = 0; round < 4; round += 1) answers.push(...(await alternately(30, ask)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(RESET_LIMIT.max);
    });

    it('calls with a key: ten in any second, and no burst beyond', async () => {
      const holder = await createKeyHolder(one);
      const allowed: number[] = [];
      const call = async (server: TestServer) => {
        const status = await statusOf(server, '/usage', holder.headers);
        if (status === 200) allowed.push(performance.now());
        else expect(status).toBe(429);
      };
      const burst = await alternately(40, call);
      expect(burst).toHaveLength(40);
      expect(allowed).toHaveLength(10);
      const startedAt = allowed[0] ?? 0;
      for (let index = 0; performance.now() < startedAt + 2_500; index += 1) {
        await call(serverAt(index));
        await sleep(20);
      }
      // Each was permitted before it was answered.
      expect(allowed.length).toBeGreaterThan(20);
      expect(allowed.length).toBeLessThanOrEqual(35);
    });

    it('calls from one address, within a tenth', async () => {
      const from = address();
      const call = (server: TestServer) => server.app.inject({ url: '/api/v1/me', remoteAddress: from });
      let served = 0;
      for (let round = 0; round < 6; round += 1) {
        const answers = await alternately(100, call);
        served += answers.filter(({ statusCode }) => statusCode === 401).length;
      }
      expect(served).toBeGreaterThanOrEqual(ADDRESS_LIMIT * 0.9);
      expect(served).toBeLessThanOrEqual(ADDRESS_LIMIT * 1.1);
    });
  });

  it('several servers send each mail once', async () => {
    const emails = Array.from({ length: 20 }, () => uniqueEmail());
    await alternately(emails.length, (server, index) =>
      openBrowser(server.app, { address: address() }).call('POST', '/register', {
        body: { email: emails[index], password: 'a fine password' },
      }),
    );
    await untilMailsAreSent(one);
    await expect
      .poll(() =>
        one.mails
          .filter(({ to }) => emails.includes(to))
          .map(({ to }) => to)
          .toSorted(),
      )
      .toEqual(emails.toSorted());
  });

  describe('show at once what the other has acknowledged', () => {
    const known = async (): Promise<TestAccount> => {
      const account = await createVerifiedAccount(one);
      // The other one has met the account, so whatever it remembers it remembers now.
      expect(await statusOf(other, '/me', account.headers)).toBe(200);
      return account;
    };

    it('the end of a session', async () => {
      const account = await known();
      expect((await account.browser.call('POST', '/logout', { bearer: account.accessToken })).status).toBe(200);
      expect(await statusOf(other, '/me', account.headers)).toBe(401);
    });

    it('another password, with the end of other sessions', async () => {
      const account = await known();
      const elsewhere = openBrowser(other.app, { address: address() });
      const { email, password } = account;
      const second = await elsewhere.call('POST', '/login', { body: { email, password } });
      const body = { current_password: password, new_password: 'another fine password' };
      expect((await account.browser.call('POST', '/change-password', { bearer: account.accessToken, body })).status).toBe(200);
      expect(await statusOf(other, '/me', { authorization: `Bearer ${String(second.body.access_token)}` })).toBe(401);
      expect((await login(other, address(), { email, password })).status).toBe(401);
      expect((await login(other, address(), { email, password: 'another fine password' })).status).toBe(200);
    });

    it('a block', async () => {
      const account = await known();
      const holder = await createKeyHolder(one, account);
      expect(await statusOf(other, '/usage', holder.headers)).toBe(200);
      await one.database.execute(sql`update accounts set blocked_at = now() where email = ${account.email}`);
      expect(await statusOf(other, '/me', account.headers)).toBe(401);
      expect(await statusOf(other, '/usage', holder.headers)).toBe(401);
    });

    it('a deleted key', async () => {
      const holder = await createKeyHolder(one);
      const { headers, account, keyId } = holder;
      expect(await statusOf(other, '/usage', headers)).toBe(200);
      const deleted = await account.browser.call('POST', '/delete-api-key', { bearer: account.accessToken, body: { id: keyId } });
      expect(deleted.status).toBe(204);
      expect(await statusOf(other, '/usage', headers)).toBe(401);
    });

    it('rows, on a page and in its total that were asked for before', async () => {
      const { headers } = await known();
      const read = async (server: TestServer) => {
        const answer = await server.app.inject({
          url: '/api/v1/table/companies?search_query=Beside',
          headers,
          remoteAddress: address(),
        });
        const { data, total } = answer.json();
        return { names: data.map(({ name }: { name: string }) => name).toSorted(), total };
      };
      for (const names of [['Beside 1'], ['Beside 1', 'Beside 2']]) {
        await addRows(one.database, companies, [{ name: names.at(-1) }]);
        for (const server of [other, one, other]) expect(await read(server)).toEqual({ names, total: names.length });
      }
    });
  });
});
