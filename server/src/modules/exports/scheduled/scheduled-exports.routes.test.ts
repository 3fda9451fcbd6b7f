/** Scheduled exports over HTTP. This file is long because every case begins with the same account, view and clock. */
import { gunzipSync } from 'node:zlib';
import {
  exportFileSchema,
  MAX_SCHEDULED_EXPORTS,
  type ScheduledExport,
  scheduledExportSchema,
} from '@leadloom/shared/contract/scheduled-exports';
import { companies } from '@leadloom/shared/tables/companies';
import type { ColumnKind } from '@leadloom/shared/tables/define-table';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { callApi, type Method } from '../../../testing/call-api.ts';
import { createKeyHolder, type KeyHolder } from '../../../testing/key-holder.ts';
import { readParquet } from '../../../testing/read-parquet.ts';
import { readWorkbook } from '../../../testing/read-workbook.ts';
import { storeProfiles } from '../../../testing/stored-profiles.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { eraseExportFiles } from '../../erasure/erase-files.repository.ts';
import { personOf } from '../../erasure/person/known-person.ts';
import { mentionsOf } from '../../erasure/person/mentions.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LIMIT = 5;
const ROWS = [
  { name: 'Warp "&" Weft', country: 'Norway', employee_count: 3 },
  { name: 'Heddle, ada@heddle.example', country: 'Norway', employee_count: 40 },
  { name: '=Bobbin', country: 'Norway', employee_count: 7 },
  { name: 'Treadle', country: 'Chile', employee_count: 9 },
];

