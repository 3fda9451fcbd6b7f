import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import {
  createTableView,
  deleteTableView,
  getTableLayout,
  getTableView,
  listTableViews,
  saveTableLayout,
  updateTableView,
} from '@leadloom/shared/contract/table-views';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const state = { filters: { country: ['Germany'] }, columns: [], sort: null, order: null, per_page: null };
const content = { name: 'A view', state, is_default: false };
describe('access to views and layouts', () => {
  let server: TestServer;

  async function call({ method, path }: EndpointDefinition, { headers }: TestAccount, named = '', payload?: object) {
    const url = `/api/v1${path.replace(/\{\w+\}/, named)}`;
    const answer = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.payload === '' ? null : answer.json() };
  }
  const addView = async (account: TestAccount) =>
    (await call(createTableView, account, '', { table: 'companies', ...content, is_default: true })).body;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('views of another account are neither listed nor changed nor deleted', async () => {
    const [owner, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const view = await addView(owner);
    const listed = await server.app.inject({ url: `/api/v1${listTableViews.path}?table=companies`, headers: stranger.headers });
    expect(listed.json()).toEqual({ data: [] });
    const changed = await call(updateTableView, stranger, view.id, { ...content, name: 'Taken over' });
    expect(changed.body.code).toBe('VIEW.NOT_FOUND');
    expect((await call(deleteTableView, stranger, view.id)).body.code).toBe('VIEW.NOT_FOUND');
    expect((await call(getTableView, owner, view.id)).body).toEqual(view);
  });

  it('two accounts may have views of the same name, each a default of its own', async () => {
    const [owner, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const view = await addView(owner);
    expect((await addView(stranger)).is_default).toBe(true);
    expect((await call(getTableView, owner, view.id)).body.is_default).toBe(true);
  });

  it('a layout of another account is neither read nor changed', async () => {
    const [owner, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const columns = [{ field: 'name', width: 200, is_hidden: false, is_pinned: false }];
    const saved = await call(saveTableLayout, owner, 'companies', { columns });
    expect(saved.status).toBeLessThan(300);
    const before = (await call(getTableLayout, owner, 'companies')).body;
    expect((await call(getTableLayout, stranger, 'companies')).body).not.toEqual(before);
    await call(saveTableLayout, stranger, 'companies', { columns: [] });
    expect((await call(getTableLayout, owner, 'companies')).body).toEqual(before);
  });
});
