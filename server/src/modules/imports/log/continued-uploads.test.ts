import type { ImportDetails } from '@leadloom/shared/contract/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountIdOf, createAccount } from '../../../testing/accounts.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { COMMAND_LINE } from '../../audit/operator-audit.service.ts';
import { type ImportPlatform, openImportPlatform } from '../imports.service.ts';
import type { ImportWorkers } from '../worker/import-workers.ts';
import { getImport, stopImport } from './import-log.service.ts';
import { createImportRunner } from './import-runner.ts';
import { continueLostImports, createUpload, startUpload } from './import-uploads.service.ts';
import { openStoredFile } from './stored-file.ts';

const FILE = 'name,city\nA,Oslo\n,Rome\nB,Bonn\n';

describe('imports of uploads whose server ends', () => {
  let server: TestServer;
  let importing: ImportPlatform;
  let owner: number;
  beforeAll(async () => {
    // Without jobs, only the test takes them up.
    server = await startTestServer({ doesJobs: false });
    importing = openImportPlatform(server.platform);
    owner = await accountIdOf(server, (await createAccount(server)).email);
  });
  afterAll(() => {
    importing.workers.end();
    return server.close();
  });
  beforeEach(() => server.database.$client.query('delete from companies'));

  const query = async (statement: string, values: readonly unknown[] = []) =>
    (await server.database.$client.query(statement, [...values])).rows;
  const read = (id: string): Promise<ImportDetails> => getImport(server.platform, id);
  const ended = (id: string) =>
    vi.waitFor(
      async () => {
        const found = await read(id);
        expect(found.state).not.toBe('running');
        return found;
      },
      { timeout: 30_000 },
    );
  const names = async () => (await query('select name from companies order by name')).map(({ name }) => name);

  /** Starts one whose process loads nothing until its server ends, and ends that server. */
  async function leave(): Promise<{ readonly id: string; readonly uploadId: string }> {
    async function* bytes() {
      yield Buffer.from(FILE);
    }
    const workers: ImportWorkers = {
      ...importing.workers,
      load: (_upload, _bytes, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
    };
    const runner = createImportRunner({ ...importing, workers }, 0);
    const { id: uploadId } = await createUpload(server.platform, { name: 'firms.csv', bytes: bytes(), operatorId: owner });
    const by = { kind: 'token' } as const;
    const order = { table: 'companies', options: {}, isDryRun: false, by, actor: COMMAND_LINE } as const;
    const id = await startUpload(server.platform, runner, uploadId, order);
    await runner.end();
    return { id, uploadId };
  }
  const takeUp = () => continueLostImports(server.platform, createImportRunner(importing));

  it('the next server goes on, and its files are those of one import', async () => {
    const { id } = await leave();
    expect(await names()).toEqual([]);
    expect(await read(id)).toMatchObject({ state: 'running', problem: null });
    await query(
      "insert into import_files (import_id, kind, part, file_name, bytes) values ($1, 'rejects', 0, 'x', 'x') on conflict do nothing",
      [id],
    );
    expect(await takeUp()).toBe(1);
    expect(await takeUp()).toBe(0);
    expect(await ended(id)).toMatchObject({ state: 'done', added: 2, refused: 1, files: ['rejects'] });
    expect(await names()).toEqual(['A', 'B']);
    const { bytes } = await openStoredFile(server.database, id, 'rejects');
    let text = '';
    for await (const chunk of bytes) text += chunk.toString();
    expect(text.trim().split(/\r?\n/)).toEqual(['name,city,reason', expect.stringMatching(/^,Rome,/)]);
  });

  it('an import that two processes work on is loaded and logged once', async () => {
    const { id } = await leave();
    const waiting = () => countLockWaits(server.database);
    const blocker = await server.database.$client.connect();
    const runners = [createImportRunner(importing), createImportRunner(importing)];
    try {
      await blocker.query("begin; select from table_versions where table_name = 'companies' for update");
      for (const [index, runner] of runners.entries()) {
        await query("update imports set lease_until = now() - interval '1 hour' where id = $1", [id]);
        expect(await continueLostImports(server.platform, runner)).toBe(1);
        await expect.poll(waiting, { timeout: 30_000 }).toBe(index + 1);
      }
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    for (const runner of runners) await runner.end();
    expect(await read(id)).toMatchObject({ state: 'done', added: 2, undo_refusal: null });
    expect(await names()).toEqual(['A', 'B']);
  });

  it('an import that was stopped, and one whose file is gone, load nothing and say so', async () => {
    const stopped = await leave();
    await stopImport(server.platform, stopped.id, COMMAND_LINE);
    expect(await takeUp()).toBe(0);
    expect((await read(stopped.id)).state).toBe('failed');
    const gone = await leave();
    await query('delete from import_uploads where id = $1', [gone.uploadId]);
    await takeUp();
    expect(await read(gone.id)).toMatchObject({ state: 'failed', problem: expect.stringContaining('no longer kept') });
    expect(await names()).toEqual([]);
  });

  it('a file that ends its server each time is given up', async () => {
    const { id } = await leave();
    await query('update imports set starts = 4 where id = $1', [id]);
    await takeUp();
    expect(await read(id)).toMatchObject({ state: 'failed', problem: expect.stringContaining('4 times') });
  });
});
