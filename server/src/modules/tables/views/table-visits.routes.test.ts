import { MAX_TABLE_VISITS } from '@leadloom/shared/contract/table-visits';
import { tableByName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, signIn, type TestAccount } from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { callApi, type Method } from '../../../testing/call-api.ts';
import { storeProfiles } from '../../../testing/stored-profiles.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const MINUTE = 60_000;
const companies = tableByName('companies');

describe('visits of tables', () => {
  let server: TestServer;
  let account: TestAccount;
  let stranger: TestAccount;

  const call = (method: Method, path: string, payload?: object, as = account) => callApi(server, as, method, path, payload);
  const visit = async (view: string | null = null, as = account): Promise<string> =>
    (await call('PUT', '/visits', { table: 'companies', view_id: view }, as)).body.since;
  const visits = async (as = account) => (await call('GET', '/visits', undefined, as)).body;
  const ago = (minutes: number) => new Date(server.clock.now().getTime() - minutes * MINUTE).toISOString();
  /** Everything stored about visits becomes older; the clock stands still, so that no access token expires. */
  const pass = (minutes: number) =>
    server.database.execute(sql`update table_visits set started_at = started_at - age,
    seen_at = seen_at - age, since = since - age from make_interval(mins => ${minutes}) age`);
  const addView = async (name: string, filters: object, as = account): Promise<string> => {
    const state = { filters, columns: [], sort: null, order: null, per_page: null };
    return (await call('POST', '/table-views', { table: 'companies', name, state, is_default: false }, as)).body.id;
  };
  const addCompany = (country: string) => addRows(server.database, companies, [{ name: 'New', country }]);

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    [account, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
  });

  it('a visit keeps its beginning until its screen was away for half an hour', async () => {
    expect(await visit()).toBe(ago(0));
    for (const seen of [29, 58, 87]) {
      await pass(29);
      expect(await visit()).toBe(ago(seen));
    }
    await pass(31);
    expect(await visit()).toBe(ago(118));
    await pass(31);
    expect((await visits()).data[0].since).toBe(ago(31));
    expect(await visit()).toBe(ago(31));
  });

  it('a visit ends with its session', async () => {
    await visit();
    await pass(31);
    expect(await visit()).toBe(ago(31));
    await pass(5);
    const again = await signIn(openBrowser(server.app), account.email, account.password);
    expect(await visit(null, again)).toBe(ago(36));
    await call('POST', '/sessions/end-others', { revoke_keys: false });
    expect((await visits()).data[0].since).toBe(ago(5));
    expect(await visit()).toBe(ago(5));
  });

  it('rows that changed since the visit before are counted for the table and for each view', async () => {
    const view = await addView('Nordic', { country: ['Norway'] });
    await visit(view);
    await pass(10);
    await visit();
    await addCompany('Norway');
    await addCompany('Japan');
    expect(await visits()).toEqual({
      data: [
        { table: 'companies', view_id: null, name: 'Companies', since: ago(0), new: 2 },
        { table: 'companies', view_id: view, name: 'Nordic', since: ago(10), new: 1 },
      ],
      total: 2,
    });
    expect(await visits(stranger)).toEqual({ data: [], total: 0 });
  });

  it('collected people who were added or changed since the visit before are counted for their account', async () => {
    const note = (view: string | null) => call('PUT', '/visits', { table: 'collected-people', view_id: view });
    expect((await note(await addView('Mine', {}))).status).toBe(404);
    expect((await note(null)).body).toEqual({ table: 'collected-people', view_id: null, since: ago(0) });
    await pass(10);
    const updatedAt = server.clock.now();
    const id = await accountIdOf(server, account.email);
    await storeProfiles(server, id, [{ updatedAt }, { updatedAt: new Date(updatedAt.getTime() - 11 * MINUTE) }]);
    await storeProfiles(server, await accountIdOf(server, stranger.email), [{ updatedAt }]);
    expect((await visits()).data).toEqual([
      { table: 'collected-people', view_id: null, name: 'Collected people', since: ago(10), new: 1 },
    ]);
  });

  it('a view of another table, and one that does not exist, have no visits', async () => {
    const view = await addView('Mine', {});
    expect((await call('PUT', '/visits', { table: 'people', view_id: view })).status).toBe(404);
    expect((await call('PUT', '/visits', { table: 'companies', view_id: 'nothing' })).status).toBe(404);
    await visit(view);
    await call('DELETE', `/table-views/${view}`);
    expect(await visits()).toEqual({ data: [], total: 0 });
  });

  it('visits of gated tables are not listed without a plan', async () => {
    await visit();
    await call('PUT', '/visits', { table: 'reviews', view_id: null });
    await server.database.execute(
      sql`update accounts set trial_ends_at = now() - interval '1 year' where email = ${account.email}`,
    );
    expect((await visits()).data).toMatchObject([{ table: 'reviews' }]);
  });

  it('only the visits seen last are kept', async () => {
    const id = await accountIdOf(server, account.email);
    const session = sql`(select id from sessions where account_id = ${id} limit 1)`;
    await server.database.execute(sql`insert into table_visits
      select ${id}, 'companies', 'view ' || n, ${session}, now(), now() - make_interval(mins => n), now()
      from generate_series(1, ${MAX_TABLE_VISITS.verified}) n`);
    await visit();
    const { rows } = await server.database.execute(sql`select view_id from table_visits where account_id = ${id}`);
    expect(rows).toHaveLength(MAX_TABLE_VISITS.verified);
    expect(rows).not.toContainEqual({ view_id: `view ${MAX_TABLE_VISITS.verified}` });
    expect(rows).toContainEqual({ view_id: '' });
  });
});
