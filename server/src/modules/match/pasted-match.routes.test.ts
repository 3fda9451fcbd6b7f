import { getPastedMatch, MAX_PASTED_MATCHES, pasteLines } from '@leadloom/shared/contract/match';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { storeRecords } from '../imports/store-records.service.ts';

describe('lines pasted onto a table', () => {
  let server: TestServer;
  let account: TestAccount;
  let stranger: TestAccount;

  beforeAll(async () => {
    server = await startTestServer();
    [account, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const { direct, now } = server.platform;
    const rows = [
      { name: 'Needle Port', website: 'needle-port.example', country: 'Norway' },
      { name: 'Spindle', website: 'spindle.example', country: 'Germany' },
      { name: 'Spindle', website: 'spindle-works.example', country: 'Austria' },
      { name: 'Loom Page', website: 'loom.example', country: 'Sweden' },
    ];
    await storeRecords(direct, tableByName('companies'), rows, { source: 'test', now: now(), alongside: async () => undefined });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.execute(sql`delete from row_lists`);
    await server.database.execute(sql`delete from table_views`);
    await server.database.execute(sql`update my_row_versions set version = version + 1`);
  });

  const call = (method: Method, path: string, payload?: object, as = account) => callApi(server, as, method, path, payload);
  async function paste(domains: readonly string[], table: TableName = 'companies', as = account) {
    const { status, body } = await call('POST', '/match/pasted', { table, rows: domains.map((domain) => ({ domain })) }, as);
    expect(status, JSON.stringify(body)).toBe(201);
    return pasteLines.success.body.parse(body);
  }
  const namesOf = async (query: string) => {
    const { status, body } = await call('GET', `/table/companies?${query}&sort=name&order=asc`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data.map(({ name }: { name: string }) => name);
  };

  it('the rows that were found filter the table by an id, and each line has its result', async () => {
    const pasted = await paste(['needle-port.example', 'nobody.example', 'www.loom.example', 'loom.example']);
    expect(pasted).toMatchObject({ table: 'companies', lines: 4, count: 2 });
    expect(pasted.data.map(({ by }) => by)).toEqual(['domain', null, 'domain', 'domain']);
    expect(await namesOf(`list=${pasted.id}`)).toEqual(['Loom Page', 'Needle Port']);
    expect(await namesOf(`list=${pasted.id}&country=Norway`)).toEqual(['Needle Port']);
    expect((await call('GET', `/table/companies/total?list=${pasted.id}`)).body).toEqual({ total: 2 });
    const read = await call('GET', `/match/pasted/${pasted.id}`);
    expect(getPastedMatch.success.body.parse(read.body)).toEqual({ id: pasted.id, table: 'companies', lines: 4, count: 2 });
  });

  it('a name that one row alone has is shown, several rows of a name are not, and nothing found is an answer, too', async () => {
    const rows = [{ name: 'needle port' }, { name: 'Spindle' }];
    const { body } = await call('POST', '/match/pasted', { table: 'companies', rows });
    expect(body).toMatchObject({ lines: 2, count: 1, data: [{ id: null }, { id: null }] });
    expect(await namesOf(`list=${body.id}`)).toEqual(['Needle Port']);
    const nothing = await paste(['nobody.example']);
    expect(nothing).toMatchObject({ lines: 1, count: 0 });
    expect(await namesOf(`list=${nothing.id}`)).toEqual([]);
  });

  it('it is no list: not among them, not marked on rows, not counted, and nothing watches it', async () => {
    const { id } = await paste(['needle-port.example']);
    expect((await call('GET', '/lists')).body).toEqual({ data: [], total: 0 });
    const { body } = await call('GET', `/table/companies?list=${id}`);
    expect(body.data[0].my?.lists ?? []).toEqual([]);
    const alert = { name: 'Mine', watch: { kind: 'list', id }, on: ['added'], every: 'instant', by: ['app'] };
    expect((await call('POST', '/alerts', alert)).body.code).toBe('ALERT.NOTHING_TO_WATCH');
    const weekly = { name: 'Mine', every: 'weekly', watch: { kind: 'list', id } };
    expect((await call('POST', '/scheduled-exports', weekly)).body.code).toBe('ROW_LIST.NOT_FOUND');
    await call('PATCH', `/lists/${id}`, { name: 'Kept' });
    expect((await call('POST', '/alerts', alert)).status).toBe(201);
    expect((await call('POST', '/scheduled-exports', weekly)).status).toBe(201);
  });

  it('a name keeps it as a list, under the same id', async () => {
    const { id } = await paste(['needle-port.example']);
    await call('POST', '/lists', { name: 'Taken', table: 'companies' });
    expect((await call('PATCH', `/lists/${id}`, { name: 'TAKEN' })).body.code).toBe('ROW_LIST.NAME_TAKEN');
    expect((await call('PATCH', `/lists/${id}`, { name: 'Kept' })).body).toMatchObject({ id, name: 'Kept', count: 1 });
    expect((await call('GET', '/lists')).body).toMatchObject({ total: 2, data: [{ id, name: 'Kept', count: 1 }, {}] });
    expect((await call('GET', `/match/pasted/${id}`)).body.code).toBe('ROW_LIST.NOT_FOUND');
    expect((await call('GET', `/table/companies?list=${id}`)).body.data[0].my.lists).toEqual([id]);
    for (let at = 0; at <= MAX_PASTED_MATCHES; at += 1) await paste(['loom.example']);
    expect(await namesOf(`list=${id}`)).toEqual(['Needle Port']);
  });

  it('keeping one counts as a list of the account', async () => {
    const { id } = await paste(['needle-port.example']);
    await server.database.execute(sql`insert into row_lists (account_id, table_name, name, created_at, updated_at)
      select account_id, 'people', 'List ' || n, now(), now() from row_lists, generate_series(1, 200) n where id = ${id}`);
    expect((await call('PATCH', `/lists/${id}`, { name: 'One too many' })).body.code).toBe('ROW_LIST.LIMIT_REACHED');
    expect((await call('GET', `/match/pasted/${id}`)).status).toBe(200);
  });

  it('an account has the last ones of each table; one that a view names stays', async () => {
    const [named, first] = [await paste(['needle-port.example']), await paste(['needle-port.example'])];
    const people = await call('POST', '/match/pasted', { table: 'people', rows: [{ name: 'Nobody' }] });
    const state = { filters: { list: String(named.id) }, sort: null, order: null, per_page: null, columns: [] };
    const view = await call('POST', '/table-views', { table: 'companies', name: 'Pasted', is_default: false, state });
    expect(view.status, JSON.stringify(view.body)).toBe(201);
    const later: number[] = [];
    for (let at = 0; at < MAX_PASTED_MATCHES; at += 1) later.push((await paste(['loom.example'])).id);
    expect((await call('GET', `/table/companies?list=${first.id}`)).body.code).toBe('ROW_LIST.NOT_FOUND');
    for (const id of [named.id, ...later]) expect((await call('GET', `/match/pasted/${id}`)).status).toBe(200);
    expect((await call('GET', `/match/pasted/${people.body.id}`)).status).toBe(200);
  });

  it('another account neither sees it nor filters by it, and lists are none', async () => {
    const { id } = await paste(['needle-port.example']);
    expect((await call('GET', `/match/pasted/${id}`, undefined, stranger)).body.code).toBe('ROW_LIST.NOT_FOUND');
    expect((await call('GET', `/table/companies?list=${id}`, undefined, stranger)).body.code).toBe('ROW_LIST.NOT_FOUND');
    expect((await call('GET', `/table/people?list=${id}`)).body.code).toBe('ROW_LIST.OTHER_TABLE');
    const list = await call('POST', '/lists', { name: 'A list', table: 'companies' });
    expect((await call('GET', `/match/pasted/${list.body.id}`)).body.code).toBe('ROW_LIST.NOT_FOUND');
  });

  it('a table without a key to match by is refused', async () => {
    const { status, body } = await call('POST', '/match/pasted', { table: 'tiktok-videos', rows: [{ name: 'x' }] });
    expect(status).toBe(400);
    expect(body.code).toBe('REQUEST.INVALID');
  });
});
