import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../http/app-error.ts';
import {
  accountIdOf,
  createAccount,
  createVerifiedAccount,
  signIn,
  type TestAccount,
  waitForMail,
} from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { fillTables, tablesHolding } from '../../../testing/fill-tables.ts';
import { switchOnSecondFactor } from '../../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createKeyFinder } from '../../keys/keys.service.ts';
import { applySampleData, sampleCredentials } from '../../sample-data/sample-data.service.ts';
import { createMemberships } from '../../workspaces/leave-all-workspaces.ts';
import { createAccountParts } from '../account-parts.ts';
import { createSessions } from '../sessions/sessions.service.ts';
import { createAccountEnd } from './account-end.service.ts';

describe('the end of an account', () => {
  let server: TestServer;
  const remove = ({ browser, accessToken, password }: TestAccount, more: object = {}) =>
    browser.call('POST', '/delete-account', { bearer: accessToken, body: { password, ...more } });
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('deleting an account removes its rows from every table and keeps everything of others', async () => {
    const [account, other] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const accountId = await accountIdOf(server, account.email);
    const { mark, tables } = await fillTables(server, accountId);
    const kept = await fillTables(server, await accountIdOf(server, other.email));
    // Rows that only look like a subscription would be requested from the provider.
    await server.database.execute(sql`delete from billing_customers where account_id = ${accountId}`);
    expect((await tablesHolding(server, mark)).length).toBeGreaterThan(10);
    expect(await remove(account)).toMatchObject({
      status: 200,
      body: { msg: 'Your account and everything it held are deleted.' },
    });
    expect(await tablesHolding(server, mark)).toEqual([]);
    expect(await tablesHolding(server, account.email)).toEqual([]);
    expect((await tablesHolding(server, kept.mark)).length).toBeGreaterThan(10);
    const { rows } = await server.database.execute(
      sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'account_id'`,
    );
    expect(rows.length).toBeGreaterThan(12);
    for (const { name } of rows) {
      // An account is a member from registration on. The last two count what is in the others.
      expect([...tables, 'workspace_members', 'account_storage', 'linkedin_raw_answer_sizes']).toContain(name);
      const left = await server.database.execute(
        sql`select 1 from ${sql.identifier(String(name))} where account_id = ${accountId}`,
      );
      expect(left.rows, String(name)).toEqual([]);
    }
  });

  it('deleting an account ends its sessions and keys at once, clears the cookies and sends a last mail', async () => {
    const account = await createVerifiedAccount(server);
    const elsewhere = await signIn(openBrowser(server.app), account.email, account.password);
    const { body: key } = await account.browser.call('GET', '/create-api-key', { bearer: account.accessToken });
    expect((await remove(account)).status).toBe(200);
    expect([...account.browser.cookies.keys()]).toEqual(['leadloom_device']);
    for (const { browser, accessToken, refreshToken } of [account, elsewhere]) {
      expect((await browser.call('GET', '/me', { bearer: accessToken })).status).toBe(404);
      expect((await browser.call('GET', '/sessions', { bearer: accessToken })).status).toBe(401);
      expect((await browser.call('POST', '/refresh', { bearer: refreshToken })).status).toBe(401);
    }
    expect(await createKeyFinder(server.platform)(String(key.api_key))).toBeNull();
    await waitForMail(server, account.email, /account was deleted/);
    await expect(signIn(openBrowser(server.app), account.email, account.password)).rejects.toThrow('401');
  });

  it('the address of a deleted account can be registered again, and the new account has nothing of the old one', async () => {
    const account = await createVerifiedAccount(server);
    await account.browser.call('POST', '/update-profile', { bearer: account.accessToken, body: { fullName: 'Alba Norr' } });
    await remove(account);
    const again = await createAccount(server, account.email);
    const { body } = await again.browser.call('GET', '/me', { bearer: again.accessToken });
    expect(body).toMatchObject({ full_name: null, verified: false, is_trial: null });
  });

  it('deleting an account requires the password, and the second factor if it is on', async () => {
    const account = await createVerifiedAccount(server);
    expect(await remove({ ...account, password: 'not the password' })).toMatchObject({ status: 403 });
    const app = await switchOnSecondFactor(server, account);
    expect(await remove(account)).toMatchObject({ status: 401, body: { code: 'TWO_FACTOR.CODE_REQUIRED' } });
    expect(await remove(account, { code: app.code() })).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR.CODE_WRONG' } });
    expect((await account.browser.call('GET', '/me', { bearer: account.accessToken })).status).toBe(200);
    expect((await remove(account, { code: app.nextCode() })).status).toBe(200);
  });

  it('parallel requests to delete an account delete it once', async () => {
    const account = await createVerifiedAccount(server);
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(account)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
    await waitForMail(server, account.email, /account was deleted/);
    expect(server.mails.filter(({ to, subject }) => to === account.email && /was deleted/.test(subject))).toHaveLength(1);
  });

  it('an account is not deleted while its subscription cannot be ended', async () => {
    const account = await createVerifiedAccount(server);
    const accountId = await accountIdOf(server, account.email);
    const ended: number[] = [];
    const deleteAccount = (isProviderAway: boolean) =>
      createAccountEnd(server.platform, {
        ...createAccountParts(server.platform, createSessions(server.platform)),
        endSubscriptionNow: async (id) => {
          if (isProviderAway) throw new AppError('BILLING.PROVIDER_FAILED');
          ended.push(id);
        },
        memberships: createMemberships(server.platform),
      })(accountId, { password: account.password });
    await expect(deleteAccount(true)).rejects.toMatchObject({ code: 'BILLING.PROVIDER_FAILED' });
    expect((await account.browser.call('GET', '/me', { bearer: account.accessToken })).status).toBe(200);
    await deleteAccount(false);
    expect(ended).toEqual([accountId]);
    expect((await account.browser.call('GET', '/me', { bearer: account.accessToken })).status).toBe(404);
  });

  it('the sample account can be deleted, and the next start creates it again', async () => {
    await applySampleData(server.platform);
    const { email, password } = sampleCredentials(server.platform.secrets);
    const sample = await signIn(openBrowser(server.app), email, password);
    expect((await remove(sample)).status).toBe(200);
    expect(await tablesHolding(server, email)).toEqual([]);
    await applySampleData(server.platform);
    await expect(signIn(openBrowser(server.app), email, password)).resolves.toBeDefined();
  });
});
