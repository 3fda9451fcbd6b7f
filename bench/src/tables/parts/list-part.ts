/**
 * Lists with a known total, over one connection with everything that a request passes through, compared with their pages
 * alone. Both sides request the same values in turns, and each is first equally often.
 */
import type { WorkspaceId } from '@leadloom/server/http/workspace';
import type pg from 'pg';
import { type FilterSet, filterSets, type ListQuery, listPath, PAGE_SIZE } from '../dataset/company-queries.ts';
import { itemAt } from '../dataset/random.ts';
import { type KeepAliveConnection, openConnection, RefusedError } from '../load/keep-alive-connection.ts';
import { type RawStatement, rawPage, runPlanned, runPrepared } from '../load/raw-page.ts';
import { atMost, type Report } from '../report.ts';
import { withClient } from '../server/cluster.ts';
import type { Stage } from '../server/stage.ts';
import { milliseconds, quantile } from '../statistics.ts';
import { NOBODY } from './totals-part.ts';

const GOAL = 2.5;
const SAMPLES = 400;
/** Of questions that read the whole table, fewer are enough. */
const MOST_MILLISECONDS = 10_000;
const FEWEST_SAMPLES = 20;
/** The limit for a list without filters: beyond these pages, skipping rows would dominate. */
const NEW_FIRST_PAGES = 60;
/** After a few uses the database decides whether to keep one plan for a prepared statement. */
const WARM_UP_ROUNDS = 2;

type RunRaw = typeof runPrepared;

/** The server closes idle connections. */
type Connect = <Result>(work: (connection: KeepAliveConnection) => Promise<Result>) => Promise<Result>;

export async function reportLists(report: Report, stage: Stage): Promise<void> {
  await reportFilterSets(report, stage, filterSets(stage.rows), {
    authorization: await stage.server.signIn(),
    workspaceId: NOBODY,
  });
}

/** The account whose lists and tags the filters name, if any. */
export interface Lister {
  readonly authorization: string;
  readonly workspaceId: WorkspaceId;
}

/** What is compared with the goal. */
export type Judged = 'p50' | 'p95';

/** @returns the p50 of the pages of each set that were measured first, in milliseconds, by its name */
export async function reportFilterSets(
  report: Report,
  stage: Stage,
  sets: readonly FilterSet[],
  { authorization, workspaceId }: Lister,
  judged: Judged = 'p95',
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const connect: Connect = async (work) => {
    const connection = await openConnection(stage.server.url, authorization);
    try {
      return await work(connection);
    } finally {
      connection.close();
    }
  };
  await withClient(stage.login, async (client) => {
    const raw = (query: ListQuery) => rawPage(query, workspaceId);
    for (const set of sets) {
      try {
        found.set(set.name, await reportSet(report, stage, set, { client, connect, raw, judged }));
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        // The other sets are measured all the same.
        report.judge(`${subjectOf(stage, set)}: not measured, ${error.message}`, Number.POSITIVE_INFINITY, atMost(GOAL));
      }
    }
  });
  return found;
}

interface Means {
  readonly client: pg.Client;
  readonly connect: Connect;
  /** The statement of a page. */
  readonly raw: (query: ListQuery) => RawStatement;
  readonly judged: Judged;
}

function subjectOf({ rows }: Stage, { name }: FilterSet): string {
  return `${rows.toLocaleString('en')} companies, list with a known total, ${name}`;
}

async function reportSet(report: Report, stage: Stage, set: FilterSet, { client, connect, raw, judged }: Means): Promise<number> {
  const { queries } = set;
  const totals: number[] = [];
  for (const query of queries) totals.push(await connect((connection) => compareAnswers(client, connection, query, raw(query))));
  const { run, label } = await chooseRaw(client, queries.map(raw));
  const subject = subjectOf(stage, set);
  // Without filters, the queries themselves are the first pages.
  const step = queries.some(({ page }) => page > 1) ? queries.length : 1;
  /** A page that was not requested before, as long as there are some. @param sample counts up */
  const newPage = (sample: number): ListQuery => {
    const at = sample % queries.length;
    const query = itemAt(queries, at);
    const page = query.page + step * (1 + Math.floor(sample / queries.length));
    return page * PAGE_SIZE <= itemAt(totals, at) ? { ...query, page } : query;
  };
  const isAnyNew = totals.some((total) => total >= (1 + step) * PAGE_SIZE);
  const p50s: number[] = [];
  await connect(async (connection) => {
    const sides = { client, connection, run, raw };
    const judge = (what: string, times: Times) => p50s.push(judgeTimes(report, `${subject}, ${what}`, { label, times, judged }));
    if (isAnyNew)
      judge('pages requested for the first time', await timesOf(sides, newPage, step === 1 ? SAMPLES : NEW_FIRST_PAGES));
    const again = (sample: number) => itemAt(queries, sample % queries.length);
    judge('requested again', await timesOf(sides, again));
  });
  return p50s[0] ?? Number.NaN;
}

