/**
 * The cost for everyone else when one account requests many sorts without an index: for `/me`, and for an ordinary list of
 * another account.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { filterSets, listPath } from '../dataset/company-queries.ts';
import { itemAt } from '../dataset/random.ts';
import { openConnection } from '../load/keep-alive-connection.ts';
import { atMost, type Report } from '../report.ts';
import type { Stage } from '../server/stage.ts';
import { median, milliseconds } from '../statistics.ts';

/** Sorts that run at once, over and over. */
const SORTS = 24;
const ME_MEDIAN_GOAL = 100;
const ME_MOST_GOAL = 500;
const LIST_MOST_GOAL = 700;
/** The time after the first sorts have started, and between two measurements. */
const BEGIN_MS = 500;
const PAUSE_MS = 50;
/** No index holds companies in one of these orders. */
const ORDERS = ['city', 'website', 'description', 'revenue'] as const;

export async function reportCrowd(report: Report, { rows, server }: Stage, seconds: number): Promise<void> {
  const [crowd, other] = [await server.signIn(), await server.signIn()];
  const connection = await openConnection(server.url, other);
  const lists = filterSets(rows).flatMap(({ isFlat, queries }) => (isFlat ? queries.map(listPath) : []));
  const stop = new AbortController();
  const statuses = new Map<number, number>();
  const sortAgain = async (first: number): Promise<void> => {
    for (let page = first; !stop.signal.aborted; page += SORTS) {
      const url = `${server.url}/api/v1/table/companies?sort=${itemAt(ORDERS, page % ORDERS.length)}&page=${page + 1}`;
      const answer = await fetch(url, { headers: { authorization: crowd }, signal: stop.signal });
      await answer.arrayBuffer();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  try {
    const sorting = Promise.allSettled(Array.from({ length: SORTS }, (_, at) => sortAgain(at)));
    await sleep(BEGIN_MS);
    const [me, list]: [number[], number[]] = [[], []];
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(PAUSE_MS)) {
      me.push(await milliseconds(() => connection.get('/api/v1/me')));
      list.push(await milliseconds(() => connection.get(itemAt(lists, list.length % lists.length))));
    }
    stop.abort();
    await sorting;
    const answers = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ') || 'none answered';
    const name = `${rows.toLocaleString('en')} companies, ${SORTS} sorts without an index at once for ${seconds} s (${answers})`;
    report.judge(`${name}: /me ${median(me).toFixed(0)} ms at p50`, median(me), atMost(ME_MEDIAN_GOAL, 'ms'));
    report.judge(`${name}: /me ${Math.max(...me).toFixed(0)} ms at most`, Math.max(...me), atMost(ME_MOST_GOAL, 'ms'));
    report.judge(
      `${name}: a list of another account ${Math.max(...list).toFixed(0)} ms at most, ${median(list).toFixed(0)} ms at p50`,
      Math.max(...list),
      atMost(LIST_MOST_GOAL, 'ms'),
    );
  } finally {
    stop.abort();
    connection.close();
  }
}
