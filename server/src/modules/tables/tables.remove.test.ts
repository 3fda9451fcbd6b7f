import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { CHUNK_BITS } from './totals/chunk-bitmaps.ts';
import { refreshBitmaps } from './totals/refresh-bitmaps.ts';

const TOKEN = 'operator-token-of-this-test';
const people = tableByName('people');

describe('removing rows', () => {
  let server: TestServer;
  let account: TestAccount;

  const remove = (payload: object, name = 'people') =>
    server.app.inject({
      method: 'DELETE',
      url: `/api/v1/table/${name}`,
      headers: { authorization: `Bearer ${TOKEN}` },
      payload,
    });
  const list = async () => (await server.app.inject({ url: '/api/v1/table/people', headers: account.headers })).json();
  async function state() {
    const { rows } = await server.database.execute(
      sql`select row_count::int as rows,
          (select array_agg(chunk) from stale_chunks where table_name = 'people') as dirty
        from table_versions where table_name = 'people'`,
    );
    return rows[0];
  }

  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATOR_TOKEN: TOKEN } });
    account = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());

  it('existing rows are removed, the total falls at once, and the change is recorded', async () => {
    const ids = await addRows(
      server.database,
      people,
      Array.from({ length: 5 }, (_, at) => ({ name: `Person ${at}` })),
    );
    await refreshBitmaps(server.database);
    expect(await list()).toMatchObject({ total: 5 });
    const [first = 0, second = 0] = ids;
    const answer = await remove({ ids: [first, second, 999_999] });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ deleted: 2 });
    expect(await list()).toMatchObject({ total: 3, data: [{ id: ids[4] }, { id: ids[3] }, { id: ids[2] }] });
    expect(await state()).toEqual({ rows: 3, dirty: [Math.floor(first / 2 ** CHUNK_BITS)] });
    expect((await remove({ ids: [first] })).json()).toEqual({ deleted: 0 });
  });

  it('the operators’ audit says which rows the operator’s token deleted, and nothing where there were none', async () => {
    const [id = 0] = await addRows(server.database, people, [{ name: 'Person Z' }]);
    const lines = async () =>
      (await server.database.execute(sql`select by, action, target, address, detail from operator_audit order by id desc`)).rows;
    const before = await lines();
    await remove({ ids: [999_999] });
    expect(await lines()).toEqual(before);
    await remove({ ids: [id, 999_999] });
    expect(await lines()).toEqual([
      {
        by: 'operator token',
        action: 'rows.deleted',
        target: 'people',
        address: '127.0.0.1',
        detail: `1 of the ids ${id}, 999999`,
      },
      ...before,
    ]);
  });

  it('ids are read from the query where a proxy dropped the body', async () => {
    const ids = await addRows(server.database, people, [{ name: 'Person X' }, { name: 'Person Y' }]);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const url = `/api/v1/table/people?${ids.map((id) => `ids=${id}`).join('&')}`;
    expect((await server.app.inject({ method: 'DELETE', url, headers })).json()).toEqual({ deleted: 2 });
    expect((await server.app.inject({ method: 'DELETE', url: '/api/v1/table/people?ids=all', headers })).statusCode).toBe(400);
  });

  it.each([{}, { ids: [] }, { ids: ['1'] }, { ids: [0] }, { ids: [1.5] }, { ids: [1e300] }, { ids: [1], all: true }, { ids: 1 }])(
    'removing %j is refused',
    async (payload) => {
      const answer = await remove(payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().code).toBe('REQUEST.INVALID');
    },
  );

  it.each(tableNames)('%s: rows can be removed', async (name) => {
    expect((await remove({ ids: [12_345] }, name)).json()).toEqual({ deleted: 0 });
  });
});
