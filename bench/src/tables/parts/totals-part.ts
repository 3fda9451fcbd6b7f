/** Exact totals that were not requested before, by the product's count and by `count(*)`, in turns. */
import { connect } from '@leadloom/server/database/connect';
import type { Database } from '@leadloom/server/database/database';
import { causes, codeOf } from '@leadloom/server/http/classify-error';
import { personalWorkspaceOf, type WorkspaceId } from '@leadloom/server/http/workspace-id';
import { createCrmRows } from '@leadloom/server/modules/tables/filters/crm-rows';
import { bindMyFilters } from '@leadloom/server/modules/tables/filters/my-filters';
import { countRows } from '@leadloom/server/modules/tables/list/count-rows';
import { companies } from '@leadloom/shared/tables/companies';
import type pg from 'pg';
import { type FilterSet, filterSets } from '../dataset/company-queries.ts';
import { rawCount, runPlanned } from '../load/raw-page.ts';
import { atMost, type Report } from '../report.ts';
import { withClient } from '../server/cluster.ts';
import type { Stage } from '../server/stage.ts';
import { milliseconds, quantile } from '../statistics.ts';

/** Milliseconds for a million rows; smaller tables may take as long. */
const GOAL = 50;
/** Of a set that is searched, none. */
const defaultGoal = ({ hasSearch }: FilterSet) => (hasSearch ? null : GOAL);
const MILLION = 1_000_000;
const ROUNDS = 2;
/** PostgreSQL's code of a statement that was ended, here by its limit of time. */
const QUERY_CANCELED = '57014';
/** Milliseconds for `count(*)` of one set, which may read the whole table each time. The rest is counted by the product alone. */
const PLAIN_MILLISECONDS = 10_000;

/** A workspace that has nothing. */
export const NOBODY = personalWorkspaceOf(0);

export async function reportTotals(report: Report, stage: Stage): Promise<void> {
  await reportTotalsOf(report, stage, filterSets(stage.rows), NOBODY);
}

/**
 * @param workspaceId whose lists and tags the filters name, if any
 * @param goalOf the p95 for a million rows, in milliseconds; null: not judged
 */
export async function reportTotalsOf<Set extends FilterSet>(
  report: Report,
  { rows, login }: Stage,
  sets: readonly Set[],
  workspaceId: WorkspaceId,
  goalOf: (set: Set) => number | null = defaultGoal,
): Promise<void> {
  const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
  try {
    await withClient(login, async (client) => {
      for (const set of sets) {
        const { name, queries } = set;
        const goal = goalOf(set);
        const times = await timesOf({ database, client }, queries, workspaceId);
        if (times === null) {
          const figure = `${rows.toLocaleString('en')} companies, cold exact total, ${name}: not measured, counting takes longer than the database may`;
          report.judge(figure, Number.POSITIVE_INFINITY, atMost(goal ?? 0, 'ms'));
          continue;
        }
        const { exact, plain } = times;
        const perMillion = (value: number) => (value / Math.max(1, rows / MILLION)).toFixed(1);
        const [p50, p95] = [quantile(exact, 0.5), quantile(exact, 0.95)];
        const figure =
          `${rows.toLocaleString('en')} companies, cold exact total, ${name}: p95 ${perMillion(p95)} ms, p50 ${perMillion(p50)} ms` +
          `${rows > MILLION ? ' for 1,000,000 rows' : ''} (count(*) alone p95 ${perMillion(quantile(plain, 0.95))} ms, ` +
          `p50 ${perMillion(quantile(plain, 0.5))} ms)`;
        if (goal === null) report.record(figure);
        else report.judge(figure, p95 / Math.max(1, rows / MILLION), atMost(goal, 'ms'));
      }
    });
  } finally {
    await database.$client.end();
  }
}

/** null: the database ends a count because it takes too long. @throws {Error} where the two ways to count differ */
async function timesOf(
  { database, client }: { readonly database: Database; readonly client: pg.Client },
  queries: FilterSet['queries'],
  workspaceId: WorkspaceId,
): Promise<{ readonly exact: readonly number[]; readonly plain: readonly number[] } | null> {
  const exact: number[] = [];
  const plain: number[] = [];
  const crmRows = createCrmRows();
  let plainLeft = PLAIN_MILLISECONDS;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      let total = Number.NaN;
      try {
        const exactTime = await milliseconds(async () => {
          ({ total } = await countRows(
            database,
            companies,
            bindMyFilters(query.filters, { accountId: workspaceId, workspaceId }),
            null,
            crmRows,
          ));
        });
        // In the first round the database reads what is not cached yet.
        if (round > 0) exact.push(exactTime);
      } catch (error) {
        if (causes(error).some((cause) => codeOf(cause) === QUERY_CANCELED)) return null;
        throw error;
      }
      if (plainLeft <= 0) continue;
      let counted = Number.NaN;
      const plainTime = await milliseconds(async () => {
        counted = Number((await runPlanned(client, rawCount(query, workspaceId))).rows[0]?.total);
      });
      if (total !== counted) throw new Error(`${JSON.stringify(query.filters)} counts ${total} instead of ${counted}`);
      plainLeft -= plainTime;
      plain.push(plainTime);
    }
  }
  return { exact, plain };
}
