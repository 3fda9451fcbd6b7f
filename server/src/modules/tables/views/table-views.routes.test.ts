import { MAX_VIEWS_PER_TABLE, type ViewState } from '@leadloom/shared/contract/table-views';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { callApi, type Method } from '../../../testing/call-api.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const state: ViewState = {
  filters: { country: ['Germany', 'Korea, South'], search_query: "o'neil", with_contact_info: true },
  columns: [{ field: 'name', width: 120, is_hidden: false, is_pinned: true }],
  sort: 'name',
  order: 'desc',
  per_page: 15,
};
const empty: ViewState = { filters: {}, columns: [], sort: null, order: null, per_page: null };

describe('views of a table', () => {
  let server: TestServer;
  let account: TestAccount;

  const call = (method: Method, path: string, payload?: object, as = account) => callApi(server, as, method, path, payload);
  const create = (name: string, more: object = {}) =>
    call('POST', '/table-views', { table: 'companies', name, state: empty, is_default: false, ...more });
  const names = async (table = 'companies') => {
    const { body } = await call('GET', `/table-views?table=${table}`);
    return body.data.map(({ name, is_default: isDefault }: { name: string; is_default: boolean }) =>
      isDefault ? `*${name}` : name,
    );
  };

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    account = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());

  it('views are stored unchanged and listed by name', async () => {
    const made = await create('  Zebra ', { state });
    expect(made).toMatchObject({
      status: 201,
      body: { table: 'companies', name: 'Zebra', state, is_default: false, is_own: true },
    });
    await create('apple');
    expect(await names()).toEqual(['apple', 'Zebra']);
    expect(await names('people')).toEqual([]);
    expect((await call('GET', `/table-views/${made.body.id}`)).body).toEqual(made.body);
  });

  it('columns that the table does not have are refused by name, in views and layouts', async () => {
    const wrong = { ...state, columns: [...state.columns, { ...state.columns[0], field: 'no_such_column' }] };
    const detail = expect.stringContaining('not "no_such_column"');
    const made = await create('Columns', { state });
    expect(await create('Wrong', { state: wrong })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST.INVALID', errors: [{ pointer: '/state/columns', detail }] },
    });
    const content = { name: 'Columns', state: wrong, is_default: false };
    expect(await call('PUT', `/table-views/${made.body.id}`, content)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/state/columns', detail }] },
    });
    expect(await call('PUT', '/table-layouts/companies', { columns: wrong.columns })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/columns', detail }] },
    });
    expect(await names()).toEqual(['Columns']);
  });

  it.each([
    [{ where: 'country = ' }, 'where', 'expected a value at 10'],
    [{ revenue_from: '20', revenue_to: '10' }, 'revenue_from', 'must not be above revenue_to'],
    [{ 'people.country': ['Norway'], where: 'no_such_column = 1' }, 'where', expect.stringContaining('no_such_column')],
  ])('filters of a view that cannot be read are refused by their place in the body: %j', async (filters, parameter, detail) => {
    const fault = { pointer: `/state/filters/${parameter}`, detail };
    expect(await create('Wrong', { state: { ...state, filters } })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST.INVALID', errors: [fault] },
    });
    const { body } = await create('Right', { state });
    const replaced = await call('PUT', `/table-views/${body.id}`, { name: 'x', state: { ...state, filters }, is_default: false });
    expect(replaced.body.errors).toEqual([fault]);
    expect(replaced.body.msg).toMatch(new RegExp(`^${parameter}: `));
  });

  it('a view can be renamed and replaced', async () => {
    const { body } = await create('Old');
    server.clock.advance(1000);
    const changed = await call('PUT', `/table-views/${body.id}`, { name: 'OLD', state, is_default: true });
    expect(changed).toMatchObject({ status: 200, body: { id: body.id, name: 'OLD', state, is_default: true } });
    expect(changed.body.updated_at > body.updated_at).toBe(true);
  });

  it('a view can be deleted once', async () => {
    const { body } = await create('Gone');
    expect(await call('DELETE', `/table-views/${body.id}`)).toEqual({ status: 204, body: null });
    expect((await call('DELETE', `/table-views/${body.id}`)).body.code).toBe('VIEW.NOT_FOUND');
    expect((await call('PUT', `/table-views/${body.id}`, { name: 'x', state: empty, is_default: false })).body.code).toBe(
      'VIEW.NOT_FOUND',
    );
    expect(await names()).toEqual([]);
  });

  it('names of views are unique within a table, ignoring case', async () => {
    await create('Mine');
    const other = await create('Other');
    expect((await create('MINE')).body).toMatchObject({ status: 409, code: 'VIEW.NAME_TAKEN' });
    expect((await create('Mine', { table: 'people' })).status).toBe(201);
    const renamed = await call('PUT', `/table-views/${other.body.id}`, { name: 'mine', state: empty, is_default: true });
    expect(renamed.body.code).toBe('VIEW.NAME_TAKEN');
    expect(await names()).toEqual(['Mine', 'Other']);
  });

  it('a table has one default view', async () => {
    await create('One', { is_default: true });
    await create('People', { table: 'people', is_default: true });
    const two = await create('Two', { is_default: true });
    expect(await names()).toEqual(['One', '*Two']);
    await create('Three');
    expect(await names()).toEqual(['One', 'Three', '*Two']);
    await call('PUT', `/table-views/${two.body.id}`, { name: 'Two', state: empty, is_default: false });
    expect(await names()).toEqual(['One', 'Three', 'Two']);
    expect(await names('people')).toEqual(['*People']);
  });

  it('one default and unique names remain, however many views are saved at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => create(at % 2 === 0 ? 'Same' : `View ${at}`, { is_default: true })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect((await names()).filter((name: string) => name.startsWith('*'))).toHaveLength(1);
  });

  it(`a table has at most ${MAX_VIEWS_PER_TABLE} views, however many are saved at the same time`, async () => {
    const workspaceId = await accountIdOf(server, account.email);
    await server.database.execute(
      sql`insert into table_views (id, account_id, table_name, name, state)
        select 'view ' || ${workspaceId}::text || ' ' || n, ${workspaceId}, 'companies', 'View ' || n, ${JSON.stringify(empty)}::jsonb
        from generate_series(1, ${MAX_VIEWS_PER_TABLE - 2}) n`,
    );
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => create(`More ${at}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('VIEW.LIMIT_REACHED');
    expect((await create('Elsewhere', { table: 'people' })).status).toBe(201);
  });

  it.each([
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(81) },
    { table: 'accounts' },
    { state: { ...empty, columns: [{ field: 'name', width: 1e9, is_hidden: false, is_pinned: false }] } },
    { state: { ...empty, filters: { country: 7 } } },
    { state: { ...empty, extra: 1 } },
    { state: { ...empty, per_page: 1000 } },
    { account_id: 1 },
  ])('a view is refused with %j', async (more) => {
    expect((await create('A view', more)).body).toMatchObject({ status: 400, code: 'REQUEST.INVALID' });
  });

  it('views in a form that is no longer supported are skipped', async () => {
    const { body } = await create('Strange');
    await create('Fine');
    await server.database.execute(sql`update table_views set state = '{"version": 99}' where id = ${body.id}`);
    expect(await names()).toEqual(['Fine']);
    expect((await call('GET', `/table-views/${body.id}`)).body.code).toBe('VIEW.NOT_FOUND');
  });

  it('layouts are stored by account and table, and keep what a change leaves out', async () => {
    const none = { columns: [], density: 'comfortable', per_page: null, work_columns: [], work_per_page: null };
    const save = (body: object) => call('PUT', '/table-layouts/companies', body);
    expect(await call('GET', '/table-layouts/companies')).toEqual({ status: 200, body: none });
    for (const columns of [[], state.columns]) {
      expect(await save({ columns })).toEqual({ status: 200, body: { ...none, columns } });
      expect(await call('GET', '/table-layouts/companies')).toEqual({ status: 200, body: { ...none, columns } });
    }
    const compact = { ...none, columns: state.columns, density: 'compact', per_page: 50 };
    expect(await save(compact)).toEqual({ status: 200, body: compact });
    expect(await save({ columns: [] })).toEqual({ status: 200, body: { ...compact, columns: [] } });
    expect(await save({ columns: [], per_page: null })).toEqual({
      status: 200,
      body: { ...none, density: 'compact' },
    });
    const work = { work_columns: state.columns, work_per_page: 25 };
    expect((await save({ columns: [], ...work })).body).toEqual({ ...none, density: 'compact', ...work });
    expect((await save({ columns: [] })).body).toEqual({ ...none, density: 'compact', ...work });
    expect((await save({ columns: [], work_columns: [{ ...state.columns[0], field: 'gone' }] })).body.code).toBe(
      'REQUEST.INVALID',
    );
    expect((await save({ columns: [], density: 'airy' })).body.code).toBe('REQUEST.INVALID');
    expect((await save({ columns: [], per_page: 101 })).body.code).toBe('REQUEST.INVALID');
    expect((await call('GET', '/table-layouts/people')).body).toEqual(none);
    expect((await call('GET', '/table-layouts/nothing')).body.code).toBe('REQUEST.INVALID');
    const stranger = await createVerifiedAccount(server);
    expect((await call('GET', '/table-layouts/companies', undefined, stranger)).body).toEqual(none);
  });
});
