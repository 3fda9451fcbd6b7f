import { randomUUID } from 'node:crypto';
import {
  beginTwoFactor,
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  listSessions,
  prove,
  renewRecoveryCodes,
  updateProfile,
} from '@leadloom/shared/contract/account-settings';
import { updateDestination } from '@leadloom/shared/contract/destinations';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { type Browser, openBrowser } from '../../../testing/browser.ts';
import { switchOnSecondFactor } from '../../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

/** Endpoints that require the password in addition to the session. */
const passwordRows = [changePassword, changeEmail, prove, beginTwoFactor, renewRecoveryCodes, disableTwoFactor, deleteAccount];

describe('access to account settings', () => {
  let server: TestServer;
  const methodOf = ({ method }: EndpointDefinition) => (method === 'GET' || method === 'DELETE' ? method : 'POST');
  const call = (
    browser: Browser,
    row: EndpointDefinition,
    options: { bearer?: string; body?: object; headers?: Record<string, string> },
  ) => browser.call(methodOf(row), row.path.replace('{session_id}', randomUUID()), options);
  /** A body the endpoint accepts, with this password. */
  const bodyOf = (row: EndpointDefinition, password: string): { body: object } => {
    const bodies = new Map<EndpointDefinition, object>([
      [updateProfile, { fullName: 'Alba Norr' }],
      [changePassword, { current_password: password, new_password: 'another password' }],
      [changeEmail, { password, new_email: 'elsewhere@example.com' }],
      [prove, { password }],
      [enableTwoFactor, { code: '000000' }],
      [beginTwoFactor, { password }],
      [renewRecoveryCodes, { password, code: '000000' }],
      [disableTwoFactor, { password, code: '000000' }],
      [deleteAccount, { password }],
    ]);
    return { body: bodies.get(row) ?? {} };
  };
  const snapshot = async ({ email }: TestAccount) => {
    const { rows } = await server.database.execute(
      sql`select accounts::text as account, (select array_agg(sessions::text order by id) from sessions where account_id = accounts.id) as sessions
        from accounts where email = ${email}`,
    );
    return rows;
  };
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each(passwordRows)('$method $path refuses a wrong password, and limits guesses', async (row) => {
    const account = await createVerifiedAccount(server);
    const before = await snapshot(account);
    const guess = () => call(account.browser, row, { bearer: account.accessToken, ...bodyOf(row, 'not the password') });
    expect(await guess()).toMatchObject({ status: 403, body: { code: 'AUTH.PASSWORD_WRONG' } });
    const answers = await Promise.all(Array.from({ length: 15 }, guess));
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
    const right = await call(account.browser, row, { bearer: account.accessToken, ...bodyOf(row, account.password) });
    expect(right.status).toBe(429);
    expect(await snapshot(account)).toEqual(before);
  });

  it('every endpoint with a password field requires the password', () => {
    const takesPassword = ({ body }: EndpointDefinition) =>
      body !== undefined && 'shape' in body.def && Object.keys(body.def.shape).some(isPassword);
    const isPassword = (field: string) => field === 'password' || field === 'current_password';
    // The password of an SFTP server is not the account's.
    const isOfAccount = (row: EndpointDefinition) => row.access !== 'public' && row !== updateDestination;
    const taking = Object.values(endpoints).filter((row: EndpointDefinition) => isOfAccount(row) && takesPassword(row));
    expect(new Set<EndpointDefinition>(taking)).toEqual(new Set<EndpointDefinition>(passwordRows));
  });

  it.each(passwordRows)('$method $path refuses the password alone if the second factor is on', async (row) => {
    const account = await createVerifiedAccount(server);
    const authenticator = await switchOnSecondFactor(server, account);
    const wrong = authenticator.code() === '000000' ? '000001' : '000000';
    const before = await snapshot(account);
    const send = (body: object) => call(account.browser, row, { bearer: account.accessToken, body });
    const { code: _, ...body } = { code: '', ...bodyOf(row, account.password).body };
    // A second factor that is already on cannot be enabled again.
    if (row === beginTwoFactor) expect(await send(body)).toMatchObject({ status: 409, body: { code: 'TWO_FACTOR.ALREADY_ON' } });
    else {
      expect([400, 401]).toContain((await send(body)).status);
      expect(await send({ ...body, code: wrong })).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR.CODE_WRONG' } });
    }
    expect(await snapshot(account)).toEqual(before);
  });

  it(`${confirmEmail.method} ${confirmEmail.path} answers without a session, and signs nobody in`, async () => {
    const answer = await openBrowser(server.app).call('POST', confirmEmail.path, { body: { code: 'none-of-ours' } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'VERIFICATION.INCORRECT' }, setCookies: [] });
  });

  it('account settings except a second factor are open to unverified accounts', async () => {
    const account = await createAccount(server);
    const answerOf = (row: EndpointDefinition) =>
      call(account.browser, row, { bearer: account.accessToken, ...bodyOf(row, account.password) });
    for (const row of [updateProfile, listSessions, getTwoFactor]) expect((await answerOf(row)).status).toBe(200);
    for (const row of [beginTwoFactor, enableTwoFactor])
      expect(await answerOf(row)).toMatchObject({ status: 403, body: { code: 'AUTH.NOT_VERIFIED' } });
  });

  it('nobody can end other people’s sessions', async () => {
    const [owner, stranger] = [await createAccount(server), await createAccount(server)];
    const { body } = await owner.browser.call('GET', '/sessions', { bearer: owner.accessToken });
    const [session] = listSessions.success.body.parse(body).sessions;
    const ended = await stranger.browser.call('DELETE', `/sessions/${session?.id}`, { bearer: stranger.accessToken });
    expect(ended).toMatchObject({ status: 404, body: { code: 'SESSION.NOT_FOUND' } });
    const others = await stranger.browser.call('POST', '/sessions/end-others', { bearer: stranger.accessToken });
    expect(others.body).toEqual({ ended: 0 });
    expect((await owner.browser.call('GET', '/me', { bearer: owner.accessToken })).status).toBe(200);
  });
});
