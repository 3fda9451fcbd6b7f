/** The cost of following a table: reading the recently changed rows among all others. */
import { connect } from '@leadloom/server/database/connect';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { sql } from 'drizzle-orm';
import { openConnection } from '../tables/load/keep-alive-connection.ts';
import { atMost, type Report } from '../tables/report.ts';
import type { Stage } from '../tables/server/stage.ts';
import { milliseconds, quantile } from '../tables/statistics.ts';
import type { BenchKey } from './bench-key.ts';

const PER_PAGE = 100;
const ROUNDS = 40;
const CHANGED_ROWS = 50;
const LIMIT_MS = 50;

interface Followed {
  readonly data: readonly unknown[];
  readonly total: number;
}

export async function reportChanges(report: Report, { rows, login, server }: Stage, key: BenchKey): Promise<void> {
  const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
  const times: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const changed = await changeRows(database);
      const connection = await openConnection(server.url, key.authorization);
      const path = `/api/v1${tableEndpoints.companies.list.path}?per_page=${PER_PAGE}&cursor=&updated_after=${changed.since.toISOString()}`;
      let answer: Followed = { data: [], total: 0 };
      times.push(
        await milliseconds(async () => {
          answer = JSON.parse((await connection.get(path)).toString('utf8'));
        }),
      );
      connection.close();
      if (answer.total !== changed.count || answer.data.length !== changed.count)
        throw new Error(
          `${changed.count} rows were changed, ${answer.total} were counted and ${answer.data.length} were returned`,
        );
    }
  } finally {
    await database.$client.end();
  }
  const p95 = quantile(times, 0.95);
  report.judge(
    `${rows.toLocaleString('en')} companies, the ${CHANGED_ROWS} changed last and how many they are, by updated_after: ` +
      `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    p95,
    atMost(LIMIT_MS, 'ms'),
  );
}

/** Changes rows all over the table. @returns how many, and a time before all of them and after all others */
async function changeRows(database: ReturnType<typeof connect>): Promise<{ readonly count: number; readonly since: Date }> {
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ id: string; since: Date }>(sql`
      update companies set updated_at = now(), city = city
      where id in (select (random() * (select max(id) from companies))::bigint from generate_series(1, ${CHANGED_ROWS}))
      returning id, now() - interval '1 millisecond' as since`);
    const since = rows[0]?.since;
    if (since === undefined) throw new Error('there are no rows to change');
    return { count: rows.length, since: new Date(since) };
  });
}
