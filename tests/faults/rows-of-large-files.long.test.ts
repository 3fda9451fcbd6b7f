/** Files of 100,000 rows are compared in a thread with little memory, which ends where it needs more. */
import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '../security/testing/security.fixture.ts';

const ROWS = 100_000;
/** Less than the rows need that are held at once. */
const MEGABYTES = 48;

describe('rows of a large file', { timeout: 600_000 }, () => {
  let server: TestServer;
  let delivered: { readonly accountId: number; readonly destinationId: string; readonly exportId: number };
  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false });
    const { id: accountId } = await addPerson(server);
    const destinationId = randomUUID();
    await server.database.$client.query(
      `insert into destinations (id, account_id, kind, name, settings, secret, created_at)
        values ($1, $2, 's3', 'Archive', '{}', '', now())`,
      [destinationId, accountId],
    );
    const { rows } = await server.database.$client.query(
      `insert into scheduled_exports
        (account_id, name, watch, table_name, frequency, time_of_day, zone, format, is_gzip, created_at)
        values ($1, 'Norway', '{"kind": "view", "id": "x"}', 'companies', 'daily', '08:00', 'UTC', 'csv', false, now())
        returning id::int`,
      [accountId],
    );
    delivered = { accountId, destinationId, exportId: rows[0].id };
  });
  afterAll(() => server.close());

  /** @param first the ids of the file begin with it */
  function compare(first: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./testing/compare-many-rows.ts', import.meta.url), {
        workerData: { ...delivered, databaseUrl: server.databaseUrl, first, count: ROWS },
        resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
      });
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
    });
  }

  it('are compared and stored with the memory of a batch', async () => {
    expect(await compare(1)).toEqual({ added: ROWS, changed: 0, removed: 0 });
    expect(await compare(1)).toEqual({ added: 0, changed: 0, removed: 0 });
    expect(await compare(5_001)).toEqual({ added: 5_000, changed: ROWS - 5_000, removed: 5_000 });
  });
});
