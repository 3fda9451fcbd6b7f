import { tables } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personalWorkspaceOf } from '../../http/workspace.ts';
import { SourceError } from '../../sources/source-error.ts';
import { createFakeReddit, type FakeReddit } from '../../testing/fake-reddit.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createTableValues } from '../tables/values/table-values.service.ts';
import { createSubredditSuggestions } from './suggest-subreddits.ts';

const HOUR = 3600 * 1000;
const NOBODY = personalWorkspaceOf(1);

describe('suggestions of subreddits', () => {
  let server: TestServer;
  let reddit: FakeReddit;
  let warnings: string[];
  const open = (isConfigured = true) => {
    const adapter = isConfigured ? reddit.adapter(() => undefined) : null;
    return createSubredditSuggestions(server.platform, {
      reddit: adapter,
      warn: (_, message) => void warnings.push(message),
      values: createTableValues(server.database),
    });
  };
  const namesOf = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);
  beforeAll(async () => {
    server = await startTestServer();
    const post = { title: 'A post', permalink: 'https://www.reddit.com/x', posted_at: '2026-01-02T03:04:05Z' };
    await addRows(
      server.database,
      tables['reddit-posts'],
      ['TeaPots', 'TeaPots', 'TeaTime', 'Kettles'].map((name) => ({ ...post, subreddit_name: name })),
    );
    await server.database.execute(sql`insert into sources (network, key, display_name, last_collected_at)
      values ('reddit', 'teahouse', 'TeaHouse', now()), ('reddit', 'teasecret', 'TeaSecret', null), ('tiktok', 'teauser', 'teauser', now())`);
  });
  beforeEach(() => {
    reddit = createFakeReddit(server.clock.now);
    warnings = [];
  });
  afterAll(() => server.close());

  it('without Reddit, known subreddits are suggested, the most frequent first', async () => {
    expect(await open(false)(NOBODY, 'r/tea')).toEqual([
      { id: 'TeaPots', name: 'TeaPots', subscribers: null },
      { id: 'TeaTime', name: 'TeaTime', subscribers: null },
      { id: 'TeaHouse', name: 'TeaHouse', subscribers: null },
    ]);
    expect(await open(false)(NOBODY, ' ')).toEqual([]);
  });

  it('subreddits that start with the text come first, then those with such a word, then those that contain it', async () => {
    await server.database.execute(sql`insert into sources (network, key, display_name, last_collected_at)
      values ('reddit', 'green_tea', 'Green_Tea', now()), ('reddit', 'steam', 'Steam', now()), ('reddit', 'ateap', 'ATeaP', null)`);
    const known = ['TeaPots', 'TeaTime', 'TeaHouse', 'Green_Tea', 'Steam'];
    expect(namesOf(await open(false)(NOBODY, 'tea'))).toEqual(known);
    expect(namesOf(await open(false)(NOBODY, 'ettle'))).toEqual(['Kettles']);
    reddit.suggestions = ['TeaCups', 'IcedTea'].map((name) => ({ name, subscribers: 5 }));
    expect(namesOf(await open()(NOBODY, 'tea'))).toEqual([
      'TeaPots',
      'TeaTime',
      'TeaHouse',
      'TeaCups',
      'Green_Tea',
      'Steam',
      'IcedTea',
    ]);
    reddit.suggestions = Array.from({ length: 12 }, (_, index) => ({ name: `Tea_${index}`, subscribers: index }));
    const found = namesOf(await open()(NOBODY, 'TEA'));
    expect(found).toHaveLength(10);
    expect(found).not.toContain('Steam');
    await server.database.execute(sql`delete from sources where key in ('green_tea', 'steam', 'ateap')`);
  });

  it('suggestions from Reddit are added, each name once, at most ten', async () => {
    reddit.suggestions = ['teapots', 'TeaCups', ...Array.from({ length: 12 }, (_, index) => `Tea_${index}`)].map(
      (name, index) => ({
        name,
        subscribers: 1000 - index,
      }),
    );
    const found = await open()(NOBODY, 'Tea');
    expect(found).toHaveLength(10);
    expect(found.slice(0, 4)).toEqual([
      { id: 'TeaPots', name: 'TeaPots', subscribers: 1000 },
      { id: 'TeaTime', name: 'TeaTime', subscribers: null },
      { id: 'TeaHouse', name: 'TeaHouse', subscribers: null },
      { id: 'TeaCups', name: 'TeaCups', subscribers: 999 },
    ]);
  });

  it('Reddit is asked for texts of two letters or more, and for the same text once an hour', async () => {
    const suggest = open();
    await suggest(NOBODY, 't');
    await suggest(NOBODY, 'tea pots');
    expect(reddit.requests.suggestions).toEqual([]);
    await suggest(NOBODY, 'te');
    await suggest(NOBODY, 'TE');
    expect(reddit.requests.suggestions).toEqual(['te']);
    server.clock.advance(HOUR + 1);
    await suggest(NOBODY, 'te');
    expect(reddit.requests.suggestions).toEqual(['te', 'te']);
  });

  it('after a failure, Reddit is not asked for a while', async () => {
    const suggest = open();
    reddit.before = () => {
      throw new SourceError('failed', 'away', { isOfNetwork: true });
    };
    expect(namesOf(await suggest(NOBODY, 'tea'))).toEqual(['TeaPots', 'TeaTime', 'TeaHouse']);
    await suggest(NOBODY, 'teap');
    expect(reddit.requests.suggestions).toEqual(['tea']);
    expect(warnings).toHaveLength(1);
    server.clock.advance(61_000);
    const retryAt = new Date(server.clock.now().getTime() + HOUR);
    reddit.before = () => {
      throw new SourceError('rate_limited', 'enough', { isOfNetwork: true, retryAt });
    };
    await suggest(NOBODY, 'teap');
    server.clock.advance(HOUR - 1_000);
    await suggest(NOBODY, 'teapo');
    expect(reddit.requests.suggestions).toEqual(['tea', 'teap']);
  });

  it('a slow response from Reddit does not delay suggestions', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    reddit.before = () => promise;
    expect(namesOf(await open()(NOBODY, 'tea'))).toEqual(['TeaPots', 'TeaTime', 'TeaHouse']);
    resolve();
  });

  it('Reddit is not asked while the network is paused', async () => {
    const until = new Date(server.clock.now().getTime() + HOUR);
    await server.database.execute(sql`update networks set paused_until = ${until} where network = 'reddit'`);
    await open()(NOBODY, 'tea');
    expect(reddit.requests.suggestions).toEqual([]);
    await server.database.execute(sql`update networks set paused_until = null`);
  });
});
