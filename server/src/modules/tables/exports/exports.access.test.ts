import { endpointsByName } from '@leadloom/shared/contract/tables';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createAccount, createVerifiedAccount } from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { createKeyHolder } from '../../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const DAY = 24 * 3600 * 1000;

/** `export` and `previewExport` of each table. */
const rows = tableNames.flatMap((name) => {
  const { export: file, previewExport } = endpointsByName(name);
  return [file, previewExport].map((row) => ({ path: row.path, isGated: tableByName(name).isGated }));
});
const gated = rows.filter(({ isGated }) => isGated);
const open = rows.filter(({ isGated }) => !isGated);

describe('access to exports of the data tables', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('is gated for every table but reviews', () => {
    expect(open.map(({ path }) => path)).toEqual(['/table/reviews/export', '/table/reviews/export/preview']);
  });

  it.each(rows)('$path needs a session or a key', async ({ path }) => {
    const nobody = openBrowser(server.app);
    expect((await nobody.call('GET', path)).status).toBe(401);
    expect((await nobody.call('GET', path, { bearer: 'll_live_nonsense' })).status).toBe(401);
  });

  it.each(gated)('$path needs a verified email', async ({ path }) => {
    const { browser, accessToken } = await createAccount(server);
    const answer = await browser.call('GET', path, { bearer: accessToken });
    expect(answer).toMatchObject({ status: 403, body: { code: 'AUTH.NOT_VERIFIED' } });
  });

  it.each(gated)('$path needs a trial or a subscription', async ({ path }) => {
    const { browser, accessToken, email } = await createVerifiedAccount(server);
    await server.database.execute(
      sql`update accounts set trial_ends_at = ${new Date(server.clock.now().getTime() - DAY).toISOString()} where email = ${email}`,
    );
    const answer = await browser.call('GET', path, { bearer: accessToken });
    expect(answer).toMatchObject({ status: 403, body: { code: 'AUTH.SUBSCRIPTION_REQUIRED' } });
  });

  it.each(open)('$path is open to whoever has an account', async ({ path }) => {
    const { browser, accessToken } = await createAccount(server);
    expect((await browser.call('GET', path, { bearer: accessToken })).status).toBe(200);
  });

  it.each(rows)('$path is open to a page of ours that sends its cookie alone, and to a key', async ({ path }) => {
    const holder = await createKeyHolder(server);
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect((await holder.account.browser.call('GET', path, { headers })).status).toBe(200);
    expect((await holder.get(path)).status).toBe(200);
  });

  it('takes from the account that asks, whatever the query says', async () => {
    await server.database.execute(sql`insert into companies (name, canonical_key, source) values ('One', 'one', 'test')`);
    const [asking, other] = await Promise.all([createVerifiedAccount(server), createVerifiedAccount(server)]);
    const otherId = await accountIdOf(server, other.email);
    for (const name of ['account_id', 'accountId', 'user_id']) {
      const answer = await asking.browser.call('GET', `/table/companies/export?${name}=${otherId}`, {
        bearer: asking.accessToken,
      });
      expect(answer.status).toBe(400);
    }
    await asking.browser.call('GET', '/table/companies/export', { bearer: asking.accessToken });
    const { rows: charged } = await server.database.execute(sql`select account_id::int from table_exports where row_count > 0`);
    expect(charged).toEqual([{ account_id: await accountIdOf(server, asking.email) }]);
  });
});
