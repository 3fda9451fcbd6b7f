import { randomUUID } from 'node:crypto';
import { listSessions } from '@leadloom/shared/contract/account-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, signIn, type TestAccount } from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { createKeyHolder } from '../../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createKeyFinder } from '../../keys/keys.service.ts';
import { SESSION_IDLE_DAYS } from './sessions.service.ts';

const MINUTE = 60_000;
const DAY = 24 * 3600 * 1000;

describe('the sessions of an account', () => {
  let server: TestServer;
  const list = async ({ browser, accessToken }: TestAccount) =>
    listSessions.success.body.parse((await browser.call('GET', '/sessions', { bearer: accessToken })).body).sessions;
  const end = ({ browser, accessToken }: TestAccount, id: string) =>
    browser.call('DELETE', `/sessions/${id}`, { bearer: accessToken });
  const statusOf = async ({ browser, accessToken }: TestAccount) =>
    (await browser.call('GET', '/me', { bearer: accessToken })).status;
  const signInElsewhere = ({ email, password }: TestAccount, address?: string) =>
    signIn(openBrowser(server.app, address === undefined ? {} : { address }), email, password);
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('sessions are listed newest first, with their origin', async () => {
    const first = await createAccount(server);
    server.clock.advance(MINUTE);
    const second = await signInElsewhere(first, '192.0.2.77');
    const [newer, older, ...others] = await list(second);
    expect(others).toEqual([]);
    expect(newer).toMatchObject({ is_current: true, address: '192.0.2.77', created_at: server.clock.now().toISOString() });
    expect(older).toMatchObject({ is_current: false });
    expect((await list(first)).map(({ is_current: isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  it('only one line of a browser’s name is stored', async () => {
    const { email, password } = await createAccount(server);
    const browser = openBrowser(server.app);
    const headers = { 'user-agent': `Example Browser ${'x'.repeat(5000)}` };
    const { body } = await browser.call('POST', '/login', { body: { email, password }, headers });
    const answer = await browser.call('GET', '/sessions', { bearer: String(body.access_token) });
    const { sessions } = listSessions.success.body.parse(answer.body);
    const session = sessions.find(({ is_current: isCurrent }) => isCurrent);
    expect(session?.user_agent).toMatch(/^Example Browser x+$/);
    expect(session?.user_agent?.length).toBe(200);
  });

  it('the last use of a session is shown to the minute', async () => {
    const account = await createAccount(server);
    const minuteOf = (time: Date) => new Date(Math.floor(time.getTime() / MINUTE) * MINUTE).toISOString();
    expect(await list(account)).toMatchObject([{ last_used_at: minuteOf(server.clock.now()) }]);
    server.clock.advance(7 * MINUTE + 1234);
    const { body } = await account.browser.call('POST', '/refresh', { bearer: account.refreshToken });
    const refreshed = { ...account, accessToken: String(body.access_token) };
    expect(await list(refreshed)).toMatchObject([{ last_used_at: minuteOf(server.clock.now()) }]);
  });

  it('a session can be ended once, with immediate effect', async () => {
    const [here, there] = await (async () => {
      const account = await createAccount(server);
      return [account, await signInElsewhere(account)];
    })();
    const other = (await list(here)).find(({ is_current: isCurrent }) => !isCurrent);
    expect((await end(here, other?.id ?? '')).status).toBe(204);
    expect(await statusOf(there)).toBe(401);
    expect((await there.browser.call('POST', '/refresh', { bearer: there.refreshToken })).status).toBe(401);
    expect(await statusOf(here)).toBe(200);
    expect(await list(here)).toHaveLength(1);
    expect(await end(here, other?.id ?? '')).toMatchObject({ status: 404, body: { code: 'SESSION.NOT_FOUND' } });
  });

  it('a session can end itself, which clears its cookies', async () => {
    const account = await createAccount(server);
    const [own] = await list(account);
    expect((await end(account, own?.id ?? '')).status).toBe(204);
    expect(await statusOf(account)).toBe(401);
    expect([...account.browser.cookies.keys()]).toEqual(['leadloom_device']);
  });

  it('all sessions except the current one can be ended together', async () => {
    const account = await createAccount(server);
    const others = [await signInElsewhere(account), await signInElsewhere(account), await signInElsewhere(account)];
    const answer = await account.browser.call('POST', '/sessions/end-others', { bearer: account.accessToken });
    expect(answer).toMatchObject({ status: 200, body: { ended: 3 } });
    for (const other of others) expect(await statusOf(other)).toBe(401);
    expect(await list(account)).toMatchObject([{ is_current: true }]);
  });

  it('ending all sessions revokes the API keys of this account if requested', async () => {
    const [holder, other] = [await createKeyHolder(server), await createKeyHolder(server)];
    const { browser, accessToken: bearer } = holder.account;
    const endOthers = (body?: object) => browser.call('POST', '/sessions/end-others', { bearer, ...(body && { body }) });
    for (const body of [undefined, {}, { revoke_keys: false }]) {
      expect((await endOthers(body)).body).toEqual({ ended: 0 });
      expect(await createKeyFinder(server.platform)(holder.key)).not.toBeNull();
    }
    expect((await endOthers({ revoke_keys: true })).body).toEqual({ ended: 0, revoked_keys: 1 });
    expect(await createKeyFinder(server.platform)(holder.key)).toBeNull();
    expect(await createKeyFinder(server.platform)(other.key)).not.toBeNull();
    expect((await endOthers({ revoke_keys: true })).body).toEqual({ ended: 0, revoked_keys: 0 });
  });

  it('sessions that have ended are not listed', async () => {
    const account = await createAccount(server);
    server.clock.advance(SESSION_IDLE_DAYS * DAY + 1);
    const later = await signInElsewhere(account);
    expect(await list(later)).toMatchObject([{ is_current: true }]);
  });

  it.each([randomUUID(), 'nonsense', '../..', '%00'])('there is no session %s', async (id) => {
    const account = await createAccount(server);
    expect([400, 404]).toContain((await end(account, id)).status);
    expect(await list(account)).toHaveLength(1);
  });
});
