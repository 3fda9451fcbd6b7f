import type { RedditPosition } from '@leadloom/server/sources/adapters';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultOf, openRedditFixture, type RedditFixture } from './reddit.fixture.ts';

let world: RedditFixture;
beforeEach(async () => {
  world = await openRedditFixture();
});
afterEach(() => world.close());

const visit = (name: string, place: RedditPosition | null = null, seenUntil: Date | null = null) =>
  world.adapter.visitSubreddit(name, { place, seenUntil, signal: world.signal });

async function visitAll(name: string, seenUntil: Date | null = null) {
  const links: unknown[] = [];
  let pages = 0;
  for (let place: RedditPosition | null = null; pages < 50; ) {
    const page = await visit(name, place, seenUntil);
    pages += 1;
    links.push(...page.records.map(({ permalink }) => permalink));
    place = page.next;
    if (place === null) break;
  }
  return { pages, links };
}

describe('a visit of a subreddit', () => {
  it('brings its posts, newest first, and its name as Reddit writes it', async () => {
    world.reddit.addSubreddit('SlowCoffee', { posts: 3 });
    const page = await visit('slowcoffee');
    expect(page).toMatchObject({ displayName: 'SlowCoffee', goneIds: [], next: null });
    expect(page.records.map(({ title }) => title)).toEqual([
      'Prices <since> spring (3)',
      'A robot waters our beds & borders (2)',
      'Which drip tray fits a small shop? (1)',
    ]);
    expect(page.records[0]).toMatchObject({
      subreddit_name: 'SlowCoffee',
      author: 'MossAndStone',
      type: 'self',
      score: 14,
      comment_count: 2,
      posted_at: '2026-03-01T12:00:00.000Z',
    });
  });

  it('says who asks, and asks as Reddit wants to be asked', async () => {
    world.reddit.addSubreddit('SlowCoffee', { posts: 1 });
    await visit('SlowCoffee', { after: 't3_1a0001', count: 100 });
    const [token, request] = world.reddit.requests;
    expect(token).toMatchObject({ method: 'POST', userAgent: 'server:leadloom:1.2.3 (by /u/leadloom_stand_in)' });
    expect(request).toMatchObject({
      method: 'GET',
      path: '/r/SlowCoffee/new',
      query: { raw_json: '1', limit: '100', after: 't3_1a0001', count: '100' },
      userAgent: 'server:leadloom:1.2.3 (by /u/leadloom_stand_in)',
      authorization: 'Bearer stand-in-token-1',
    });
    expect(world.counted()).toBe(2);
  });

  it('goes on from page to page, to the end', async () => {
    world.reddit.addSubreddit('SlowCoffee', { posts: 250 });
    const first = await visit('SlowCoffee');
    expect(first.next).toEqual({ after: expect.stringMatching(/^t3_/), count: 100 });
    const { pages, links } = await visitAll('SlowCoffee');
    expect(pages).toBe(3);
    expect(new Set(links).size).toBe(250);
  });

  it('ends after 1,000 posts', async () => {
    world.reddit.addSubreddit('SlowCoffee', { posts: 1200 });
    const { pages, links } = await visitAll('SlowCoffee');
    expect([pages, new Set(links).size]).toEqual([10, 1000]);
  });

  it('ends with the page that holds a post known already', async () => {
    world.reddit.addSubreddit('SlowCoffee', { posts: 500 });
    const known = new Date(world.clock.now().getTime() - 150 * 60_000);
    const { pages, links } = await visitAll('SlowCoffee', known);
    expect([pages, links.length]).toEqual([2, 200]);
  });

  it('ends where Reddit leads back to the same place, or to an empty page', async () => {
    world.reddit.addSubreddit('SlowCoffee', { posts: 1 });
    expect((await visit('SlowCoffee', { after: 't3_gone', count: 100 })).next).toBeNull();
    const place = { after: 't3_1a0001', count: 100 };
    const child = { kind: 't3', data: { name: 't3_1a0001', created_utc: 1 } };
    world.reddit.failures.add({
      call: /new/,
      answer: (response) => response.end(JSON.stringify({ kind: 'Listing', data: { after: place.after, children: [child] } })),
    });
    expect((await visit('SlowCoffee', place)).next).toBeNull();
  });

  it('names posts that were taken away, and leaves out one that cannot be read', async () => {
    world.reddit.addSubreddit('SlowCoffee', { posts: 3 });
    const gone = world.reddit.addPost('SlowCoffee', { extra: { author: '[deleted]', selftext: '[deleted]' } });
    world.reddit.addPost('SlowCoffee', { extra: { permalink: 'https://elsewhere.example/', title: null } });
    const page = await visit('SlowCoffee');
    expect(page.records).toHaveLength(3);
    expect(page.goneIds).toEqual([gone.id]);
  });

  it('fails where Reddit writes every post in a way nobody knows', async () => {
    world.reddit.addSubreddit('SlowCoffee');
    for (let count = 0; count < 12; count += 1) world.reddit.addPost('SlowCoffee', { extra: { title: { text: 'new form' } } });
    expect(await faultOf(visit('SlowCoffee'))).toMatchObject({ fault: 'failed', isOfNetwork: false });
  });

  it('of an empty subreddit knows no name', async () => {
    world.reddit.addSubreddit('SlowCoffee');
    expect(await visit('SlowCoffee')).toEqual({ records: [], goneIds: [], displayName: null, next: null });
  });

  it.each([
    ['private', 'private'],
    ['quarantined', 'quarantined'],
    ['gated', 'gated'],
    ['banned', 'banned'],
    ['restricted', 'restricted'],
  ] as const)('of one that is %s says so, of that name alone', async (state, fault) => {
    world.reddit.addSubreddit('SlowCoffee', { state });
    expect(await faultOf(visit('SlowCoffee'))).toMatchObject({ fault, isOfNetwork: false, retryAt: null });
    expect(world.paths()).toHaveLength(1);
  });

  it('of one that does not exist says so', async () => {
    expect(await faultOf(visit('NobodyHome'))).toMatchObject({ fault: 'not_found', isOfNetwork: false });
  });

  it.each(['', 'a', '../api', 'a/b', 'a b', 'x?y', 'x#y', 'u_somebody', 'r/name', 'a'.repeat(22), 'name%2f', 'nаme'])(
    'of %j asks nothing: it is no name',
    async (name) => {
      expect(await faultOf(visit(name))).toMatchObject({ fault: 'not_found', isOfNetwork: false });
      expect(world.reddit.requests).toEqual([]);
    },
  );
});

