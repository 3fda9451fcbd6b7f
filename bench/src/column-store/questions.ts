/** Questions in the column store and in PostgreSQL: processor seconds of each, and whether both answer the same. */
import { isDeepStrictEqual } from 'node:util';
import type { ColumnStore } from '@leadloom/server/column-store/column-store';
import type { Database } from '@leadloom/server/database/database';
import { answerFacets, answerSummary } from '@leadloom/server/modules/tables/facets/count-answers';
import { countInColumnStore } from '@leadloom/server/modules/tables/facets/engine-counter';
import { facetQuestion, summaryQuestion } from '@leadloom/server/modules/tables/facets/questions';
import { createTableCounts } from '@leadloom/server/modules/tables/facets/table-counts';
import { bindMyFilters } from '@leadloom/server/modules/tables/filters/my-filters';
import { countRows } from '@leadloom/server/modules/tables/list/count-rows';
import { countInEngine } from '@leadloom/server/modules/tables/list/engine-total';
import { createLists, defaultListLimits } from '@leadloom/server/modules/tables/list/list-rows';
import { createRecentChanges } from '@leadloom/server/modules/tables/list/recent-changes';
import { companies } from '@leadloom/shared/tables/companies';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { facetNames, questionSets, summaryPairs } from '../tables/dataset/company-questions.ts';
import { NOBODY } from '../tables/parts/totals-part.ts';
import { atMost, type Report } from '../tables/report.ts';
import { median } from '../tables/statistics.ts';

export interface Answering {
  readonly database: Database;
  readonly columnStore: ColumnStore;
  /** Processor seconds so far. */
  readonly engineSeconds: () => Promise<number>;
  readonly databaseSeconds: () => Promise<number>;
}

/** One thing to be known, from either. */
interface Question {
  readonly inStore: () => Promise<unknown>;
  readonly inDatabase: () => Promise<unknown>;
}

/** Processor seconds for 10,000,000 rows; null: no goal. */
type Goal = number | null;

const GOAL_ROWS = 10_000_000;
/** Of fewer rows, what each statement costs by itself is most of it. */
const JUDGED_ROWS = 1_000_000;
const ROUNDS = 3;
const QUESTIONS = 3;
const goals: Readonly<Record<string, Goal>> = {
  'is not': 1.5,
  'from – to': 1.5,
  blank: 1.5,
  'days and a flag that is not set': 1.5,
  tree: 1.5,
  city: 1.5,
  'part of a text': null,
  'search with an exclusion': 1,
  'search with a phrase and OR': 1,
  'with people': 3,
  'without people who have an email': 3,
};

export async function reportQuestions(report: Report, rows: number, answering: Answering): Promise<void> {
  for (const { name, queries } of questionSets) {
    const asked = queries.slice(0, QUESTIONS).map(({ filters }) => totalOf(answering, bound(filters)));
    await reportOne(report, rows, answering, `total, ${name}`, goals[name] ?? null, asked);
  }
  const [tree] = questionSets.find(({ name }) => name === 'tree')?.queries ?? [];
  const filters = bound(tree?.filters ?? {});
  await reportOne(report, rows, answering, 'ten facets', 2, [facetsOf(answering, {})]);
  await reportOne(report, rows, answering, 'ten facets of a tree', 2, [facetsOf(answering, filters)]);
  for (const by of summaryPairs)
    await reportOne(report, rows, answering, `median of revenue by ${by.join(' and ')}`, 3, [medianOf(answering, by)]);
  for (const [sort, page] of [
    ['revenue', 1],
    ['city', 1],
    ['employee_count', 1_000],
  ] as const)
    await reportOne(report, rows, answering, `page ${page.toLocaleString('en')} by ${sort}`, null, [
      pageOf(answering, sort, page),
    ]);
}

async function reportOne(
  report: Report,
  rows: number,
  answering: Answering,
  name: string,
  goal: Goal,
  questions: readonly Question[],
): Promise<void> {
  const [inStore, inDatabase]: [number[], number[]] = [[], []];
  for (const question of questions) {
    const answer = await question.inStore();
    const before = await answering.databaseSeconds();
    const expected = await question.inDatabase();
    inDatabase.push((await answering.databaseSeconds()) - before);
    // The other questions are measured all the same, since feeding took much longer than this.
    const wrong = answer === null ? 'the column store does not answer' : 'both answer differently';
    if (!isDeepStrictEqual(answer, expected))
      return report.judge(`${name}: ${wrong}`, Number.POSITIVE_INFINITY, atMost(goal ?? 0, 's'));
    for (let round = 0; round < ROUNDS; round += 1) inStore.push(await used(answering.engineSeconds, question.inStore));
  }
  const scaled = median(inStore) * (GOAL_ROWS / rows);
  const factor = rows === GOAL_ROWS ? '' : `, ${scaled.toFixed(2)} s for ${GOAL_ROWS.toLocaleString('en')} rows in proportion`;
  const figure = `${name}: ${median(inStore).toFixed(2)} s of processors in the column store${factor}, ${median(inDatabase).toFixed(2)} s in PostgreSQL`;
  if (goal === null || rows < JUDGED_ROWS) report.record(figure);
  else report.judge(figure, scaled, atMost(goal, 's'));
}

async function used(seconds: () => Promise<number>, work: () => Promise<unknown>): Promise<number> {
  const before = await seconds();
  await work();
  return (await seconds()) - before;
}

function bound(filters: TableFilters): TableFilters {
  return bindMyFilters(filters, { accountId: NOBODY, workspaceId: NOBODY });
}

function totalOf({ database, columnStore }: Answering, filters: TableFilters): Question {
  return {
    inStore: async () => (await countInEngine(columnStore, database, companies, filters))?.total ?? null,
    inDatabase: async () => (await countRows(database, companies, filters)).total,
  };
}

function facetsOf({ database, columnStore }: Answering, filters: TableFilters): Question {
  const question = facetQuestion(companies, { of: [...facetNames] });
  const counts = createTableCounts();
  return {
    inStore: () =>
      countInColumnStore({ columnStore, database }, 'facets', companies, filters, (counter) =>
        answerFacets(counter, filters, question),
      ),
    inDatabase: () =>
      database.transaction(async (transaction) => answerFacets(await counts.begin(transaction, companies), filters, question)),
  };
}

function medianOf({ database, columnStore }: Answering, by: readonly string[]): Question {
  const question = summaryQuestion(companies, { by: [...by], measure: 'median', of: 'revenue' } as never);
  const counts = createTableCounts();
  return {
    inStore: () =>
      countInColumnStore({ columnStore, database }, 'summary', companies, {}, (counter) => answerSummary(counter, {}, question)),
    inDatabase: () =>
      database.transaction(async (transaction) => answerSummary(await counts.begin(transaction, companies), {}, question)),
  };
}

/** Lists cache totals and positions, so each is asked of lists of its own. */
function pageOf({ database, columnStore }: Answering, sort: string, page: number): Question {
  const wanted = { definition: companies, filters: {}, sort, order: 'desc', page, perPage: 30 } as const;
  const ids = async (store: ColumnStore | null) => {
    const { rows } = await createLists(database, createRecentChanges(database), defaultListLimits, store).list(wanted);
    return rows.map((cells) => cells[companies.columns.length]);
  };
  return { inStore: () => ids(columnStore), inDatabase: () => ids(null) };
}
