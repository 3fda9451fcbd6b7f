import { PassThrough } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { createAccount, type TestAccount } from '../../../testing/accounts.ts';
import { callApi, type Method } from '../../../testing/call-api.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createTableExports } from '../exports.service.ts';
import { createExportRunner } from './run-exports.ts';

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  // Nothing is written by itself.
  server = await startTestServer({ doesJobs: false });
  account = await createAccount(server);
  await server.database.execute(
    sql`update accounts set verified_at = now(), trial_ends_at = now() + interval '30 years' where email = ${account.email}`,
  );
});
afterAll(() => server.close());

const call = async (method: Method, path: string, payload?: object) =>
  (await callApi(server, account, method, path, payload)).body;

it('an export whose server closes is due at once, counts no failure, and leaves no file', async () => {
  const state = { filters: {}, columns: [], sort: null, order: null, per_page: null };
  const view = await call('POST', '/table-views', { table: 'companies', name: 'All', state, is_default: false });
  const made = await call('POST', '/scheduled-exports', {
    name: 'All',
    every: 'daily',
    watch: { kind: 'view', id: String(view.id) },
  });
  await call('POST', `/scheduled-exports/${made.id}/run`);
  const content = new PassThrough();
  content.write('name\n');
  const exports = {
    ...createTableExports(server.platform, server.app.log),
    open: async () => ({ stream: content, rowCount: 1, charged: 0 }),
  };
  const onFailure = vi.fn();
  const readRecipient = async (workspaceId: WorkspaceId) => ({
    accountId: workspaceId,
    email: account.email,
    mayBeNotified: true,
  });
  const runner = createExportRunner({ platform: server.platform, exports, readRecipient, onFailure });
  await runner.startDue();
  const read = async () => {
    const { rows } = await server.database.execute(sql`
      select failures, lease_token is not null as is_held, lease_until <= clock_timestamp() as is_free, last_at
      from scheduled_exports where id = ${made.id}`);
    return rows[0];
  };
  expect(await read()).toMatchObject({ is_held: true, is_free: false });
  await runner.close();
  expect(await read()).toEqual({ failures: 0, is_held: false, is_free: true, last_at: null });
  expect(onFailure).not.toHaveBeenCalled();
  expect((await call('GET', `/scheduled-exports/${made.id}/files`)).data).toEqual([]);
});
