/**
 * Lists whose total is known, over one connection with everything a request passes through, against their pages
 * alone. Both sides ask for the same values in turns, and each comes first as often as the other.
 */
import type pg from 'pg';
import { type FilterSet, filterSets, type ListQuery, listPath } from '../dataset/company-queries.ts';
import { itemAt } from '../dataset/random.ts';
import { type KeepAliveConnection, openConnection } from '../load/keep-alive-connection.ts';
import { rawPage, runPlanned, runPrepared } from '../load/raw-page.ts';
import { atMost, type Report } from '../report.ts';
import { withClient } from '../server/cluster.ts';
import type { Stage } from '../server/stage.ts';
import { milliseconds, quantile } from '../statistics.ts';

const P95_GOAL = 2.5;
const SAMPLES = 400;
/** After a few uses the database settles for one plan of a prepared statement, or not. */
const WARM_UP_ROUNDS = 2;

type RunRaw = typeof runPrepared;

export async function reportLists(report: Report, stage: Stage): Promise<void> {
  const connection = await openConnection(stage.server.url, await stage.server.signIn());
  try {
    await withClient(stage.login, async (client) => {
      for (const set of filterSets(stage.rows)) await reportSet(report, stage, set, client, connection);
    });
  } finally {
    connection.close();
  }
}

async function reportSet(
  report: Report,
  { rows }: Stage,
  { name, queries }: FilterSet,
  client: pg.Client,
  connection: KeepAliveConnection,
): Promise<void> {
  for (const query of queries) await compareAnswers(client, connection, query);
  const { run, label } = await chooseRaw(client, queries);
  const lists: number[] = [];
  const pages: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const query = itemAt(queries, sample % queries.length);
    const path = listPath(query);
    const statement = rawPage(query);
    const list = async () => lists.push(await milliseconds(() => connection.get(path)));
    const page = async () => pages.push(await milliseconds(() => run(client, statement)));
    const isListFirst = (sample + Math.floor(sample / queries.length)) % 2 === 0;
    for (const side of isListFirst ? [list, page] : [page, list]) await side();
  }
  const [list, page] = [lists, pages].map((times) => ({ p50: quantile(times, 0.5), p95: quantile(times, 0.95) }));
  if (list === undefined || page === undefined) return;
  report.judge(
    `${rows.toLocaleString('en')} companies, list with a known total, ${name}: p95 ${(list.p95 / page.p95).toFixed(2)} times the raw query ` +
      `${label} (${list.p95.toFixed(2)} ms to ${page.p95.toFixed(2)} ms), p50 ${(list.p50 / page.p50).toFixed(2)} times ` +
      `(${list.p50.toFixed(2)} ms to ${page.p50.toFixed(2)} ms)`,
    list.p95 / page.p95,
    atMost(P95_GOAL),
  );
}

/** Also makes the total known. @throws when the two sides do not read the same rows */
async function compareAnswers(client: pg.Client, connection: KeepAliveConnection, query: ListQuery): Promise<void> {
  const answer: { readonly data: readonly { readonly id: number }[] } = JSON.parse(
    (await connection.get(listPath(query))).toString('utf8'),
  );
  const { rows } = await runPlanned(client, rawPage(query));
  const [listed, read] = [answer.data.map(({ id }) => id).join(), rows.map(({ id }) => id).join()];
  if (listed !== read) throw new Error(`${listPath(query)} lists ${listed}, the raw query reads ${read}`);
}

async function chooseRaw(
  client: pg.Client,
  queries: readonly ListQuery[],
): Promise<{ readonly run: RunRaw; readonly label: string }> {
  const choices = [
    { run: runPrepared, label: 'prepared' },
    { run: runPlanned, label: 'planned anew' },
  ].map((choice) => ({ ...choice, times: Array.of<number>() }));
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    for (const query of queries)
      for (const { run, times } of choices) times.push(await milliseconds(() => run(client, rawPage(query))));
  }
  const p95 = ({ times }: { readonly times: readonly number[] }) => quantile(times.slice(-queries.length), 0.95);
  return choices.reduce((best, choice) => (p95(choice) < p95(best) ? choice : best));
}
