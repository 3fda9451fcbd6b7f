import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../testing/lock-waits.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { workbookOf } from '../../testing/workbook-file.ts';
import { zipOf } from '../../testing/zip-file.ts';
import { IMPORT_LOCK, IMPORTS_AT_ONCE } from './staging/import-session.ts';

const OPERATOR_TOKEN = 'operator-token-of-this-test';
const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
/** Imports at the same time; each is a process. */
const SLOW = 2;
const MANY_ROWS = `name,city\n${Array.from({ length: 20_000 }, (_, row) => `A${row},somewhere in the north\n`).join('')}`;

describe('an upload', () => {
  let server: TestServer;
  let origin: string;
  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATOR_TOKEN } });
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());
  beforeEach(() => server.database.$client.query('delete from companies'));

  const upload = (payload: string | Buffer, { query = '', more = {}, table = 'companies' } = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1/table/${table}/import${query}`,
      headers: { ...headers, ...more },
      payload,
    });
  const names = async () =>
    (await server.database.$client.query('select name from companies order by id')).rows.map(({ name }) => name);
  const beginUpload = (query = ''): ClientRequest => {
    const begun = request(`${origin}/api/v1/table/companies/import${query}`, { method: 'POST', headers, agent: false });
    begun.on('error', () => undefined);
    return begun;
  };
  /** The number of imports in progress. */
  const running = async () => {
    const { rows } = await server.database.execute(
      sql`select 1 from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length;
  };
  const patience = { timeout: 30_000 };

  it('a workbook in an archive is loaded, of which the query names the file and the sheet', async () => {
    const sheets = ['One', 'Two'].map((name) => ({ name, rows: [['name'], [name]] }));
    const file = zipOf(['a.xlsx', 'b & c.xlsx'].map((name) => ({ name, content: workbookOf({ sheets }) })));
    const unnamed = await upload(file);
    expect(unnamed.statusCode).toBe(400);
    expect(unnamed.json()).toMatchObject({
      code: 'IMPORT.UNREADABLE',
      message: expect.stringContaining('choose one of them: "a.xlsx", "b & c.xlsx"'),
    });
    const answer = await upload(file, { query: `?${new URLSearchParams({ entry: 'b & c.xlsx', sheet: 'Two' })}` });
    expect(answer.json()).toMatchObject({ rows_read: 1, added: 1 });
    const noted = await upload('Company,Website\nname,city\nA,Oslo\n', { query: '?header_line=2&dry_run=true' });
    expect(noted.json()).toMatchObject({ rows_read: 1, mapping: { name: 'name', city: 'city' } });
    expect(await names()).toEqual(['Two']);
  });

  it.each([
    ['plain', 'name,city\nA,Oslo\n', {}],
    ['gzip by its bytes', gzipSync('name,city\nA,Oslo\n'), { 'content-type': 'application/octet-stream' }],
    ['gzip by its header', gzipSync('name,city\nA,Oslo\n'), { 'content-encoding': 'gzip', 'content-type': 'text/csv' }],
    ['as a browser would call it', 'name,city\nA,Oslo\n', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['JSON Lines', '{"name":"A","city":"Oslo"}\n', { 'content-type': 'application/x-ndjson' }],
    ['JSON Lines under another name', '{"name":"A","city":"Oslo"}\n', { 'content-type': 'text/plain' }],
  ])('%s: an upload is loaded and reported', async (_, payload, more) => {
    const answer = await upload(payload, { more });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      table: 'companies',
      is_dry_run: false,
      rows_read: 1,
      added: 1,
      changed: 0,
      unchanged: 0,
      duplicates: 0,
      folded: [],
      rejected: 0,
      held_back: 0,
      changed_columns: {},
      mapping: { name: 'name', city: 'city' },
      rejects: [],
      left_blank: [],
      notices: [],
    });
    const { rows } = await server.database.$client.query('select name, city, source from companies');
    expect(rows).toEqual([{ name: 'A', city: 'Oslo', source: 'upload' }]);
  });

  it('an upload uses the operator’s options', async () => {
    const mapping = encodeURIComponent('{"Firm":"name","Name":null}');
    const query = `?format=csv&source=spring.csv&max_rejects=1&blank_unreadable=false&mapping=${mapping}`;
    const answer = await upload('Firm,Name,Revenue\nA,x,1\nB,y,soon\n', { query });
    expect(answer.json()).toMatchObject({
      added: 1,
      rejected: 1,
      mapping: { Firm: 'name', Name: null, Revenue: 'revenue' },
      rejects: [{ line: 3, reason: 'revenue: "soon" is not a number' }],
    });
    const { rows } = await server.database.$client.query('select name, source from companies');
    expect(rows).toEqual([{ name: 'A', source: 'spring.csv' }]);
  });

  it('blank cells keep stored values on request', async () => {
    await upload('name,city\nA,Oslo\n');
    const kept = await upload('name,city\nA,\n', { query: '?keep_known=true' });
    expect(kept.json()).toMatchObject({ changed: 0, unchanged: 1 });
    const cleared = await upload('name,city\nA,\n', { query: '?keep_known=false' });
    expect(cleared.json()).toMatchObject({ changed: 1, changed_columns: { city: 1 } });
  });

  it('unreadable cells are left blank, and dates are read in the order the operator names', async () => {
    const answer = await upload('name,revenue,last financing date\nA,soon,03/04/2024\n', { query: '?date_order=dmy' });
    expect(answer.json()).toMatchObject({ added: 1, left_blank: [{ column: 'revenue', value: 'soon', rows: 1 }] });
    const { rows } = await server.database.$client.query('select last_financing_on::text from companies');
    expect(rows).toEqual([{ last_financing_on: '2024-04-03' }]);
  });

  it('an upload is read in the encoding the operator names', async () => {
    const payload = Buffer.from([...Buffer.from('name\n'), 0xa3, 0xf3, 0x64, 0xbc, 0x0a]);
    expect((await upload(payload, { query: '?encoding=latin2' })).json()).toMatchObject({ added: 1 });
    expect(await names()).toEqual(['Łódź']);
    const refused = await upload(payload, { query: '?encoding=loomish' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ code: 'REQUEST.INVALID', msg: 'encoding: "loomish" is no encoding' });
  });

  it('a network’s whole answer is loaded with every digit of its ids', async () => {
    const payload = `{"data":{"videos":[{"id":7301234567890123457,"username":"mila","create_time":1772000000},{"id":7.5e+18,"username":"mila"}]},"error":{"code":"ok"}}`;
    const answer = await upload(payload, { table: 'tiktok-videos', more: { 'content-type': 'application/json' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      added: 1,
      rejects: [{ line: 2, reason: expect.stringContaining('lost its last digits') }],
    });
    const { rows } = await server.database.$client.query('select video from tiktok_videos');
    expect(rows).toEqual([{ video: 'https://www.tiktok.com/@mila/video/7301234567890123457' }]);
  });

  it('a dry run writes nothing', async () => {
    expect((await upload('name\nA\n', { query: '?dry_run=true' })).json()).toMatchObject({ is_dry_run: true, added: 1 });
    expect(await names()).toEqual([]);
  });

  it.each([
    ['no gzip under its header', 'name\nA\n', '', { 'content-encoding': 'gzip' }, 400, 'IMPORT.UNREADABLE'],
    ['another packing', 'name\nA\n', '', { 'content-encoding': 'br' }, 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE'],
    ['a form', '--x\r\n', '', { 'content-type': 'multipart/form-data; boundary=x' }, 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE'],
    ['a mapping that is none', 'name\nA\n', '?mapping=%5B1%5D', {}, 400, 'REQUEST.INVALID'],
    ['the name of samples for a source', 'name\nA\n', '?source=sample', {}, 400, 'REQUEST.INVALID'],
    ['an unknown option', 'name\nA\n', '?strict=1', {}, 400, 'REQUEST.INVALID'],
    ['a number that is none', 'name\nA\n', '?max_rejects=few', {}, 400, 'REQUEST.INVALID'],
  ])('%s: an upload is refused, and nothing is loaded', async (_, payload, query, more, status, code) => {
    const answer = await upload(payload, { query, more });
    expect(answer.json()).toMatchObject({ status, code });
    expect(await names()).toEqual([]);
  });

  it('imports of one table run side by side, up to a number', async () => {
    const holder = await server.database.$client.connect();
    // The other slots are held by a session that is not an import.
    for (let slot = SLOW; slot < IMPORTS_AT_ONCE; slot += 1)
      await holder.query(`select pg_advisory_lock(${IMPORT_LOCK + slot}, hashtext('companies'))`);
    const slow = Array.from({ length: SLOW }, (_, at) => {
      const request = beginUpload();
      request.write(`name\nSlow ${at}\n`);
      return { request, answered: once(request, 'response') };
    });
    await expect.poll(running, patience).toBe(IMPORTS_AT_ONCE);
    expect((await upload('name\nOne too many\n')).json()).toMatchObject({ status: 409, code: 'IMPORT.BUSY' });
    expect((await upload('name\nA\n', { table: 'investors' })).json()).toMatchObject({ added: 1 });
    for (const { request, answered } of slow.toReversed()) {
      request.end('Shared\n');
      const [answer] = await answered;
      expect(answer.statusCode).toBe(200);
      answer.resume();
    }
    expect((await names()).toSorted()).toEqual(['Shared', ...slow.map((_, at) => `Slow ${at}`)]);
    await holder.query('select pg_advisory_unlock_all()');
    holder.release();
  });

  it('nothing is loaded when the client disconnects during the upload', async () => {
    const gone = beginUpload();
    gone.write(MANY_ROWS);
    await expect.poll(running, patience).toBe(1);
    gone.destroy();
    await expect.poll(running, patience).toBe(0);
    expect(await names()).toEqual([]);
    expect((await upload('name\nA\n')).json()).toMatchObject({ added: 1 });
  });

  it('nothing is loaded when the client disconnects before its answer', async () => {
    const writer = await server.database.$client.connect();
    await writer.query("begin; select 1 from table_versions where table_name = 'companies' for update");
    const waiting = () => countLockWaits(server.database, 'for no key update');
    const gone = beginUpload();
    gone.end('name\nA\n');
    await expect.poll(waiting, patience).toBe(1);
    gone.destroy();
    await expect.poll(waiting, patience).toBe(0);
    await writer.query('rollback');
    writer.release();
    expect((await upload('name\nB\n')).json()).toMatchObject({ added: 1 });
    expect(await names()).toEqual(['B']);
  });

  it('a refused upload is answered before its end, and the connection serves the next request', async () => {
    const refused = beginUpload('?max_rejects=0');
    const answered = once(refused, 'response');
    refused.write(`name,revenue\n${',1\n'.repeat(500_000)}`);
    const [answer]: IncomingMessage[] = await answered;
    expect(answer?.statusCode).toBe(400);
    if (answer !== undefined) expect(await text(answer)).toContain('IMPORT.TOO_MANY_REJECTS');
    refused.end(',1\n'.repeat(500_000));
    expect((await upload('name\nA\n')).json()).toMatchObject({ added: 1 });
  });

  it('an upload is read no faster than it is loaded', async () => {
    const writer = await server.database.$client.connect();
    // While a session that is not an import holds all slots, the next import waits before its first byte.
    for (let slot = 0; slot < IMPORTS_AT_ONCE; slot += 1)
      await writer.query(`select pg_advisory_lock(${IMPORT_LOCK + slot}, hashtext('companies'))`);
    const waiting = beginUpload();
    const answered = once(waiting, 'response');
    const chunk = Buffer.alloc(1024 * 1024, 'A,x\n');
    for (let megabytes = 0; megabytes < 100; megabytes += 1) waiting.write(chunk);
    const [answer] = await answered;
    expect(answer.statusCode).toBe(409);
    const { socket } = waiting;
    expect((socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0)).toBeLessThan(40 * 1024 * 1024);
    waiting.destroy();
    await writer.query('select pg_advisory_unlock_all()');
    writer.release();
  });
});
