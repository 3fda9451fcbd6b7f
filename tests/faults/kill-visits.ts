/** Visits of a server that is killed before one of its statements, and the next server, which continues. */
import { isKilled, openDoomedDatabase } from '@leadloom/server/testing/doomed-database';
import type { VisitFixture } from '@leadloom/server/testing/visits.fixture';
import { expect } from 'vitest';

const POSTS = 6;

/** What killed visits left in the tables. */
export function createVisitCounts() {
  return { 'kill points': 0, 'rows lost': 0, 'rows doubled': 0, 'pages asked for again': 0 };
}
export type VisitCounts = ReturnType<typeof createVisitCounts>;

/** Expects as many posts as there were, each once, and that the table knows how many. */
export async function expectEveryPostOnce({ database }: VisitFixture, expected: number, counts: VisitCounts): Promise<void> {
  const { rows } = await database.$client.query<{ rows: number; things: number }>(
    `select count(*)::int as rows, count(distinct canonical_key)::int as things,
      (select row_count::int from table_versions where table_name = 'reddit_posts') as counted from reddit_posts`,
  );
  counts['rows lost'] += expected - Number(rows[0]?.things);
  counts['rows doubled'] += Number(rows[0]?.rows) - Number(rows[0]?.things);
  expect(rows).toEqual([{ rows: expected, things: expected, counted: expected }]);
}

/**
 * Visits until one is not killed any more.
 * @param step 1: a visit is killed before every statement; 3: before every third
 * @returns how many were killed
 */
export async function killVisits(fixture: VisitFixture, counts: VisitCounts, step: number): Promise<number> {
  const posts = Array.from({ length: POSTS }, (_, index) => ({ id: `p${index}`, minutesAgo: index + 1 }));
  for (let statement = 1; ; statement += step) {
    await fixture.reset();
    fixture.reddit.posts.set('kettles', posts);
    await fixture.track('reddit', ['Kettles']);
    const { platform, databaseUrl } = fixture.server;
    const { database, sent, bury } = openDoomedDatabase(databaseUrl, statement);
    const outcome = await fixture.turn('reddit', { platform: { ...platform, database, direct: database } }).then(
      () => null,
      (error: unknown) => error,
    );
    const isDead = sent.length + 1 >= statement;
    await bury();
    if (outcome !== null) expect(isKilled(outcome), `before statement ${statement}`).toBe(true);
    await fixture.endLeases();
    await fixture.turn('reddit');
    await expectEveryPostOnce(fixture, POSTS, counts);
    expect(await fixture.source('reddit', 'kettles')).toMatchObject({ state: 'ok', place: null, lease_token: null });
    if (!isDead) return counts['kill points'];
    counts['kill points'] += 1;
  }
}
