import { endpointsByName } from '@leadloom/shared/contract/tables';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount } from '../../testing/accounts.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** `export` and `previewExport` of each table. */
const rows = tableNames.flatMap((name) => {
  const { export: file, previewExport } = endpointsByName(name);
  return [file, previewExport].map((row) => ({ path: row.path, isGated: tableByName(name).isGated }));
});
const open = rows.filter(({ isGated }) => !isGated);

describe('access to exports of the data tables', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('exports of every table but reviews need a verified email and a trial or subscription', () => {
    expect(open.map(({ path }) => path)).toEqual(['/table/reviews/export', '/table/reviews/export/preview']);
  });

  it.each(rows)('$path accepts a session by its cookie alone, and an API key', async ({ path }) => {
    const holder = await createKeyHolder(server);
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect((await holder.account.browser.call('GET', path, { headers })).status).toBe(200);
    expect((await holder.get(path)).status).toBe(200);
  });

  it('an export is charged to the account that asks for it, whatever the query says', async () => {
    await server.database.execute(sql`insert into companies (name, canonical_key, source) values ('One', 'one', 'test')`);
    const [asking, other] = await Promise.all([createVerifiedAccount(server), createVerifiedAccount(server)]);
    const otherId = await accountIdOf(server, other.email);
    for (const name of ['account_id', 'workspaceId', 'user_id']) {
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
