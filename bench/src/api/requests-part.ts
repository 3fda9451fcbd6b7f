/** Lists with a key, requested by fifty programs at the same time, compared with a bare route that reads the same pages. */
import { filterSets, type ListQuery, listPath } from '../tables/dataset/company-queries.ts';
import { createRandom } from '../tables/dataset/random.ts';
import { rawPage } from '../tables/load/raw-page.ts';
import { atLeast, atMost, type Report } from '../tables/report.ts';
import type { Stage } from '../tables/server/stage.ts';
import { startBareRoute } from './bare-route.ts';
import type { BenchKey } from './bench-key.ts';
import { runSteadyLoad, type SteadyResult } from './steady-load.ts';

const CONNECTIONS = 50;
const RATIO_GOAL = 0.7;
const WARM_UP_SECONDS = 3;
/** The two sides take turns, so that other load affects both equally. */
const TURNS = 3;
/** Pages of each list: more than anyone requests in a row, so that few responses are cached. */
const PAGES = Array.from({ length: 20 }, (_, index) => index + 1);
const SEED = 11;

interface Choice {
  readonly key: BenchKey;
  readonly seconds: number;
}

export async function reportRequests(report: Report, { rows, login, server }: Stage, { key, seconds }: Choice): Promise<void> {
  const queries = mixedQueries(rows);
  const bare = await startBareRoute({ login, statements: queries.map((query) => rawPage(query)) });
  try {
    const shared = { authorization: key.authorization, connections: CONNECTIONS };
    const ours = { ...shared, url: server.url, paths: queries.map(listPath) };
    const theirs = { ...shared, url: bare.url, paths: queries.map((_, place) => `/rows/${place}`) };
    for (const load of [ours, theirs]) await runSteadyLoad({ ...load, seconds: WARM_UP_SECONDS });
    const before = await key.requestCount();
    const lists: SteadyResult[] = [];
    const pages: SteadyResult[] = [];
    const turn = Math.max(1, Math.round(seconds / TURNS));
    for (let at = 0; at < TURNS; at += 1) {
      lists.push(await runSteadyLoad({ ...ours, seconds: turn }));
      pages.push(await runSteadyLoad({ ...theirs, seconds: turn }));
    }
    judge(report, { rows, pages: queries.length, seconds: turn * TURNS }, lists, pages);
    const [answered, counted] = [sum(lists, 'answered'), (await key.requestCount()) - before];
    report.judge(
      `${answered.toLocaleString('en')} answers with a key, ${counted.toLocaleString('en')} requests counted`,
      Math.abs(answered - counted),
      atMost(0),
    );
  } finally {
    await bare.stop();
  }
}

interface Subject {
  readonly rows: number;
  readonly pages: number;
  readonly seconds: number;
}

function judge(report: Report, { rows, pages, seconds }: Subject, lists: readonly SteadyResult[], bare: readonly SteadyResult[]) {
  const [rate, bareRate] = [mean(lists), mean(bare)];
  const name = `${rows.toLocaleString('en')} companies, ${CONNECTIONS} connections with a key for ${seconds} s over ${pages.toLocaleString('en')} pages`;
  report.judge(
    `${name}: ${Math.round(rate).toLocaleString('en')} requests/s, ${(rate / bareRate).toFixed(2)} of a bare route with the same SQL ` +
      `(${Math.round(bareRate).toLocaleString('en')} requests/s)`,
    rate / bareRate,
    atLeast(RATIO_GOAL),
  );
  const slowest = (results: readonly SteadyResult[]) => Math.max(...results.map(({ p99 }) => p99)).toFixed(0);
  report.record(`${name}: p99 ${slowest(lists)} ms, of the bare route ${slowest(bare)} ms`);
  const errors = sum(lists, 'errors') + sum(bare, 'errors');
  const first = [...lists, ...bare].find(({ firstError }) => firstError !== null)?.firstError;
  report.judge(`${name}: ${errors} errors${first === undefined ? '' : ` (${first})`}`, errors, atMost(0));
}

function sum(results: readonly SteadyResult[], what: 'answered' | 'errors'): number {
  return results.reduce((total, result) => total + result[what], 0);
}

function mean(results: readonly SteadyResult[]): number {
  return results.reduce((total, { perSecond }) => total + perSecond, 0) / results.length;
}

/** Queries in a shuffled order, so that searches are spread evenly. */
function mixedQueries(rows: number): readonly ListQuery[] {
  const random = createRandom(SEED);
  return filterSets(rows)
    .flatMap(({ queries }) => queries.flatMap(({ filters }) => PAGES.map((page): ListQuery => ({ filters, page }))))
    .map((query) => ({ query, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ query }) => query);
}