describe('a look for posts that are gone', () => {
  it('finds those that were deleted, removed or are no longer known', async () => {
    world.reddit.addSubreddit('SlowCoffee', { posts: 4 });
    const [deleted, removed, kept] = world.reddit.subreddit('slowcoffee').posts;
    if (deleted === undefined || removed === undefined || kept === undefined) throw new Error('too few posts');
    deleted.removal = 'deleted';
    removed.removal = 'moderator';
    const ids = [deleted.id, removed.id, kept.id, 't3_never'];
    expect(await world.adapter.findGone(ids, world.signal)).toEqual([deleted.id, removed.id, 't3_never']);
    expect(world.reddit.requests.at(-1)).toMatchObject({ path: '/api/info', query: { id: ids.join(','), raw_json: '1' } });
  });

  it('believes no answer that knows none of them', async () => {
    expect(await world.adapter.findGone(['t3_a', 't3_b'], world.signal)).toEqual([]);
  });

  it('asks for what is an id, and for 100 at most', async () => {
    expect(await world.adapter.findGone([], world.signal)).toEqual([]);
    expect(await world.adapter.findGone(['t1_a', 't3_a&b=c', ''], world.signal)).toEqual([]);
    expect(world.reddit.requests).toEqual([]);
    const many = Array.from({ length: 150 }, (_, index) => `t3_a${index}`);
    await world.adapter.findGone(['t3_a0', ...many], world.signal);
    expect(world.reddit.requests.at(-1)?.query.id?.split(',')).toEqual(many.slice(0, 100));
  });
});

describe('suggestions', () => {
  it('are names and how many follow them, without adult ones', async () => {
    world.reddit.addSubreddit('SlowCoffee', { subscribers: 90 });
    world.reddit.addSubreddit('SlowCooking', { subscribers: 700 });
    world.reddit.addSubreddit('SlowNights', { subscribers: 900, isAdult: true });
    world.reddit.addSubreddit('u_slow', { subscribers: 5 });
    expect(await world.adapter.suggest(' slow ', world.signal)).toEqual([
      { name: 'SlowCooking', subscribers: 700 },
      { name: 'SlowCoffee', subscribers: 90 },
    ]);
    expect(world.reddit.requests.at(-1)).toMatchObject({
      path: '/api/subreddit_autocomplete_v2',
      query: { query: 'slow', limit: '10', include_over_18: 'false', include_profiles: 'false', raw_json: '1' },
    });
  });

  it('are asked for with 1 to 50 characters that can be seen', async () => {
    expect(await world.adapter.suggest(' \u0000\u200b ', world.signal)).toEqual([]);
    expect(world.reddit.requests).toEqual([]);
    await world.adapter.suggest(`a&b=c/../${'é'.repeat(60)}`, world.signal);
    expect(world.reddit.requests.at(-1)).toMatchObject({
      path: '/api/subreddit_autocomplete_v2',
      query: { query: `a&b=c/../${'é'.repeat(41)}` },
    });
  });
});
