import { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { type BitmapWorker, startBitmapThread, startBitmapWorker } from './start-bitmap-worker.ts';

const LOOK = 50;
const times = { look: LOOK, rest: 200, end: 500, stall: 60_000 };

describe('the thread that makes bitmaps', () => {
  let server: TestServer;
  let worker: BitmapWorker;
  let threads: Worker[];
  let running: number;
  let lines: string[];
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    threads = [];
    running = 0;
    lines = [];
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await worker.stop();
  });

  function startWorker(makeThread = () => startBitmapThread(server.databaseUrl, LOOK), stall = times.stall): void {
    const note = (fields: unknown, message = fields) => void lines.push(String(message));
    worker = startBitmapWorker({
      database: server.database,
      log: { info: note, warn: note, error: note },
      times: { ...times, stall },
      startThread: () => {
        const thread = makeThread();
        threads.push(thread);
        running += 1;
        thread.once('exit', () => {
          running -= 1;
        });
        return thread;
      },
    });
  }
  async function addCompany(name: string): Promise<void> {
    await server.database.execute(sql`insert into companies (name, canonical_key, source) values (${name}, ${name}, 'test')`);
  }
  async function countStale(): Promise<number> {
    const { rows } = await server.database.execute(sql`select from stale_chunks`);
    return rows.length;
  }
  const until = (actual: () => unknown, expected: unknown) =>
    expect.poll(actual, { timeout: 20_000, interval: 100 }).toEqual(expected);

  it('it ends when there was nothing to do for a while, and another one makes the bitmaps of later changes', async () => {
    startWorker();
    for (const [round, name] of ['Alpha', 'Beta'].entries()) {
      // What the second one reports under `node --watch` about its modules is not taken for failures.
      if (round === 1) vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
      await addCompany(name);
      await until(countStale, 0);
      expect(threads).toHaveLength(round + 1);
      await until(() => running, 0);
    }
    expect(lines).toEqual([]);
  });

  it('a failure it reports is logged', async () => {
    const makeFailing = () =>
      new Worker("require('node:worker_threads').parentPort.postMessage({ failure: 'no connection' })", { eval: true });
    startWorker(() => (threads.length === 0 ? makeFailing() : startBitmapThread(server.databaseUrl, LOOK)));
    await addCompany('Theta');
    await until(() => lines, ['bitmaps of the data tables could not be made yet']);
    await until(countStale, 0);
  });

  it('one that ended by itself is replaced', async () => {
    startWorker();
    await addCompany('Delta');
    await until(countStale, 0);
    await threads[0]?.terminate();
    await addCompany('Epsilon');
    await until(countStale, 0);
    expect(threads).toHaveLength(2);
  });

  it('one that does nothing and does not end is replaced, and the log and a metric say so', async () => {
    // It has a port and a timer, and heeds neither.
    const makeIdle = () => new Worker('setInterval(() => undefined, 1000)', { eval: true });
    startWorker(() => (threads.length === 0 ? makeIdle() : startBitmapThread(server.databaseUrl, LOOK)), 8_000);
    await addCompany('Zeta');
    await until(async () => (await worker.registry.metrics()).includes('bitmap_refresh_stalled_seconds 1'), true);
    await until(countStale, 0);
    expect(threads).toHaveLength(2);
    await until(
      () => lines,
      ['bitmaps of the data tables are not made; totals are slow', 'bitmaps of the data tables are made again'],
    );
    expect(await worker.registry.metrics()).toContain('bitmap_refresh_stalled_seconds 0');
  });
});
