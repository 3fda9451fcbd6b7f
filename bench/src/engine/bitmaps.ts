/** Builds the bitmaps of all chunks of a table anew, as after a change of the filters. */
import { connect } from '@leadloom/server/database/connect';
import { refreshBitmaps } from '@leadloom/server/modules/tables/totals/refresh-bitmaps';
import { sql } from 'drizzle-orm';
import { atMost, type Report } from '../tables/report.ts';
import { openCluster } from '../tables/server/cluster.ts';
import { copyCompanies } from '../tables/server/load-companies.ts';
import { openStage } from '../tables/server/stage.ts';
import { milliseconds } from '../tables/statistics.ts';

const ROWS = 1_000_000;
const GOAL = atMost(5, 's');
const MILLISECONDS = 1_000;

export async function measureBitmaps(report: Report): Promise<void> {
  const cluster = await openCluster(null);
  try {
    const stage = await openStage(cluster, ROWS, async ({ login, rows }) => copyCompanies(login, rows));
    // The stage's server would build the bitmaps, too.
    await stage.close();
    const database = connect(stage.login, { onIdleError: () => undefined });
    try {
      await database.execute(sql`
        insert into stale_chunks (table_name, chunk, since)
        select 'companies', chunk, 0 from chunk_bitmaps where table_name = 'companies' group by chunk
        on conflict (table_name, chunk) do update set since = 0`);
      const before = process.cpuUsage();
      let chunks = 0;
      const seconds =
        (await milliseconds(async () => {
          chunks = await refreshBitmaps(database);
        })) / MILLISECONDS;
      const { user, system } = process.cpuUsage(before);
      report.judge(
        `bitmaps of ${ROWS.toLocaleString('en')} companies built anew in ${seconds.toFixed(1)} s (${chunks} chunks, ${((user + system) / 1e6).toFixed(1)} s of it in the server)`,
        seconds,
        GOAL,
      );
    } finally {
      await database.$client.end();
    }
  } finally {
    await cluster.close();
  }
}
