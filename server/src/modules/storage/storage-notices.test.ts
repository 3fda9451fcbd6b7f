import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../http/workspace.ts';
import { accountIdOf, createAccount } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { recordWebhookEvents } from '../events/webhook-events.service.ts';
import { foldChanges } from './account-storage.repository.ts';
import { readStorageUse } from './account-storage.service.ts';
import { createStorageNotices } from './storage-notices.ts';

const MEGABYTE = 1024 * 1024;

describe('notices about storage', () => {
  let server: TestServer;
  let id: WorkspaceId;
  beforeAll(async () => {
    server = await startTestServer({ environment: { ACCOUNT_STORAGE_MB: '10' }, doesJobs: false });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    id = await accountIdOf(server, (await createAccount(server)).email);
    await server.database.execute(sql`update accounts set verified_at = now() where id = ${id}`);
    await server.database.execute(sql`delete from mails`);
  });

  const grow = (megabytes: number) =>
    server.database.execute(sql`insert into account_storage (account_id, table_name, bytes, row_count)
      values (${id}, 'row_notes', ${Math.round(megabytes * MEGABYTE)}, 1)`);
  const follow = () => createStorageNotices(server.platform).follow();
  const titles = async () =>
    (await server.database.execute(sql`select title from alert_messages where account_id = ${id} order by id`)).rows.map(
      ({ title }) => title,
    );
  const count = async (query: ReturnType<typeof sql>) => Number((await server.database.execute(query)).rows[0]?.count);
  const mails = () => count(sql`select count(*) from mails`);

  it('the owner is warned once, and notified once that the storage is full, under the bell and by mail', async () => {
    await grow(7);
    await follow();
    expect(await titles()).toEqual([]);
    for (let round = 0; round < 2; round += 1) {
      await grow(0.6);
      await follow();
    }
    expect(await titles()).toEqual(['Your storage is nearly full: 8.2 MB of 10 MB are used.']);
    expect(await mails()).toBe(1);
    for (let round = 0; round < 3; round += 1) {
      await grow(1);
      await follow();
    }
    expect(await titles()).toEqual([
      expect.stringContaining('nearly full'),
      expect.stringContaining('Your storage is full: 10 MB'),
    ]);
    expect(await mails()).toBe(2);
  });

  it('an account that becomes full again and again is notified once a day', async () => {
    for (let round = 0; round < 4; round += 1) {
      await grow(11);
      await follow();
      await grow(-11);
      await follow();
    }
    expect(await titles()).toHaveLength(1);
    server.clock.advance(25 * 3600 * 1000);
    await grow(11);
    await follow();
    expect(await titles()).toHaveLength(2);
  });

  it('webhooks of a full account get no events until there is room again', async () => {
    await server.database.execute(sql`insert into webhooks (id, account_id, url, events, secret, created_at)
      values (gen_random_uuid(), ${id}, 'https://receiver.example/', '{trend.found}', '\\x00', now())`);
    const data = { trend_id: '1', name: null, videos: 1, per_day: 1 };
    const record = () => recordWebhookEvents(server.database, id, [{ type: 'trend.found', data }], server.clock.now());
    const deliveries = () => count(sql`select count(*) from webhook_deliveries where account_id = ${id}`);
    await grow(11);
    await follow();
    await record();
    expect(await deliveries()).toBe(0);
    await grow(-5);
    await follow();
    await record();
    expect(await deliveries()).toBe(1);
  });

  it('adding changes up changes no sum, and leaves one row for each table, whoever does it', async () => {
    const before = (await readStorageUse(server.database, server.platform.config, id)).usedBytes;
    for (let round = 0; round < 40; round += 1) await grow(round % 3 === 0 ? -0.01 : 0.02);
    const used = before + 14 * Math.round(-0.01 * MEGABYTE) + 26 * Math.round(0.02 * MEGABYTE);
    await Promise.all(Array.from({ length: 4 }, () => foldChanges(server.database, 7)));
    expect((await readStorageUse(server.database, server.platform.config, id)).usedBytes).toBe(used);
    await follow();
    expect((await readStorageUse(server.database, server.platform.config, id)).usedBytes).toBe(used);
    expect(await count(sql`select count(*) from account_storage where account_id = ${id} and table_name = 'row_notes'`)).toBe(1);
  });

  it('what changed while an account was deleted is forgotten', async () => {
    await server.database.execute(sql`delete from accounts where id = ${id}`);
    await grow(1);
    await follow();
    expect(await count(sql`select count(*) from account_storage where account_id = ${id}`)).toBe(0);
  });
});
