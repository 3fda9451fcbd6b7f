/** Fifty people at once, every request with its session, over all sets of filters and some pages of each. */
import { availableParallelism } from 'node:os';
import { filterSets, listPath } from '../dataset/company-queries.ts';
import { createRandom } from '../dataset/random.ts';
import { runMixedLoad } from '../load/mixed-load.ts';
import { atLeast, atMost, type Report } from '../report.ts';
import type { Stage } from '../server/stage.ts';

const CONNECTIONS = 50;
/** Fewer cores are no reason to miss it: the server, the database and those who ask share them. */
const CORES = 4;
const RATE_GOAL = 1_500;
const P99_GOAL = 100;
const WARM_UP_SECONDS = 3;
const PAGES = [1, 1, 2, 3] as const;
const SEED = 7;

export async function reportLoad(report: Report, { rows, server }: Stage, seconds: number): Promise<void> {
  const options = { url: server.url, authorization: await server.signIn(), connections: CONNECTIONS, paths: mixedPaths(rows) };
  await runMixedLoad({ ...options, seconds: WARM_UP_SECONDS });
  const { requests, requestsPerSecond, p50, p99, errors } = await runMixedLoad({ ...options, seconds });
  const name = `${rows.toLocaleString('en')} companies, ${CONNECTIONS} connections for ${seconds} s (${requests.toLocaleString('en')} requests)`;
  const rate = `${name}: ${Math.round(requestsPerSecond).toLocaleString('en')} requests/s`;
  const cores = availableParallelism();
  if (cores >= CORES) report.judge(`${rate} on ${cores} cores`, requestsPerSecond, atLeast(RATE_GOAL));
  else report.tell(`${rate} on ${cores} cores (the goal is for ${CORES})`);
  report.judge(`${name}: p99 ${p99.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms`, p99, atMost(P99_GOAL, 'ms'));
  report.judge(`${name}: ${errors} errors`, errors, atMost(0));
}

/** Shuffled, so that no moment has searches alone. */
function mixedPaths(rows: number): readonly string[] {
  const random = createRandom(SEED);
  return filterSets(rows)
    .flatMap(({ queries }) => queries.flatMap(({ filters }) => PAGES.map((page) => listPath({ filters, page }))))
    .map((path) => ({ path, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ path }) => path);
}
