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
import { createAccount, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { createKeyHolder } from '../../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const state = { filters: { country: ['Germany'] }, columns: [], sort: null, order: null, per_page: null };
const content = { name: 'A view', state, is_default: false };
const rows = [
  { row: listTableViews, path: '/table-views?table=companies' },
  { row: getTableView, path: '/table-views/an-id' },
  { row: createTableView, path: '/table-views', payload: { table: 'companies', ...content } },
  { row: updateTableView, path: '/table-views/an-id', payload: content },
  { row: deleteTableView, path: '/table-views/an-id' },
  { row: getTableLayout, path: '/table-layouts/companies' },
  { row: saveTableLayout, path: '/table-layouts/companies', payload: { columns: [] } },
] as const;

describe('access to views and layouts', () => {
  let server: TestServer;

  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    headers: Record<string, string>,
    payload?: object,
  ) {
    const answer = await server.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.payload === '' ? null : answer.json() };
  }
  const share = async ({ headers }: TestAccount) =>
    (await call('POST', '/table-views', headers, { table: 'companies', ...content, is_default: true })).body;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each(rows)('$row.method $row.path needs a session, and no key is one', async ({ row, path, ...request }) => {
    const payload = 'payload' in request ? request.payload : undefined;
    expect((await call(row.method, path, {}, payload)).status).toBe(401);
    const { headers } = await createKeyHolder(server);
    expect((await call(row.method, path, headers, payload)).status).toBe(403);
  });

  it.each(rows)(
    '$row.method $row.path is open to an account that is not verified: Reviews are',
    async ({ row, path, ...request }) => {
      const { headers } = await createAccount(server);
      const { status, body } = await call(row.method, path, headers, 'payload' in request ? request.payload : undefined);
      expect(status === 404 ? body.code : String(status)).toMatch(/^(20[014]|VIEW\.NOT_FOUND)$/);
    },
  );

  it('lists, changes and deletes nobody else’s views', async () => {
    const [owner, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const view = await share(owner);
    const { headers } = stranger;
    expect((await call('GET', '/table-views?table=companies', headers)).body).toEqual({ data: [] });
    const changed = await call('PUT', `/table-views/${view.id}`, headers, { ...content, name: 'Taken over' });
    expect(changed.body.code).toBe('VIEW.NOT_FOUND');
    expect((await call('DELETE', `/table-views/${view.id}`, headers)).body.code).toBe('VIEW.NOT_FOUND');
    expect((await call('GET', `/table-views/${view.id}`, owner.headers)).body).toEqual(view);
  });

  it('lets a stranger’s name and default stand beside one’s own', async () => {
    const [owner, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const view = await share(owner);
    expect((await share(stranger)).is_default).toBe(true);
    expect((await call('GET', `/table-views/${view.id}`, owner.headers)).body.is_default).toBe(true);
  });
});
