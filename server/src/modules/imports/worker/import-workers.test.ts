import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { loginOf } from '../imports.service.ts';
import { createImportWorkers, type ImportWorkers, startProcess } from './import-workers.ts';

describe('processes of uploads', () => {
  let server: TestServer;
  let workers: ImportWorkers;
  const started: ChildProcess[] = [];
  const counted = (start: () => ChildProcess) => () => {
    const worker = start();
    started.push(worker);
    return worker;
  };
  const running = () => started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).length;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    workers = createImportWorkers(counted(startProcess));
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    workers.end();
    await expect.poll(running).toBe(0);
    started.length = 0;
  });

  const upload = () => ({
    table: 'companies' as const,
    login: loginOf(server.platform.direct.$client),
    suppressionKey: null,
    now: server.clock.now().getTime(),
    format: null,
    mustBeGzip: false,
    mapping: {},
    hasHeader: true,
    headerLine: null,
    separator: null,
    sheet: null,
    entry: null,
    listSeparator: null,
    choices: [],
    source: 'firms.csv',
    maxRejects: null,
    isDryRun: true,
    keepsKnown: false,
    refusesUnreadable: false,
    dateOrder: null,
    encoding: null,
    importId: null,
  });
  async function* bytesOf(...parts: readonly string[]): AsyncGenerator<Buffer> {
    for (const part of parts) yield Buffer.from(part);
  }
  const watch = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
  const load = (text: string) => workers.load(upload(), bytesOf(text), watch());
  const preview = (...parts: readonly string[]) =>
    workers.preview({ ...upload(), isTableChosen: true }, bytesOf(...parts), new AbortController().signal);
  /** Rows of a megabyte, which a preview does not read to the end. */
  const rows = `Loom & Shuttle,${'x'.repeat(10_000)}\n`.repeat(100);

  it('small files are read one after another by one process while it lives, each as if it were the first', async () => {
    expect(await load('name,city\nA,Oslo\nB,Bonn\n')).toMatchObject({ rows_read: 2, added: 2, rejected: 0 });
    expect(await load('name,city\nA,Oslo\n,Rome\n')).toMatchObject({ rows_read: 2, added: 1, rejected: 1 });
    expect(await preview('name,town\nA,Oslo\n')).toMatchObject({ table: 'companies' });
    expect(await load('name\nC\n')).toMatchObject({ rows_read: 1, added: 1 });
    expect(started).toHaveLength(1);
    // A process that ends while it waits is replaced.
    started[0]?.kill('SIGKILL');
    await expect.poll(() => started[0]?.signalCode).toBe('SIGKILL');
    // As under `node --watch`, where a process reports the modules it loads.
    vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
    expect(await load('name\nD\n')).toMatchObject({ rows_read: 1, added: 1, rejected: 0 });
    expect(started).toHaveLength(2);
  });

  it('what a preview did not read is not taken for the next file', async () => {
    await preview('name,description\n', ...Array.from({ length: 4 }, () => rows));
    expect(await load('name,city\nA,Oslo\n')).toMatchObject({ rows_read: 1, added: 1 });
  });

  describe('whose process is another program that loads nothing', () => {
    const startStandIn = counted(() =>
      fork(fileURLToPath(new URL('../../../testing/import-process.fixture.ts', import.meta.url)), {
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    );
    beforeEach(() => {
      workers = createImportWorkers(startStandIn);
    });

    it('files at the same time have processes of their own, of which one waits for the next, and none after the end', async () => {
      await Promise.all([load('name\nA\n'), load('name\nB\n'), load('name\nC\n')]);
      expect(started).toHaveLength(3);
      await expect.poll(running).toBe(1);
      await load('name\nD\n');
      expect(started).toHaveLength(3);
      workers.end();
      await expect.poll(running).toBe(0);
      await load('name\nE\n');
      await expect.poll(() => started[3]?.signalCode).toBe('SIGKILL');
    });

    it('a process that refused a file, read a big one or was given up is not used again', async () => {
      await expect(load('nothing,of,it\n1,2,3\n')).rejects.toMatchObject({ code: 'IMPORT.UNREADABLE' });
      await load('name\nA\n');
      expect(started).toHaveLength(2);
      await workers.load(upload(), bytesOf('name,description\n', ...Array.from({ length: 9 }, () => rows)), watch());
      await load('name\nA\n');
      expect(started).toHaveLength(3);
      const leaving = new AbortController();
      async function* slowly(): AsyncGenerator<Buffer> {
        yield Buffer.from('name\n');
        leaving.abort(new Error('left'));
        await new Promise(() => undefined);
      }
      await expect(workers.load(upload(), slowly(), { ...watch(), signal: leaving.signal })).rejects.toThrow('left');
      await load('name\nA\n');
      expect(started).toHaveLength(4);
    });

    it('a process that waited for nothing ends, and the next file has another one', async () => {
      workers = createImportWorkers(startStandIn, 50);
      for (const round of [1, 2]) {
        expect(await load('name\nA\n')).toMatchObject({ rows_read: 1 });
        expect(started).toHaveLength(round);
        await expect.poll(running, { timeout: 10_000 }).toBe(0);
      }
    });
  });
});
