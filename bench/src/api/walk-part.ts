/** A walk by cursor over every row while other transactions change, add and delete rows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@leadloom/server/database/connect';
import type { Login } from '@leadloom/server/embedded/embedded-database';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { sql } from 'drizzle-orm';
import { openConnection } from '../tables/load/keep-alive-connection.ts';
import { growthDuring } from '../tables/parts/memory-growth.ts';
import { atMost, type Report } from '../tables/report.ts';
import { withClient } from '../tables/server/cluster.ts';
import type { Stage } from '../tables/server/stage.ts';
import { quantile } from '../tables/statistics.ts';
import type { BenchKey } from './bench-key.ts';

const PER_PAGE = 100;
const MEBIBYTE = 1024 ** 2;
const GROWTH_GOAL = 64;
const WARM_UP_PAGES = 200;
const CHANGED_ROWS = 50;
const CHANGE_MS = 100;

interface Page {
  readonly data: readonly { readonly id: number }[];
  readonly next_cursor: string | null;
}

interface Walk {
  readonly times: readonly number[];
  readonly seconds: number;
  readonly repeats: number;
  /** Rows that existed before and after the walk and that it missed. */
  readonly gaps: number;
}

export async function reportWalk(report: Report, { rows, login, server }: Stage, key: BenchKey): Promise<void> {
  const changes = startChanges(login);
  const walkPages = (maxPages: number) => walk({ url: server.url, authorization: key.authorization, login }, maxPages);
  try {
    // The first pages fill caches that a process keeps.
    await walkPages(WARM_UP_PAGES);
    const { result, growth } = await growthDuring(server.residentBytes, () => walkPages(Number.POSITIVE_INFINITY));
    const name = `${rows.toLocaleString('en')} companies, walk by cursor of ${result.times.length.toLocaleString('en')} pages`;
    report.record(
      `${name} while ${changes.rounds()} transactions changed rows: ${result.seconds.toFixed(0)} s, ` +
        `p50 ${quantile(result.times, 0.5).toFixed(1)} ms, p99 ${quantile(result.times, 0.99).toFixed(1)} ms per page`,
    );
    report.judge(`${name}: ${result.gaps} gaps`, result.gaps, atMost(0));
    report.judge(`${name}: ${result.repeats} repeats`, result.repeats, atMost(0));
    const grown = growth / MEBIBYTE;
    report.judge(`${name}: the server’s memory grew by ${grown.toFixed(0)} MiB at most`, grown, atMost(GROWTH_GOAL, 'MiB'));
  } finally {
    await changes.end();
  }
}

interface Walker {
  readonly url: string;
  readonly authorization: string;
  readonly login: Login;
}

async function walk({ url, authorization, login }: Walker, maxPages: number): Promise<Walk> {
  const before = await idsOf(login);
  const met = new Set<number>();
  const times: number[] = [];
  let repeats = 0;
  // The server closes idle connections.
  const connection = await openConnection(url, authorization);
  const begun = performance.now();
  for (let cursor: string | null = ''; cursor !== null && times.length < maxPages; ) {
    const asked = performance.now();
    const page: Page = JSON.parse((await connection.get(pagePath(cursor))).toString('utf8'));
    times.push(performance.now() - asked);
    for (const { id } of page.data) {
      if (met.has(id)) repeats += 1;
      met.add(id);
    }
    cursor = page.next_cursor;
  }
  const seconds = (performance.now() - begun) / 1000;
  connection.close();
  const after = new Set(await idsOf(login));
  return { times, seconds, repeats, gaps: before.filter((id) => after.has(id) && !met.has(id)).length };
}

function pagePath(cursor: string): string {
  return `/api/v1${tableEndpoints.companies.list.path}?per_page=${PER_PAGE}&include_total=false&cursor=${cursor}`;
}

async function idsOf(login: Login): Promise<number[]> {
  return withClient(login, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from companies');
    return rows.map(({ id }) => Number(id));
  });
}

/** Changes the table as every writer does: some rows all over the table, one added, and the one added before deleted. */
function startChanges(login: Login) {
  const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
  let isOver = false;
  let rounds = 0;
  const changing = (async () => {
    while (!isOver) {
      await database.execute(sql`
          with changed as (update companies set updated_at = now(), city = city
              where id in (select (random() * (select max(id) from companies))::bigint from generate_series(1, ${CHANGED_ROWS})) returning id),
            gone as (delete from companies where source = 'walk' returning id),
            added as (insert into companies (name, canonical_key, source)
              values ('Walked', 'walk ' || gen_random_uuid(), 'walk') returning id)
          select id from changed union all select id from gone union all select id from added`);
      rounds += 1;
      await sleep(CHANGE_MS);
    }
  })();
  // A failure is reported at the end, whatever happens to the walk.
  changing.catch(() => undefined);
  return {
    rounds: () => rounds,
    end: async () => {
      isOver = true;
      try {
        await changing;
        await database.execute(sql`delete from companies where source = 'walk'`);
      } finally {
        await database.$client.end();
      }
    },
  };
}
