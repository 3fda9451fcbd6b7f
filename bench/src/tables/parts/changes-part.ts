/**
 * How soon totals are quick again after rows in all parts of the table changed, on a server that was at rest: until then,
 * changed parts are counted row by row.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@leadloom/server/database/connect';
import type { Database } from '@leadloom/server/database/database';
import { countRows } from '@leadloom/server/modules/tables/list/count-rows';
import { BITMAP_TIMES } from '@leadloom/server/modules/tables/totals/start-bitmap-worker';
import { companies } from '@leadloom/shared/tables/companies';
import type pg from 'pg';
import { databaseSeconds, processorSeconds } from '../../processes.ts';
import { exportedFilters, filterSets } from '../dataset/company-queries.ts';
import { atMost, type Report } from '../report.ts';
import { withClient } from '../server/cluster.ts';
import { readPostmaster } from '../server/postmaster.ts';
import type { Stage } from '../server/stage.ts';
import { milliseconds, quantile } from '../statistics.ts';

const CHANGED_ROWS = 100_000;
const GOAL_SECONDS = 15;
const GIVE_UP_SECONDS = 10 * 60;
const LOOK_MILLISECONDS = 50;
/** By then the server's thread has waited for more work, and rests. */
const REST = BITMAP_TIMES.rest + 3 * BITMAP_TIMES.look;

export async function reportChanges(report: Report, { rows, login, directory, server }: Stage): Promise<void> {
  const changed = Math.min(CHANGED_ROWS, rows);
  const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
  try {
    await withClient(login, async (client) => {
      await client.query('set statement_timeout = 0');
      report.note(`the server rests for ${REST / 1000} s`);
      await sleep(REST);
      const before = await countAll(database, rows);
      await changeSpread(client, Math.floor(rows / changed));
      const committedAt = performance.now();
      const postmaster = await readPostmaster(directory);
      const processors = async () => (await databaseSeconds(postmaster)) + (await processorSeconds(server.pid));
      const processorsBefore = await processors();
      const during = await milliseconds(async () => void (await countRows(database, companies, exportedFilters)));
      const seconds = ((await untilMade(client)) - committedAt) / 1000;
      const work = (await processors()) - processorsBefore;
      const after = await countAll(database, rows);
      report.judge(
        `${rows.toLocaleString('en')} companies, of which ${changed.toLocaleString('en')} in all parts changed, after a rest: ` +
          `totals from bitmaps alone again after ${seconds.toFixed(1)} s, with ${work.toFixed(1)} s of processor time; ` +
          `p95 of cold exact totals before ${before} ms, then ${after} ms, one right after the change ${during.toFixed(0)} ms`,
        seconds,
        atMost(GOAL_SECONDS, 's'),
      );
    });
  } finally {
    await database.$client.end();
  }
}

/** Changes every row whose id is a multiple of `step`, in one transaction. */
async function changeSpread(client: pg.Client, step: number): Promise<void> {
  await client.query(
    `update companies set employee_count = coalesce(employee_count, 0) + 1, updated_at = now() where id % $1 = 0`,
    [step],
  );
}

/** @returns when they were, by `performance.now` */
async function untilMade(client: pg.Client): Promise<number> {
  const deadline = performance.now() + GIVE_UP_SECONDS * 1000;
  for (;;) {
    const { rows } = await client.query(`select from stale_chunks where table_name = 'companies' limit 1`);
    if (rows.length === 0) return performance.now();
    if (performance.now() > deadline) throw new Error('the bitmaps of the changed companies were not made');
    await sleep(LOOK_MILLISECONDS);
  }
}

/** @returns p95 of the totals that an index cannot answer, in milliseconds */
async function countAll(database: Database, rows: number): Promise<string> {
  const times: number[] = [];
  for (const { queries, hasSearch } of filterSets(rows)) {
    if (hasSearch) continue;
    for (const { filters } of queries.slice(0, 3)) {
      times.push(await milliseconds(async () => void (await countRows(database, companies, filters))));
    }
  }
  return quantile(times, 0.95).toFixed(0);
}
