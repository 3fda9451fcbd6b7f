import {
  changeAccount,
  listAccountExports,
  listAccounts,
  operatorAccountSchema,
  removeAccount,
  resendAccountVerification,
} from '@leadloom/shared/contract/operator-accounts';
import { listAudit } from '@leadloom/shared/contract/operator-audit';
import { tableByName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accountIdOf,
  createAccount,
  createVerifiedAccount,
  signIn,
  uniqueEmail,
  waitForMail,
} from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { createKeyHolder } from '../../../testing/key-holder.ts';
import { createOperator, OPERATOR_EMAILS, operatorSettings, type TestOperator } from '../../../testing/operator.fixture.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const MINUTE = 60_000;

describe('accounts in the console', () => {
  let server: TestServer;
  let operator: TestOperator;
  let other: TestOperator;
  const inject = (
    { method, path }: { readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; readonly path: string },
    { id = 0, query = '', body, as = operator }: { id?: number; query?: string; body?: object; as?: TestOperator } = {},
  ) =>
    server.app.inject({
      method,
      url: `/api/v1${path.replace('{account_id}', String(id))}${query}`,
      headers: as.headers,
      ...(body === undefined ? {} : { payload: body }),
    });
  const list = async (query = '') => listAccounts.success.body.parse((await inject(listAccounts, { query })).json());
  const change = async (id: number, body: object) => {
    const answer = await inject(changeAccount, { id, body });
    expect(answer.statusCode).toBe(200);
    return operatorAccountSchema.parse(answer.json());
  };
  const audit = async () => listAudit.success.body.parse((await inject(listAudit)).json()).data;
  const idOf = (email: string) => accountIdOf(server, email);

  beforeAll(async () => {
    server = await startTestServer({ environment: { ...operatorSettings, TRIAL_REQUEST_LIMIT: '50', TRIAL_EXPORT_LIMIT: '60' } });
    operator = await createOperator(server);
    other = await createOperator(server, OPERATOR_EMAILS[1]);
  });
  afterAll(() => server.close());

  it('what an account exported this month is listed, and adds up to the number beside it', async () => {
    const { email, headers } = await createVerifiedAccount(server);
    const id = await idOf(email);
    const rows = Array.from({ length: 7 }, (_, at) => ({ name: `Exported ${at}`, country: at < 3 ? 'Norway' : 'Chile' }));
    await addRows(server.database, tableByName('companies'), rows);
    for (const query of ['?country=Norway&search_query=Exported', '?search_query=Exported'])
      await server.app.inject({ url: `/api/v1/table/companies/export${query}`, headers });
    await server.database.execute(sql`insert into table_exports
      (account_id, table_name, filters, month, started_at, row_count, reserved)
      values (${id}, 'people', '{}', '2020-01-01', '2020-01-05', 9, 9)`);
    const answer = await inject(listAccountExports, { id });
    const { email: of, charged, total, data } = listAccountExports.success.body.parse(answer.json());
    expect({ of, charged, total }).toEqual({ of: email, charged: 7, total: 2 });
    expect(data).toMatchObject([
      { table: 'companies', rows: 7, charged: 4, is_complete: true },
      { table: 'companies', rows: 3, charged: 3, is_complete: true },
    ]);
    expect((await list(`?q=${id}`)).data.find((account) => account.id === id)?.exports).toBe(charged);
    expect(answer.payload).not.toContain('Norway');
    const second = await inject(listAccountExports, { id, query: '?per_page=1&page=2' });
    expect(second.json()).toMatchObject({ charged: 7, total: 2, data: [{ rows: 3 }] });
    expect((await inject(listAccountExports, { id: 999_999_999 })).json().code).toBe('ACCOUNTS.NOT_FOUND');
  });

  it('accounts are found by a part of their email and by id, the newest first', async () => {
    const mark = uniqueEmail().split('@')[0] ?? '';
    const emails = ['b', 'a', 'c'].map((letter) => `${letter}-${mark}@example.com`);
    for (const email of emails) await createAccount(server, email);
    const found = await list(`?q=${mark.toUpperCase()}`);
    expect(found.data.map(({ email }) => email)).toEqual(emails.toReversed());
    expect(found.total).toBe(3);
    expect(await list(`?q=${mark}&per_page=2&page=2`)).toEqual({ data: found.data.slice(2), total: 3 });
    const [newest] = found.data;
    const byId = await list(`?q=${newest?.id}`);
    expect(byId.data).toContainEqual(newest);
    // These are wildcards in SQL.
    for (const query of ['%25', 'b_', '%5C']) expect((await list(`?q=${query}`)).total).toBe(0);
    for (const query of ['?per_page=101', '?page=0', '?sort=email', `?q=${'x'.repeat(255)}`])
      expect((await inject(listAccounts, { query })).statusCode).toBe(400);
    expect((await list()).total).toBeGreaterThan(4);
  });

  it('an account is shown with its plan, its usage and its last use', async () => {
    const { account, accountId, get } = await createKeyHolder(server);
    server.clock.advance(5 * MINUTE);
    expect((await get('/table/companies?per_page=1')).status).toBe(200);
    const [row] = (await list(`?q=${account.email}`)).data;
    const minute = new Date(Math.floor(server.clock.now().getTime() / MINUTE) * MINUTE).toISOString();
    expect(row).toEqual({
      id: accountId,
      email: account.email,
      verified: true,
      blocked: false,
      created_at: expect.any(String),
      plan: null,
      trial: true,
      request_limit: null,
      export_limit: null,
      plan_request_limit: 50,
      plan_export_limit: 60,
      requests: 1,
      exports: 0,
      stored_bytes: 0,
      last_seen_at: minute,
    });
    const { email } = await createAccount(server);
    await server.database.execute(sql`delete from sessions where account_id = ${await idOf(email)}`);
    await server.database.execute(sql`delete from devices where account_id = ${await idOf(email)}`);
    expect((await list(`?q=${email}`)).data).toMatchObject([{ verified: false, plan_request_limit: 0, last_seen_at: null }]);
  });

  it('a limit of an operator holds over the plan for keys, exports and the account’s own screens, until it is null', async () => {
    const { account, accountId, get } = await createKeyHolder(server);
    const usage = async () => (await account.browser.call('GET', '/me', { bearer: account.accessToken })).body.usage;
    const exportLimit = async () => {
      const preview = await account.browser.call('GET', '/table/companies/export/preview', { bearer: account.accessToken });
      return preview.body.limit;
    };
    expect(await change(accountId, { request_limit: 1, export_limit: 7 })).toMatchObject({ request_limit: 1, export_limit: 7 });
    expect(await usage()).toMatchObject({ request_limit: 1, export_limit: 7 });
    expect(await exportLimit()).toBe(7);
    expect((await get('/table/companies?per_page=1')).status).toBe(200);
    expect(await get('/table/companies?per_page=1')).toMatchObject({ status: 429, body: { code: 'QUOTA.REQUESTS_EXHAUSTED' } });

    expect(await change(accountId, { request_limit: 0 })).toMatchObject({ request_limit: 0, export_limit: 7 });
    expect(await usage()).toMatchObject({ request_limit: 0, export_limit: 7 });
    expect(await change(accountId, { request_limit: null, export_limit: null })).toMatchObject({ request_limit: null });
    expect(await usage()).toMatchObject({ request_limit: 50, export_limit: 60 });
    expect((await get('/table/companies?per_page=1')).status).toBe(200);
    expect((await audit()).slice(0, 3).map(({ detail }) => detail)).toEqual([
      `account ${accountId}; requests per month: as in the plan (was 0); exported rows per month: as in the plan (was 7)`,
      `account ${accountId}; requests per month: 0 (was 1)`,
      `account ${accountId}; requests per month: 1 (was as in the plan); exported rows per month: 7 (was as in the plan)`,
    ]);
    for (const body of [
      { request_limit: -1 },
      { export_limit: 1.5 },
      { request_limit: 'all' },
      { export_limit: 1e10 },
      { plan: 'Pro' },
    ])
      expect((await inject(changeAccount, { id: accountId, body })).statusCode).toBe(400);
  });

  it('a blocked account has no session and no key, cannot sign in or reset its password, and can sign in once unblocked', async () => {
    const { account, accountId, get } = await createKeyHolder(server);
    const { browser, email, password, accessToken: bearer, refreshToken } = account;
    await browser.call('POST', '/reset-password', { body: { email } });
    const reset = await waitForMail(server, email, /reset/i);
    const code = /\/app\/new-password\/([\w-]+)/.exec(reset.text)?.[1];
    await server.database.execute(sql`insert into analysis_tasks (id, account_id, parameters, status)
      values (gen_random_uuid(), ${accountId}, '{}', 'STARTED')`);
    expect(await change(accountId, { blocked: true })).toMatchObject({ blocked: true });

    expect((await browser.call('GET', '/me', { bearer })).status).toBe(401);
    expect((await browser.call('GET', '/me')).status).toBe(401);
    expect((await browser.call('POST', '/refresh', { bearer: refreshToken })).status).toBe(401);
    expect((await get('/table/companies')).status).toBe(401);
    const login = (secret: string) => openBrowser(server.app).call('POST', '/login', { body: { email, password: secret } });
    expect(await login(password)).toMatchObject({
      status: 403,
      body: { msg: 'Unauthorized', detail: expect.stringContaining('This account is blocked.') },
    });
    expect(await login('another password')).toMatchObject({ status: 401, body: { msg: 'Bad username or password' } });
    const chosen = { password: 'brand new words', password_code: code };
    expect((await browser.call('POST', '/new-password', { body: chosen })).status).toBe(403);
    const { rows } = await server.database.execute(sql`select status from analysis_tasks where account_id = ${accountId}`);
    expect(rows).toEqual([{ status: 'FAILURE' }]);
    // Once more changes nothing.
    expect(await change(accountId, { blocked: true })).toMatchObject({ blocked: true });
    const [newest] = await audit();
    expect(newest).toMatchObject({
      action: 'account.blocked',
      by: operator.email,
      target: email,
      detail: `account ${accountId}; sessions ended: 1; API keys revoked: 1`,
    });

    expect(await change(accountId, { blocked: false })).toMatchObject({ blocked: false });
    expect((await browser.call('GET', '/me', { bearer })).status).toBe(401);
    expect((await get('/table/companies')).status).toBe(401);
    await signIn(openBrowser(server.app), email, password);
    expect((await audit())[0]).toMatchObject({ action: 'account.unblocked', target: email });
  });

  it('deleting an account removes it with everything it stored, tells its owner, and leaves the line in the audit', async () => {
    const { account, accountId, get } = await createKeyHolder(server);
    expect((await inject(removeAccount, { id: accountId })).statusCode).toBe(204);
    expect((await list(`?q=${account.email}`)).total).toBe(0);
    expect((await account.browser.call('GET', '/me', { bearer: account.accessToken })).status).toBe(404);
    expect((await get('/table/companies')).status).toBe(401);
    expect((await waitForMail(server, account.email, /was deleted/)).text).toContain('An operator of this server');
    expect((await audit())[0]).toMatchObject({
      action: 'account.deleted',
      target: account.email,
      detail: `account ${accountId}`,
    });
    for (const row of [removeAccount, changeAccount, resendAccountVerification])
      expect((await inject(row, { id: accountId, ...(row === changeAccount ? { body: {} } : {}) })).json()).toMatchObject({
        status: 404,
        code: 'ACCOUNTS.NOT_FOUND',
      });
  });

  it('an operator sends another verification link to an account that needs it', async () => {
    const unverified = await createAccount(server);
    await waitForMail(server, unverified.email, /verify/i);
    const id = await idOf(unverified.email);
    expect((await inject(resendAccountVerification, { id })).json()).toEqual({ msg: 'A new verification link is on its way.' });
    await waitForMail(server, unverified.email, /verify/i, 1);
    expect((await audit())[0]).toMatchObject({ action: 'account.verification_sent', target: unverified.email });
    const { total } = await list();
    const verified = await createVerifiedAccount(server);
    const answer = await inject(resendAccountVerification, { id: await idOf(verified.email) });
    expect(answer.json()).toEqual({ msg: 'The email is already verified.' });
    expect((await audit())[0]).toMatchObject({ target: unverified.email });
    expect((await list()).total).toBe(total + 1);
  });

  it('operators cannot block or delete themselves', async () => {
    const id = await idOf(operator.email);
    const refused = { status: 409, code: 'OPERATOR.OWN_ACCOUNT' };
    expect((await inject(changeAccount, { id, body: { blocked: true } })).json()).toMatchObject(refused);
    expect((await inject(removeAccount, { id })).json()).toMatchObject(refused);
    expect(await change(id, { blocked: false, request_limit: 9 })).toMatchObject({ blocked: false, request_limit: 9 });
  });

  it('of two operators who block each other at the same time, one remains', async () => {
    const ids = { operator: await idOf(operator.email), other: await idOf(other.email) };
    const answers = await Promise.all([
      inject(changeAccount, { id: ids.other, body: { blocked: true } }),
      inject(changeAccount, { id: ids.operator, body: { blocked: true }, as: other }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
    const { rows } = await server.database.execute<{ id: number }>(
      sql`select id::int as id from accounts where blocked_at is not null and id in (${ids.operator}, ${ids.other})`,
    );
    expect(rows).toHaveLength(1);
    const blocked = rows[0]?.id === ids.operator ? operator : other;
    // A block takes effect with the next request.
    expect((await inject(listAccounts, { as: blocked })).json()).toMatchObject({ status: 404, code: 'REQUEST.NOT_FOUND' });
    await server.database.execute(sql`update accounts set blocked_at = null`);
  });

  it('blocking, limits and deletion need a recent proof of the owner', async () => {
    const authenticator = other.authenticator;
    const login = await openBrowser(server.app).call('POST', '/login', {
      body: { email: other.email, password: other.password, code: authenticator.nextCode() },
    });
    const headers = { authorization: `Bearer ${String(login.body.access_token)}` };
    const as = { ...other, headers };
    const { email } = await createVerifiedAccount(server);
    const id = await idOf(email);
    await server.database.execute(sql`update sessions set proved_at = now() - interval '1 day'`);
    const needed = { status: 403, code: 'AUTH.PROOF_NEEDED' };
    expect((await inject(changeAccount, { id, body: { blocked: true }, as })).json()).toMatchObject(needed);
    expect((await inject(removeAccount, { id, as })).json()).toMatchObject(needed);
    expect((await inject(listAccounts, { as })).statusCode).toBe(200);
    const prove = { password: other.password, code: authenticator.nextCode() };
    const proved = await server.app.inject({ method: 'POST', url: '/api/v1/prove', headers, payload: prove });
    expect(proved.statusCode).toBe(204);
    expect((await inject(removeAccount, { id, as })).statusCode).toBe(204);
  });
});
