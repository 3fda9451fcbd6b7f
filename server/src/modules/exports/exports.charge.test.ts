import { companies } from '@leadloom/shared/tables/companies';
import { reviews } from '@leadloom/shared/tables/reviews';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import {
  accountIdOf,
  createAccount,
  createVerifiedAccount,
  signIn,
  type TestAccount,
  waitForMail,
} from '../../testing/accounts.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const LIMIT = 100;

describe('what an export costs', () => {
  let server: TestServer;
  let account: TestAccount;
  let workspaceId: WorkspaceId;
  const call = (path: string, headers = account.headers) => server.app.inject({ url: `/api/v1/table/${path}`, headers });
  /** The number of rows in the file, and how many of them were charged. */
  const take = async (path: string) => {
    const answer = await call(path);
    expect(answer.statusCode, answer.payload.slice(0, 300)).toBe(200);
    expect(readCsv(answer.payload).records).toHaveLength(Number(answer.headers['x-export-rows']));
    return [Number(answer.headers['x-export-rows']), Number(answer.headers['x-export-charged'])];
  };
  const months = async () => {
    const { rows } = await server.database.execute<{ export_count: number }>(
      sql`select export_count from usage_months where account_id = ${workspaceId} order by month`,
    );
    return rows.map(({ export_count: count }) => count);
  };
  const ledger = async () => {
    const { rows } = await server.database.execute(
      sql`select table_name, filters, row_count, reserved, refunded, is_complete, ended_at is not null as has_ended
        from table_exports where account_id = ${workspaceId} order by id`,
    );
    return rows;
  };
  /** To the middle of the next month, or the one before. Opens a new session, because sessions do not last that long. */
  const moveByMonth = async (step: 1 | -1) => {
    const now = server.clock.now();
    server.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + step, 15, 12) - now.getTime());
    account = await signIn(account.browser, account.email, account.password);
  };
  const addCompanies = (country: string, amount: number) =>
    addRows(
      server.database,
      companies,
      Array.from({ length: amount }, (_, index) => ({ name: `${country} ${index}`, country })),
    );

  beforeAll(async () => {
    server = await startTestServer({ environment: { TRIAL_EXPORT_LIMIT: String(LIMIT), TRIAL_DAYS: '300' } });
    await addCompanies('Ninety', 90);
    await addCompanies('Nine', 9);
    await addCompanies('One', 1);
    await addCompanies('Last', 1);
    // Ids in different segments are counted alike.
    await server.database.execute(
      sql`insert into companies (id, name, country, canonical_key, source) overriding system value
        select id, 'Far', 'Far', 'far ' || id, 'test' from unnest(array[65535, 65536, 131071, 9000000000]::bigint[]) id`,
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    account = await createVerifiedAccount(server);
    workspaceId = await accountIdOf(server, account.email);
  });

  it('an export charges the rows that were not exported earlier this month', async () => {
    expect(await take('companies/export?country=Nine')).toEqual([9, 9]);
    expect(await take('companies/export?country=Nine')).toEqual([9, 0]);
    expect(await take('companies/export?country=Nine&country=One&sort=name&columns=name')).toEqual([10, 1]);
    expect(await take('companies/export?country=Far')).toEqual([4, 4]);
    expect(await take('companies/export?country=Far&limit=3')).toEqual([3, 0]);
    expect(await months()).toEqual([14]);
  });

  it('a workbook is charged like CSV, and a row that either has had is free for the other', async () => {
    const workbook = await call('companies/export?country=Nine&format=xlsx');
    expect(workbook.headers).toMatchObject({ 'x-export-rows': '9', 'x-export-charged': '9' });
    expect(await take('companies/export?country=Nine')).toEqual([9, 0]);
    const again = await call('companies/export?country=Nine&country=One&format=xlsx');
    expect(again.headers).toMatchObject({ 'x-export-rows': '10', 'x-export-charged': '1' });
    expect(await months()).toEqual([10]);
    expect(await ledger()).toMatchObject([{ is_complete: true }, { is_complete: true }, { is_complete: true }]);
    expect((await call('companies/export?country=Ninety&country=Last&format=xlsx')).statusCode).toBe(403);
    expect(await months()).toEqual([10]);
  });

  it('each account and each table is charged separately', async () => {
    const [id] = await addRows(server.database, reviews, [{ review_title: 'Fine' }]);
    expect(id).toBe(1);
    await take('companies/export?country=Nine');
    expect(await take('reviews/export')).toEqual([1, 1]);
    account = await createVerifiedAccount(server);
    expect(await take('companies/export?country=Nine')).toEqual([9, 9]);
  });

  it('rows are charged again in the next month', async () => {
    await take('companies/export?country=Nine');
    await moveByMonth(1);
    expect(await take('companies/export?country=Nine')).toEqual([9, 9]);
    await moveByMonth(1);
    expect(await take('companies/export?country=Nine&limit=4')).toEqual([4, 4]);
    expect(await months()).toEqual([9, 9, 4]);
    const { rows } = await server.database.execute(
      sql`select count(*)::int as found from exported_rows where account_id = ${workspaceId}`,
    );
    // The month before the last one is no longer needed.
    expect(rows).toEqual([{ found: 2 }]);
  });

  it('rows charged in the previous month stay charged when the clock goes back', async () => {
    await take('companies/export?country=Nine');
    await moveByMonth(1);
    await take('companies/export?country=Nine');
    await moveByMonth(-1);
    expect(await take('companies/export?country=Nine')).toEqual([9, 0]);
    expect(await months()).toEqual([9, 9]);
    await moveByMonth(1);
  });

  it('the ledger keeps the newest lines of an account, and those that charged rows of the months that count', async () => {
    const add = (lines: number, daysAgo: number, month: ReturnType<typeof sql>, reserved: number) =>
      server.database.execute(sql`insert into table_exports (account_id, table_name, filters, month, started_at, row_count, reserved)
        select ${workspaceId}, 'companies', '{}', ${month}, ${server.clock.now().toISOString()}::timestamptz - make_interval(days => ${daysAgo}), 1, ${reserved}
        from generate_series(1, ${lines})`);
    const thisMonth = sql`date_trunc('month', ${server.clock.now().toISOString()}::timestamptz at time zone 'UTC')::date`;
    await add(1_100, 1, thisMonth, 0);
    await add(3, 2, thisMonth, 1);
    await add(4, 150, sql`${thisMonth} - 150`, 1);
    await take('companies/export?country=Nine');
    const { rows } = await server.database.execute(sql`select reserved, count(*)::int as lines
      from table_exports where account_id = ${workspaceId} group by reserved order by reserved`);
    expect(rows).toEqual([
      { reserved: 0, lines: 999 },
      { reserved: 1, lines: 3 },
      { reserved: 9, lines: 1 },
    ]);
  });

  it('an export may use all that is left, and not one row more', async () => {
    expect(await take('companies/export?country=Ninety')).toEqual([90, 90]);
    expect(await take('companies/export?country=Nine')).toEqual([9, 9]);
    const twoMore = await call('companies/export?country=One&country=Last&country=Nine');
    expect(twoMore.statusCode).toBe(403);
    expect(twoMore.json()).toMatchObject({
      code: 'EXPORT.OVER_LIMIT',
      msg: 'This export has 11 rows, of which 9 rows were already exported this month and are free. It needs 2 rows, but 1 of your 100 this month are left.',
    });
    expect(await months()).toEqual([99]);
    expect(await take('companies/export?country=One')).toEqual([1, 1]);
    expect((await call('companies/export?country=Last')).statusCode).toBe(403);
    expect(await take('companies/export?country=One&country=Nine&country=Ninety')).toEqual([100, 0]);
    expect(await months()).toEqual([100]);
    expect((await ledger()).map(({ reserved }) => reserved)).toEqual([90, 9, 1, 0]);
  });

  it('charged rows and empty exports are free, even when the limit fell below the count', async () => {
    await addRows(server.database, reviews, [{ review_title: 'Good', reviewer_country: 'Limit' }]);
    expect(await take('reviews/export?reviewer_country=Limit')).toEqual([1, 1]);
    await server.database.execute(sql`update accounts set trial_ends_at = now() - interval '1 year' where id = ${workspaceId}`);
    expect((await call('reviews/export/preview?reviewer_country=Limit')).json()).toMatchObject({
      charged: 0,
      limit: 0,
      is_allowed: true,
    });
    expect(await take('reviews/export?reviewer_country=Limit')).toEqual([1, 0]);
    expect(await take('reviews/export?reviewer_country=Nowhere')).toEqual([0, 0]);
    await addRows(server.database, reviews, [{ review_title: 'New', reviewer_country: 'Limit' }]);
    expect((await call('reviews/export?reviewer_country=Limit')).json()).toMatchObject({
      status: 403,
      msg: 'This export has 2 rows, of which 1 row was already exported this month and is free. It needs 1 row, but 0 of your 0 this month are left.',
    });
    expect(await months()).toEqual([1]);
    await server.database.execute(sql`delete from reviews where reviewer_country = 'Limit'`);
  });

  it('a refusal writes numbers with separators', async () => {
    await server.database.execute(
      sql`insert into companies (name, country, canonical_key, source)
        select 'Many', 'Many', 'many ' || number, 'test' from generate_series(1, 1200) number`,
    );
    const refused = await call('companies/export?country=Many');
    expect(refused.json().msg).toBe('This export has 1,200 rows. It needs 1,200 rows, but 100 of your 100 this month are left.');
    await server.database.execute(sql`delete from companies where country = 'Many'`);
  });

  it('a refused export charges nothing', async () => {
    const refused = await call('companies/export?country=Ninety&country=Nine&country=One&country=Last');
    expect(refused.json().msg).toBe('This export has 101 rows. It needs 101 rows, but 100 of your 100 this month are left.');
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(await months()).toEqual([]);
    expect(await ledger()).toEqual([]);
    expect(await take('companies/export?country=Ninety&country=Nine&country=One&country=Last&limit=100')).toEqual([100, 100]);
  });

  it('the preview shows the charge and charges nothing', async () => {
    const preview = async (path: string) => (await call(path)).json();
    const nothing = { rows: 9, already_exported: 0, charged: 9, used: 0, limit: LIMIT, remaining: LIMIT, is_allowed: true };
    for (let round = 0; round < 2; round += 1) expect(await preview('companies/export/preview?country=Nine')).toEqual(nothing);
    await take('companies/export?country=Nine&limit=5');
    expect(await preview('companies/export/preview?country=Nine&columns=name&sort=name')).toEqual({
      rows: 9,
      already_exported: 5,
      charged: 4,
      used: 5,
      limit: LIMIT,
      remaining: 95,
      is_allowed: true,
    });
    expect(await preview('companies/export/preview?country=Ninety&country=Nine&country=One&country=Last')).toMatchObject({
      charged: 96,
      remaining: 95,
      is_allowed: false,
    });
    expect(await months()).toEqual([5]);
  });

  it('an account without a verified email reads reviews but cannot pay for their export', async () => {
    account = await createAccount(server);
    workspaceId = await accountIdOf(server, account.email);
    const answer = await call('reviews/export');
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: 'EXPORT.OVER_LIMIT',
      msg: 'This export has 1 row. It needs 1 row, but 0 of your 0 this month are left. Please verify your email first.',
    });
    const preview = await call('reviews/export/preview');
    expect(preview.json()).toMatchObject({ rows: 1, limit: 0, remaining: 0, is_allowed: false });
    expect(await months()).toEqual([]);
  });

  it('the ledger records each export with its filters', async () => {
    await take('companies/export?country=Nine&country=One&with_contact_info=false&limit=3');
    expect(await ledger()).toEqual([
      {
        table_name: 'companies',
        filters: { country: ['Nine', 'One'] },
        row_count: 3,
        reserved: 3,
        refunded: 0,
        is_complete: true,
        has_ended: true,
      },
    ]);
  });

  it('the owner gets a mail at four fifths and at all of the limit', async () => {
    await take('companies/export?country=Nine');
    await take('companies/export?country=Ninety&limit=70');
    await take('companies/export?country=Ninety&limit=71');
    await waitForMail(server, account.email, /^You have used 80 % of your exported rows$/);
    await take('companies/export?country=Ninety&country=Nine&country=One');
    await waitForMail(server, account.email, /^You have used all your exported rows this month$/);
    expect(server.mails.filter(({ to, subject }) => to === account.email && /used/.test(subject))).toHaveLength(2);
  });
});

describe('exports where nothing is sold', () => {
  it('exports without billing have no limit and are still counted', async () => {
    const server = await startTestServer({ environment: { BILLING: 'off', TRIAL_EXPORT_LIMIT: '1' } });
    const account = await createVerifiedAccount(server);
    await addRows(server.database, companies, [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
    const call = (path: string) => server.app.inject({ url: `/api/v1/table/companies/${path}`, headers: account.headers });
    expect((await call('export')).headers['x-export-charged']).toBe('3');
    expect((await call('export/preview')).json()).toEqual({
      rows: 3,
      already_exported: 3,
      charged: 0,
      used: 3,
      limit: null,
      remaining: null,
      is_allowed: true,
    });
    await server.close();
  });
});
