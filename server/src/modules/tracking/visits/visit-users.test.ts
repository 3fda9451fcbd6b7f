import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SourceError } from '../../../sources/source-error.ts';
import { openVisitFixture, type VisitFixture } from '../../../testing/visits.fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const names = (count: number) => Array.from({ length: count }, (_, index) => `user.${String(index + 1).padStart(3, '0')}`);

describe('a visit of TikTok users', () => {
  let fixture: VisitFixture;
  const now = () => fixture.server.clock.now();
  const after = (milliseconds: number) => new Date(now().getTime() + milliseconds);
  const searches = () => fixture.tiktok.visits.map(({ names: asked, cursor }) => `${asked.length} ${cursor ?? '-'}`);
  const setRequests = (requests: number) =>
    fixture.database.execute(
      sql`update networks set requests = ${requests}, requests_on = ${now().toISOString().slice(0, 10)} where network = 'tiktok'`,
    );
  const states = async () =>
    (await fixture.database.execute(sql`select key, state, failures from sources order by key`)).rows.map(
      ({ key, state, failures }) => `${key} ${state} ${failures}`,
    );
  beforeAll(async () => {
    fixture = await openVisitFixture();
  });
  beforeEach(async () => {
    await fixture.reset();
    // Noon, so that no test crosses midnight by accident.
    fixture.server.clock.advance(DAY + 12 * HOUR - (now().getTime() % DAY));
  });
  afterAll(() => fixture.close());

  it('fifty users are searched at once, a month back at first and then a day back', async () => {
    await fixture.track('tiktok', names(60));
    fixture.tiktok.videos.set('user.001', [
      { id: '71', minutesAgo: 3 },
      { id: '72', minutesAgo: 2 },
      { id: '73', minutesAgo: 1 },
    ]);
    await fixture.turn('tiktok');
    expect(searches()).toEqual(['50 -', '50 2', '10 -']);
    expect(fixture.tiktok.visits[0]?.since).toBe(after(-30 * DAY).toISOString());
    expect(await fixture.keys('tiktok_videos')).toEqual(['71', '72', '73'].map((id) => `video:tiktok.com/video/${id}`));
    expect(await fixture.source('tiktok', 'user.001')).toMatchObject({
      state: 'ok',
      place: null,
      last_collected_at: now(),
      seen_until: now(),
      next_visit_at: after(HOUR),
    });
    fixture.server.clock.advance(HOUR);
    await fixture.track('tiktok', ['newcomer']);
    await fixture.turn('tiktok');
    expect(fixture.tiktok.visits.slice(3).map(({ names: asked, since }) => [asked.length, since])).toEqual(
      expect.arrayContaining([
        [50, after(-HOUR - DAY).toISOString()],
        [10, after(-HOUR - DAY).toISOString()],
        [1, after(-30 * DAY).toISOString()],
      ]),
    );
  });

  it('followers are read once a day', async () => {
    await fixture.track('tiktok', ['mila.draws', 'silent']);
    fixture.tiktok.followers.set('mila.draws', 1200);
    await fixture.turn('tiktok');
    expect(await fixture.source('tiktok', 'mila.draws')).toMatchObject({ follower_count: '1200' });
    expect(await fixture.source('tiktok', 'silent')).toMatchObject({ follower_count: null, state: 'ok' });
    fixture.server.clock.advance(2 * HOUR);
    await fixture.turn('tiktok');
    expect(fixture.tiktok.requested).toEqual(['mila.draws', 'silent']);
    fixture.server.clock.advance(DAY);
    fixture.tiktok.followers.delete('mila.draws');
    await fixture.turn('tiktok');
    expect(fixture.tiktok.requested).toHaveLength(4);
    // Values that the network does not send are kept.
    expect(await fixture.source('tiktok', 'mila.draws')).toMatchObject({ follower_count: '1200' });
  });

  it('a fault of one user is recorded while the others are collected', async () => {
    await fixture.track('tiktok', ['hidden', 'mila.draws']);
    fixture.tiktok.followers.set('mila.draws', 5);
    fixture.tiktok.before = (call) => {
      if (call === 'followers hidden') throw new SourceError('private', 'so it said', { isOfNetwork: false });
    };
    await fixture.turn('tiktok');
    expect(await states()).toEqual(['hidden private 0', 'mila.draws ok 0']);
    expect(await fixture.source('tiktok', 'hidden')).toMatchObject({ last_collected_at: null, next_visit_at: after(DAY) });
    expect(await fixture.network('tiktok')).toMatchObject({ state: 'ok' });
  });

  it('videos stay collected when the network pauses while followers are read', async () => {
    await fixture.track('tiktok', ['a.one', 'b.two']);
    fixture.tiktok.before = (call) => {
      if (call === 'followers b.two')
        throw new SourceError('rate_limited', 'enough', { isOfNetwork: true, retryAt: after(HOUR) });
    };
    await fixture.turn('tiktok');
    expect(await states()).toEqual(['a.one ok 0', 'b.two ok 0']);
    expect(await fixture.network('tiktok')).toMatchObject({ state: 'rate_limited', paused_until: after(HOUR) });
  });

  it('the group of users is halved after each failure until the failing one is alone', async () => {
    await fixture.track('tiktok', names(8));
    fixture.tiktok.before = (call, asked) => {
      if (call === 'visit' && asked.includes('user.003')) throw new SourceError('failed', 'bad name', { isOfNetwork: false });
    };
    for (let round = 0; round < 9; round += 1) {
      await fixture.turn('tiktok');
      fixture.server.clock.advance(HOUR * 2 ** round);
    }
    const collected = (await states()).filter((state) => / ok /.test(state));
    expect(collected).toHaveLength(7);
    expect(await fixture.source('tiktok', 'user.003')).toMatchObject({ state: 'failed', detail: 'bad name' });
  });

  it('an interrupted search continues with the same users', async () => {
    const account = await fixture.track('tiktok', ['a.one', 'b.two']);
    for (const name of ['a.one', 'b.two'])
      fixture.tiktok.videos.set(name, [
        { id: `7${name.length}${name.charCodeAt(0)}1`, minutesAgo: 5 },
        { id: `7${name.length}${name.charCodeAt(0)}2`, minutesAgo: 6 },
      ]);
    let calls = 0;
    fixture.tiktok.before = () => {
      calls += 1;
      if (calls === 2) throw new SourceError('failed', 'away', { isOfNetwork: true });
    };
    await fixture.turn('tiktok');
    await fixture.track('tiktok', ['c.three']);
    await fixture.database.execute(
      sql`delete from tracked_sources where account_id = ${account} and source_id = (select id from sources where key = 'b.two')`,
    );
    fixture.server.clock.advance(HOUR);
    await fixture.turn('tiktok');
    expect(fixture.tiktok.visits.map(({ names: asked, cursor }) => [asked.join(), cursor])).toEqual([
      ['a.one,b.two', null],
      ['a.one,b.two', 2],
      ['a.one,b.two', 2],
      ['c.three', null],
    ]);
    expect(await fixture.keys('tiktok_videos')).toHaveLength(4);
    expect(await states()).toEqual(['a.one ok 0', 'b.two ok 0', 'c.three ok 0']);
  });

  it('visits stop before the daily thousand requests and resume at midnight', async () => {
    await fixture.track('tiktok', ['mila.draws']);
    await setRequests(980);
    await fixture.turn('tiktok');
    expect(fixture.tiktok.visits).toEqual([]);
    const midnight = after(12 * HOUR);
    expect(await fixture.network('tiktok')).toMatchObject({ state: 'rate_limited', paused_until: midnight, requests: 980 });
    fixture.server.clock.advance(12 * HOUR);
    await fixture.turn('tiktok');
    expect(fixture.tiktok.visits).toHaveLength(1);
    expect(await fixture.network('tiktok')).toMatchObject({ state: 'ok', requests: 2 });
  });

  it('late in the daily limit, requests are reserved for visits and followers are not read', async () => {
    await fixture.track('tiktok', ['mila.draws']);
    await setRequests(500);
    await fixture.turn('tiktok');
    expect(fixture.tiktok.requested).toEqual([]);
    expect(await states()).toEqual(['mila.draws ok 0']);
  });
});
