import { MAX_PINS, type Pin } from '@leadloom/shared/contract/pins';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { callApi, type Method } from '../../../testing/call-api.ts';
import { createSharedWorkspace } from '../../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const state = { filters: { country: ['Germany'] }, columns: [], sort: null, order: null, per_page: null };

describe('pins', () => {
  let server: TestServer;
  let account: TestAccount;

  const call = (method: Method, path: string, payload?: object, as = account) => callApi(server, as, method, path, payload);
  const addList = async (name: string) => (await call('POST', '/lists', { name, table: 'companies' })).body;
  const addView = async (name: string) =>
    (await call('POST', '/table-views', { table: 'people', name, state, is_default: false })).body;
  const pinList = (id: number, isPinned = true, as = account) => call('PATCH', `/lists/${id}`, { is_pinned: isPinned }, as);
  const pinView = ({ id, name }: { id: string; name: string }, isPinned = true, as = account) =>
    call('PUT', `/table-views/${id}`, { name, state, is_default: false, is_pinned: isPinned }, as);
  const pins = async (as = account) => (await call('GET', '/pins', undefined, as)).body.data.map(({ name }: Pin) => name);

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    account = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());

  it('lists and views that are pinned are listed together, until they are unpinned or deleted', async () => {
    const [list, view] = [await addList('Leads'), await addView('Germans')];
    expect([list.is_pinned, view.is_pinned]).toEqual([false, false]);
    expect((await pinList(list.id)).body).toMatchObject({ name: 'Leads', is_pinned: true });
    expect((await pinView(view)).body).toMatchObject({ name: 'Germans', is_pinned: true });
    expect((await call('GET', '/pins')).body).toEqual({
      data: [
        { kind: 'view', id: view.id, table: 'people', name: 'Germans' },
        { kind: 'list', id: String(list.id), table: 'companies', name: 'Leads' },
      ],
      total: 2,
    });
    await pinView(view, false);
    expect(await pins()).toEqual(['Leads']);
    await call('DELETE', `/lists/${list.id}`);
    expect(await pins()).toEqual([]);
  });

  it('a change that does not name the pin leaves it as it is', async () => {
    const [list, view] = [await addList('Leads'), await addView('Germans')];
    await pinList(list.id);
    await pinView(view);
    expect((await call('PATCH', `/lists/${list.id}`, { name: 'Leads of May' })).body.is_pinned).toBe(true);
    const renamed = { name: 'All Germans', state, is_default: true };
    expect((await call('PUT', `/table-views/${view.id}`, renamed)).body.is_pinned).toBe(true);
    expect((await call('GET', `/table-views/${view.id}`)).body.is_pinned).toBe(true);
    expect(await pins()).toEqual(['All Germans', 'Leads of May']);
  });

  it('pins and names of views say who sees them in a shared workspace', async () => {
    const { headersOf } = await createSharedWorkspace(server, account);
    const { authorization } = account.headers;
    const as = { ...account, headers: { authorization, ...headersOf(account) } };
    const [view, other] = [
      { table: 'people', name: 'Germans', state, is_default: false, is_pinned: true },
      { table: 'people', name: 'Danes', state, is_default: false, is_pinned: true, visibility: 'workspace' },
    ];
    for (const body of [view, other]) expect((await call('POST', '/table-views', body, as)).status).toBe(201);
    for (const path of ['/pins', '/table-view-names'])
      expect((await call('GET', path, undefined, as)).body.data).toMatchObject([
        { name: 'Danes', visibility: 'workspace' },
        { name: 'Germans', visibility: 'private' },
      ]);
  });

  it('to pin a list is no change of it', async () => {
    const list = await addList('Leads');
    server.clock.advance(1000);
    expect((await pinList(list.id)).body.updated_at).toBe(list.updated_at);
  });

  it('pins are the account’s own', async () => {
    const [list, view] = [await addList('Leads'), await addView('Germans')];
    const stranger = await createVerifiedAccount(server);
    expect((await pinList(list.id, true, stranger)).body.code).toBe('ROW_LIST.NOT_FOUND');
    expect((await pinView(view, true, stranger)).body.code).toBe('VIEW.NOT_FOUND');
    await pinView(view);
    expect(await pins(stranger)).toEqual([]);
    expect((await call('GET', `/table-views/${view.id}`, undefined, stranger)).body.is_pinned).toBe(false);
  });

  it(`an account has at most ${MAX_PINS} pins, however many are set at the same time`, async () => {
    const views = [];
    for (let at = 0; at < MAX_PINS - 1; at += 1) views.push(await addView(`View ${at}`));
    for (const view of views) expect((await pinView(view)).status).toBe(200);
    const lists = [await addList('One'), await addList('Two'), await addList('Three')];
    const last = await addView('Last');
    const answers = await Promise.all([...lists.map(({ id }) => pinList(id)), pinView(last)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('PIN.LIMIT_REACHED');
    expect(await pins()).toHaveLength(MAX_PINS);
    // What is pinned can be changed, and one gives way to another.
    expect((await pinView(views[0])).status).toBe(200);
    expect((await pinView(views[0], false)).status).toBe(200);
    const left = answers[0]?.status === 200 ? lists[1] : lists[0];
    expect((await pinList(left.id)).status).toBe(200);
  });
});
