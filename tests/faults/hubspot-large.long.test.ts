/** A run of 100,000 rows: each record once, and memory does not grow with the rows. */
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type HubspotFixture, mapping, openHubspotFixture } from '../src/crm/hubspot.fixture.ts';

const ROWS = 100_000;
const MOST_MORE_BYTES = 64 * 1024 * 1024;
const MINUTES = 60_000;

setFlagsFromString('--expose-gc');
const collectGarbage = z.function({ output: z.void() }).implement(runInNewContext('gc'));

describe('a large run of HubSpot', () => {
  let worker: Worker;
  let fixture: HubspotFixture;
  beforeAll(async () => {
    worker = new Worker(new URL('../src/stand-ins/hubspot/in-thread.ts', import.meta.url));
    const [started] = await once(worker, 'message');
    const { origin } = z.object({ origin: z.string() }).parse(started);
    fixture = await openHubspotFixture({ environment: { HUBSPOT_API_URL: origin, TRIAL_EXPORT_LIMIT: String(2 * ROWS) } });
  });
  afterAll(async () => {
    await fixture.close();
    await worker.terminate();
  });

  it('creates each record once, in memory that does not grow', { timeout: 60 * MINUTES }, async () => {
    const { server, accountId, connect, start, runs } = fixture;
    const query = (statement: string, values: unknown[] = []) => server.database.$client.query(statement, values);
    await query(
      `insert into companies (name, website, website_domain, city, employee_count, updated_at, canonical_key, source)
       select 'Company ' || n, 'https://company-' || n || '.example', 'company-' || n || '.example', 'Oslo', n, now(), 'key ' || n, 'test'
       from generate_series(1, $1::int) n`,
      [ROWS],
    );
    const { rows: made } = await query(
      `insert into row_lists (account_id, table_name, name, created_at, updated_at)
       values ($1, 'companies', 'All', now(), now()) returning id`,
      [accountId],
    );
    await query(`insert into row_list_rows (list_id, row_id) select $1, id from companies where source = 'test'`, [made[0].id]);
    const id = await connect({ source: { kind: 'list', id: Number(made[0].id) }, mapping: mapping('ours') });
    const used = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = used();
    let most = before;
    await start(id);
    await expect
      .poll(
        async () => {
          most = Math.max(most, used());
          return (await runs(id))[0]?.state;
        },
        { timeout: 55 * MINUTES, interval: 5_000 },
      )
      .not.toBe('running');
    expect((await runs(id))[0]).toMatchObject({ state: 'done', created: ROWS, updated: 0, skipped: 0, failed: [] });
    worker.postMessage('count');
    const [counted] = await once(worker, 'message');
    expect(counted).toEqual({ records: ROWS, distinct: ROWS });
    expect(most - before).toBeLessThan(MOST_MORE_BYTES);
    process.stdout.write(`${ROWS} rows took ${Math.round((most - before) / 1024 / 1024)} MiB more at most\n`);
  });
});
