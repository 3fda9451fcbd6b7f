import { codeIn, createAccount, signIn, type TestAccount, uniqueEmail, waitForMail } from '@leadloom/server/testing/accounts';
import { openBrowser } from '@leadloom/server/testing/browser';
import { fillTables, tablesHolding } from '@leadloom/server/testing/fill-tables';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tell } from './testing/security.fixture.ts';

const NEW_PASSWORD = 'chosen by the owner';
const rowsOfReferences = z.array(z.object({ table: z.string(), column: z.string(), isErased: z.boolean() }));

describe('an email address that somebody else registered', () => {
  let server: TestServer;
  const counts = {
    'ways of a squatter to stay': 0,
    'sessions that outlived the owner’s step': 0,
    'tables that kept something of before': 0,
    'owners locked out': 0,
  };
  const isLive = async ({ browser, accessToken, refreshToken }: TestAccount) =>
    (await browser.call('GET', '/me', { bearer: accessToken })).status === 200 ||
    (await browser.call('POST', '/refresh', { bearer: refreshToken })).status === 200;
  const owner = () => openBrowser(server.app);

  async function expectEnded(session: TestAccount): Promise<void> {
    counts['ways of a squatter to stay'] += 1;
    if (await isLive(session)) counts['sessions that outlived the owner’s step'] += 1;
    expect(counts['sessions that outlived the owner’s step']).toBe(0);
  }

  async function reset(email: string): Promise<void> {
    await owner().call('POST', '/reset-password', { body: { email } });
    const code = codeIn(await waitForMail(server, email, /reset/i));
    const answer = await owner().call('POST', '/new-password', { body: { password: NEW_PASSWORD, password_code: code } });
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Password changed successfully, now you can login' } });
  }

  /** A squatter's second factor as stored in the database. */
  async function plantFactor(email: string): Promise<number> {
    const { rows } = await server.database.$client.query(
      "update accounts set totp_secret = '\\x00', totp_enabled_at = now(), totp_last_step = 1 where email = $1 returning id",
      [email],
    );
    return z.object({ id: z.coerce.number() }).parse(rows[0]).id;
  }

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    tell('squatted addresses', counts);
    await server.close();
  });

  it('no second factor can be switched on before the owner has verified the address', async () => {
    const squatter = await createAccount(server);
    for (const [path, body] of [
      ['/two-factor/begin', { password: squatter.password }],
      ['/two-factor/enable', { code: '123456' }],
    ] as const) {
      counts['ways of a squatter to stay'] += 1;
      const answer = await squatter.browser.call('POST', path, { bearer: squatter.accessToken, body });
      expect(answer).toMatchObject({ status: 403, body: { code: 'AUTH.NOT_VERIFIED' } });
    }
  });

  it('a password reset gives the owner a verified account without the earlier factor and sessions', async () => {
    const squatter = await createAccount(server);
    const elsewhere = await signIn(openBrowser(server.app), squatter.email, squatter.password);
    await plantFactor(squatter.email);
    counts['ways of a squatter to stay'] += 1;
    await reset(squatter.email);
    const { status, body } = await owner().call('POST', '/login', { body: { email: squatter.email, password: NEW_PASSWORD } });
    if (status !== 200) counts['owners locked out'] += 1;
    expect(status).toBe(200);
    const me = await owner().call('GET', '/me', { bearer: String(body.access_token) });
    expect(me.body).toMatchObject({ email: squatter.email, verified: true, is_trial: true });
    for (const session of [squatter, elsewhere]) await expectEnded(session);
    const { email, password } = squatter;
    expect((await squatter.browser.call('POST', '/login', { body: { email, password } })).status).toBe(401);
  });

  it('a password reset leaves nothing from before in any table that refers to the account', async () => {
    const squatter = await createAccount(server);
    const accountId = await plantFactor(squatter.email);
    const profile = { fullName: 'planted name', companyName: 'planted company', country: 'NO' };
    await squatter.browser.call('POST', '/update-profile', { bearer: squatter.accessToken, body: profile });
    const { tables } = await fillTables(server, accountId);
    await server.database.$client.query("update workspaces set name = 'planted', request_limit = 9 where id = $1", [accountId]);
    await server.database.$client.query('update workspace_members set last_seen_at = now() where workspace_id = $1', [accountId]);
    const references = rowsOfReferences.parse(
      (
        await server.database.$client.query(
          `select f.conrelid::regclass::text as table, a.attname::text as column, f.confdeltype = 'c' as "isErased"
          from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
          where f.contype = 'f' and f.confrelid in ('accounts'::regclass, 'workspaces'::regclass)`,
        )
      ).rows,
    );
    const erased = references.filter(({ isErased }) => isErased);
    // What an operator made is not theirs alone; every other table goes with the account.
    const kept = references.filter(({ isErased }) => !isErased);
    expect(kept.map(({ table }) => table).sort()).toEqual(['imports', 'invites']);
    expect(erased.length).toBeGreaterThan(15);
    const heldBefore = await server.database.$client.query('select email, created_at from accounts where id = $1', [accountId]);
    await reset(squatter.email);
    for (const { table, column } of erased) {
      // Made anew together with the account, see below.
      if (table === 'workspaces' || table === 'workspace_members') continue;
      expect(tables).toContain(table);
      const { rows } = await server.database.$client.query(`select 1 from "${table}" where "${column}" = $1`, [accountId]);
      if (rows.length > 0) counts['tables that kept something of before'] += 1;
      expect(rows, table).toEqual([]);
    }
    expect(await tablesHolding(server, 'planted')).toEqual([]);
    const { rows: anew } = await server.database.$client.query(
      `select w.request_limit, m.account_id::int as account, m.role, m.last_seen_at
       from workspaces w join workspace_members m on m.workspace_id = w.id where w.id = $1`,
      [accountId],
    );
    expect(anew).toEqual([{ request_limit: null, account: accountId, role: 'owner', last_seen_at: null }]);
    const heldAfter = await server.database.$client.query('select email, created_at from accounts where id = $1', [accountId]);
    expect(heldAfter.rows).toEqual(heldBefore.rows);
  });

  it('sessions that others started end when the owner opens the link, and the owner’s stay', async () => {
    const squatter = await createAccount(server, uniqueEmail());
    const code = codeIn(await waitForMail(server, squatter.email, /verify your email/i));
    const same = await signIn(openBrowser(server.app), squatter.email, squatter.password);
    expect((await same.browser.call('GET', `/verify/${code}`)).status).toBe(200);
    await expectEnded(squatter);
    expect(await isLive(same)).toBe(true);
    // The link may be opened again while it lasts, from anywhere: what began since is the owner's.
    const later = await signIn(openBrowser(server.app), squatter.email, squatter.password);
    expect((await owner().call('GET', `/verify/${code}`)).status).toBe(200);
    expect(await isLive(later)).toBe(true);
  });

  it('the sessions of others end as well when the first verified address is a new one, confirmed in another browser', async () => {
    const squatter = await createAccount(server);
    const victim = uniqueEmail();
    const body = { password: squatter.password, new_email: victim };
    await squatter.browser.call('POST', '/change-email', { bearer: squatter.accessToken, body });
    const code = codeIn(await waitForMail(server, victim, /confirm/i));
    expect((await owner().call('POST', '/confirm-email', { body: { code } })).status).toBe(200);
    await expectEnded(squatter);
  });
});
