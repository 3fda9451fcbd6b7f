/** Fifty people at once, each request with its session, over all sets of filters and several pages of each. */
import { availableParallelism } from 'node:os';
import { connect } from '@leadloom/server/database/connect';
import type { Login } from '@leadloom/server/embedded/embedded-database';
import { sql } from 'drizzle-orm';
import { filterSets, listPath } from '../dataset/company-queries.ts';
import { createRandom } from '../dataset/random.ts';
import { runMixedLoad } from '../load/mixed-load.ts';
import { atLeast, atMost, type Report } from '../report.ts';
import type { Stage } from '../server/stage.ts';

const CONNECTIONS = 50;
/** On fewer cores the goal may be missed: the server, the database and the clients share them. */
const CORES = 4;
const RATE_GOAL = 1_500;
const P99_GOAL = 100;
const WARM_UP_SECONDS = 3;
const PAGES = [1, 1, 2, 3] as const;
const SEED = 7;

/** How often a row is changed while the same pages are requested again. */
const CHANGE_MS = 1_000;
/** The share of the rate while nothing changes. */
const CHANGING_GOAL = 0.5;
const CHANGING_SECONDS = 20;

export async function reportLoad(report: Report, { rows, login, server }: Stage, seconds: number): Promise<void> {
  const options = { url: server.url, authorization: await server.signIn(), connections: CONNECTIONS, paths: mixedPaths(rows) };
  await runMixedLoad({ ...options, seconds: WARM_UP_SECONDS });
  const { requests, requestsPerSecond, p50, p99, errors } = await runMixedLoad({ ...options, seconds });
  const name = `${rows.toLocaleString('en')} companies, ${CONNECTIONS} connections for ${seconds} s (${requests.toLocaleString('en')} requests to ${options.paths.length.toLocaleString('en')} pages)`;
  const rate = `${name}: ${perSecond(requestsPerSecond)}`;
  const cores = availableParallelism();
  if (cores >= CORES) report.judge(`${rate} on ${cores} cores`, requestsPerSecond, atLeast(RATE_GOAL));
  else report.record(`${rate} on ${cores} cores (the goal is for ${CORES})`);
  report.judge(`${name}: p99 ${p99.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms`, p99, atMost(P99_GOAL, 'ms'));
  report.judge(`${name}: ${errors} errors`, errors, atMost(0));

  const endChanges = changeRows(login);
  const changing = await runMixedLoad({ ...options, seconds: Math.min(seconds, CHANGING_SECONDS) }).finally(endChanges);
  const ratio = changing.requestsPerSecond / requestsPerSecond;
  report.judge(
    `the same while a row is changed every second: ${perSecond(changing.requestsPerSecond)}, ${ratio.toFixed(2)} of the quiet rate`,
    ratio,
    atLeast(CHANGING_GOAL),
  );
  report.judge(
    `the same while a row is changed every second: p99 ${changing.p99.toFixed(0)} ms, p50 ${changing.p50.toFixed(0)} ms, ${changing.errors} errors`,
    changing.p99,
    atMost(P99_GOAL, 'ms'),
  );
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')} requests/s`;
}

/** Changes another company each time, anywhere in the table. @returns a function that stops it */
function changeRows(login: Login): () => Promise<void> {
  const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
  const change = () =>
    database.execute(
      sql`update companies set city = case city when 'Bergen' then 'Bonn' else 'Bergen' end, updated_at = now()
        where id = (select (random() * max(id))::bigint from companies)`,
    );
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(change);
  }, CHANGE_MS);
  return async () => {
    clearInterval(timer);
    await last;
    await database.$client.end();
  };
}

/** Paths in a shuffled order, so that searches are spread evenly. */
function mixedPaths(rows: number): readonly string[] {
  const random = createRandom(SEED);
  return filterSets(rows)
    .flatMap(({ queries }) => queries.flatMap(({ filters }) => PAGES.map((page) => listPath({ filters, page }))))
    .map((path) => ({ path, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ path }) => path);
}
