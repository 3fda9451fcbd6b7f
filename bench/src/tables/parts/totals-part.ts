/** Exact totals that were not requested before, by the product's count and by `count(*)`, in turns. */
import { connect } from '@leadloom/server/database/connect';
import { bindMyFilters } from '@leadloom/server/modules/tables/filters/my-filters';
import { countRows } from '@leadloom/server/modules/tables/list/count-rows';
import { companies } from '@leadloom/shared/tables/companies';
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
/** Milliseconds for `count(*)` of one set, which may read the whole table each time. The rest is counted by the product alone. */
const PLAIN_MILLISECONDS = 10_000;

export async function reportTotals(report: Report, stage: Stage): Promise<void> {
  await reportTotalsOf(report, stage, filterSets(stage.rows), 0);
}

/**
 * @param accountId whose lists and tags the filters name, if any
 * @param goalOf the p95 for a million rows, in milliseconds; null: not judged
 */
export async function reportTotalsOf<Set extends FilterSet>(
  report: Report,
  { rows, login }: Stage,
  sets: readonly Set[],
  accountId: number,
  goalOf: (set: Set) => number | null = defaultGoal,
): Promise<void> {
  const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
  try {
    await withClient(login, async (client) => {
      for (const set of sets) {
        const { name, queries } = set;
        const goal = goalOf(set);
        const exact: number[] = [];
        const plain: number[] = [];
        let plainLeft = PLAIN_MILLISECONDS;
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const query of queries) {
            let total = Number.NaN;
            const exactTime = await milliseconds(async () => {
              ({ total } = await countRows(database, companies, bindMyFilters(query.filters, accountId)));
            });
            // In the first round the database reads what is not cached yet.
            if (round > 0) exact.push(exactTime);
            if (plainLeft <= 0) continue;
            let counted = Number.NaN;
            const plainTime = await milliseconds(async () => {
              counted = Number((await runPlanned(client, rawCount(query, accountId))).rows[0]?.total);
            });
            if (total !== counted) throw new Error(`${JSON.stringify(query.filters)} counts ${total} instead of ${counted}`);
            plainLeft -= plainTime;
            plain.push(plainTime);
          }
        }
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