describe('scheduled exports', () => {
  let server: TestServer;
  let holder: KeyHolder;
  let account: TestAccount;
  let ids: readonly number[];

  const call = (method: Method, path: string, payload?: object, as = account) => callApi(server, as, method, path, payload);
  async function makeView(
    filters: Readonly<Record<string, unknown>>,
    columns: readonly object[] = [],
    name = 'Norway',
  ): Promise<string> {
    const state = { filters, columns, sort: 'employee_count', order: 'desc', per_page: null };
    const made = await call('POST', '/table-views', { table: 'companies', name, state, is_default: false });
    expect(made.status).toBe(201);
    return String(made.body.id);
  }
  async function schedule(parts: object, as = account): Promise<ScheduledExport> {
    const made = await call('POST', '/scheduled-exports', { name: 'Weekly Norway', every: 'weekly', ...parts }, as);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return scheduledExportSchema.parse(made.body);
  }
  const read = async (id: number) => {
    const { body } = await call('GET', '/scheduled-exports');
    return z
      .array(scheduledExportSchema)
      .parse(body.data)
      .find((each) => each.id === id);
  };
  /** Until nothing is due. */
  async function settled(id: number) {
    await expect.poll(async () => (await read(id))?.is_running, { timeout: 20_000 }).toBe(false);
    return read(id);
  }
  async function run(id: number) {
    expect((await call('POST', `/scheduled-exports/${id}/run`)).status).toBe(202);
    return settled(id);
  }
  const filesOf = async (id: number) =>
    z.array(exportFileSchema).parse((await call('GET', `/scheduled-exports/${id}/files`)).body.data);
  const pathOf = (url: string) => url.slice(server.platform.config.publicUrl.length);
  const download = async (url: string, headers: Readonly<Record<string, string>> = account.headers) =>
    server.app.inject({ url: pathOf(url), headers });
  const exported = async () => Number((await holder.get('/usage')).body.export_count);
  const subjects = () => server.mails.filter(({ to }) => to === account.email).map(({ subject }) => subject);

  beforeAll(async () => {
    server = await startTestServer({ environment: { TRIAL_EXPORT_LIMIT: String(LIMIT) } });
    ids = await addRows(server.database, companies, ROWS);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    account = await createVerifiedAccount(server);
    holder = await createKeyHolder(server, account);
  });
  afterEach(() => server.database.execute(sql`delete from scheduled_exports`));

  it('a view is written as CSV, told by mail, downloaded with the session or a key, and free the second time', async () => {
    const view = await makeView({ country: ['Norway'] }, [
      { field: 'employee_count', width: null, is_hidden: false, is_pinned: false },
      { field: 'website', width: null, is_hidden: true, is_pinned: false },
    ]);
    const made = await schedule({ watch: { kind: 'view', id: view }, format: 'csv', gzip: false });
    expect(made).toMatchObject({ table: 'companies', at: '08:00', zone: 'UTC', state: 'active', is_running: false, last: null });
    expect(await run(made.id)).toMatchObject({ last: { result: 'written', rows: 3, detail: null }, next_at: made.next_at });
    const [file] = await filesOf(made.id);
    if (file === undefined) throw new Error('no file was written');
    const [bySession, byKey] = [await download(file.url), await download(file.url, holder.headers)];
    const lines = bySession.payload.trimEnd().split('\n');
    expect(lines[0]?.startsWith('employee_count,name,')).toBe(true);
    expect(lines[0]).not.toContain(',website,');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['40', '7', '3']);
    expect(lines[2]).toContain("'=Bobbin");
    expect(byKey.payload).toBe(bySession.payload);
    expect(bySession.headers['content-disposition']).toMatch(/filename="companies_\d{8}\.csv"/);
    expect(file).toMatchObject({ rows: 3, bytes: bySession.rawPayload.length });
    expect(new Date(file.expires_at).getTime() - new Date(file.at).getTime()).toBe(7 * DAY);
    expect(await exported()).toBe(3);
    await expect.poll(subjects).toContain('Weekly Norway: 3 rows');
    await run(made.id);
    expect(await filesOf(made.id)).toHaveLength(2);
    expect(await exported()).toBe(3);
  });

  it('webhooks are told once, with the address of the file', async () => {
    const made = await call('POST', '/webhooks', { url: 'https://receiver.example/', events: ['export.finished'] });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const view = await makeView({ country: ['Norway'] });
    const { id } = await schedule({ watch: { kind: 'view', id: view }, format: 'jsonl', gzip: false });
    await run(id);
    const [file] = await filesOf(id);
    const { rows } = await server.database.execute<{ body: string }>(sql`select body from webhook_deliveries`);
    const events = rows.map(({ body }) => JSON.parse(body));
    const data = { export_id: id, kind: 'scheduled', table: 'companies', rows: 3, url: file?.url };
    expect(events).toMatchObject([{ type: 'export.finished', data }]);
  });

  it('a workbook holds numbers and texts as they are, and an older server reads it as CSV', async () => {
    const view = await makeView({ country: ['Norway'] }, [
      { field: 'employee_count', width: null, is_hidden: false, is_pinned: false },
    ]);
    const made = await schedule({ watch: { kind: 'view', id: view }, format: 'xlsx' });
    expect(made).toMatchObject({ format: 'xlsx', gzip: false });
    expect(await run(made.id)).toMatchObject({ last: { result: 'written', rows: 3 } });
    const [{ url } = { url: '' }] = await filesOf(made.id);
    const { rawPayload, headers } = await download(url);
    expect(headers['content-disposition']).toMatch(/filename="companies_\d{8}\.xlsx"/);
    const [sheet] = readWorkbook(rawPayload);
    expect(sheet?.rows.map(([count, name]) => [count, name])).toEqual([
      ['employee_count', 'name'],
      [40, 'Heddle, ada@heddle.example'],
      [7, '=Bobbin'],
      [3, 'Warp "&" Weft'],
    ]);
    expect(await exported()).toBe(3);
    const { rows } = await server.database.execute(sql`select format from scheduled_exports`);
    expect(rows).toEqual([{ format: 'csv' }]);
  });

  it('a Parquet file holds the rows of the CSV file with real types, is charged as they are, and an older server reads it as CSV', async () => {
    const [id = 0] = await addRows(server.database, companies, [
      { name: '=Shuttle', country: 'Fiji', revenue: 0.1, verticals: ['AI', 'a, "b"'], last_financing_on: '1969-12-31' },
    ]);
    try {
      const watch = { kind: 'view', id: await makeView({ country: ['Norway', 'Fiji'] }) };
      const [parquet, csv] = [await schedule({ watch, format: 'parquet' }), await schedule({ watch, format: 'csv' })];
      expect(parquet).toMatchObject({ format: 'parquet', gzip: false });
      const { rows: stored } = await server.database.execute(sql`select format from scheduled_exports`);
      expect(stored).toEqual([{ format: 'csv' }, { format: 'csv' }]);
      expect(await run(parquet.id)).toMatchObject({ last: { result: 'written', rows: 4 } });
      expect(await exported()).toBe(4);
      await run(csv.id);
      expect(await exported()).toBe(4);
      const [{ url, bytes } = { url: '', bytes: 0 }] = await filesOf(parquet.id);
      const { rawPayload, headers } = await download(url);
      expect(headers['content-disposition']).toMatch(/filename="companies_\d{8}\.parquet"/);
      expect(rawPayload).toHaveLength(bytes);
      const { rows, types } = await readParquet(rawPayload);
      const fields = companies.columns.map(({ field }) => field);
      expect(types.map((type) => type.split(':')[0])).toEqual(fields);
      expect(types).toEqual(
        expect.arrayContaining(['employee_count: INT64', 'revenue: DOUBLE', 'verticals: LIST', 'last_financing_on: INT32 DATE']),
      );
      expect(rows.find(({ name }) => name === '=Shuttle')).toMatchObject({
        revenue: 0.1,
        verticals: ['AI', 'a, "b"'],
        last_financing_on: new Date('1969-12-31'),
      });
      const [table] = await filesOf(csv.id);
      const lines: unknown = parse((await download(table?.url ?? '')).payload, { columns: true });
      const asInCsv = rows.map((row) =>
        Object.fromEntries(companies.columns.map(({ field, kind }) => [field, csvCell(kind, row[field])])),
      );
      expect(asInCsv).toEqual(lines);
    } finally {
      await server.database.execute(sql`delete from companies where id = ${id}`);
    }
  });

  it('the format of an export is changed, and a workbook or a Parquet file is not compressed again', async () => {
    const view = await makeView({ country: ['Norway'] });
    const { id } = await schedule({ watch: { kind: 'view', id: view }, format: 'jsonl', gzip: true });
    const change = (parts: object) => call('PATCH', `/scheduled-exports/${id}`, parts);
    expect((await change({ format: 'xlsx', gzip: true })).body.code).toBe('REQUEST.INVALID');
    expect((await change({ format: 'xlsx' })).body).toMatchObject({ format: 'xlsx', gzip: false });
    expect((await change({ gzip: true })).body.code).toBe('REQUEST.INVALID');
    expect((await change({ name: 'Other' })).body).toMatchObject({ name: 'Other', format: 'xlsx' });
    expect((await change({ format: 'parquet' })).body).toMatchObject({ format: 'parquet', gzip: false });
    expect((await change({ gzip: true })).body).toMatchObject({
      code: 'REQUEST.INVALID',
      message: 'gzip: a Parquet file is compressed already',
    });
    expect((await change({ format: 'csv', gzip: true })).body).toMatchObject({ format: 'csv', gzip: true });
  });

  it('JSON lines, compressed, hold the cells of the data API', async () => {
    const view = await makeView({ country: ['Norway'] });
    const made = await schedule({ watch: { kind: 'view', id: view }, format: 'jsonl', gzip: true });
    expect(await run(made.id)).toMatchObject({ last: { result: 'written', rows: 3 } });
    const [{ url } = { url: '' }] = await filesOf(made.id);
    const { rawPayload, headers } = await download(url);
    expect(headers['content-disposition']).toContain('.jsonl.gz');
    const rows = gunzipSync(rawPayload)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { body } = await holder.get('/table/companies?country=Norway&sort=employee_count&order=desc');
    const expected = z.array(z.record(z.string(), z.unknown())).parse(body.data);
    expect(rows).toEqual(expected.map(({ id: _, my: __, changed_in: ___, ...cells }) => cells));
    const nobody = await makeView({ country: ['Atlantis'] }, [], 'Nobody');
    const empty = await schedule({ watch: { kind: 'view', id: nobody }, format: 'jsonl' });
    expect(await run(empty.id)).toMatchObject({ last: { result: 'written', rows: 0 } });
    const [file] = await filesOf(empty.id);
    expect(file).toMatchObject({ rows: 0, bytes: 0 });
    expect((await download(file?.url ?? '')).payload).toBe('');
  });

  it('where the limit does not suffice nothing is written or counted, and the mail says so', async () => {
    const more = await addRows(
      server.database,
      companies,
      Array.from({ length: LIMIT }, (_, at) => ({ name: `Reed ${at}`, country: 'Fiji' })),
    );
    try {
      const view = await makeView({ country: ['Fiji', 'Chile'] });
      const made = await schedule({ watch: { kind: 'view', id: view } });
      const { last } = (await run(made.id)) ?? { last: null };
      expect(last).toMatchObject({ result: 'over_limit', rows: null });
      expect(last?.detail).toContain(`It needs ${LIMIT + 1} rows, but ${LIMIT} of your ${LIMIT} this month are left.`);
      expect(await filesOf(made.id)).toEqual([]);
      expect(await exported()).toBe(0);
      await expect.poll(subjects).toContain('Weekly Norway: not written');
      expect(server.mails.find(({ to, subject }) => to === account.email && /not written/.test(subject))?.text).toContain(
        last?.detail,
      );
    } finally {
      await server.database.execute(sql`delete from companies where id = any(${sql.param(more)}::bigint[])`);
    }
  });

  it('a list is written each day at its time, and ends with a mail once the list is deleted', async () => {
    const list = (await call('POST', '/lists', { name: 'Prospects', table: 'companies' })).body.id;
    await call('POST', `/lists/${list}/rows`, { ids: ids.slice(0, 2) });
    const watch = { kind: 'list', id: list };
    const soon = new Date(server.clock.now().getTime() + 2 * MINUTE);
    const at = soon.toISOString().slice(11, 16);
    const made = await schedule({ watch, every: 'daily', at });
    expect(made).toMatchObject({ watch, every: 'daily', at, zone: 'UTC', next_at: `${soon.toISOString().slice(0, 16)}:00.000Z` });
    server.clock.advance(3 * MINUTE);
    // Another one makes the server look for what is due.
    const other = await schedule({ watch: { kind: 'view', id: await makeView({ country: ['Norway'] }) } });
    await run(other.id);
    const first = await settled(made.id);
    expect(first?.last).toMatchObject({ result: 'written', rows: 2 });
    expect(new Date(first?.next_at ?? 0).getTime()).toBe(new Date(made.next_at ?? 0).getTime() + DAY);
    expect((await call('DELETE', `/lists/${list}`)).status).toBe(204);
    expect(await run(made.id)).toMatchObject({ state: 'ended', next_at: null, last: { result: 'failed' } });
    await expect.poll(subjects).toContain('Weekly Norway: ended');
    expect((await call('POST', `/scheduled-exports/${made.id}/run`)).body.code).toBe('SCHEDULED_EXPORT.ENDED');
    const again = await call('PATCH', `/scheduled-exports/${made.id}`, { watch: other.watch, at: '06:30', zone: 'Europe/Oslo' });
    expect(again.body).toMatchObject({ state: 'active', every: 'daily', at: '06:30', zone: 'Europe/Oslo' });
  });

  it('files are gone after seven days, and at once where they mention an erased person', async () => {
    const made = await schedule({ watch: { kind: 'view', id: await makeView({ country: ['Norway'] }) }, gzip: true });
    await run(made.id);
    await run(made.id);
    const [first, second] = await filesOf(made.id);
    const statusOf = async (url = '') => (await server.app.inject({ url: pathOf(url), headers: holder.headers })).statusCode;
    expect([await statusOf(first?.url), await statusOf(second?.url)]).toEqual([200, 200]);
    server.clock.advance(7 * DAY - MINUTE);
    expect(await statusOf(first?.url)).toBe(200);
    server.clock.advance(2 * MINUTE);
    expect(await statusOf(first?.url)).toBe(404);
    const kept = () => server.database.execute(sql`select 1 from scheduled_export_files where export_id = ${made.id}`);
    const person = (email: string) => mentionsOf(personOf({ emails: [email], profiles: [], names: [], websites: [] }));
    await eraseExportFiles(server.database, person('nobody@heddle.example'));
    expect((await kept()).rows).toHaveLength(2);
    await eraseExportFiles(server.database, person('ada@heddle.example'));
    expect((await kept()).rows).toEqual([]);
  });

  it.each(['xlsx', 'parquet'] as const)(
    'a file of %s, whose texts are compressed, is gone once anybody is erased',
    async (format) => {
      const { id } = await schedule({ watch: { kind: 'view', id: await makeView({ country: ['Norway'] }) }, format });
      await run(id);
      const person = personOf({ emails: ['ada@heddle.example'], profiles: [], names: [], websites: [] });
      await eraseExportFiles(server.database, mentionsOf(person));
      expect(await filesOf(id)).toEqual([]);
    },
  );

  it("another account's export, view, list and file do not exist, and a file needs the session or a key", async () => {
    const view = await makeView({ country: ['Norway'] });
    const made = await schedule({ watch: { kind: 'view', id: view } });
    await run(made.id);
    const [{ url } = { url: '' }] = await filesOf(made.id);
    const stranger = await createVerifiedAccount(server);
    const strangersKey = await createKeyHolder(server, stranger);
    const sandboxKey = await createKeyHolder(server, account, { kind: 'test' });
    const path = `/scheduled-exports/${made.id}`;
    for (const [method, rest, payload] of [
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/run', undefined],
      ['GET', '/files', undefined],
    ] as const) {
      expect((await call(method, path + rest, payload, stranger)).body).toMatchObject({
        status: 404,
        code: 'SCHEDULED_EXPORT.NOT_FOUND',
      });
    }
    expect((await call('GET', '/scheduled-exports', undefined, stranger)).body).toEqual({ data: [], total: 0 });
    const list = (await call('POST', '/lists', { name: 'Hidden', table: 'companies' })).body.id;
    const content = { name: 'Mine', every: 'daily', watch: { kind: 'list', id: list } };
    expect((await call('POST', '/scheduled-exports', content, stranger)).body.code).toBe('ROW_LIST.NOT_FOUND');
    const callers = [{}, stranger.headers, strangersKey.headers, sandboxKey.headers, account.headers, holder.headers];
    const statuses: number[] = [];
    for (const headers of callers) statuses.push((await server.app.inject({ url: pathOf(url), headers })).statusCode);
    expect(statuses).toEqual([401, 404, 404, 404, 200, 200]);
  });

  it('a list of collected people is written in all formats, counts nothing, and ends with its list', async () => {
    const workspaceId = await accountIdOf(server, account.email);
    const [first, second] = await storeProfiles(server, workspaceId, [
      { fullName: 'Ada Fjell', phones: ['+47 1', '+47 2'] },
      { fullName: '=Bo Dal' },
      { fullName: 'Not Listed' },
    ]);
    const list = (await call('POST', '/lists', { name: 'People', table: 'collected-people' })).body.id;
    await call('POST', `/lists/${list}/rows`, { ids: [Number(first), Number(second)] });
    const before = await exported();
    const csv = await schedule({ watch: { kind: 'list', id: list }, format: 'csv' });
    expect(csv).toMatchObject({ table: 'collected-people', state: 'active' });
    const lines = await schedule({ watch: { kind: 'list', id: list }, format: 'jsonl', gzip: true });
    const workbook = await schedule({ watch: { kind: 'list', id: list }, format: 'xlsx' });
    const parquet = await schedule({ watch: { kind: 'list', id: list }, format: 'parquet' });
    for (const { id } of [csv, lines, workbook, parquet])
      expect(await run(id)).toMatchObject({ last: { result: 'written', rows: 2 } });
    const [table] = await filesOf(csv.id);
    const written = await download(table?.url ?? '');
    expect(written.payload).toMatch(/^profile_url,profile_id,full_name,/);
    expect(written.payload).toContain("'=Bo Dal");
    expect(written.payload).not.toContain('Not Listed');
    expect(written.headers['content-disposition']).toMatch(/filename="collected-people_\d{8}\.csv"/);
    const [packed] = await filesOf(lines.id);
    const objects = gunzipSync((await download(packed?.url ?? '')).rawPayload)
      .toString()
      .trimEnd()
      .split('\n');
    expect(objects.map((line) => JSON.parse(line))).toMatchObject([
      { full_name: 'Ada Fjell', phones: ['+47 1', '+47 2'], tags: [] },
      { full_name: '=Bo Dal', phones: [] },
    ]);
    const [book] = await filesOf(workbook.id);
    const [sheet] = readWorkbook((await download(book?.url ?? '')).rawPayload);
    expect(sheet?.rows.map((cells) => cells[2])).toEqual(['full_name', 'Ada Fjell', '=Bo Dal']);
    const [typed] = await filesOf(parquet.id);
    const people = await readParquet((await download(typed?.url ?? '')).rawPayload);
    expect(people.rows).toMatchObject([
      { full_name: 'Ada Fjell', phones: ['+47 1', '+47 2'], tags: [], follower_count: null, collected_at: expect.any(Date) },
      { full_name: '=Bo Dal', phones: [] },
    ]);
    expect(people.types).toEqual(expect.arrayContaining(['connection_count: INT64', 'updated_at: INT64 TIMESTAMP']));
    expect(await exported()).toBe(before);
    await call('DELETE', `/lists/${list}`);
    expect(await run(csv.id)).toMatchObject({ state: 'ended', next_at: null });
  });

  it('missing views and wrong times are refused', async () => {
    const view = await makeView({});
    const watch = { kind: 'view', id: view };
    const refused = async (parts: object) =>
      (await call('POST', '/scheduled-exports', { name: 'X', every: 'daily', watch, ...parts })).body.code;
    expect(await refused({ watch: { kind: 'view', id: 'gone' } })).toBe('VIEW.NOT_FOUND');
    for (const parts of [
      { at: '25:00' },
      { zone: 'Mars/Base' },
      { every: 'hourly' },
      { format: 'ods' },
      { format: 'xlsx', gzip: true },
      { format: 'parquet', gzip: true },
      { gzip: 'yes' },
      { name: ' ' },
    ])
      expect(await refused(parts), JSON.stringify(parts)).toBe('REQUEST.INVALID');
  });

  it('an account has at most twenty, however many are made at once', async () => {
    const watch = { kind: 'view', id: await makeView({}) };
    const content = { name: 'Many', every: 'daily', watch };
    const make = (count: number) => Promise.all(Array.from({ length: count }, () => call('POST', '/scheduled-exports', content)));
    const made = [...(await make(MAX_SCHEDULED_EXPORTS - 5)), ...(await make(10))];
    expect(made.filter(({ status }) => status === 201)).toHaveLength(MAX_SCHEDULED_EXPORTS);
    expect(made.find(({ status }) => status !== 201)?.body.code).toBe('SCHEDULED_EXPORT.LIMIT_REACHED');
  });

  it('an export whose server was killed is written again, and nothing is left of the first file', async () => {
    const made = await schedule({ watch: { kind: 'view', id: await makeView({ country: ['Norway'] }) } });
    await server.database.execute(sql`insert into scheduled_export_files
      (account_id, export_id, file_name, is_gzip, row_count, created_at) values (${holder.workspaceId}, ${made.id}, 'x', false, 1, now())`);
    await server.database.execute(sql`update scheduled_exports set lease_token = gen_random_uuid(),
      lease_until = clock_timestamp() - interval '1 second' where id = ${made.id}`);
    expect(await filesOf(made.id)).toEqual([]);
    expect(await run(made.id)).toMatchObject({ last: { result: 'written', rows: 3 } });
    const { rows } = await server.database.execute(
      sql`select is_complete from scheduled_export_files where export_id = ${made.id}`,
    );
    expect(rows).toEqual([{ is_complete: true }]);
  });

  it('without room in the account’s storage nothing is written, the owner is told, and no part of a file is left', async () => {
    const made = await schedule({ watch: { kind: 'view', id: await makeView({ country: ['Norway'] }) } });
    const { body: usage } = await call('GET', '/usage');
    await server.database.execute(sql`insert into account_storage (account_id, table_name, bytes, row_count)
      values (${holder.workspaceId}, 'row_notes', ${usage.storage.limit_bytes - usage.storage.used_bytes - 50}, 1)`);
    expect(await run(made.id)).toMatchObject({
      last: {
        result: 'failed',
        detail: 'There is not enough room left in your storage. Delete something, or choose fewer rows.',
      },
    });
    await expect.poll(subjects).toContain('Weekly Norway: not written');
    const { rows } = await server.database.execute(
      sql`select id from scheduled_export_files where account_id = ${holder.workspaceId}`,
    );
    expect(rows).toEqual([]);
  });

  it('without a plan nothing is written', async () => {
    const made = await schedule({ watch: { kind: 'view', id: await makeView({}) } });
    await server.database.execute(
      sql`update accounts set trial_ends_at = ${new Date(0).toISOString()} where id = ${holder.workspaceId}`,
    );
    await server.database.execute(
      sql`update scheduled_exports set next_at = ${server.clock.now().toISOString()} where id = ${made.id}`,
    );
    expect((await call('POST', `/scheduled-exports/${made.id}/run`)).body.code).toBe('AUTH.SUBSCRIPTION_REQUIRED');
    // The next look finds it.
    const other = await createVerifiedAccount(server);
    const kick = await schedule(
      {
        watch: {
          kind: 'view',
          id: (
            await call(
              'POST',
              '/table-views',
              {
                table: 'companies',
                name: 'N',
                state: { filters: {}, columns: [], sort: null, order: null, per_page: null },
                is_default: false,
              },
              other,
            )
          ).body.id,
        },
      },
      other,
    );
    await call('POST', `/scheduled-exports/${kick.id}/run`, undefined, other);
    expect((await settled(made.id))?.last).toMatchObject({ result: 'no_plan', rows: null });
    expect(await filesOf(made.id)).toEqual([]);
  });
});

/** A cell of a Parquet file as CSV has it. */
function csvCell(kind: ColumnKind, cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return kind === 'date' ? cell.toISOString().slice(0, 10) : cell.toISOString();
  const text = Array.isArray(cell) ? cell.join(', ') : String(cell);
  return /^[=+@-]/.test(text) && typeof cell === 'string' ? `'${text}` : text;
}
