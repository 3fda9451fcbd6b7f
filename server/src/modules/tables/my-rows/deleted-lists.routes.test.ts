/** Deleted lists are kept for a while, filter nothing, and can be restored. */
import { DELETED_LISTS_RETENTION_DAYS, MAX_LIST_NAME_LENGTH, MAX_LISTS } from '@leadloom/shared/contract/my-rows';
import { tableByName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { accountIdOf, createAccount, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { callApi, type Method } from '../../../testing/call-api.ts';
import { makerOf } from '../../../testing/key-holder.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createKey } from '../../keys/keys.service.ts';
import { deleteRows } from '../tables.repository.ts';
import { purgeOldLists } from './deleted-lists.service.ts';
import { addRows as addRowsToList } from './row-lists.service.ts';

describe('deleted lists', () => {
  let server: TestServer;
  let account: TestAccount;
  let workspaceId: WorkspaceId;
  let stranger: TestAccount;
  let companies: number[];

  const call = async (method: Method, path: string, payload?: object, as = account) => {
    const answer = await callApi(server, as, method, path, payload);
    return { ...answer, code: answer.body?.code ?? null };
  };
  const createList = async (name: string, as = account): Promise<number> =>
    (await call('POST', '/lists', { name, table: 'companies' }, as)).body.id;
  const put = (list: number, ids: readonly number[]) => call('POST', `/lists/${list}/rows`, { ids });
  const remove = (list: number) => call('DELETE', `/lists/${list}`);
  const restore = (list: number, as = account) => call('POST', `/lists/${list}/restore`, undefined, as);
  const names = async (query = '', as = account): Promise<string[]> =>
    (await call('GET', `/lists${query}`, undefined, as)).body.data.map(({ name }: { name: string }) => name);
  const purgeOld = () => purgeOldLists(server.platform, new AbortController().signal);
  /** For the lists alone: sessions would end. */
  const passDays = (days: number) =>
    server.database.execute(sql`update row_lists set deleted_at = deleted_at - ${days} * interval '1 day'`);

  beforeAll(async () => {
    server = await startTestServer();
    [account, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    workspaceId = await accountIdOf(server, account.email);
    companies = await addRows(
      server.database,
      tableByName('companies'),
      Array.from({ length: 10 }, (_, at) => ({ name: `Company ${at}` })),
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.execute(sql`delete from row_lists`);
    await server.database.execute(sql`update my_row_versions set version = version + 1`);
  });

  it('a deleted list is shown among the deleted ones alone, and comes back with its rows, note and name', async () => {
    const list = await createList('Q1 outreach');
    await put(list, companies.slice(0, 3));
    const { note } = (await call('PATCH', `/lists/${list}`, { note: ' For the spring ' })).body;
    expect(note).toBe('For the spring');
    expect((await remove(list)).status).toBe(204);
    expect(await names()).toEqual([]);
    const { body } = await call('GET', '/lists?deleted=true&table=companies');
    expect(body).toMatchObject({ total: 1, data: [{ id: list, name: 'Q1 outreach', count: 3, note: 'For the spring' }] });
    expect(body.data[0].deleted_at).toBe(server.clock.now().toISOString());
    expect((await call('GET', '/lists?deleted=true&table=people')).body.total).toBe(0);
    const restored = await restore(list);
    expect(restored).toMatchObject({ status: 200, body: { id: list, name: 'Q1 outreach', count: 3, note: 'For the spring' } });
    expect(restored.body).not.toHaveProperty('deleted_at');
    expect((await call('GET', `/table/companies?list=${list}`)).body.total).toBe(3);
    expect(await names('?deleted=true')).toEqual([]);
    expect((await restore(list)).code).toBe('ROW_LIST.NOT_FOUND');
  });

  it('to all other calls a deleted list does not exist', async () => {
    const list = await createList('Gone');
    await put(list, companies.slice(0, 3));
    const marks = async () => (await call('GET', '/table/companies?sort=id&order=asc')).body.data[0].my.lists;
    expect(await marks()).toEqual([list]);
    await remove(list);
    expect(await marks()).toEqual([]);
    for (const path of ['', '/total', '/export', '/export/preview'])
      expect((await call('GET', `/table/companies${path}?list=${list}`)).code).toBe('ROW_LIST.NOT_FOUND');
    const calls: ReadonlyArray<readonly ['PATCH' | 'POST' | 'DELETE', string, object | undefined]> = [
      ['PATCH', `/lists/${list}`, { name: 'Back' }],
      ['POST', `/lists/${list}/rows`, { ids: companies }],
      ['DELETE', `/lists/${list}/rows`, { ids: companies }],
      ['DELETE', `/lists/${list}`, undefined],
      ['POST', '/alerts', { name: 'Mine', watch: { kind: 'list', id: list }, on: ['added'], every: 'instant', by: ['app'] }],
      [
        'POST',
        '/scheduled-exports',
        {
          name: 'Mine',
          watch: { kind: 'list', id: list },
          every: 'daily',
          at: '08:00',
          zone: 'Europe/Oslo',
          format: 'csv',
          gzip: false,
        },
      ],
    ];
    for (const [method, path, body] of calls) expect([path, (await call(method, path, body)).status]).toEqual([path, 404]);
    const target = await createList('Target');
    const stolen = await call('POST', `/lists/${target}/rows`, { filters: { list: String(list) } });
    expect(stolen.code).toBe('ROW_LIST.NOT_FOUND');
    await restore(list);
    expect(await marks()).toEqual([list]);
  });

  it('the data API and agents do not know a deleted list', async () => {
    const list = await createList('By key');
    await put(list, companies.slice(0, 3));
    const { api_key: key = '' } = await createKey(server.platform, makerOf(workspaceId));
    const headers = { authorization: `Bearer ${key}` };
    const byKey = async () => (await server.app.inject({ url: `/api/v1/table/companies?list=${list}`, headers })).statusCode;
    const arguments_ = { table: 'companies', filters: { list: String(list) } };
    const byAgent = async () => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { ...headers, accept: 'application/json, text/event-stream' },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_rows', arguments: arguments_ } },
      });
      return answer.payload;
    };
    expect(await byKey()).toBe(200);
    expect(await byAgent()).toContain('Company 0');
    await remove(list);
    expect(await byKey()).toBe(404);
    const refused = await byAgent();
    expect(refused).toContain('This list does not exist.');
    expect(refused).not.toContain('Company 0');
  });

  it('its name can be used again, and it then comes back with a number', async () => {
    const long = 'ä'.repeat(MAX_LIST_NAME_LENGTH);
    for (const [name, restored] of [
      ['Leads', 'Leads (2)'],
      [long, `${'ä'.repeat(MAX_LIST_NAME_LENGTH - 4)} (2)`],
    ] as const) {
      const first = await createList(name);
      await remove(first);
      await createList(name.toUpperCase());
      expect((await restore(first)).body.name).toBe(restored);
    }
    const renamed = await createList('Other leads');
    const gone = await createList('Old leads');
    await remove(gone);
    expect((await call('PATCH', `/lists/${renamed}`, { name: 'Old leads' })).status).toBe(200);
    const third = await createList('Leads (3)');
    await remove(third);
    const another = await createList('Leads (3)');
    expect((await call('PATCH', `/lists/${another}`, { name: 'LEADS' })).code).toBe('ROW_LIST.NAME_TAKEN');
    await remove(another);
    expect((await restore(third)).body.name).toBe('Leads (3)');
    expect((await restore(another)).body.name).toBe('Leads (3) (2)');
  });

  it('thirty days later it is gone for good, and not a day earlier', async () => {
    const list = await createList('Old');
    await put(list, companies.slice(0, 3));
    await remove(list);
    await passDays(DELETED_LISTS_RETENTION_DAYS - 1);
    await purgeOld();
    const kept = await createList('Younger');
    await remove(kept);
    expect(await names('?deleted=true')).toEqual(['Younger', 'Old']);
    await passDays(1.1);
    await purgeOld();
    expect(await names('?deleted=true')).toEqual(['Younger']);
    expect((await restore(list)).code).toBe('ROW_LIST.NOT_FOUND');
    const { rows } = await server.database.execute(sql`select 1 from row_list_rows where list_id = ${list}`);
    expect(rows).toEqual([]);
  });

  it('it can be deleted for good at once, but no other list can be', async () => {
    const list = await createList('Sure');
    expect((await call('DELETE', `/lists/${list}?deleted=true`)).code).toBe('ROW_LIST.NOT_FOUND');
    expect(await names()).toEqual(['Sure']);
    await remove(list);
    expect((await call('DELETE', `/lists/${list}?deleted=true`, undefined, stranger)).code).toBe('ROW_LIST.NOT_FOUND');
    expect((await restore(list, stranger)).code).toBe('ROW_LIST.NOT_FOUND');
    expect(await names('?deleted=true', stranger)).toEqual([]);
    expect((await call('DELETE', `/lists/${list}?deleted=true`)).status).toBe(204);
    expect(await names('?deleted=true')).toEqual([]);
  });

  it('all lists together, deleted or not, keep to the limit: the longest deleted give way', async () => {
    const { verified, unverified } = MAX_LISTS;
    await server.database.execute(sql`insert into row_lists (account_id, table_name, name, created_at, updated_at, deleted_at)
      select ${workspaceId}, 'companies', 'Old ' || given, now(), now(), now() - (given || ' hours')::interval
      from generate_series(1, ${verified}) given`);
    await createList('One more');
    const deleted = await names('?deleted=true');
    expect(deleted).toHaveLength(verified - 1);
    expect(deleted).not.toContain(`Old ${verified}`);

    const newcomer = await createAccount(server);
    const ids = [];
    for (let at = 0; at < unverified; at += 1) ids.push(await createList(`List ${at}`, newcomer));
    expect((await call('POST', '/lists', { name: 'Beyond', table: 'companies' }, newcomer)).code).toBe('ROW_LIST.LIMIT_REACHED');
    for (const id of ids.slice(0, 3)) {
      await call('DELETE', `/lists/${id}`, undefined, newcomer);
      server.clock.advance(1);
    }
    for (const name of ['New 1', 'New 2']) await createList(name, newcomer);
    expect(await names('?deleted=true', newcomer)).toEqual(['List 2']);
    expect((await restore(ids[2] ?? 0, newcomer)).status).toBe(200);
    expect(await names('', newcomer)).toHaveLength(unverified);
  });

  it('all their rows together keep to the limit, too', async () => {
    const matchPeople = () => Promise.reject(new Error('there are no people'));
    const add = async (list: number, ids: number[]) =>
      await addRowsToList({ ...server.platform, matchPeople, listedRowsLimit: 9 }, makerOf(workspaceId), list, { ids });
    for (const at of [0, 1, 2]) {
      const list = await createList(`Full ${at}`);
      await add(list, companies.slice(0, 3));
      await remove(list);
      server.clock.advance(1);
    }
    const target = await createList('Target');
    await add(target, companies.slice(0, 1));
    expect(await names('?deleted=true')).toEqual(['Full 2', 'Full 1']);
    await add(target, companies.slice(0, 3));
    expect(await names('?deleted=true')).toEqual(['Full 2', 'Full 1']);
    await add(target, companies.slice(0, 9));
    expect(await names('?deleted=true')).toEqual([]);
    await expect(add(target, companies)).rejects.toThrow('they would hold 10.');
  });

  it('its rows are deleted with the rows of the table', async () => {
    const [gone = 0] = await addRows(server.database, tableByName('companies'), [{ name: 'Soon gone' }]);
    const list = await createList('Kept');
    await put(list, [gone, companies[0] ?? 0]);
    await remove(list);
    await deleteRows(server.database, tableByName('companies'), [gone]);
    expect((await call('GET', '/lists?deleted=true')).body.data[0].count).toBe(1);
    expect((await restore(list)).body.count).toBe(1);
  });

  it('it still counts in what the account stores, and is part of the account’s data', async () => {
    const stored = async () => {
      const { rows } = await server.database.execute<{ bytes: string }>(sql`select sum(bytes) as bytes from account_storage
        where account_id = ${workspaceId} and table_name in ('row_lists', 'row_list_rows')`);
      return Number(rows[0]?.bytes);
    };
    const empty = await stored();
    const list = await createList('Counted');
    await put(list, companies);
    const full = await stored();
    expect(full).toBeGreaterThan(empty);
    await call('PATCH', `/lists/${list}`, { note: 'x'.repeat(500) });
    expect(await stored()).toBe(full + 500);
    await remove(list);
    expect(await stored()).toBe(full + 500);
    const { payload } = await server.app.inject({ url: '/api/v1/my-data', headers: account.headers });
    expect(payload).toContain('"Counted"');
    await call('DELETE', `/lists/${list}?deleted=true`);
    expect(await stored()).toBe(empty);
  });
});
