/** The cost of a page by its position and by the size of the table. */
import { filterSets, type ListQuery, listPath, PAGE_SIZE } from '../dataset/company-queries.ts';
import { itemAt } from '../dataset/random.ts';
import { type KeepAliveConnection, openConnection } from '../load/keep-alive-connection.ts';
import { atMost, type Report } from '../report.ts';
import { withClient } from '../server/cluster.ts';
import type { Stage } from '../server/stage.ts';
import { median, milliseconds } from '../statistics.ts';

const DEEP_GOAL = 3;
const SIZES_GOAL = 1.2;
const DEEP_PAGE = 5_000;
/** Pages before and after the deep one, so that it is not cached. */
const AROUND = 100;
const STEP = 5;
const SAMPLES = 400;
const CHANGES = 7;

export async function reportDeepPages(report: Report, stage: Stage): Promise<void> {
  const deep = Math.min(DEEP_PAGE, Math.floor(stage.rows / PAGE_SIZE / 2));
  const deepPages = Array.from({ length: (2 * AROUND) / STEP }, (_, at) => everything(deep - AROUND + at * STEP));
  const connection = await openConnection(stage.server.url, await stage.server.signIn());
  const name = `${stage.rows.toLocaleString('en')} companies, page ${deep.toLocaleString('en')}`;
  try {
    const times = await inTurns([
      { connection, queries: [everything(1)] },
      { connection, queries: deepPages },
    ]);
    const [first = Number.NaN, far = Number.NaN] = times;
    report.judge(
      `${name}: ${(far / first).toFixed(2)} times page 1 at p50 (${far.toFixed(2)} ms to ${first.toFixed(2)} ms)`,
      far / first,
      atMost(DEEP_GOAL),
    );
    const afterChanges: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      await forgetPlaces(stage);
      // Notices the change, so that only finding the page is measured.
      await connection.get(listPath(everything(1)));
      afterChanges.push(await milliseconds(() => connection.get(listPath(everything(deep)))));
    }
    const changed = median(afterChanges);
    report.record(
      `${name}, the first time after a change: ${changed.toFixed(1)} ms, ${(changed / first).toFixed(1)} times page 1`,
    );
  } finally {
    connection.close();
  }
}

/** The same lists at two sizes, in turns. */
export async function reportSizes(report: Report, small: Stage, large: Stage): Promise<void> {
  const [smallConnection, largeConnection] = await Promise.all(
    [small, large].map(async ({ server }) => openConnection(server.url, await server.signIn())),
  );
  if (smallConnection === undefined || largeConnection === undefined) return;
  try {
    const smallSets = filterSets(small.rows);
    for (const [at, { name, queries, isFlat }] of filterSets(large.rows).entries()) {
      const [less = Number.NaN, more = Number.NaN] = await inTurns([
        { connection: smallConnection, queries: itemAt(smallSets, at).queries.map(firstPage) },
        { connection: largeConnection, queries: queries.map(firstPage) },
      ]);
      const sizes = `${large.rows.toLocaleString('en')} companies to ${small.rows.toLocaleString('en')}`;
      const figure =
        `page 1, ${name}: ${sizes} ${(more / less).toFixed(2)} times at p50 ` +
        `(${more.toFixed(2)} ms to ${less.toFixed(2)} ms)`;
      if (isFlat) report.judge(figure, more / less, atMost(SIZES_GOAL));
      else report.record(figure);
    }
  } finally {
    smallConnection.close();
    largeConnection.close();
  }
}

interface Side {
  readonly connection: KeepAliveConnection;
  readonly queries: readonly ListQuery[];
}

/** @returns the median of each side in milliseconds, with warm caches */
async function inTurns(sides: readonly Side[]): Promise<readonly number[]> {
  for (const { connection, queries } of sides) for (const query of queries) await connection.get(listPath(query));
  const times = sides.map(() => Array.of<number>());
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (const [side, { connection, queries }] of sides.entries()) {
      const path = listPath(itemAt(queries, sample % queries.length));
      times[side]?.push(await milliseconds(() => connection.get(path)));
    }
  }
  return times.map(median);
}

/** A deletion clears every cache of a table. */
async function forgetPlaces({ login }: Stage): Promise<void> {
  await withClient(login, (client) =>
    client.query(
      `insert into companies (name, canonical_key, source) values ('Gone', 'gone', 'bench');
      delete from companies where canonical_key = 'gone'`,
    ),
  );
}

function everything(page: number): ListQuery {
  return { filters: {}, page };
}

function firstPage({ filters }: ListQuery): ListQuery {
  return { filters, page: 1 };
}
