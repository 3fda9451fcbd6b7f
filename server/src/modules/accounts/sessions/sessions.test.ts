import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../app.ts';
import { createAccount, type TestAccount } from '../../../testing/accounts.ts';
import { type Answer, openBrowser } from '../../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { REFRESH_GRACE_SECONDS, SESSION_IDLE_DAYS } from './sessions.service.ts';

const DAY = 24 * 3600 * 1000;

describe('sessions', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const refresh = ({ browser }: TestAccount, bearer: string) => browser.call('POST', '/refresh', { bearer });
  const refreshTokenOf = (answer: Answer) => String(answer.body.refresh_token);
  const accessTokenOf = (answer: Answer) => String(answer.body.access_token);
  const isLive = async (account: TestAccount, accessToken: string) =>
    (await account.browser.call('GET', '/me', { bearer: accessToken })).status === 200;
  const countSessions = async (email: string) => {
    const { rows } = await server.database.execute(
      sql`select count(*)::int as found from sessions join accounts on accounts.id = account_id where email = ${email}`,
    );
    return rows[0]?.found;
  };
  /** Moves the last refresh into the past by this time, by the database's clock. */
  const passSinceRotation = ({ email }: TestAccount, seconds: number) =>
    server.database.execute(
      sql`update sessions set rotated_at = rotated_at - make_interval(secs => ${seconds})
        from accounts where accounts.id = account_id and email = ${email}`,
    );
  const revocation = async (email: string) => {
    const { rows } = await server.database.execute(
      sql`select revoked_reason from sessions join accounts on accounts.id = account_id where email = ${email}`,
    );
    return rows[0]?.revoked_reason;
  };

  it('each refresh returns a new pair of tokens and renews the cookies', async () => {
    const account = await createAccount(server);
    const first = await refresh(account, account.refreshToken);
    expect(first.status).toBe(200);
    expect(Object.keys(first.body).sort()).toEqual(['access_token', 'refresh_token']);
    expect(refreshTokenOf(first)).not.toBe(account.refreshToken);
    expect(first.setCookies.map((cookie) => cookie.split('=')[0])).toEqual([
      'leadloom_session',
      'leadloom_access',
      'leadloom_sandbox',
      'XSRF-TOKEN',
    ]);
    const second = await refresh(account, refreshTokenOf(first));
    expect(second.status).toBe(200);
    expect(await isLive(account, accessTokenOf(second))).toBe(true);
  });

  it('fifty parallel refreshes get the same successor', async () => {
    const account = await createAccount(server);
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(account, account.refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const [successor, ...others] = [...new Set(answers.map(refreshTokenOf))];
    expect(others).toEqual([]);
    for (const answer of answers) expect(await isLive(account, accessTokenOf(answer))).toBe(true);
    expect(await countSessions(account.email)).toBe(1);
    expect((await refresh(account, successor ?? '')).status).toBe(200);
  });

  it('a lost refresh response is repeated, even after a restart of the server', async () => {
    const account = await createAccount(server);
    const lost = await refresh(account, account.refreshToken);
    const restarted = await buildApp(server.platform);
    try {
      const browser = openBrowser(restarted);
      for (const [name, cookie] of account.browser.cookies) browser.cookies.set(name, cookie);
      const retried = await browser.call('POST', '/refresh', { bearer: account.refreshToken });
      expect(retried.status).toBe(200);
      expect(refreshTokenOf(retried)).toBe(refreshTokenOf(lost));
      expect((await browser.call('POST', '/refresh', { bearer: refreshTokenOf(retried) })).status).toBe(200);
    } finally {
      await restarted.close();
    }
  });

  it('a lost refresh response is repeated after any time, as long as no part of it was used', async () => {
    const account = await createAccount(server);
    const lost = await refresh(account, account.refreshToken);
    for (const hours of [1, 24 * 20]) {
      await passSinceRotation(account, hours * 3600);
      server.clock.advance(hours * 3_600_000);
      const retried = await refresh(account, account.refreshToken);
      expect(retried.status).toBe(200);
      expect(refreshTokenOf(retried)).toBe(refreshTokenOf(lost));
      expect(await countSessions(account.email)).toBe(1);
    }
    const arrived = await refresh(account, account.refreshToken);
    expect((await refresh(account, refreshTokenOf(arrived))).status).toBe(200);
    expect((await refresh(account, account.refreshToken)).status).toBe(401);
    expect(await revocation(account.email)).toBe('reuse');
  });

  it('the previous token is accepted until the end of the grace after its successor was used, for parallel tabs', async () => {
    const account = await createAccount(server);
    const successor = await refresh(account, account.refreshToken);
    expect(await isLive(account, accessTokenOf(successor))).toBe(true);
    await passSinceRotation(account, REFRESH_GRACE_SECONDS - 5);
    const beside = await refresh(account, account.refreshToken);
    expect(refreshTokenOf(beside)).toBe(refreshTokenOf(successor));
  });

  it('using the previous token after the grace, when its successor was used, ends the whole session', async () => {
    const account = await createAccount(server);
    const successor = await refresh(account, account.refreshToken);
    expect(await isLive(account, accessTokenOf(successor))).toBe(true);
    await passSinceRotation(account, REFRESH_GRACE_SECONDS + 1);
    expect((await refresh(account, account.refreshToken)).status).toBe(401);
    expect((await refresh(account, refreshTokenOf(successor))).status).toBe(401);
    expect(await isLive(account, accessTokenOf(successor))).toBe(false);
    expect(await revocation(account.email)).toBe('reuse');
  });

  it('the grace is measured by the database’s clock, whatever this server’s clock says', async () => {
    const account = await createAccount(server);
    const successor = await refresh(account, account.refreshToken);
    expect(await isLive(account, accessTokenOf(successor))).toBe(true);
    server.clock.advance((REFRESH_GRACE_SECONDS + 1) * 1000);
    expect((await refresh(account, account.refreshToken)).status).toBe(200);
  });

  it('an access cookie is not a sign that the response arrived, because a script may have missed it', async () => {
    const account = await createAccount(server);
    await refresh(account, account.refreshToken);
    expect((await account.browser.call('GET', '/me')).status).toBe(200);
    await passSinceRotation(account, 3600);
    expect((await refresh(account, account.refreshToken)).status).toBe(200);
  });

  it('an access token from before the refresh is not a sign that the response arrived', async () => {
    const account = await createAccount(server);
    await refresh(account, account.refreshToken);
    expect(await isLive(account, account.accessToken)).toBe(true);
    await passSinceRotation(account, 3600);
    expect((await refresh(account, account.refreshToken)).status).toBe(200);
  });

  it('using a token older than the previous one within the grace ends the whole session', async () => {
    const account = await createAccount(server);
    const child = await refresh(account, account.refreshToken);
    const grandchild = await refresh(account, refreshTokenOf(child));
    expect((await refresh(account, account.refreshToken)).status).toBe(401);
    for (const dead of [account.refreshToken, refreshTokenOf(child), refreshTokenOf(grandchild)])
      expect((await refresh(account, dead)).status).toBe(401);
    for (const dead of [account.accessToken, accessTokenOf(child), accessTokenOf(grandchild)])
      expect(await isLive(account, dead)).toBe(false);
  });

  it('a stolen token without its browser’s cookie can neither refresh nor end the session', async () => {
    const account = await createAccount(server);
    const thief = openBrowser(server.app);
    expect((await thief.call('POST', '/refresh', { bearer: account.refreshToken })).status).toBe(401);
    const other = await createAccount(server);
    expect((await refresh(other, account.refreshToken)).status).toBe(401);
    const successor = await refresh(account, account.refreshToken);
    expect(successor.status).toBe(200);
    expect(await isLive(account, accessTokenOf(successor))).toBe(true);
    await passSinceRotation(account, REFRESH_GRACE_SECONDS + 1);
    expect((await thief.call('POST', '/refresh', { bearer: account.refreshToken })).status).toBe(401);
    expect((await refresh(other, account.refreshToken)).status).toBe(401);
    expect((await refresh(account, refreshTokenOf(successor))).status).toBe(200);
  });

  it('a session cannot be refreshed by the cookie alone', async () => {
    const account = await createAccount(server);
    expect(await account.browser.call('POST', '/refresh')).toMatchObject({
      status: 401,
      body: { code: 'AUTH.SESSION_REQUIRED' },
    });
  });

  it('a token with a changed session, generation or signature is refused', async () => {
    const account = await createAccount(server);
    const [sessionId = '', generation = '', signature = ''] = account.refreshToken.split('.');
    const wrong = [
      `${sessionId}.1.${signature}`,
      `${sessionId}.00.${signature}`,
      `${sessionId.toUpperCase()}.${generation}.${signature}`,
      `${sessionId}.${generation}.${'A'.repeat(43)}`,
      `${account.refreshToken}=`,
      `${crypto.randomUUID()}.${generation}.${signature}`,
    ];
    for (const token of wrong) expect((await refresh(account, token)).status).toBe(401);
    expect((await refresh(account, account.refreshToken)).status).toBe(200);
  });

  it('a session ends after thirty days without a refresh, and lasts with one', async () => {
    const account = await createAccount(server);
    server.clock.advance((SESSION_IDLE_DAYS - 1) * DAY);
    const renewed = await refresh(account, account.refreshToken);
    expect(renewed.status).toBe(200);
    server.clock.advance((SESSION_IDLE_DAYS - 1) * DAY);
    const again = await refresh(account, refreshTokenOf(renewed));
    expect(again.status).toBe(200);
    server.clock.advance(SESSION_IDLE_DAYS * DAY);
    expect((await refresh(account, refreshTokenOf(again))).status).toBe(401);
  });

  it('the value of the session cookie is stored only as a hash', async () => {
    const account = await createAccount(server);
    const { rows } = await server.database.execute(sql`select row_to_json(sessions)::text as row from sessions`);
    const binding = account.browser.cookies.get('leadloom_session')?.value ?? '';
    expect(binding.split('.')[1]).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(binding.split('.')[1]);
  });
});
