import type { RedditPosition } from '@leadloom/server/sources/adapters';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultOf, openRedditFixture, type RedditFixture } from '../testing/reddit.fixture.ts';

let fixture: RedditFixture;
beforeEach(async () => {
  fixture = await openRedditFixture();
});
afterEach(() => fixture.close());

const visit = (name: string, position: RedditPosition | null = null, seenUntil: Date | null = null) =>
  fixture.adapter.visitSubreddit(name, { position, seenUntil, signal: fixture.signal });

async function visitAll(name: string, seenUntil: Date | null = null) {
  const links: unknown[] = [];
  let pages = 0;
  for (let position: RedditPosition | null = null; pages < 50; ) {
    const page = await visit(name, position, seenUntil);
    pages += 1;
    links.push(...page.records.map(({ permalink }) => permalink));
    position = page.next;
    if (position === null) break;
  }
  return { pages, links };
}

describe('a visit to a subreddit', () => {
  it('a visit returns the posts, newest first, and the name as Reddit writes it', async () => {
    fixture.reddit.addSubreddit('SlowCoffee', { posts: 3 });
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

  it('a visit names the program and sends the parameters Reddit requires', async () => {
    fixture.reddit.addSubreddit('SlowCoffee', { posts: 1 });
    await visit('SlowCoffee', { after: 't3_1a0001', count: 100 });
    const [token, request] = fixture.reddit.requests;
    expect(token).toMatchObject({ method: 'POST', userAgent: 'server:leadloom:1.2.3 (by /u/leadloom_stand_in)' });
    expect(request).toMatchObject({
      method: 'GET',
      path: '/r/SlowCoffee/new',
      query: { raw_json: '1', limit: '100', after: 't3_1a0001', count: '100' },
      userAgent: 'server:leadloom:1.2.3 (by /u/leadloom_stand_in)',
      authorization: 'Bearer stand-in-token-1',
    });
    expect(fixture.counted()).toBe(2);
  });

  it('a visit continues from page to page to the end', async () => {
    fixture.reddit.addSubreddit('SlowCoffee', { posts: 250 });
    const first = await visit('SlowCoffee');
    expect(first.next).toEqual({ after: expect.stringMatching(/^t3_/), count: 100 });
    const { pages, links } = await visitAll('SlowCoffee');
    expect(pages).toBe(3);
    expect(new Set(links).size).toBe(250);
  });

  it('a visit ends after 1,000 posts', async () => {
    fixture.reddit.addSubreddit('SlowCoffee', { posts: 1200 });
    const { pages, links } = await visitAll('SlowCoffee');
    expect([pages, new Set(links).size]).toEqual([10, 1000]);
  });

  it('a visit ends with the page that contains a known post', async () => {
    fixture.reddit.addSubreddit('SlowCoffee', { posts: 500 });
    const known = new Date(fixture.clock.now().getTime() - 150 * 60_000);
    const { pages, links } = await visitAll('SlowCoffee', known);
    expect([pages, links.length]).toEqual([2, 200]);
  });

  it('a visit ends where Reddit returns the same cursor again or an empty page', async () => {
    fixture.reddit.addSubreddit('SlowCoffee', { posts: 1 });
    expect((await visit('SlowCoffee', { after: 't3_gone', count: 100 })).next).toBeNull();
    const position = { after: 't3_1a0001', count: 100 };
    const child = { kind: 't3', data: { name: 't3_1a0001', created_utc: 1 } };
    fixture.reddit.failures.add({
      call: /new/,
      answer: (response) => response.end(JSON.stringify({ kind: 'Listing', data: { after: position.after, children: [child] } })),
    });
    expect((await visit('SlowCoffee', position)).next).toBeNull();
  });

  it('a visit reports removed posts and leaves out an unreadable one', async () => {
    fixture.reddit.addSubreddit('SlowCoffee', { posts: 3 });
    const gone = fixture.reddit.addPost('SlowCoffee', { extra: { author: '[deleted]', selftext: '[deleted]' } });
    fixture.reddit.addPost('SlowCoffee', { extra: { permalink: 'https://elsewhere.example/', title: null } });
    const page = await visit('SlowCoffee');
    expect(page.records).toHaveLength(3);
    expect(page.goneIds).toEqual([gone.id]);
  });

  it('a visit fails where Reddit sends every post in an unknown form', async () => {
    fixture.reddit.addSubreddit('SlowCoffee');
    for (let count = 0; count < 12; count += 1) fixture.reddit.addPost('SlowCoffee', { extra: { title: { text: 'new form' } } });
    expect(await faultOf(visit('SlowCoffee'))).toMatchObject({ fault: 'failed', isOfNetwork: false });
  });

  it('a visit to an empty subreddit finds no name', async () => {
    fixture.reddit.addSubreddit('SlowCoffee');
    expect(await visit('SlowCoffee')).toEqual({ records: [], goneIds: [], displayName: null, next: null });
  });

  it.each([
    ['private', 'private'],
    ['quarantined', 'quarantined'],
    ['gated', 'gated'],
    ['banned', 'banned'],
    ['restricted', 'restricted'],
  ] as const)('a visit to a subreddit that is %s reports it for that name alone', async (state, fault) => {
    fixture.reddit.addSubreddit('SlowCoffee', { state });
    expect(await faultOf(visit('SlowCoffee'))).toMatchObject({ fault, isOfNetwork: false, retryAt: null });
    expect(fixture.paths()).toHaveLength(1);
  });

  it('a visit to a subreddit that does not exist reports it', async () => {
    expect(await faultOf(visit('NobodyHome'))).toMatchObject({ fault: 'not_found', isOfNetwork: false });
  });

  it.each(['', 'a', '../api', 'a/b', 'a b', 'x?y', 'x#y', 'u_somebody', 'r/name', 'a'.repeat(22), 'name%2f', 'nаme'])(
    'a visit to %j sends no request, because it is no name',
    async (name) => {
      expect(await faultOf(visit(name))).toMatchObject({ fault: 'not_found', isOfNetwork: false });
      expect(fixture.reddit.requests).toEqual([]);
    },
  );
});

describe('the search for removed posts', () => {
  it('posts that were deleted, removed or are no longer known are found', async () => {
    fixture.reddit.addSubreddit('SlowCoffee', { posts: 4 });
    const [deleted, removed, kept] = fixture.reddit.subreddit('slowcoffee').posts;
    if (deleted === undefined || removed === undefined || kept === undefined) throw new Error('too few posts');
    deleted.removal = 'deleted';
    removed.removal = 'moderator';
    const ids = [deleted.id, removed.id, kept.id, 't3_never'];
    expect(await fixture.adapter.findGone(ids, fixture.signal)).toEqual([deleted.id, removed.id, 't3_never']);
    expect(fixture.reddit.requests.at(-1)).toMatchObject({ path: '/api/info', query: { id: ids.join(','), raw_json: '1' } });
  });

  it('an answer that contains none of the posts is not believed', async () => {
    expect(await fixture.adapter.findGone(['t3_a', 't3_b'], fixture.signal)).toEqual([]);
  });

  it('only ids are requested, at most 100 at a time', async () => {
    expect(await fixture.adapter.findGone([], fixture.signal)).toEqual([]);
    expect(await fixture.adapter.findGone(['t1_a', 't3_a&b=c', ''], fixture.signal)).toEqual([]);
    expect(fixture.reddit.requests).toEqual([]);
    const many = Array.from({ length: 150 }, (_, index) => `t3_a${index}`);
    await fixture.adapter.findGone(['t3_a0', ...many], fixture.signal);
    expect(fixture.reddit.requests.at(-1)?.query.id?.split(',')).toEqual(many.slice(0, 100));
  });
});

describe('suggestions', () => {
  it('suggestions have a name and a number of followers, without adult ones', async () => {
    fixture.reddit.addSubreddit('SlowCoffee', { subscribers: 90 });
    fixture.reddit.addSubreddit('SlowCooking', { subscribers: 700 });
    fixture.reddit.addSubreddit('SlowNights', { subscribers: 900, isAdult: true });
    fixture.reddit.addSubreddit('u_slow', { subscribers: 5 });
    expect(await fixture.adapter.suggest(' slow ', fixture.signal)).toEqual([
      { name: 'SlowCooking', subscribers: 700 },
      { name: 'SlowCoffee', subscribers: 90 },
    ]);
    expect(fixture.reddit.requests.at(-1)).toMatchObject({
      path: '/api/subreddit_autocomplete_v2',
      query: { query: 'slow', limit: '10', include_over_18: 'false', include_profiles: 'false', raw_json: '1' },
    });
  });

  it('suggestions are requested with 1 to 50 visible characters', async () => {
    expect(await fixture.adapter.suggest(' \u0000\u200b ', fixture.signal)).toEqual([]);
    expect(fixture.reddit.requests).toEqual([]);
    await fixture.adapter.suggest(`a&b=c/../${'é'.repeat(60)}`, fixture.signal);
    expect(fixture.reddit.requests.at(-1)).toMatchObject({
      path: '/api/subreddit_autocomplete_v2',
      query: { query: `a&b=c/../${'é'.repeat(41)}` },
    });
  });
});
