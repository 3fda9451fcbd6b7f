/** Exports that are broken off. Long because every case needs the same rows, readers and counts. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, inflateRawSync } from 'node:zlib';
import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createTableExports, defaultExportLimits, type TableExports } from './exports.service.ts';
import { createRecordCounter } from './record-counter.ts';

const ROWS = 4_000;
/** With them more than sockets buffer, so that a reader who stops makes the server wait. */
const MORE_ROWS = 8_000;
const PADDING = 1_500;
const WAIT_MILLISECONDS = 30_000;
const HEADER_LINES = 1;

const choice = { definition: companies, filters: {} };

describe('an export that does not end as it should', () => {
  let server: TestServer;
  let account: TestAccount;
  let workspaceId: WorkspaceId;
  let origin: string;
  const errors: object[] = [];
  const log = { error: (fields: object) => void errors.push(fields) };

  const query = async (statement: ReturnType<typeof sql>) => (await server.database.execute(statement)).rows;
  const ledger = async () => {
    const [last] = await query(
      sql`select row_count, reserved, refunded, is_complete, ended_at, month::text from table_exports where account_id = ${workspaceId} order by id desc limit 1`,
    );
    return last ?? {};
  };
  const counts = async () => {
    const [sums] = await query(sql`select
      coalesce((select sum(export_count) from usage_months where account_id = ${workspaceId}), 0)::int as used,
      coalesce((select sum(reserved - refunded) from table_exports where account_id = ${workspaceId}), 0)::int as charged,
      coalesce((select sum(bit_count(bits)) from exported_rows where account_id = ${workspaceId}), 0)::int as paid`);
    return sums ?? {};
  };
  const until = async (isSo: () => Promise<boolean>) => {
    for (const deadline = Date.now() + WAIT_MILLISECONDS; !(await isSo()); await sleep(10))
      if (Date.now() > deadline) throw new Error('it never came to that');
  };
  const ended = () => until(async () => (await ledger()).ended_at !== null && (await ledger()).ended_at !== undefined);
  const serviceWith = (limits: Partial<typeof defaultExportLimits> = {}): TableExports =>
    createTableExports(server.platform, log, { ...defaultExportLimits, ...limits });
  const open = (exports: TableExports) =>
    exports.open({ workspaceId, accountId: workspaceId, isVerified: true, choice }, { byteOrderMark: false });

  /** An export over a socket, of which only as much is read as requested. */
  async function download(path = 'companies/export'): Promise<IncomingMessage> {
    const request = get(`${origin}/api/v1/table/${path}`, { headers: account.headers, agent: false });
    const [answer] = await once(request, 'response');
    return answer;
  }
  async function readSome(answer: IncomingMessage, bytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of answer.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= bytes) break;
    }
    return Buffer.concat(chunks);
  }
  const recordsIn = (bytes: Uint8Array) => {
    const counter = createRecordCounter();
    counter.add(bytes);
    return counter.started() - HEADER_LINES;
  };
  /**
   * Reads a number of chunks of a file as a response does, then stops.
   * @returns how many rows were passed on
   */
  async function takePieces(stream: Readable, pieces: number): Promise<number> {
    const counter = createRecordCounter();
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    let left = pieces;
    const answer = new Writable({
      highWaterMark: 1,
      write: (piece, _, done) => {
        counter.add(piece);
        left -= 1;
        if (left === 0) resolve();
        else done();
      },
    });
    stream.on('error', resolve).pipe(answer);
    await taken;
    // An export may fail before its header was passed on.
    return Math.max(0, counter.started() - HEADER_LINES);
  }
  /** The server itself may ask something at this moment; what an export has kept stays in use. */
  const expectFreeConnections = async () => {
    const pool = server.database.$client;
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  };
  /** The charge for the same export now. */
  const chargedNow = async () => {
    const answer = await server.app.inject({ url: '/api/v1/table/companies/export/preview', headers: account.headers });
    return answer.json().charged;
  };

  const insertRows = (first: number, last: number) =>
    query(sql`insert into companies (name, description, canonical_key, source, updated_at)
      select 'Company ' || n, 'one "quoted"' || chr(10) || 'text, ' || repeat('x', ${PADDING}), 'key ' || n, 'test', now() - (n * 7919 % ${ROWS}) * interval '1 second'
      from generate_series(${first}::int, ${last}::int) n`);

  /** @param run is told how many rows there are */
  const withMoreRows = async (run: (rows: number) => Promise<void>) => {
    await insertRows(ROWS + 1, ROWS + MORE_ROWS);
    try {
      await run(ROWS + MORE_ROWS);
    } finally {
      await query(
        sql`delete from companies where name in (select 'Company ' || n from generate_series(${ROWS + 1}::int, ${ROWS + MORE_ROWS}::int) n)`,
      );
    }
  };

  beforeAll(async () => {
    server = await startTestServer({ environment: { TRIAL_EXPORT_LIMIT: '1000000', TRIAL_DAYS: '300' } });
    await insertRows(1, ROWS);
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    account = await createVerifiedAccount(server);
    workspaceId = await accountIdOf(server, account.email);
    errors.length = 0;
  });

  it.each([1, 2, 3, 40])('the rows of %i sent chunks stay charged, and the others are refunded', async (pieces) => {
    const { stream, charged } = await open(serviceWith());
    expect(charged).toBe(ROWS);
    const sent = await takePieces(stream, pieces);
    expect(sent > 0).toBe(pieces > 1);
    stream.destroy();
    await once(stream, 'close');
    expect(await ledger()).toMatchObject({ row_count: ROWS, reserved: ROWS, refunded: ROWS - sent, is_complete: false });
    expect(await counts()).toEqual({ used: sent, charged: sent, paid: sent });
    expect(await chargedNow()).toBe(ROWS - sent);
    expect(errors).toEqual([]);
  });

  it.each([2, 9])('of a workbook, the rows in %i sent chunks stay charged, and the others are refunded', async (pieces) => {
    const { stream, charged } = await serviceWith().open(
      { workspaceId, accountId: workspaceId, isVerified: true, choice: { ...choice, format: 'xlsx' } },
      { byteOrderMark: false },
    );
    expect(charged).toBe(ROWS);
    const got: Buffer[] = [];
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    const answer = new Writable({
      highWaterMark: 1,
      write: (piece, _, done) => {
        got.push(piece);
        if (got.length === pieces) resolve();
        else done();
      },
    });
    stream.on('error', resolve).pipe(answer);
    await taken;
    stream.destroy();
    await once(stream, 'close');
    const bytes = Buffer.concat(got);
    const path = 'xl/worksheets/sheet1.xml';
    const xml = inflateRawSync(bytes.subarray(bytes.indexOf(path) + path.length), { finishFlush: constants.Z_SYNC_FLUSH });
    const sent = (xml.toString().match(/<\/row>/g)?.length ?? 0) - HEADER_LINES;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(ROWS);
    expect(await ledger()).toMatchObject({ row_count: ROWS, reserved: ROWS, refunded: ROWS - sent, is_complete: false });
    expect(await counts()).toEqual({ used: sent, charged: sent, paid: sent });
    expect(errors).toEqual([]);
  });

  it('exactly the rows that were sent, the first ones of the file, are free afterwards', async () => {
    const { stream } = await open(serviceWith());
    const sent = await takePieces(stream, 30);
    stream.destroy();
    await once(stream, 'close');
    for (const [limit, charged] of [
      [sent - 1, 0],
      [sent, 0],
      [sent + 1, 1],
      [sent + 7, 7],
    ]) {
      const url = `/api/v1/table/companies/export/preview?limit=${limit}`;
      expect((await server.app.inject({ url, headers: account.headers })).json().charged).toBe(charged);
    }
  });

  it('an export is charged up to the point where the client disconnects', () =>
    withMoreRows(async (rows) => {
      const answer = await download();
      const received = recordsIn(await readSome(answer, 2_000_000));
      answer.destroy();
      await ended();
      const { refunded } = await ledger();
      const paid = rows - Number(refunded);
      // What was in transit when the client left may or may not have arrived.
      expect(paid).toBeGreaterThanOrEqual(received);
      expect(paid).toBeLessThan(rows);
      expect(await counts()).toEqual({ used: paid, charged: paid, paid });
      const again = await download();
      expect(again.headers['x-export-charged']).toBe(String(refunded));
      expect(recordsIn(await readSome(again, Number.POSITIVE_INFINITY))).toBe(rows);
      expect(await counts()).toEqual({ used: rows, charged: rows, paid: rows });
    }));

  it('an export costs nothing when the client disconnects at any time before the first byte', async () => {
    const exports = serviceWith();
    let abandoned = 0;
    for (let milliseconds = 0; milliseconds < 80; milliseconds += 8) {
      const client = new AbortController();
      const opening = exports.open(
        { workspaceId, accountId: workspaceId, isVerified: true, choice, signal: client.signal },
        { byteOrderMark: false },
      );
      setTimeout(() => client.abort(new Error('gone')), milliseconds);
      const opened = await opening.catch((error: unknown) => {
        expect(String(error)).toBe('Error: gone');
        abandoned += 1;
      });
      opened?.stream.destroy();
      await exports.settled();
      expect(await counts()).toEqual({ used: 0, charged: 0, paid: 0 });
    }
    expect(abandoned).toBeGreaterThan(0);
    await expectFreeConnections();
  });

  it('an export ends when its reader reads nothing for too long', async () => {
    const { stream } = await open(serviceWith({ patienceMilliseconds: 200 }));
    const failure = once(stream, 'error');
    const sent = await takePieces(stream, 5);
    expect(String(await failure)).toMatch(/took nothing for too long/);
    expect(await ledger()).toMatchObject({ refunded: ROWS - sent, is_complete: false });
    expect(await counts()).toEqual({ used: sent, charged: sent, paid: sent });
  });

  it('an export that is never read ends and is refunded', async () => {
    const { stream } = await open(serviceWith({ patienceMilliseconds: 100 }));
    await once(stream, 'error');
    expect(await ledger()).toMatchObject({ reserved: ROWS, refunded: ROWS, is_complete: false });
  });

  it('rows that were not sent are refunded when the database ends the file early', () =>
    withMoreRows(async (rows) => {
      // More than fits between the database and a reader who has not begun, so the database is still sending.
      const { stream } = await open(serviceWith());
      const failure = once(stream, 'error');
      await query(
        sql`select pg_cancel_backend(pid) from pg_stat_activity where query like 'copy %' and datname = current_database()`,
      );
      const taking = takePieces(stream, Number.POSITIVE_INFINITY);
      expect(String(await failure)).toMatch(/canceling statement/);
      const sent = await taking;
      expect(sent).toBeLessThan(rows);
      expect(await ledger()).toMatchObject({ refunded: rows - sent, is_complete: false });
      expect(await counts()).toEqual({ used: sent, charged: sent, paid: sent });
    }));

  it('an export stays charged, and free for the month, when the database connection is lost', () =>
    withMoreRows(async (rows) => {
      const { stream } = await open(serviceWith());
      const reading = (async () => {
        for await (const _ of stream)
          await query(
            sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy %' and datname = current_database()`,
          );
      })();
      await expect(reading).rejects.toThrow();
      expect(await counts()).toEqual({ used: rows, charged: rows, paid: rows });
      expect(await ledger()).toMatchObject({ refunded: 0, is_complete: false, ended_at: expect.any(String) });
      expect(await chargedNow()).toBe(0);
      expect(errors).toHaveLength(1);
      // The slot is free again.
      const again = await open(serviceWith());
      expect(again.charged).toBe(0);
      again.stream.destroy();
      await once(again.stream, 'close');
    }));

  it('a refund goes to the month in which the export started', async () => {
    const { stream } = await open(serviceWith());
    const { month } = await ledger();
    server.clock.advance(31 * 24 * 3600 * 1000);
    stream.destroy();
    await once(stream, 'close');
    expect(await ledger()).toMatchObject({ month, refunded: ROWS });
    expect(await counts()).toEqual({ used: 0, charged: 0, paid: 0 });
    expect(await query(sql`select month::text from usage_months where account_id = ${workspaceId}`)).toEqual([{ month }]);
    server.clock.advance(-31 * 24 * 3600 * 1000);
  });

  it('a file holds the rows at its start, whatever is written meanwhile', async () => {
    const before = await query(sql`select name from companies order by updated_at desc, id desc`);
    const { stream, rowCount } = await open(serviceWith());
    const writing = sql`with gone as (delete from companies where name = 'Company 77' returning name)
      update companies set name = 'Renamed', updated_at = now() where name = 'Company 78'`;
    await query(writing);
    const names: string[] = [];
    let text = '';
    for await (const piece of stream) text += piece;
    for (const [, name] of text.matchAll(/^(Company \d+),/gm)) names.push(name ?? '');
    expect(rowCount).toBe(ROWS);
    expect(names).toEqual(before.map(({ name }) => name));
    await query(sql`update companies set name = 'Company 78' where name = 'Renamed'`);
    await query(
      sql`insert into companies (name, description, canonical_key, source) values ('Company 77', 'again', 'key again', 'test')`,
    );
  });

  it('an export that has ended holds no connection and no slot', async () => {
    const exports = serviceWith({ exports: 1, waiting: 0 });
    for (let round = 0; round < 6; round += 1) {
      const { stream } = await open(exports);
      const closed = once(stream, 'close');
      if (round % 2 === 0) stream.destroy();
      else stream.resume();
      await closed;
    }
    await exports.settled();
    await expectFreeConnections();
    expect(await query(sql`select from slots`)).toEqual([]);
  });
});
