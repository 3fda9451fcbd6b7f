/** One size of the data with a server, on which the parts of the benchmark run. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Login } from '@leadloom/server/embedded/embedded-database';
import { DATASET_KIND } from '../dataset/company-rows.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { type BenchDatabase, type Cluster, withClient } from './cluster.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../server/migrations', import.meta.url));
/** Bitmaps of five million rows take a while. */
const BITMAPS_LIMIT_MILLISECONDS = 30 * 60_000;
const LOOK_MILLISECONDS = 200;

export interface Stage {
  readonly rows: number;
  /** The login of the application's role. */
  readonly login: Login;
  readonly superuser: Login;
  readonly server: BenchServer;
  /** A directory for files of a run. */
  readonly directory: string;
  close(): Promise<void>;
}

/** Fills an empty database. @returns once every row is stored */
type Fill = (stage: Stage) => Promise<void>;

/** @param fill called unless an earlier run stored the companies */
export async function openStage(cluster: Cluster, rows: number, fill: Fill): Promise<Stage> {
  const database = await cluster.open(`companies_${rows}`, await markOf(rows));
  const { login, superuser, isFinished } = database;
  const { directory } = cluster;
  const server = await startBenchServer(login, directory);
  const stage = { rows, login, superuser, server, directory, close: server.stop };
  try {
    if (!isFinished) await fillAndFinish(database, () => fill(stage));
    await untilSettled(stage);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return stage;
}

/** The mark of stored data: data with other rows or another schema is created again. */
async function markOf(rows: number): Promise<string> {
  const hash = createHash('sha256');
  const names = await readdir(MIGRATIONS);
  for (const name of names.filter((file) => file.endsWith('.sql')).sort()) hash.update(await readFile(join(MIGRATIONS, name)));
  return `${rows} companies of kind ${DATASET_KIND}, schema ${hash.digest('hex').slice(0, 16)}`;
}

async function fillAndFinish({ login, finish }: BenchDatabase, fill: () => Promise<void>): Promise<void> {
  await fill();
  // The database would do this by itself during a measurement.
  await withClient(login, (client) => client.query('vacuum (analyze) companies'));
  await finish();
}

/** Waits until the server's bitmaps cover all rows, and everything is written to disk. */
async function untilSettled({ rows, login, superuser }: Stage): Promise<void> {
  await withClient(login, async (client) => {
    const deadline = performance.now() + BITMAPS_LIMIT_MILLISECONDS;
    for (;;) {
      const { rows: found } = await client.query<{ row_count: string; is_settled: boolean }>(
        `select row_count, not exists (select from stale_chunks where table_name = 'companies') as is_settled
          from table_versions where table_name = 'companies'`,
      );
      const [state] = found;
      if (state?.is_settled === true) {
        if (Number(state.row_count) !== rows) throw new Error(`there are ${state.row_count} companies and not ${rows}`);
        break;
      }
      if (performance.now() > deadline) throw new Error('the bitmaps of the companies were not made in time');
      await sleep(LOOK_MILLISECONDS);
    }
    await client.query('vacuum (analyze) chunk_bitmaps');
  });
  await withClient(superuser, (client) => client.query('checkpoint'));
}
