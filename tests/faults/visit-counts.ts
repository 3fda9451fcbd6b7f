/** Counts the rows that killed visits left in the tables. */
import type { VisitFixture } from '@leadloom/server/testing/visits.fixture';
import { expect } from 'vitest';

export function createVisitCounts() {
  return { 'kill points': 0, 'rows lost': 0, 'rows doubled': 0, 'pages asked for again': 0 };
}
export type VisitCounts = ReturnType<typeof createVisitCounts>;

/** As many posts as there were, each once, and the table knows how many. */
export async function expectEveryPostOnce({ database }: VisitFixture, expected: number, counts: VisitCounts): Promise<void> {
  const { rows } = await database.$client.query<{ rows: number; things: number }>(
    `select count(*)::int as rows, count(distinct canonical_key)::int as things,
      (select row_count::int from table_versions where table_name = 'reddit_posts') as counted from reddit_posts`,
  );
  counts['rows lost'] += expected - Number(rows[0]?.things);
  counts['rows doubled'] += Number(rows[0]?.rows) - Number(rows[0]?.things);
  expect(rows).toEqual([{ rows: expected, things: expected, counted: expected }]);
}
