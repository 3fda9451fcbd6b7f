/**
 * The cost of the data API: lists with a key on the server as an operator runs it, compared with a route that only runs the
 * SQL of the same pages; recently changed rows among all others; and a walk by cursor over every row while rows are changed.
 */
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { createReport, type Report } from '../tables/report.ts';
import { openCluster } from '../tables/server/cluster.ts';
import { copyCompanies } from '../tables/server/load-companies.ts';
import { openStage, type Stage } from '../tables/server/stage.ts';
import { createBenchKey } from './bench-key.ts';
import { reportChanges } from './changes-part.ts';
import type { ApiChoice } from './options.ts';
import { reportRequests } from './requests-part.ts';
import { reportWalk } from './walk-part.ts';

const GIBIBYTE = 1024 ** 3;

export async function benchApi({ rows, keep, seconds }: ApiChoice): Promise<void> {
  const report = createReport('api');
  const cores = `${availableParallelism()} cores, ${Math.round(totalmem() / GIBIBYTE)} GB`;
  report.note(`${cores}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`);
  const cluster = await openCluster(keep);
  try {
    const stage = await openStage(cluster, rows, async ({ login }) => {
      report.note(`loading ${rows.toLocaleString('en')} companies`);
      await copyCompanies(login, rows);
    });
    try {
      await measure(report, stage, seconds);
    } finally {
      await stage.close();
    }
  } finally {
    await cluster.close();
  }
  report.print(`pnpm bench api --rows ${rows} --seconds ${seconds}`);
}

async function measure(report: Report, stage: Stage, seconds: number): Promise<void> {
  const key = await createBenchKey(stage.server);
  await reportRequests(report, stage, { key, seconds });
  await reportChanges(report, stage, key);
  await reportWalk(report, stage, key);
}
