import { listTrackedSubreddits } from '@leadloom/shared/contract/reddit';
import { getSources } from '@leadloom/shared/contract/sources';
import { listTopAuthors, listTrackedUsers } from '@leadloom/shared/contract/tiktok';
import { tables } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { trackedUserIds } from './tracking.service.ts';

const subreddits = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `sub_${from + index}`);

describe('tracking', () => {
  let server: TestServer;
  const call = (account: TestAccount, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    account.browser.call(method, path, { bearer: account.accessToken, ...(body === undefined ? {} : { body }) });
  const trackReddit = (account: TestAccount, ...names: string[]) =>
    call(account, 'POST', '/reddit/track-subreddits', { subreddit_names: names });
  const trackTikTok = (account: TestAccount, ...ids: string[]) =>
    call(account, 'POST', '/tiktok/track-users', { unique_ids: ids });
  const listReddit = async (account: TestAccount) =>
    listTrackedSubreddits.success.body.parse((await call(account, 'GET', '/reddit/track-subreddits')).body).data;
  const listTikTok = async (account: TestAccount) =>
    listTrackedUsers.success.body.parse((await call(account, 'GET', '/tiktok/track-users')).body).data;
  beforeAll(async () => {
    server = await startTestServer({ environment: { TIKTOK_TRACK_LIMIT: '12' } });
  });
  afterAll(() => server.close());

  describe('of subreddits', () => {
    it('tracked subreddits are listed by name, as typed, with nothing collected and the reason', async () => {
      const account = await createVerifiedAccount(server);
      const answer = await trackReddit(account, 'r/Startups', 'https://www.reddit.com/r/SaaS/', 'saas');
      expect(answer.status).toBe(200);
      const health = {
        state: 'not_configured',
        message: 'Reddit is not set up on this server, so nothing is fetched. Posts can still be imported from files.',
        since: null,
        next_visit_at: null,
      };
      expect(answer.body).toEqual({
        data: [
          { subreddit_name: 'SaaS', spellings: ['SaaS'], last_collected_at: null, post_count: 0, health },
          { subreddit_name: 'Startups', spellings: ['Startups'], last_collected_at: null, post_count: 0, health },
        ],
      });
      expect(await listReddit(account)).toEqual(answer.body.data);
    });

    it('one invalid name adds none of the subreddits and is named', async () => {
      const account = await createVerifiedAccount(server);
      const refused = await trackReddit(account, 'SaaS', 'no name at all');
      expect(refused).toMatchObject({ status: 400, body: { code: 'TRACKING.NAME_INVALID' } });
      expect(refused.body.msg).toContain('"no name at all" is not a subreddit name.');
      expect(await listReddit(account)).toEqual([]);
    });

    it('more than twenty subreddits are refused as a whole; those already tracked do not count', async () => {
      const account = await createVerifiedAccount(server);
      expect((await trackReddit(account, ...subreddits(19))).status).toBe(200);
      const refused = await trackReddit(account, 'sub_0', 'sub_19', 'sub_20');
      expect(refused).toMatchObject({
        status: 400,
        body: {
          code: 'TRACKING.SUBREDDIT_LIMIT',
          msg: 'Adding these subreddits would exceed the maximum limit of 20. Please select fewer or delete existing ones.',
        },
      });
      expect((await trackReddit(account, 'SUB_0', 'r/sub_19')).status).toBe(200);
      expect(await listReddit(account)).toHaveLength(20);
      expect((await trackReddit(account, 'sub_3')).status).toBe(200);
      expect((await trackReddit(account, 'sub_20')).status).toBe(400);
    });

    it('concurrent requests cannot exceed twenty subreddits', async () => {
      const account = await createVerifiedAccount(server);
      await trackReddit(account, ...subreddits(18));
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => trackReddit(account, ...subreddits(2, 18 + 2 * index))),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
      expect(await listReddit(account)).toHaveLength(20);
    });

    it('accounts that add the same names at once in any order do not deadlock', async () => {
      const accounts = await Promise.all(Array.from({ length: 4 }, () => createVerifiedAccount(server)));
      const names = subreddits(15, 500);
      const answers = await Promise.all(
        accounts.map((account, index) => trackReddit(account, ...(index % 2 === 0 ? names : [...names].reverse()))),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const { rows } = await server.database.execute(sql`select count(*)::int as found from sources where key ~ '^sub_5\\d\\d$'`);
      expect(rows).toEqual([{ found: 15 }]);
    });

    it('a subreddit is untracked by any spelling, repeatedly, and stays tracked by others', async () => {
      const [account, other] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
      await trackReddit(account, 'Woodwork', 'Gardens');
      await trackReddit(other, 'woodwork');
      for (const name of ['/r/WOODWORK/', 'woodwork', 'never_tracked', 'no name at all']) {
        const answer = await call(account, 'DELETE', '/reddit/track-subreddits', { subreddit_name: name });
        expect(answer.status).toBe(204);
      }
      expect((await listReddit(account)).map(({ subreddit_name: name }) => name)).toEqual(['Gardens']);
      expect(await listReddit(other)).toHaveLength(1);
    });

    it('posts are counted in every spelling of the name, which is shown as the network writes it', async () => {
      const account = await createVerifiedAccount(server);
      const post = { title: 'A post', permalink: 'https://www.reddit.com/x', posted_at: '2026-01-02T03:04:05Z' };
      const spelled = ['TeaPots', 'TeaPots', 'teapots', 'TeaPotsAndMore'];
      await addRows(
        server.database,
        tables['reddit-posts'],
        spelled.map((name) => ({ ...post, subreddit_name: name })),
      );
      await trackReddit(account, 'teapots', 'Kilns');
      // The suggestions may show the spelling from before.
      await expect
        .poll(() => listReddit(account))
        .toMatchObject([
          { subreddit_name: 'Kilns', spellings: ['Kilns'], post_count: 0 },
          { subreddit_name: 'TeaPots', spellings: ['TeaPots', 'teapots'], post_count: 3 },
        ]);
      const { spellings = [] } = (await listReddit(account)).find(({ post_count: posts }) => posts === 3) ?? {};
      const filter = spellings.map((name) => `subreddit=${encodeURIComponent(name)}`).join('&');
      expect(await call(account, 'GET', `/table/reddit-posts?${filter}`)).toMatchObject({ body: { total: 3 } });
      await addRows(server.database, tables['reddit-posts'], [{ ...post, subreddit_name: 'Kilns' }]);
      await expect.poll(async () => (await listReddit(account))[0]?.post_count, { timeout: 20_000 }).toBe(1);
    });
  });

  describe('of TikTok users', () => {
    it('tracked users are listed in lower case with their data', async () => {
      const account = await createVerifiedAccount(server);
      const video = {
        author: 'https://www.tiktok.com/@mila.draws',
        video: 'https://x.example',
        posted_at: '2026-01-02T03:04:05Z',
      };
      await addRows(server.database, tables['tiktok-videos'], [
        { ...video, author_unique_id: 'mila.draws' },
        { ...video, author_unique_id: 'mila.draws' },
        { ...video, author_unique_id: 'somebody' },
      ]);
      expect((await trackTikTok(account, '@Mila.Draws', 'https://www.tiktok.com/@otto_bakes')).status).toBe(200);
      await server.database.execute(
        sql`update sources set follower_count = 12500, last_collected_at = '2026-03-31T10:00:00Z' where key = 'otto_bakes'`,
      );
      expect(await listTikTok(account)).toMatchObject([
        { unique_id: 'mila.draws', last_collected_at: null, follower_count: null, video_count: 2 },
        { unique_id: 'otto_bakes', last_collected_at: '2026-03-31T10:00:00.000Z', follower_count: 12_500, video_count: 0 },
      ]);
      expect(await trackedUserIds(server.database, await accountIdOf(server, account.email))).toEqual([
        'mila.draws',
        'otto_bakes',
      ]);
    });

    it('the authors with the most videos are offered, at most ten, without what is no name', async () => {
      const account = await createVerifiedAccount(server);
      const videosOf = (author: string, count: number) =>
        Array.from({ length: count }, (_, index) => ({
          author: `https://www.tiktok.com/@${author}`,
          video: `https://x.example/${encodeURIComponent(author)}/${index}`,
          posted_at: '2026-01-02T03:04:05Z',
          author_unique_id: author,
        }));
      await addRows(server.database, tables['tiktok-videos'], [
        ...videosOf('no name at all', 9),
        ...Array.from({ length: 11 }, (_, index) => videosOf(`top.author${index}`, 8 - Math.floor(index / 2))).flat(),
      ]);
      const read = async () => {
        const { status, body } = await call(account, 'GET', '/tiktok/top-authors');
        expect(status).toBe(200);
        return listTopAuthors.success.body.parse(body);
      };
      // They are counted anew some time after the table changed.
      await expect
        .poll(async () => (await read()).data[0], { timeout: 20_000 })
        .toEqual({ unique_id: 'top.author0', video_count: 8 });
      const { data, total } = await read();
      expect([data.length, total]).toEqual([10, 10]);
      expect(data.map(({ video_count: count }) => count)).toEqual([8, 8, 7, 7, 6, 6, 5, 5, 4, 4]);
      expect(data.map(({ unique_id: id }) => id)).not.toContain('top.author10');
    });

    it('the operator’s user limit holds for concurrent requests and is explained with its numbers', async () => {
      const account = await createVerifiedAccount(server);
      const ids = (count: number, from: number) => Array.from({ length: count }, (_, index) => `user${from + index}`);
      const refused = await trackTikTok(account, ...ids(13, 0));
      expect(refused).toMatchObject({ status: 400, body: { code: 'TRACKING.USER_LIMIT' } });
      expect(refused.body.msg).toBe('You can track at most 12 TikTok users. You track none yet, and 13 more would be added.');
      await trackTikTok(account, ...ids(10, 0));
      const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => trackTikTok(account, ...ids(2, 10 + 2 * index))));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.find(({ status }) => status === 400)?.body.msg).toMatch(
        /You track 1\d already, and 2 more would be added\.$/,
      );
      expect(await listTikTok(account)).toHaveLength(12);
    });

    it('an invalid user id is refused, and untracking can be repeated', async () => {
      const account = await createVerifiedAccount(server);
      expect(await trackTikTok(account, 'fine', 'https://www.tiktok.com/tag/tea')).toMatchObject({
        status: 400,
        body: { code: 'TRACKING.NAME_INVALID' },
      });
      await trackTikTok(account, 'fine');
      for (const id of ['@Fine', 'fine', '??'])
        expect((await call(account, 'DELETE', '/tiktok/track-users', { unique_id: id })).status).toBe(204);
      expect(await listTikTok(account)).toEqual([]);
    });
  });

  it('the state of the networks is shown without their credentials', async () => {
    const environment = {
      REDDIT_CLIENT_ID: 'canary-id',
      REDDIT_CLIENT_SECRET: 'canary-secret',
      REDDIT_USERNAME: 'canary_name',
      REDDIT_API_URL: 'http://127.0.0.1:9',
      REDDIT_AUTH_URL: 'http://127.0.0.1:9',
    };
    const configured = await startTestServer({ environment, app: { makeAdapters: () => ({ reddit: null, tiktok: null }) } });
    const account = await createVerifiedAccount(configured);
    await configured.database.execute(
      sql`update networks set state = 'refused', detail = 'canary-detail', state_since = now(), requests = 7,
        requests_on = ${configured.clock.now().toISOString().slice(0, 10)} where network = 'reddit'`,
    );
    const answer = await call(account, 'GET', '/sources');
    expect(getSources.success.body.parse(answer.body)).toMatchObject({
      reddit: { is_configured: true, state: 'refused', requests_today: 7, requests_a_day: null },
      tiktok: { is_configured: false, state: 'not_configured', requests_today: 0, requests_a_day: 1000 },
    });
    const tracked = await trackReddit(account, 'SaaS');
    expect(tracked.body).toMatchObject({ data: [{ health: { state: 'refused' } }] });
    expect(JSON.stringify([answer.body, tracked.body])).not.toContain('canary');
    await configured.database.execute(sql`update networks set requests_on = requests_on - 1`);
    expect((await call(account, 'GET', '/sources')).body).toMatchObject({ reddit: { requests_today: 0 } });
    const health = await configured.app.inject('/health');
    expect(health.json()).toMatchObject({
      parts: { sources: { status: 'up', detail: 'reddit refused, tiktok not configured' } },
    });
    await configured.close();
  });
});
