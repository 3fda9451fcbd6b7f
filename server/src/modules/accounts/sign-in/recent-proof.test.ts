import { createApiKey, postApiKey } from '@leadloom/shared/contract/keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount, signIn, type TestAccount } from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { switchOnSecondFactor } from '../../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { OWNER_PASSWORD_LIMIT } from './throttle.ts';

const PROOF_SECONDS = 900;
const needed = { status: 403, body: { code: 'AUTH.PROOF_NEEDED', msg: 'Confirm your password to continue.' } };

describe('what needs a recent proof of the owner', () => {
  let server: TestServer;
  const create = ({ browser, accessToken }: TestAccount, method: 'GET' | 'POST' = 'GET') =>
    browser.call(method, '/create-api-key', { bearer: accessToken });
  const prove = ({ browser, accessToken, password }: TestAccount, body: object = { password }) =>
    browser.call('POST', '/prove', { bearer: accessToken, body });
  /** Access tokens expire with the proof, so the session is refreshed as a browser would. */
  const renew = async (account: TestAccount): Promise<TestAccount> => {
    const { status, body } = await account.browser.call('POST', '/refresh', { bearer: account.refreshToken });
    expect(status).toBe(200);
    const accessToken = String(body.access_token);
    return { ...account, accessToken, refreshToken: String(body.refresh_token) };
  };
  const later = async (account: TestAccount, seconds = PROOF_SECONDS + 1) => {
    server.clock.advance(seconds * 1000);
    return renew(account);
  };
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each([createApiKey, postApiKey])('$method $path works after a sign-in, and is refused later', async ({ method }) => {
    const account = await createVerifiedAccount(server);
    expect((await create(account, method)).status).toBe(200);
    const atTheEnd = await later(account, PROOF_SECONDS);
    expect((await create(atTheEnd, method)).status).toBe(200);
    expect(await create(await later(atTheEnd, 1), method)).toMatchObject(needed);
  });

  it('proving the password allows sensitive actions for the same time again', async () => {
    const account = await later(await createVerifiedAccount(server));
    expect(await create(account)).toMatchObject(needed);
    expect((await prove(account)).status).toBe(204);
    expect((await create(account)).status).toBe(200);
    expect(await create(await later(account))).toMatchObject(needed);
  });

  it('a refresh does not renew the proof', async () => {
    const account = await createVerifiedAccount(server);
    let current = account;
    for (let refreshes = 0; refreshes < 4; refreshes += 1) current = await later(current, PROOF_SECONDS / 4);
    current = await later(current, 1);
    expect(await create(current)).toMatchObject(needed);
  });

  it('a proof is only valid in its session', async () => {
    const first = await createVerifiedAccount(server);
    const second = await signIn(openBrowser(server.app), first.email, first.password);
    const [here, there] = [await later(first), await renew(second)];
    expect((await prove(here)).status).toBe(204);
    expect((await create(here)).status).toBe(200);
    expect(await create(there)).toMatchObject(needed);
  });

  it('a wrong password is no proof, and guesses are limited', async () => {
    const account = await later(await createVerifiedAccount(server));
    const wrong = { password: 'not the password' };
    expect(await prove(account, wrong)).toMatchObject({ status: 403, body: { code: 'AUTH.PASSWORD_WRONG' } });
    const answers = await Promise.all(Array.from({ length: OWNER_PASSWORD_LIMIT.max }, () => prove(account, wrong)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await prove(account)).status).toBe(429);
    expect(await create(account)).toMatchObject(needed);
  });

  it('a proof requires the second factor if it is on', async () => {
    const account = await createVerifiedAccount(server);
    const authenticator = await switchOnSecondFactor(server, account);
    const current = await later(account);
    const { password } = current;
    expect(await prove(current)).toMatchObject({ status: 401, body: { code: 'TWO_FACTOR.CODE_REQUIRED' } });
    expect(await prove(current, { password, code: '000000' })).toMatchObject({ body: { code: 'TWO_FACTOR.CODE_WRONG' } });
    expect(await create(current)).toMatchObject(needed);
    expect((await prove(current, { password, code: authenticator.nextCode() })).status).toBe(204);
    expect((await create(current)).status).toBe(200);
  });

  it('an unverified owner can prove the password, which grants nothing more', async () => {
    const account = await later(await createAccount(server));
    expect((await prove(account)).status).toBe(204);
    expect((await create(account)).body.code).toBe('AUTH.NOT_VERIFIED');
  });

  it('a proof is valid for as long as the operator sets', async () => {
    const strict = await startTestServer({ environment: { PROOF_SECONDS: '60' } });
    try {
      const account = await createVerifiedAccount(strict);
      expect((await create(account)).status).toBe(200);
      strict.clock.advance(61_000);
      expect(await create(account)).toMatchObject(needed);
    } finally {
      await strict.close();
    }
  });
});
