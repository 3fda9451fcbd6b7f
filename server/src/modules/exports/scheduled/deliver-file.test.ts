import { listDestinationDeliveries } from '@leadloom/shared/contract/destinations';
import { scheduledExportSchema } from '@leadloom/shared/contract/scheduled-exports';
import { companies } from '@leadloom/shared/tables/companies';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { callApi, type Method } from '../../../testing/call-api.ts';
import { startS3Server, type TestStore } from '../../../testing/s3-server.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { removeRows } from '../../tables/tables.service.ts';
import { forgetOldFiles } from './scheduled-exports.service.ts';

const SOON = { timeout: 30_000, interval: 50 };
const ROWS = [
  { name: 'Warp', country: 'Norway', employee_count: 3 },
  { name: '=Bobbin', country: 'Norway', employee_count: 7 },
  { name: 'Heddle', country: 'Norway', employee_count: 40 },
];

describe('files of scheduled exports', () => {
  let server: TestServer;
  let account: TestAccount;
  let store: TestStore;
  let ids: readonly number[];
  let view: string;
  beforeAll(async () => {
    server = await startTestServer({ environment: { DESTINATION_PRIVATE: 'on' } });
    account = await createVerifiedAccount(server);
    store = await startS3Server();
    ids = await addRows(server.database, companies, ROWS);
    const columns = [
      { field: 'name', width: null, is_hidden: false, is_pinned: false },
      { field: 'employee_count', width: null, is_hidden: false, is_pinned: false },
      ...companies.columns
        .filter(({ field }) => !['name', 'employee_count'].includes(field))
        .map(({ field }) => ({ field, width: null, is_hidden: true, is_pinned: false })),
    ];
    const state = { filters: { country: ['Norway'] }, columns, sort: 'employee_count', order: 'asc', per_page: null };
    const made = await call('POST', '/table-views', { table: 'companies', name: 'Norway', state, is_default: false });
    view = String(made.body.id);
  });
  afterAll(async () => {
    await server.close();
    await store.close();
  });

  const call = (method: Method, path: string, payload?: object) => callApi(server, account, method, path, payload);
  async function addStore(changes: object = {}): Promise<string> {
    const { status, body } = await call('POST', '/destinations', { ...store.settings, name: 'Archive', ...changes });
    expect(status, JSON.stringify(body)).toBe(201);
    return String(body.id);
  }
  const schedule = (parts: object) =>
    call('POST', '/scheduled-exports', { name: 'Norway daily', every: 'daily', watch: { kind: 'view', id: view }, ...parts });
  async function scheduled(parts: object) {
    const { status, body } = await schedule(parts);
    expect(status, JSON.stringify(body)).toBe(201);
    return scheduledExportSchema.parse(body);
  }
  const deliveriesOf = async (destination: string) =>
    listDestinationDeliveries.success.body.parse((await call('GET', `/destinations/${destination}/deliveries`)).body).data;
  /** Runs the export, and waits until the destination has, or refuses, what it wrote. */
  async function run(id: number, destination: string) {
    const before = (await deliveriesOf(destination)).length;
    // Deliveries are listed by their times.
    server.clock.advance(1_000);
    expect((await call('POST', `/scheduled-exports/${id}/run`)).status).toBe(202);
    await expect.poll(async () => (await deliveriesOf(destination)).length, SOON).toBe(before + 1);
    await expect.poll(async () => (await deliveriesOf(destination))[0]?.state, SOON).not.toBe('waiting');
    const [newest] = await deliveriesOf(destination);
    return newest;
  }
  const keysIn = async (id: number) => (await store.keys()).filter((key) => key.startsWith(`Norway-daily-${id}/`));

  it('destinations are named, answered and changed', async () => {
    const destination = await addStore();
    const destinations = [{ destination_id: destination, mode: 'replace' }];
    const made = await scheduled({ destinations });
    expect(made.destinations).toEqual(destinations);
    expect((await call('GET', '/scheduled-exports')).body.data[0].destinations).toEqual(destinations);
    expect((await call('PATCH', `/scheduled-exports/${made.id}`, { name: 'Other' })).body.destinations).toEqual(destinations);
    const changed = await call('PATCH', `/scheduled-exports/${made.id}`, { destinations: [] });
    expect(changed.body.destinations).toEqual([]);
    await call('DELETE', `/scheduled-exports/${made.id}`);
  });

  it('a destination that is not there, of another kind, or for another format is refused', async () => {
    const destination = await addStore();
    const url = 'https://hooks.slack.example/services/T0/B0/x';
    const slack = String((await call('POST', '/destinations', { kind: 'slack', name: 'Sales', url })).body.id);
    const code = async (parts: object) => (await schedule(parts)).body.code;
    const nowhere = [{ destination_id: '00000000-0000-4000-8000-000000000000', mode: 'append' }];
    expect(await code({ destinations: nowhere })).toBe('DESTINATION.NOT_FOUND');
    expect(await code({ destinations: [{ destination_id: slack, mode: 'append' }] })).toBe('DESTINATION.WRONG_KIND');
    const changes = [{ destination_id: destination, mode: 'changes' }];
    for (const file of [{ format: 'xlsx' }, { format: 'parquet' }, { format: 'csv', gzip: true }])
      expect(await code({ destinations: changes, ...file })).toBe('DESTINATION.FORMAT');
    expect((await schedule({ destinations: [...changes, ...changes] })).status).toBe(400);
    const made = await scheduled({ destinations: changes });
    const { body } = await call('PATCH', `/scheduled-exports/${made.id}`, { format: 'xlsx' });
    expect(body.code).toBe('DESTINATION.FORMAT');
    expect((await call('PATCH', `/scheduled-exports/${made.id}`, { gzip: true })).body.code).toBe('DESTINATION.FORMAT');
    await call('DELETE', `/scheduled-exports/${made.id}`);
    await call('DELETE', `/destinations/${slack}`);
  });

  it('each run is sent as a file of its own, and the newest as latest', async () => {
    const destination = await addStore();
    const { id } = await scheduled({ gzip: true, destinations: [{ destination_id: destination, mode: 'replace' }] });
    expect(await run(id, destination)).toMatchObject({ event: 'export.finished', state: 'delivered', tries: [{ error: null }] });
    await run(id, destination);
    const keys = await keysIn(id);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/\/companies_\d{8}-\d+\.csv\.gz$/);
    expect(keys.at(-1)).toBe(`Norway-daily-${id}/latest.csv.gz`);
    const read = async (key = '') => (await store.read(key)).toString('base64');
    expect(await read(keys[2])).toBe(await read(keys[1]));
  });

  it.each(['csv', 'jsonl'])('only what changed is sent, in %s', async (format) => {
    const destination = await addStore();
    const { id } = await scheduled({ format, destinations: [{ destination_id: destination, mode: 'changes' }] });
    const rowsOf = async (key = '') => {
      const text = (await store.read(key)).toString();
      if (format === 'csv') return parse(text, { columns: true });
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    };
    const written = (change: string, row: number | undefined, name: string, count: number | string) => ({
      change,
      id: format === 'csv' ? String(row) : row,
      name,
      employee_count: format === 'csv' ? String(count) : count,
    });
    await run(id, destination);
    const [first] = await keysIn(id);
    expect(first).toMatch(/-changes\.(csv|jsonl)$/);
    expect(await rowsOf(first)).toEqual([
      written('added', ids[0], 'Warp', 3),
      written('added', ids[1], format === 'csv' ? "'=Bobbin" : '=Bobbin', 7),
      written('added', ids[2], 'Heddle', 40),
    ]);
    expect(await run(id, destination)).toMatchObject({
      state: 'delivered',
      tries: [{ answer: expect.stringContaining('No row') }],
    });
    expect(await keysIn(id)).toHaveLength(1);
    await server.database.execute(sql`update companies set employee_count = 8 where id = ${ids[1]}`);
    const [added] = await addRows(server.database, companies, [{ name: 'Loom', country: 'Norway', employee_count: 90 }]);
    await server.database.execute(sql`update companies set country = 'Chile' where id = ${ids[2]}`);
    await run(id, destination);
    const gone = { change: 'removed', id: format === 'csv' ? String(ids[2]) : ids[2] };
    const empty = format === 'csv' ? { name: '', employee_count: '' } : { name: null, employee_count: null };
    expect(await rowsOf((await keysIn(id))[1])).toEqual([
      written('changed', ids[1], format === 'csv' ? "'=Bobbin" : '=Bobbin', 8),
      written('added', added, 'Loom', 90),
      { ...gone, ...empty },
    ]);
    await server.database.execute(sql`update companies set employee_count = 7, country = 'Norway' where id = ${ids[1]}`);
    await server.database.execute(sql`update companies set country = 'Norway' where id = ${ids[2]}`);
    await removeRows(server.platform, companies, [added ?? 0]);
  });

  it('a destination that refuses is disabled with the reason, and its maker told', async () => {
    const destination = await addStore({ secret_access_key: 'wrong-secret' });
    const { id } = await scheduled({ destinations: [{ destination_id: destination, mode: 'append' }] });
    expect(await run(id, destination)).toMatchObject({
      state: 'failed',
      tries: [{ error: 'The secret access key is not right.' }],
    });
    const { body } = await call('GET', '/destinations');
    const found = body.data.find((one: { id: string }) => one.id === destination);
    expect(found).toMatchObject({ state: 'disabled', reason: 'The secret access key is not right.' });
    await expect
      .poll(() => server.mails.some(({ subject }) => subject === 'Your S3 destination “Archive” was disabled'), SOON)
      .toBe(true);
    const notices = (await call('GET', '/alerts/messages')).body.data;
    expect(notices[0].title).toBe('Your S3 destination “Archive” was disabled: The secret access key is not right.');
    const again = `/destinations/${destination}/deliveries/${(await deliveriesOf(destination))[0]?.id}/again`;
    expect((await call('POST', again)).body.code).toBe('DESTINATION.DISABLED');
    await call('PATCH', `/destinations/${destination}`, { state: 'active', secret_access_key: 'S3RVER' });
    expect((await call('POST', again)).body).toMatchObject({ state: 'waiting' });
    await expect.poll(async () => (await deliveriesOf(destination))[0]?.state, SOON).toBe('delivered');
  });

  it('a file waits as long as a delivery does, and is given up once it is gone', async () => {
    const destination = await addStore();
    const { id } = await scheduled({ destinations: [{ destination_id: destination, mode: 'append' }] });
    await server.database.execute(sql`update destinations set state = 'disabled', paused_at = now() where id = ${destination}`);
    await call('POST', `/scheduled-exports/${id}/run`);
    await expect.poll(async () => (await deliveriesOf(destination)).length, SOON).toBe(1);
    const nextWeek = () => new Date(server.clock.now().getTime() + 8 * 24 * 3600_000);
    const forget = () => forgetOldFiles({ ...server.platform, now: nextWeek });
    await forget();
    const files = () => server.database.execute(sql`select id from scheduled_export_files where export_id = ${id}`);
    expect((await files()).rows).toHaveLength(1);
    await call('PATCH', `/destinations/${destination}`, { state: 'active' });
    await expect.poll(async () => (await deliveriesOf(destination))[0]?.state, SOON).toBe('delivered');
    await forget();
    expect((await files()).rows).toHaveLength(0);
    const [delivery] = await deliveriesOf(destination);
    await call('POST', `/destinations/${destination}/deliveries/${delivery?.id}/again`);
    await expect.poll(async () => (await deliveriesOf(destination))[0]?.state, SOON).toBe('failed');
    expect((await deliveriesOf(destination))[0]?.tries.at(-1)?.error).toBe('The file is not kept any more.');
    expect((await call('GET', '/destinations')).body.data.find((one: { id: string }) => one.id === destination).state).toBe(
      'active',
    );
  });
});
