/**
 * The cost of the data tables: lists, totals, exports and imports of generated companies on the server as an operator runs
 * it, each compared with what the database alone needs, in the same run.
 */
import { availableParallelism, loadavg, totalmem } from 'node:os';
import type { TablesChoice } from './options.ts';
import { compareSizes, reportQuestions } from './parts/ask-part.ts';
import { reportChanges } from './parts/changes-part.ts';
import { reportCrm } from './parts/crm-part.ts';
import { reportCrowd } from './parts/crowd-part.ts';
import { reportExports } from './parts/export-part.ts';
import { reportImport } from './parts/import-part.ts';
import { reportLists } from './parts/list-part.ts';
import { reportLoad } from './parts/load-part.ts';
import { reportMarks } from './parts/marks-part.ts';
import { reportDeepPages, reportSizes } from './parts/pages-part.ts';
import { reportTotals } from './parts/totals-part.ts';
import { createReport, type Report } from './report.ts';
import { type Cluster, openCluster } from './server/cluster.ts';
import { copyCompanies } from './server/load-companies.ts';
import { openStage, type Stage } from './server/stage.ts';

/** Larger sizes are loaded without the importer, which would take most of the run. */
const IMPORTED_ROWS = 1_000_000;
const GIBIBYTE = 1024 ** 3;

export async function benchTables(choice: TablesChoice): Promise<void> {
  const report = createReport('tables');
  const cores = `${availableParallelism()} cores, ${Math.round(totalmem() / GIBIBYTE)} GB`;
  report.note(`${cores}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`);
  const cluster = await openCluster(choice.keep);
  try {
    await measure(report, cluster, choice);
  } finally {
    await cluster.close();
  }
  report.print(['pnpm bench tables', ...choice.sizes.map((rows) => `--rows ${rows}`)].join(' '));
}

async function measure(report: Report, cluster: Cluster, choice: TablesChoice): Promise<void> {
  const stages: Stage[] = [];
  const pages: ReadonlyMap<string, number>[] = [];
  try {
    for (const rows of choice.sizes) {
      let isImported = false;
      const stage = await openStage(cluster, rows, async (empty) => {
        isImported = await fill(report, empty, choice);
      });
      stages.push(stage);
      if (choice.parts.has('import') && !isImported)
        report.note(
          `no import of ${count(rows)} companies was measured: they already existed, or are more than ${count(IMPORTED_ROWS)}`,
        );
      await measureSize(report, stage, choice);
      if (choice.parts.has('ask')) pages.push(await reportQuestions(report, stage));
    }
    compareSizes(report, choice.sizes, pages);
    const [small, large] = [stages[0], stages.at(-1)];
    if (choice.parts.has('pages') && small !== undefined && large !== undefined && small !== large)
      await reportSizes(report, small, large);
  } finally {
    for (const stage of stages) await stage.close();
  }
}

/** The import is measured only if the data is loaded by it. @returns whether it was */
async function fill(report: Report, stage: Stage, { parts }: TablesChoice): Promise<boolean> {
  const { rows, login } = stage;
  if (parts.has('import') && rows <= IMPORTED_ROWS) {
    await reportImport(report, stage);
    return true;
  }
  report.note(`loading ${count(rows)} companies`);
  await copyCompanies(login, rows);
  return false;
}

function count(rows: number): string {
  return rows.toLocaleString('en');
}

async function measureSize(report: Report, stage: Stage, { parts, seconds }: TablesChoice): Promise<void> {
  if (parts.has('list')) await reportLists(report, stage);
  if (parts.has('marks')) await reportMarks(report, stage);
  if (parts.has('crm')) await reportCrm(report, stage);
  if (parts.has('pages')) await reportDeepPages(report, stage);
  if (parts.has('totals')) await reportTotals(report, stage);
  if (parts.has('changes')) await reportChanges(report, stage);
  if (parts.has('export')) await reportExports(report, stage);
  if (parts.has('load')) await reportLoad(report, stage, seconds);
  if (parts.has('crowd')) await reportCrowd(report, stage, seconds);
}
