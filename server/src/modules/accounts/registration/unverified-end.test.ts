import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../../app.ts';
import {
  accountIdOf,
  codeIn,
  createAccount,
  createVerifiedAccount,
  type TestAccount,
  untilMailsAreSent,
  waitForMail,
} from '../../../testing/accounts.ts';
import { fillTables, tablesHolding } from '../../../testing/fill-tables.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createMemberships } from '../../workspaces/leave-all-workspaces.ts';
import { createAccountMails } from '../account-mails.ts';
import { createUnverifiedEnd } from './unverified-end.service.ts';

const DAY = 24 * 3600 * 1000;
const OPERATOR = 'operator@example.com';

describe('the end of accounts that are never verified', () => {
  let server: TestServer;
  let ended: number[];
  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATORS: OPERATOR } });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    ended = [];
  });

  const cleanUp = (endSubscriptionNow = async (id: number) => void ended.push(id)) =>
    createUnverifiedEnd(server.platform, {
      mails: createAccountMails(server.platform.config.publicUrl, server.platform.config.supportEmail),
      endSubscriptionNow,
      memberships: createMemberships(server.platform),
    })(new AbortController().signal);
  const exists = async ({ email }: TestAccount) =>
    (await server.database.execute(sql`select 1 from accounts where email = ${email}`)).rows.length === 1;
  const mailsTo = async ({ email }: TestAccount, subject: RegExp) => {
    await untilMailsAreSent(server);
    return server.mails.filter((mail) => mail.to === email && subject.test(mail.subject)).length;
  };
  const pass = async (days: number) => {
    // The mail of a registration is composed after the answer and holds the account's row, which would be left to the next run.
    await untilMailsAreSent(server);
    server.clock.advance(days * DAY);
    await cleanUp();
  };

  it('the owner is told once, a week before, and the account ends after thirty days with all it holds', async () => {
    const account = await createAccount(server);
    const { mark } = await fillTables(server, await accountIdOf(server, account.email));
    await server.database.execute(sql`delete from subscriptions`);
    await pass(22.9);
    expect(await mailsTo(account, /will be deleted/)).toBe(0);
    await pass(0.2);
    await pass(1);
    expect(await mailsTo(account, /will be deleted/)).toBe(1);
    await pass(5.8);
    expect(await exists(account)).toBe(true);
    const accountId = await accountIdOf(server, account.email);
    await pass(0.2);
    expect(await exists(account)).toBe(false);
    expect(ended).toContain(accountId);
    expect(await tablesHolding(server, mark)).toEqual([]);
    await waitForMail(server, account.email, /was deleted/);
    expect(await mailsTo(account, /was deleted/)).toBe(1);
  });

  it('the link in the mail verifies the account for all of the week', async () => {
    const account = await createAccount(server);
    await pass(23.1);
    const mail = await waitForMail(server, account.email, /will be deleted/);
    server.clock.advance(6.5 * DAY);
    expect((await account.browser.call('GET', `/verify/${codeIn(mail)}`)).status).toBe(200);
    await pass(30);
    expect(await exists(account)).toBe(true);
    expect(await mailsTo(account, /was deleted/)).toBe(0);
  });

  it('accounts of an earlier version are told a week before, however old they are', async () => {
    const account = await createAccount(server);
    server.clock.advance(400 * DAY);
    await cleanUp();
    const [told] = (await server.database.execute(sql`select unverified_end_at from accounts where email = ${account.email}`))
      .rows;
    expect(new Date(String(told?.unverified_end_at)).getTime()).toBe(server.clock.now().getTime() + 7 * DAY);
    await pass(6.9);
    expect(await exists(account)).toBe(true);
    await pass(0.2);
    expect(await exists(account)).toBe(false);
  });

  it.each([
    ['was verified', (email: string) => sql`update accounts set verified_at = now() where email = ${email}`],
    [
      'is blocked, so that its address stays taken',
      (email: string) => sql`update accounts set blocked_at = now() where email = ${email}`,
    ],
    [
      'has a running subscription',
      (email: string) => sql`insert into subscriptions
        (provider, subscription_id, account_id, plan, status, currency, started_at, current_period_end, cancel_at_period_end, provider_time, revision, updated_at)
        select 'stripe', 'sub_' || id, id, 'Plan', 'active', 'EUR', now(), now() + interval '30 days', false, now(), 1, now() from accounts where email = ${email}`,
    ],
  ] as const)('an account that %s does not end', async (_, change) => {
    const [early, late] = [await createAccount(server), await createAccount(server)];
    await server.database.execute(change(early.email));
    await pass(23.1);
    expect(await mailsTo(early, /will be deleted/)).toBe(0);
    expect(await mailsTo(late, /will be deleted/)).toBe(1);
    await server.database.execute(change(late.email));
    await pass(30);
    expect([await exists(early), await exists(late)]).toEqual([true, true]);
    await server.database.execute(sql`delete from accounts`);
  });

  it('the address of an operator does not end', async () => {
    const account = await createAccount(server, OPERATOR);
    await pass(60);
    await pass(60);
    expect(await exists(account)).toBe(true);
    expect(await mailsTo(account, /deleted/)).toBe(0);
  });

  it('verified accounts are never told', async () => {
    const account = await createVerifiedAccount(server);
    await pass(60);
    await pass(60);
    expect(await exists(account)).toBe(true);
    expect(await mailsTo(account, /deleted/)).toBe(0);
  });

  it('an account that cannot be deleted does not keep others, and is tried again', async () => {
    const [stuck, other] = [await createAccount(server), await createAccount(server)];
    const stuckId = await accountIdOf(server, stuck.email);
    await pass(23.1);
    server.clock.advance(8 * DAY);
    const failing = cleanUp(async (id) => {
      if (id === stuckId) throw new Error('the provider is away');
    });
    await expect(failing).rejects.toThrow('the provider is away');
    expect([await exists(stuck), await exists(other)]).toEqual([true, false]);
    await cleanUp();
    expect(await exists(stuck)).toBe(false);
  });

  it('an account that is verified while it is to be deleted stays', async () => {
    const account = await createAccount(server);
    await pass(23.1);
    server.clock.advance(8 * DAY);
    await cleanUp(async (id) => {
      await server.database.execute(sql`update accounts set verified_at = now() where id = ${id}`);
    });
    expect(await exists(account)).toBe(true);
    expect(await mailsTo(account, /was deleted/)).toBe(0);
  });

  it('two servers tell each owner once', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => createAccount(server)));
    server.clock.advance(24 * DAY);
    await Promise.all([cleanUp(), cleanUp(), cleanUp()]);
    for (const account of accounts) expect(await mailsTo(account, /will be deleted/)).toBe(1);
  });

  it('the clean-up of a server does it', async () => {
    const account = await createAccount(server);
    server.clock.advance(24 * DAY);
    const restarted = await buildApp(server.platform, { cleanUpDelay: 0 });
    await restarted.ready();
    await waitForMail(server, account.email, /will be deleted/);
    await restarted.close();
  });
});