interface Sides {
  readonly client: pg.Client;
  readonly connection: KeepAliveConnection;
  readonly run: RunRaw;
  readonly raw: (query: ListQuery) => RawStatement;
}

interface Times {
  readonly lists: readonly number[];
  readonly pages: readonly number[];
}

/** Times both sides; the one that comes first changes from sample to sample. */
async function timesOf(
  { client, connection, run, raw }: Sides,
  queryOf: (sample: number) => ListQuery,
  samples = SAMPLES,
): Promise<Times> {
  const lists: number[] = [];
  const pages: number[] = [];
  const start = performance.now();
  for (let sample = 0; sample < samples; sample += 1) {
    if (sample >= FEWEST_SAMPLES && performance.now() - start > MOST_MILLISECONDS) break;
    const query = queryOf(sample);
    const path = listPath(query);
    const statement = raw(query);
    const list = async () => lists.push(await milliseconds(() => connection.get(path)));
    const page = async () => pages.push(await milliseconds(() => run(client, statement)));
    // The order changes in pairs, so that a rotation of even length does not always start with the same side.
    for (const side of (sample >> 1) % 2 === sample % 2 ? [list, page] : [page, list]) await side();
  }
  return { lists, pages };
}

interface Measured {
  /** How the raw query was run. */
  readonly label: string;
  readonly times: Times;
  readonly judged: Judged;
}

/** @returns the p50 of the lists */
function judgeTimes(report: Report, subject: string, { label, times, judged }: Measured): number {
  const summary = (all: readonly number[]) => ({ p50: quantile(all, 0.5), p95: quantile(all, 0.95) });
  const [list, page] = [summary(times.lists), summary(times.pages)];
  report.judge(
    `${subject}: p95 ${(list.p95 / page.p95).toFixed(2)} times the raw query ` +
      `${label} (${list.p95.toFixed(2)} ms to ${page.p95.toFixed(2)} ms), p50 ${(list.p50 / page.p50).toFixed(2)} times ` +
      `(${list.p50.toFixed(2)} ms to ${page.p50.toFixed(2)} ms)`,
    list[judged] / page[judged],
    atMost(GOAL),
  );
  return list.p50;
}

/**
 * Compares the two sides, which also makes the total known. @returns the total @throws {Error} if the two sides do not read
 * the same rows
 */
async function compareAnswers(
  client: pg.Client,
  connection: KeepAliveConnection,
  query: ListQuery,
  statement: RawStatement,
): Promise<number> {
  const answer: { readonly data: readonly { readonly id: number }[]; readonly total: number } = JSON.parse(
    (await connection.get(listPath(query))).toString('utf8'),
  );
  const { rows } = await runPlanned(client, statement);
  const [listed, read] = [answer.data.map(({ id }) => id).join(), rows.map(({ id }) => id).join()];
  if (listed !== read) throw new Error(`${listPath(query)} lists ${listed}, the raw query reads ${read}`);
  return answer.total;
}

async function chooseRaw(
  client: pg.Client,
  statements: readonly RawStatement[],
): Promise<{ readonly run: RunRaw; readonly label: string }> {
  const choices = [
    { run: runPrepared, label: 'prepared' },
    { run: runPlanned, label: 'planned anew' },
  ].map((choice) => ({ ...choice, times: Array.of<number>() }));
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    for (const statement of statements)
      for (const { run, times } of choices) times.push(await milliseconds(() => run(client, statement)));
  }
  const p95 = ({ times }: { readonly times: readonly number[] }) => quantile(times.slice(-statements.length), 0.95);
  return choices.reduce((best, choice) => (p95(choice) < p95(best) ? choice : best));
}
