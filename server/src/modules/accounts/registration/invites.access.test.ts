import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { createInvite, deleteInvite, listInvites } from '@leadloom/shared/contract/operator';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount, signIn, type TestAccount } from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { createOperator, OPERATOR_EMAILS, operatorSettings } from '../../../testing/operator.fixture.ts';
import { switchOnSecondFactor } from '../../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const rows = [listInvites, createInvite, deleteInvite];
const SOME_ID = '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11';

describe('invites over HTTP', () => {
  let server: TestServer;
  let operator: TestAccount;
  const pathOf = (path: string, id = SOME_ID) => `/api/v1${path.replace('{invite_id}', id)}`;
  const call = async (
    { method, path }: Pick<EndpointDefinition, 'method' | 'path'>,
    headers: Record<string, string>,
    payload: object = {},
    id?: string,
  ) => {
    const answer = await server.app.inject({ method, url: pathOf(path, id), headers, ...(method === 'POST' ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.payload === '' ? null : answer.json(), headers: answer.headers };
  };

  beforeAll(async () => {
    server = await startTestServer({ environment: operatorSettings });
    operator = await createOperator(server);
  });
  afterAll(() => server.close());

  it('operators can create, list and delete invites', async () => {
    const made = await call(createInvite, operator.headers, { email: ' Mara@Example.com ' });
    expect(made).toMatchObject({ status: 201, body: { email: 'mara@example.com', code: expect.stringMatching(/^[\w-]{43}$/) } });
    const { id, code, expires_at: expiresAt } = made.body;
    expect(new Date(expiresAt).getTime() - server.clock.now().getTime()).toBe(7 * 24 * 3600 * 1000);
    const anybodys = await call(createInvite, operator.headers);
    expect(anybodys.body).not.toHaveProperty('email');
    const listed = await call(listInvites, operator.headers);
    expect(listed.body).toEqual({
      data: expect.arrayContaining([{ id, email: 'mara@example.com', expires_at: expiresAt }]),
      total: 2,
    });
    expect(JSON.stringify(listed.body)).not.toContain(code);
    expect(await call(deleteInvite, operator.headers, {}, id)).toMatchObject({ status: 204 });
    expect(await call(deleteInvite, operator.headers, {}, id)).toMatchObject({
      status: 404,
      body: { code: 'REGISTRATION.INVITE_NOT_FOUND' },
    });
    expect((await call(listInvites, operator.headers)).body).toMatchObject({ total: 1 });
  });

  it('an invite can only be bound to a valid address', async () => {
    expect(await call(createInvite, operator.headers, { email: 'no address' })).toMatchObject({
      status: 400,
      body: { code: 'EMAIL.INVALID' },
    });
  });

  it.each(rows)('$method $path does not exist for anybody else', async (row) => {
    const stranger = await createVerifiedAccount(server);
    await switchOnSecondFactor(server, stranger);
    const change = (what: SQL) => server.database.execute(sql`update accounts set ${what} where email = ${operator.email}`);
    // Browsers send cookies from any page, but not the XSRF token.
    const forged = { cookie: `leadloom_access=${operator.browser.cookies.get('leadloom_access')?.value}` };
    const seen = [
      await call(row, {}),
      await call(row, stranger.headers),
      await call(row, { authorization: `${operator.headers.authorization}x` }),
      ...(row.method === 'GET' ? [] : [await call(row, forged)]),
    ];
    await change(sql`verified_at = null`);
    seen.push(await call(row, operator.headers));
    await change(sql`verified_at = now(), totp_enabled_at = null`);
    seen.push(await call(row, operator.headers));
    await change(sql`totp_enabled_at = now()`);

    const unknown = await call({ method: row.method, path: '/operator/no-such-thing' }, {});
    expect(unknown.status).toBe(404);
    for (const { status, body } of seen)
      expect({ status, ...body, request_id: '' }).toEqual({ status: 404, ...unknown.body, request_id: '' });
    expect((await call(row, operator.headers)).body?.code).not.toBe('REQUEST.NOT_FOUND');
  });

  it('operators can use invites with a cookie session and its XSRF token', async () => {
    expect(await operator.browser.call('GET', '/operator/invites')).toMatchObject({ status: 200 });
    const xsrf = operator.browser.cookies.get('XSRF-TOKEN')?.value ?? '';
    const answer = await operator.browser.call('POST', '/operator/invites', { body: {}, headers: { 'x-xsrf-token': xsrf } });
    expect(answer.status).toBe(201);
  });

  it('operators without a second factor or a verified email cannot use invites', async () => {
    const [withoutFactor, unverified] = [
      await createVerifiedAccount(server, OPERATOR_EMAILS[1]),
      await createAccount(server, OPERATOR_EMAILS[2]),
    ];
    for (const { headers } of [withoutFactor, unverified]) expect((await call(listInvites, headers)).status).toBe(404);
  });

  it('a session from before the second factor was turned on must show it first', async () => {
    const { email, password } = await createVerifiedAccount(server, OPERATOR_EMAILS[3]);
    const [older, newer] = [
      await signIn(openBrowser(server.app), email, password),
      await signIn(openBrowser(server.app), email, password),
    ];
    const statusOf = async ({ headers }: TestAccount) => (await call(listInvites, headers)).status;
    const authenticator = await switchOnSecondFactor(server, newer);
    expect([await statusOf(older), await statusOf(newer)]).toEqual([404, 200]);
    const isOperator = async ({ browser, accessToken: bearer }: TestAccount) =>
      (await browser.call('GET', '/me', { bearer })).body.is_operator;
    expect([await isOperator(older), await isOperator(newer)]).toEqual([undefined, true]);
    const prove = (body: object) => older.browser.call('POST', '/prove', { bearer: older.accessToken, body });
    expect((await prove({ password })).status).toBe(401);
    expect(await statusOf(older)).toBe(404);
    expect((await prove({ password, code: authenticator.nextCode() })).status).toBe(204);
    expect(await statusOf(older)).toBe(200);

    // Turned off and on again by somebody else, the second factor is another one.
    const off = { password, code: authenticator.nextCode() };
    expect((await newer.browser.call('POST', '/two-factor/disable', { bearer: newer.accessToken, body: off })).status).toBe(200);
    await switchOnSecondFactor(server, newer);
    expect([await statusOf(older), await statusOf(newer)]).toEqual([404, 200]);
  });
});
