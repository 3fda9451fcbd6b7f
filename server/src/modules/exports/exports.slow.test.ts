import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { isThorough } from '../../testing/thorough.ts';
import { createTableExports, defaultExportLimits } from './exports.service.ts';
import { createRecordCounter } from './record-counter.ts';

/** More than streams, a small spool and the connection to the database buffer. */
const ROWS = 12_000;
/** With them more than sockets buffer, so that a slow reader makes the server wait. */
const MORE_ROWS = 18_000;
const PADDING = 800;
/** Of each reader, in bytes per second. */
const SPEEDS = isThorough() ? [1_000, 5_000, 20_000, 50_000] : [1_000, 50_000];
const TICK_MILLISECONDS = 100;
const WITHIN_MILLISECONDS = 5_000;
const WAIT_MILLISECONDS = 30_000;
/** Longer than what ends these exports takes on a busy machine; how often they are looked at follows from it. */
const PATIENT = 10_000;

describe('exports whose readers are slow', () => {
  let server: TestServer;
  let origin: string;

  async function download({ headers }: TestAccount, path = 'companies/export'): Promise<IncomingMessage> {
    const [answer] = await once(get(`${origin}/api/v1/table/${path}`, { headers, agent: false }), 'response');
    return answer;
  }
  /** Reads at this speed until the signal is aborted. */
  async function readSlowly(answer: IncomingMessage, bytesASecond: number, signal: AbortSignal): Promise<void> {
    answer.pause();
    while (!signal.aborted) {
      answer.read((bytesASecond * TICK_MILLISECONDS) / 1000);
      await sleep(TICK_MILLISECONDS);
    }
    answer.destroy();
  }

  const insertRows = (first: number, last: number) =>
    server.database.execute(sql`insert into companies (name, description, canonical_key, source)
      select 'Company ' || n, repeat('x', ${PADDING}), 'key ' || n, 'test' from generate_series(${first}::int, ${last}::int) n`);

  beforeAll(async () => {
    server = await startTestServer({ environment: { TRIAL_EXPORT_LIMIT: '1000000' } });
    await insertRows(1, ROWS);
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());

  const log = { error: () => undefined };
  const serviceWith = (
    limits: Partial<typeof defaultExportLimits> = {},
    config: Partial<TestServer['platform']['config']> = {},
  ) =>
    createTableExports({ ...server.platform, config: { ...server.platform.config, ...config } }, log, {
      ...defaultExportLimits,
      ...limits,
    });
  /**
   * Starts a file of a new account and reads a few chunks.
   * @returns how many records they contain
   */
  async function begin(exports = serviceWith()) {
    const account = await createVerifiedAccount(server);
    const workspaceId = await accountIdOf(server, account.email);
    const choice = { definition: companies, filters: {} };
    const { stream } = await exports.open(
      { workspaceId, accountId: workspaceId, isVerified: true, choice },
      { byteOrderMark: false },
    );
    const counter = createRecordCounter();
    for (let piece = 0; piece < 4; piece += 1) {
      if (stream.readableLength === 0) await once(stream, 'readable');
      counter.add(stream.read());
    }
    const settled = async () => {
      if (!stream.closed) await finished(stream).catch(() => undefined);
      const { rows } = await server.database.execute(sql`select row_count, reserved, refunded, is_complete,
          (select sum(bit_count(bits))::int from exported_rows where account_id = ${workspaceId}) as paid
        from table_exports where account_id = ${workspaceId}`);
      return rows[0];
    };
    return { stream, sent: counter.started() - 1, settled };
  }
  const refundedBut = (sent: number) => ({
    row_count: ROWS,
    reserved: ROWS,
    refunded: ROWS - sent,
    is_complete: false,
    paid: sent,
  });
  const busyConnections = () => server.database.$client.totalCount - server.database.$client.idleCount;
  const until = async (isSo: () => boolean) => {
    for (const deadline = Date.now() + WAIT_MILLISECONDS; !isSo(); await sleep(10))
      if (Date.now() > deadline) throw new Error('it never came to that');
  };

  it('slow exports hold one connection in total, and are refunded to the row', async () => {
    const service = serviceWith();
    const exports = [await begin(service), await begin(service), await begin(service)];
    await until(() => busyConnections() === 0);
    for (const { stream, sent, settled } of exports) {
      expect(sent).toBeGreaterThan(0);
      stream.destroy();
      expect(await settled()).toEqual(refundedBut(sent));
    }
    // Jobs of the server use one for moments.
    await until(() => busyConnections() === 0);
    expect(await readdir(join(server.platform.config.dataDir, 'spool'))).toEqual([]);
  });

  it('slow exports are complete when their readers finish, long after the database', async () => {
    const { stream, sent, settled } = await begin();
    await until(() => busyConnections() === 0);
    const counter = createRecordCounter();
    for await (const piece of stream) counter.add(piece);
    expect(await settled()).toMatchObject({ refunded: 0, is_complete: true, paid: ROWS });
    // A record that was read in part is counted in both parts.
    expect(counter.started() + sent).toBeGreaterThanOrEqual(ROWS);
    expect(counter.started() + sent).toBeLessThanOrEqual(ROWS + 1);
  });

  it.each([0, 1024 * 1024])(
    'a slow export ends when the database has to wait for lack of disk space: %i bytes',
    async (exportSpoolBytes) => {
      const { stream, sent, settled } = await begin(
        serviceWith({ slowMilliseconds: 300, leastBytesASecond: 1e9, patienceMilliseconds: PATIENT }, { exportSpoolBytes }),
      );
      const [error] = await once(stream, 'error');
      expect(String(error)).toMatch(/reads too slowly/);
      expect(await settled()).toEqual(refundedBut(sent));
      // Jobs of the server use one for moments.
      await until(() => busyConnections() === 0);
    },
  );

  it('a slow export ends once somebody was erased since it began, and is refunded to the row', async () => {
    const { stream, sent, settled } = await begin(serviceWith({ erasureMilliseconds: 50 }));
    const ended = once(stream, 'error');
    await server.database.execute(sql`insert into erasures (state, origin, requested_at, due_at, ended_at)
      values ('done', 'letter', now(), now(), now())`);
    const [error] = await ended;
    expect(String(error)).toMatch(/somebody was erased/);
    expect(await settled()).toEqual(refundedBut(sent));
    await server.database.execute(sql`delete from erasures`);
  });

  it('a slow export ends at its deadline, however much was read', async () => {
    const { stream, sent, settled } = await begin(serviceWith({ deadlineMilliseconds: 1_000, patienceMilliseconds: PATIENT }));
    const [error] = await once(stream, 'error');
    expect(String(error)).toMatch(/did not take all of the file in time/);
    expect(await settled()).toEqual(refundedBut(sent));
  });

  it('a slow export is not refunded and stays free for the month when its slots are lost', async () => {
    const { stream, settled } = await begin();
    await until(() => busyConnections() === 0);
    await server.database.execute(sql`delete from slots`);
    stream.destroy();
    expect(await settled()).toMatchObject({ refunded: 0, is_complete: false, paid: ROWS });
  });

  it('slow exports do not delay the exports of others', async () => {
    await insertRows(ROWS + 1, ROWS + MORE_ROWS);
    const stop = new AbortController();
    const readers = await Promise.all(SPEEDS.map(() => createVerifiedAccount(server)));
    const reading: Promise<void>[] = [];
    for (const [index, reader] of readers.entries()) {
      const answer = await download(reader);
      expect(answer.statusCode).toBe(200);
      reading.push(readSlowly(answer, SPEEDS[index] ?? 0, stop.signal));
    }
    const other = await createVerifiedAccount(server);
    const startedAt = performance.now();
    const url = '/api/v1/table/companies/export?limit=5';
    const answer = await server.app.inject({ url, headers: other.headers });
    expect(readCsv(answer.payload).records).toHaveLength(5);
    expect(performance.now() - startedAt).toBeLessThan(WITHIN_MILLISECONDS);
    expect((await server.app.inject({ url: '/api/v1/table/companies', headers: other.headers })).json().total).toBe(
      ROWS + MORE_ROWS,
    );
    stop.abort();
    await Promise.all(reading);
  });
});
