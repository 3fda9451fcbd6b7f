/**
 * Questions: their pages beside the raw query of the same condition, cold exact totals beside `count(*)`, ten facets at once
 * and summaries beside the same groups by the database. What questions cost an import is measured by `import-part.ts`.
 */
import { whereClause } from '@leadloom/server/modules/tables/filters/filter-sql';
import { companies } from '@leadloom/shared/tables/companies';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { countryAt, filterParameters, rotated, verticalAt } from '../dataset/company-queries.ts';
import { facetNames, type QuestionSet, questionSets, summaryPairs } from '../dataset/company-questions.ts';
import { answerTimes } from '../load/answer-times.ts';
import { type RawStatement, runPlanned } from '../load/raw-page.ts';
import { atMost, type Report } from '../report.ts';
import { withClient } from '../server/cluster.ts';
import { loadPeople } from '../server/load-people.ts';
import type { Stage } from '../server/stage.ts';
import { milliseconds, quantile } from '../statistics.ts';
import { reportFilterSets } from './list-part.ts';
import { NOBODY, reportTotalsOf } from './totals-part.ts';

const MILLION = 1_000_000;
/** Milliseconds of the p95 for a million rows. */
const GOALS = { marks: 100, text: 300, facets: 150, counts: 200, measures: 1_000 } as const;
/** A page of ten times as many rows may take so many times as long. */
const SIZE_GOAL = 1.2;
/** The database groups all rows for each, which takes seconds. */
const RAW_SAMPLES = 1;

/** @returns the p50 of pages in milliseconds, by the name of their set */
export async function reportQuestions(report: Report, stage: Stage): Promise<ReadonlyMap<string, number>> {
  const people = await loadPeople(stage);
  report.note(`${people.toLocaleString('en')} people belong to companies; what an import takes is measured by --only import`);
  const authorization = await stage.server.signIn();
  const pages = await reportFilterSets(report, stage, questionSets, { authorization, workspaceId: NOBODY }, 'p50');
  await reportTotalsOf<QuestionSet>(report, stage, questionSets, NOBODY, ({ of }) => GOALS[of]);
  await reportCounts(report, stage, authorization);
  return pages;
}

/** Where several sizes were measured, each next one beside the one before. */
export function compareSizes(report: Report, sizes: readonly number[], pages: readonly ReadonlyMap<string, number>[]): void {
  for (const [at, times] of pages.entries()) {
    const before = at === 0 ? undefined : pages[at - 1];
    for (const [name, time] of before === undefined ? [] : times) {
      const ratio = time / (before?.get(name) ?? Number.NaN);
      const figure = `a page of ${name}, ${rowsOf(sizes[at])} companies to ${rowsOf(sizes[at - 1])}: p50 ${ratio.toFixed(2)} times`;
      report.judge(figure, ratio, atMost(SIZE_GOAL));
    }
  }
}

function rowsOf(rows: number | undefined): string {
  return (rows ?? 0).toLocaleString('en');
}

/** An address of counts, and the statements by which the database gives the same. */
interface Counts {
  readonly path: string;
  readonly raw: readonly RawStatement[];
}

async function reportCounts(report: Report, stage: Stage, authorization: string): Promise<void> {
  const asked = rotated((at) => ({ country_not: countryAt(at), vertical_not: verticalAt(at + 3) }));
  const kinds: readonly (readonly [name: string, goal: number, counts: readonly Counts[]])[] = [
    ['ten facets at once', GOALS.facets, asked.map(({ filters }) => facetsOf(filters))],
    ...summaryPairs.flatMap((by) => [
      [
        `summary by ${by.join(' and ')}, count`,
        GOALS.counts,
        asked.map(({ filters }) => summaryOf(filters, by, 'count')),
      ] as const,
      ...(['sum', 'median'] as const).map(
        (measure) =>
          [
            `summary by ${by.join(' and ')}, ${measure} of revenue`,
            GOALS.measures,
            asked.map(({ filters }) => summaryOf(filters, by, measure)),
          ] as const,
      ),
    ]),
  ];
  await withClient(stage.login, async (client) => {
    for (const [name, goal, counts] of kinds) {
      const subject = `${rowsOf(stage.rows)} companies, ${name}`;
      const raw = await rawTimes(client, counts);
      const beside = `grouped by the database p50 ${quantile(raw, 0.5).toFixed(1)} ms`;
      const times = await answerTimes(
        stage.server.url,
        authorization,
        counts.map(({ path }) => path),
      );
      const scale = Math.max(1, stage.rows / MILLION);
      const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
      const refused = times.filter((time) => time === Number.POSITIVE_INFINITY).length;
      const answered = refused === 0 ? '' : `, ${refused} of ${times.length} refused as too slow`;
      report.judge(
        `${subject}: p95 ${p95.toFixed(1)} ms, p50 ${p50.toFixed(1)} ms${answered} (${beside})`,
        p95 / scale,
        atMost(goal, 'ms'),
      );
    }
  });
}

async function rawTimes(client: pg.Client, counts: readonly Counts[]): Promise<readonly number[]> {
  const times: number[] = [];
  for (const { raw } of counts.slice(0, RAW_SAMPLES)) {
    times.push(
      await milliseconds(async () => {
        for (const statement of raw) await runPlanned(client, statement);
      }),
    );
  }
  return times;
}

type Filters = Parameters<typeof whereClause>[1];

function facetsOf(filters: Filters): Counts {
  const parameters = filterParameters(filters);
  for (const name of facetNames) parameters.append('of', name);
  return {
    path: `/api/v1/table/companies/facets?${parameters}`,
    raw: facetNames.map((name) => grouped(filters, [name], sql`count(*)`)),
  };
}

function summaryOf(filters: Filters, by: readonly string[], measure: 'count' | 'sum' | 'median'): Counts {
  const parameters = filterParameters(filters);
  for (const name of by) parameters.append('by', name);
  parameters.set('measure', measure);
  if (measure !== 'count') parameters.set('of', 'revenue');
  const measured = {
    count: sql`count(*)`,
    sum: sql`sum(revenue)`,
    median: sql`percentile_cont(0.5) within group (order by revenue)`,
  };
  return { path: `/api/v1/table/companies/summary?${parameters}`, raw: [grouped(filters, by, measured[measure])] };
}

const dialect = new PgDialect();

function grouped(filters: Filters, by: readonly string[], value: SQL): RawStatement {
  const items = by.includes('vertical') ? sql`, unnest(coalesce(verticals, array[null])) item` : sql``;
  const keys = sql.join(by.map(keyOf), sql`, `);
  const { sql: text, params } = dialect.sqlToQuery(
    sql`select ${keys}, ${value} from companies${items}${whereClause(companies, filters)} group by ${sql.join(
      by.map((_, at) => sql.raw(String(at + 1))),
      sql`, `,
    )}`,
  );
  return { text, values: params };
}

/** What the rows are grouped by, in about as many groups as the answer has. */
function keyOf(name: string): SQL {
  switch (name) {
    case 'vertical':
      return sql`item`;
    case 'last_funded':
      return sql`date_trunc('year', last_financing_on)`;
    case 'employee_count':
    case 'revenue':
    case 'ebitda':
      return sql`width_bucket(${sql.identifier(name)}, 0, 1000, 20)`;
    default:
      return sql`lower(${sql.identifier(name)})`;
  }
}
