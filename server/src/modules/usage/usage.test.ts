import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { formatMailDay } from '../../mail/mail-date.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount, untilMailsAreSent } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reservation, readUsage, refund, sendUsageNotice, takeExports, takeRequests } from './usage.service.ts';

const DAY = 24 * 3600 * 1000;

describe('usage', () => {
  let server: TestServer;
  let account: TestAccount;
  let workspaceId: WorkspaceId;
  const read = () => readUsage(server.platform, workspaceId, server.clock.now());
  const noticesTo = (email: string) =>
    server.mails.filter(({ to, subject }) => to === email && /used/.test(subject)).map(({ subject }) => subject);
  const takeAndTell = async (take: Promise<Reservation | null>) => {
    const reservation = await take;
    if (reservation !== null) await sendUsageNotice(server.platform, reservation);
    await untilMailsAreSent(server);
    return reservation;
  };
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    account = await createVerifiedAccount(server);
    workspaceId = await accountIdOf(server, account.email);
  });

  it('the usage of a new account is 0', async () => {
    const { requestCount, exportCount, periodEnd } = await read();
    expect([requestCount, exportCount]).toEqual([0, 0]);
    const now = server.clock.now();
    expect(periodEnd.toISOString()).toBe(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString());
  });

  it('requests and exports are counted separately for each account', async () => {
    const other = await createVerifiedAccount(server);
    await takeRequests(server.platform, workspaceId, 10);
    await takeRequests(server.platform, workspaceId, 10, 3);
    await takeExports(server.platform, workspaceId, 100, 37);
    await takeExports(server.platform, await accountIdOf(server, other.email), 100, 5);
    expect(await read()).toMatchObject({ requestCount: 4, exportCount: 37 });
  });

  it('no more than the limit is taken, also by the first request of the month', async () => {
    expect(await takeExports(server.platform, workspaceId, 10, 11)).toBeNull();
    expect(await takeExports(server.platform, workspaceId, 10, 10)).toMatchObject({ count: 10, amount: 10 });
    expect(await takeExports(server.platform, workspaceId, 10, 1)).toBeNull();
    expect(await takeRequests(server.platform, workspaceId, 0)).toBeNull();
    expect(await read()).toMatchObject({ requestCount: 0, exportCount: 10 });
  });

  it('nothing is taken when the limit fell below the count', async () => {
    expect(await takeExports(server.platform, workspaceId, 0, 0)).toMatchObject({ count: 0, amount: 0 });
    await takeExports(server.platform, workspaceId, 10, 8);
    expect(await takeExports(server.platform, workspaceId, 5, 0)).toMatchObject({ count: 8, amount: 0 });
    expect(await takeExports(server.platform, workspaceId, 5, 1)).toBeNull();
    expect(await read()).toMatchObject({ exportCount: 8 });
  });

  it('parallel requests never exceed the limit', async () => {
    const limit = 1000;
    const taken = await Promise.all(Array.from({ length: 100 }, () => takeExports(server.platform, workspaceId, limit, 37)));
    const amounts = taken.flatMap((reservation) => reservation?.amount ?? []);
    expect(amounts).toHaveLength(Math.floor(limit / 37));
    expect(await read()).toMatchObject({ exportCount: amounts.reduce((sum, amount) => sum + amount, 0) });
  });

  it('without a limit any number is taken', async () => {
    for (let round = 0; round < 3; round += 1) await takeAndTell(takeRequests(server.platform, workspaceId, null, 1_000_000));
    expect(await read()).toMatchObject({ requestCount: 3_000_000 });
    expect(noticesTo(account.email)).toEqual([]);
  });

  it('what was not delivered is given back, and never more than was taken', async () => {
    const reservation = await takeExports(server.platform, workspaceId, 100, 40);
    if (reservation === null) throw new Error('40 of 100 were refused');
    await refund(server.platform, reservation, 15);
    expect(await read()).toMatchObject({ exportCount: 25 });
    await takeExports(server.platform, workspaceId, 100, 50);
    await refund(server.platform, reservation, 1000);
    expect(await read()).toMatchObject({ exportCount: 35 });
    await expect(refund(server.platform, reservation, -5)).rejects.toThrow(RangeError);
    await expect(takeExports(server.platform, workspaceId, 100, -5)).rejects.toThrow(RangeError);
    await expect(takeExports(server.platform, workspaceId, 100, 0.5)).rejects.toThrow(RangeError);
  });

  it('the count restarts each month, and usage is given back to the month it was taken from', async () => {
    const before = await takeExports(server.platform, workspaceId, 10, 10);
    if (before === null) throw new Error('10 of 10 were refused');
    server.clock.advance(31 * DAY);
    expect(await read()).toMatchObject({ exportCount: 0 });
    await takeExports(server.platform, workspaceId, 10, 4);
    await refund(server.platform, before);
    expect(await read()).toMatchObject({ exportCount: 4 });
    const { rows } = await server.database.execute(
      sql`select export_count from usage_months where account_id = ${workspaceId} order by month`,
    );
    expect(rows).toEqual([{ export_count: 0 }, { export_count: 4 }]);
  });

  it('the owner is notified once at 80 % and once at 100 %, for each kind', async () => {
    for (let taken = 0; taken < 79; taken += 1) await takeAndTell(takeRequests(server.platform, workspaceId, 100));
    expect(noticesTo(account.email)).toEqual([]);
    await Promise.all(Array.from({ length: 10 }, () => takeAndTell(takeRequests(server.platform, workspaceId, 100))));
    expect(noticesTo(account.email)).toEqual(['You have used 80 % of your API requests']);
    await Promise.all(Array.from({ length: 20 }, () => takeAndTell(takeRequests(server.platform, workspaceId, 100))));
    expect(noticesTo(account.email).slice(1)).toEqual(['You have used all your API requests this month']);
    await takeAndTell(takeExports(server.platform, workspaceId, 100, 100));
    expect(noticesTo(account.email).slice(2)).toEqual(['You have used all your exported rows this month']);
  });

  it('there is no notice of 80 % after the one of 100 %', async () => {
    const all = await takeAndTell(takeExports(server.platform, workspaceId, 100, 100));
    if (all === null) throw new Error('100 of 100 were refused');
    await refund(server.platform, all, 15);
    await takeAndTell(takeExports(server.platform, workspaceId, 100, 1));
    expect(noticesTo(account.email)).toEqual(['You have used all your exported rows this month']);
  });

  it('the owner is notified again in the next month', async () => {
    await takeAndTell(takeExports(server.platform, workspaceId, 10, 8));
    server.clock.advance(31 * DAY);
    await takeAndTell(takeExports(server.platform, workspaceId, 10, 9));
    expect(noticesTo(account.email)).toHaveLength(2);
    const mail = server.mails.findLast(({ to }) => to === account.email);
    expect(mail?.text).toContain(formatMailDay((await read()).periodEnd));
    expect(mail?.html).toContain('80 % of the 10 exported rows');
  });
});
