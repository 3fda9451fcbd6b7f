import type { SourceState } from '@leadloom/shared/contract/sources';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SourceError, type SourceFault } from '../../../sources/source-error.ts';
import { openVisitFixture, type VisitFixture } from '../../../testing/visits.fixture.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const keyOf = (id: string) => `permalink:reddit.com/comments/${id}`;

describe('a visit of a subreddit', () => {
  let fixture: VisitFixture;
  const now = () => fixture.server.clock.now();
  const after = (milliseconds: number) => new Date(now().getTime() + milliseconds);
  const ofName = (fault: SourceFault, message = 'as it was said') => new SourceError(fault, message, { isOfNetwork: false });
  const ofNetwork = (fault: SourceFault, retryAt: Date | null = null) =>
    new SourceError(fault, 'as it was said', { isOfNetwork: true, retryAt });
  /** The next responses, in order; then the normal ones. */
  const failWith = (...errors: readonly (Error | null)[]) => {
    const left = [...errors];
    fixture.reddit.before = (call) => {
      if (!call.startsWith('visit')) return;
      const error = left.shift() ?? null;
      if (error !== null) throw error;
    };
  };
  beforeAll(async () => {
    fixture = await openVisitFixture();
  });
  beforeEach(async () => {
    await fixture.reset();
    fixture.reddit.posts.set(
      'kettles',
      [1, 2, 3, 4, 5].map((index) => ({ id: `k${index}`, minutesAgo: index * 10 })),
    );
    await fixture.track('reddit', ['Kettles']);
  });
  afterAll(() => fixture.close());

  it('a visit stores all pages, records its time, and is repeated after the interval', async () => {
    await fixture.turn('reddit');
    expect(await fixture.keys('reddit_posts')).toEqual([1, 2, 3, 4, 5].map((index) => keyOf(`k${index}`)));
    expect(fixture.reddit.visits).toEqual(['Kettles -', 'Kettles t3_k2', 'Kettles t3_k4']);
    expect(await fixture.source('reddit', 'kettles')).toMatchObject({
      state: 'ok',
      detail: null,
      place: null,
      failures: 0,
      display_name: 'Kettles',
      lease_token: null,
      last_collected_at: now(),
      next_visit_at: after(60 * MINUTE),
      seen_until: after(-10 * MINUTE),
    });
    expect(await fixture.network('reddit')).toMatchObject({ state: 'ok', paused_until: null, lease_token: null });
    const { rows } = await fixture.database.execute(sql`select distinct source from reddit_posts`);
    expect(rows).toEqual([{ source: 'reddit' }]);
    const state = await fixture.database.execute(
      sql`select row_count::int as posts from table_versions where table_name = 'reddit_posts'`,
    );
    expect(state.rows).toEqual([{ posts: 5 }]);
    await fixture.turn('reddit');
    expect(fixture.reddit.visits).toHaveLength(3);
  });

  it.each([
    { hours: 2, pages: ['Kettles -', 'Kettles t3_k1', 'Kettles t3_k3'], score: 1 + 5 * 9 },
    { hours: 26, pages: ['Kettles -'], score: 1 + 9 + 4 },
  ])('a visit $hours hours later refreshes the posts of the last day and reads no older page', async (later) => {
    await fixture.turn('reddit');
    fixture.server.clock.advance(later.hours * 60 * MINUTE);
    const known = fixture.reddit.posts
      .get('kettles')
      ?.map(({ id, minutesAgo }) => ({ id, minutesAgo: minutesAgo + later.hours * 60, score: 9 }));
    fixture.reddit.posts.set('kettles', [{ id: 'k0', minutesAgo: 5 }, ...(known ?? [])]);
    await fixture.turn('reddit');
    expect(fixture.reddit.visits.slice(3)).toEqual(later.pages);
    const { rows } = await fixture.database.execute(
      sql`select count(*)::int as posts, sum(score)::int as score from reddit_posts`,
    );
    expect(rows).toEqual([{ posts: 6, score: later.score }]);
    expect(await fixture.source('reddit', 'kettles')).toMatchObject({ seen_until: after(-5 * MINUTE) });
  });

  it('a name is visited once for all its trackers, and not for unverified accounts', async () => {
    await fixture.track('reddit', ['Kettles']);
    await fixture.track('reddit', ['Teapots'], { isVerified: false });
    await fixture.turn('reddit');
    expect(fixture.reddit.visits.filter((visit) => visit.endsWith(' -'))).toEqual(['Kettles -']);
    await fixture.database.execute(sql`update accounts set verified_at = now() where verified_at is null`);
    await fixture.turn('reddit');
    expect(fixture.reddit.visits.at(-1)).toBe('Teapots -');
    await fixture.database.execute(sql`delete from tracked_sources`);
    fixture.server.clock.advance(2 * DAY);
    const visits = fixture.reddit.visits.length;
    await fixture.turn('reddit');
    expect(fixture.reddit.visits).toHaveLength(visits);
  });

  it.each(['not_found', 'banned', 'private', 'quarantined', 'gated', 'restricted'] as const)(
    'a name that is %s is reported and checked again a day later, while others are visited',
    async (fault) => {
      await fixture.track('reddit', ['Teapots']);
      failWith(ofName(fault));
      await fixture.turn('reddit');
      const since = now();
      expect(await fixture.source('reddit', 'kettles')).toMatchObject({
        state: fault,
        detail: 'as it was said',
        failures: 0,
        last_collected_at: null,
        next_visit_at: after(DAY),
        lease_token: null,
      });
      expect(await fixture.source('reddit', 'teapots')).toMatchObject({ state: 'ok' });
      fixture.server.clock.advance(DAY);
      failWith(...[ofName(fault), ofName(fault)]);
      await fixture.turn('reddit');
      expect(await fixture.source('reddit', 'kettles')).toMatchObject({
        state: fault,
        state_since: since,
        next_visit_at: after(DAY),
      });
      fixture.server.clock.advance(DAY);
      failWith();
      await fixture.turn('reddit');
      expect(await fixture.source('reddit', 'kettles')).toMatchObject({ state: 'ok', state_since: now() });
    },
  );

  it('failed visits are retried at growing intervals, which a success resets', async () => {
    for (const minutes of [5, 10, 20, 40]) {
      failWith(new Error('an answer nobody can read'));
      await fixture.turn('reddit');
      const source = await fixture.source('reddit', 'kettles');
      expect(source).toMatchObject({
        state: 'failed',
        detail: 'Error: an answer nobody can read',
        next_visit_at: after(minutes * MINUTE),
      });
      fixture.server.clock.advance(minutes * MINUTE);
    }
    expect(await fixture.source('reddit', 'kettles')).toMatchObject({ failures: 4 });
    await fixture.turn('reddit');
    expect(await fixture.source('reddit', 'kettles')).toMatchObject({ state: 'ok', failures: 0 });
  });

  it('characters that the database refuses are removed from the reason', async () => {
    failWith(ofName('failed', `\0${'x'.repeat(900)}`));
    await fixture.turn('reddit');
    expect(await fixture.source('reddit', 'kettles')).toMatchObject({ detail: 'x'.repeat(500) });
  });

  it.each<[SourceState & SourceFault, number]>([
    ['rate_limited', 1],
    ['failed', 1],
    ['refused', 60],
    ['blocked', 60],
  ])('a network that is %s gets no requests until the pause is over', async (fault, minutes) => {
    await fixture.track('reddit', ['Teapots']);
    const before = await fixture.source('reddit', 'kettles');
    failWith(ofNetwork(fault));
    await fixture.turn('reddit');
    expect(fixture.reddit.visits).toEqual(['Kettles -']);
    expect(await fixture.network('reddit')).toMatchObject({
      state: fault,
      detail: 'as it was said',
      paused_until: after(minutes * MINUTE),
      state_since: now(),
    });
    expect(await fixture.source('reddit', 'kettles')).toMatchObject({ ...before, lease_until: null });
    fixture.server.clock.advance(minutes * MINUTE - 1_000);
    if (fault !== 'refused') await fixture.turn('reddit');
    expect(fixture.reddit.visits).toHaveLength(1);
    fixture.server.clock.advance(2_000);
    await fixture.turn('reddit');
    expect(await fixture.network('reddit')).toMatchObject({ state: 'ok', detail: null, paused_until: null });
    expect(await fixture.source('reddit', 'teapots')).toMatchObject({ state: 'ok' });
  });

  it('a pause follows the network’s time up to a day, else grows with the fault', async () => {
    failWith(ofNetwork('rate_limited', after(7 * MINUTE)));
    await fixture.turn('reddit');
    expect(await fixture.network('reddit')).toMatchObject({ paused_until: after(7 * MINUTE) });
    fixture.server.clock.advance(7 * MINUTE);
    failWith(ofNetwork('rate_limited'));
    await fixture.turn('reddit');
    expect(await fixture.network('reddit')).toMatchObject({ paused_until: after(7 * MINUTE) });
    fixture.server.clock.advance(7 * MINUTE);
    failWith(ofNetwork('rate_limited', after(3000 * DAY)));
    await fixture.turn('reddit');
    expect(await fixture.network('reddit')).toMatchObject({ paused_until: after(DAY) });
  });

  it('refused credentials are tried at once when the server restarts', async () => {
    failWith(ofNetwork('refused'));
    await fixture.turn('reddit');
    // Simulates a turn of another server, with changed credentials.
    await fixture.turn('reddit');
    expect(await fixture.source('reddit', 'kettles')).toMatchObject({ state: 'ok' });
  });

  it('an interrupted visit continues without losing or repeating a post', async () => {
    failWith(null, ofNetwork('rate_limited', after(MINUTE)));
    await fixture.turn('reddit');
    expect(await fixture.keys('reddit_posts')).toHaveLength(2);
    fixture.server.clock.advance(MINUTE);
    await fixture.turn('reddit');
    expect(fixture.reddit.visits).toEqual(['Kettles -', 'Kettles t3_k2', 'Kettles t3_k2', 'Kettles t3_k4']);
    expect(await fixture.keys('reddit_posts')).toHaveLength(5);
    // The newest post is from the page before the interruption.
    expect(await fixture.source('reddit', 'kettles')).toMatchObject({ place: null, seen_until: after(-11 * MINUTE) });
  });

  it('a visit starts at the beginning if its state fails repeatedly or is half a day old', async () => {
    failWith(null, ofName('failed'), ofName('failed'));
    await fixture.turn('reddit');
    fixture.server.clock.advance(10 * MINUTE);
    await fixture.turn('reddit');
    fixture.server.clock.advance(20 * MINUTE);
    await fixture.turn('reddit');
    expect(fixture.reddit.visits.slice(0, 4)).toEqual(['Kettles -', 'Kettles t3_k2', 'Kettles t3_k2', 'Kettles -']);
    await fixture.database.execute(
      sql`update sources set next_visit_at = ${now()}, place = ${JSON.stringify({
        begunAt: after(-DAY).toISOString(),
        at: { after: 't3_k2', count: 2 },
        newest: null,
      })}::jsonb`,
    );
    await fixture.turn('reddit');
    expect(fixture.reddit.visits.at(-1)).not.toBe('Kettles t3_k2');
  });

  it('posts that the network reports as gone are removed, whatever their source', async () => {
    await fixture.turn('reddit');
    await fixture.database.execute(sql`update reddit_posts set source = 'a-file.csv' where canonical_key = ${keyOf('k1')}`);
    fixture.reddit.gone.add('t3_k1').add('t3_k2');
    fixture.server.clock.advance(61 * MINUTE);
    await fixture.turn('reddit');
    expect(await fixture.keys('reddit_posts')).toEqual(['k3', 'k4', 'k5'].map(keyOf));
    const deleted = await fixture.database.execute(sql`select distinct reason from deleted_rows`);
    expect(deleted.rows).toEqual([{ reason: 'deleted_at_source' }]);
  });

  it('readable rows of a page are stored although others are not', async () => {
    fixture.reddit.posts.set('kettles', [
      { id: 'k1', minutesAgo: 1 },
      { id: 'k2', minutesAgo: 2, title: '' },
    ]);
    await fixture.turn('reddit');
    expect(await fixture.keys('reddit_posts')).toEqual([keyOf('k1')]);
    expect(fixture.warnings).toEqual(['posts were refused']);
    expect(await fixture.source('reddit', 'kettles')).toMatchObject({ state: 'ok' });
  });
});
