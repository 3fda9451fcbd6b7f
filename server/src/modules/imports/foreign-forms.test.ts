/**
 * Files in the networks' own formats: the rows they become, and what is refused. Long because each format has its whole files
 * beside its cases.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addressOf,
  answer,
  child,
  ID,
  lines,
  listing,
  OTHER_ID,
  post,
  RUINED,
  scraped,
  video,
} from '../../testing/foreign-files.ts';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';

describe('files in the form of a network', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from tiktok_videos; delete from reddit_posts'));

  const videosOf = async (content: string | Buffer, options: Parameters<TestImports['load']>[2] = {}) => {
    const loaded = await imports.load('tiktok-videos', content, options);
    return { ...loaded, rows: await imports.rows('tiktok-videos') };
  };
  const postsOf = async (content: string | Buffer, options: Parameters<TestImports['load']>[2] = {}) => {
    const loaded = await imports.load('reddit-posts', content, options);
    return { ...loaded, rows: await imports.rows('reddit-posts') };
  };

  describe('of TikTok', () => {
    it.each([
      ['a whole answer', answer(video(ID), video(OTHER_ID))],
      [
        'a whole answer over many lines',
        JSON.stringify(JSON.parse(answer(video('"@"'), video('"@@"'))), null, 2)
          .replace('"@"', ID)
          .replace('"@@"', OTHER_ID),
      ],
      ['a list', `[${video(ID)},${video(OTHER_ID)}]`],
      ['a list of answers', `[${answer(video(ID))},\n${answer(video(OTHER_ID))}]`],
      ['answers in lines', lines(answer(video(ID)), answer(video(OTHER_ID)))],
      ['videos in lines', lines(video(ID), '', video(OTHER_ID))],
    ])('%s is loaded, with every digit of its ids', async (_, content) => {
      const { report, rows, rejects } = await videosOf(content);
      expect(rejects).toEqual([]);
      expect(report).toMatchObject({ rows_read: 2, added: 2, duplicates: 0 });
      expect(rows.map(({ canonical_key: key }) => key)).toEqual([ID, OTHER_ID].map((id) => `video:tiktok.com/video/${id}`));
      expect(rows[0]).toMatchObject({
        author: 'https://www.tiktok.com/@mila.draws',
        author_unique_id: 'mila.draws',
        video: addressOf(ID),
        summary: 'A kettle',
        play_count: 7,
        posted_at: '2026-02-25T06:13:20+00:00',
      });
    });

    it.each([
      ['a list', JSON.stringify([scraped(ID)])],
      ['a list under a name', JSON.stringify({ collector: [scraped(ID)] }, null, 1)],
      ['lines', lines(scraped(ID))],
      ['one object', JSON.stringify(scraped(ID), null, 2)],
    ])('what scrapers make of pages is loaded from %s', async (_, content) => {
      const { rows } = await videosOf(content);
      expect(rows).toMatchObject([
        {
          author_unique_id: 'mila.draws',
          video: addressOf(ID),
          hashtags: ['kettle', 'tea'],
          like_count: 541_200,
          play_count: 1_200_000,
          sound_id: '7100000000000000123',
          sound_title: 'Slow Evening',
        },
      ]);
    });

    it('CSV of either form is loaded', async () => {
      const research = `id,username,video_description,create_time,view_count,music_id,hashtag_names\n${ID},mila.draws,"A, kettle",1772000000,7,7100000000000000123,"['kettle', 'tea']"\n`;
      expect((await videosOf(research)).rows).toMatchObject([
        {
          video: addressOf(ID),
          summary: 'A, kettle',
          hashtags: ['kettle', 'tea'],
          sound_id: '7100000000000000123',
          play_count: 7,
        },
      ]);
      const flattened = `authorMeta.name;webVideoUrl;createTimeISO;diggCount;hashtags/0/name;hashtags/1/name\nmila.draws;${addressOf(OTHER_ID)};2026-02-25T06:13:20.000Z;541.2K;Kettle;tea\n`;
      const { rows, report } = await videosOf(flattened);
      expect(report).toMatchObject({ added: 1, rejected: 0 });
      expect(rows[1]).toMatchObject({ video: addressOf(OTHER_ID), like_count: 541_200, hashtags: ['kettle', 'tea'] });
    });

    it('ids that lost their digits are refused, and loaded where an address has them', async () => {
      const { rejects, rows } = await videosOf(
        lines(video(RUINED), video('7.301234567890124e+18'), video(ID), scraped(OTHER_ID, { id: 7.301234567890124e18 })),
      );
      expect(rejects.map(({ line }) => line).sort()).toEqual([1, 2]);
      for (const { reason } of rejects) expect(reason).toContain('has lost its last digits');
      expect(rows.map(({ video: address }) => address)).toEqual([addressOf(ID), addressOf(OTHER_ID)]);
      const { rejects: ofSpreadsheet } = await videosOf('id,username,create_time\n7.30123E+18,mila,1772000000\n');
      expect(ofSpreadsheet).toMatchObject([{ line: 2, reason: expect.stringContaining('lost its last digits') }]);
    });

    it('rows are refused one by one, each with its reason', async () => {
      const { rejects, rows, report } = await videosOf(
        lines(
          video('"abc"'),
          '{"id":',
          video(ID, { username: 'no name!' }),
          video(ID, { view_count: 'lots' }),
          video(ID, { create_time: 'some day' }),
          { error: { code: 'rate_limit_exceeded' }, data: {} },
          video(OTHER_ID),
        ),
      );
      expect(rows.map(({ video: address }) => address)).toEqual([addressOf(ID), addressOf(OTHER_ID)]);
      expect(rejects.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
        '1 "abc" is not a video ID',
        '2 is not a JSON object',
        '3 "no name!" is not a user name',
        expect.stringMatching(/^5 posted_at: "some day" is not a time/),
        expect.stringMatching(/^6 author: is missing/),
      ]);
      expect(report).toMatchObject({
        rows_read: 7,
        rejected: 5,
        added: 2,
        left_blank: [{ column: 'play_count', value: 'lots', rows: 1 }],
      });
    });

    it('columns the form has are changed, and others are left alone', async () => {
      await videosOf(
        lines({
          author: '@mila.draws',
          video: addressOf(ID),
          posted_at: '2026-02-25',
          category: 'Art',
          sound_title: 'Slow Evening',
        }),
      );
      const { report, rows } = await videosOf(lines(video(ID)));
      expect(report).toMatchObject({ changed: 1 });
      expect(rows).toMatchObject([{ category: 'Art', sound_title: 'Slow Evening', play_count: 7 }]);
      expect(await videosOf(lines(video(ID)), { isDryRun: true })).toMatchObject({ report: { unchanged: 1, is_dry_run: true } });
    });

    it('the last of several copies of a video in one line counts', async () => {
      const { report, rows, rejects } = await videosOf(
        answer(video(ID, { view_count: 1 }), video('7'), video(ID, { create_time: 'x' }), video(ID, { view_count: 2 })),
      );
      expect(report).toMatchObject({ rows_read: 4, duplicates: 1, rejected: 1, added: 2 });
      expect(rejects).toMatchObject([{ line: 3, raw: expect.stringContaining(ID) }]);
      expect(rows.find(({ video: address }) => address === addressOf(ID))).toMatchObject({ play_count: 2 });
    });

    it('deleted videos are refused from CSV and from the table’s own columns, too', async () => {
      const address = (id: string) => `https://www.reddit.com/r/kettles/comments/${id}/csv/`;
      const csv = [
        'title,author,subreddit,permalink,created_utc,selftext,removed_by_category',
        `Gone,[deleted],kettles,${address('2aba')},1772000000,Text,`,
        `Gone,u/[deleted],kettles,${address('2abb')},1772000000,Text,`,
        `Gone,kettle_friend,kettles,${address('2abc')},1772000000,[removed],`,
        `[ Removed by Reddit ],kettle_friend,kettles,${address('2abd')},1772000000,,`,
        `Gone,kettle_friend,kettles,${address('2abe')},1772000000,Text,moderator`,
        `Here,kettle_friend,kettles,${address('2abf')},1772000000,Text,None`,
        `Here too,kettle_friend,kettles,${address('2abg')},1772000000,It was [removed] once,`,
      ];
      const { rows, rejects } = await postsOf(`${csv.join('\n')}\n`);
      expect(rows.map(({ title }) => title)).toEqual(['Here', 'Here too']);
      expect(rejects.map(({ line, reason }) => `${line} ${reason}`)).toEqual(
        [2, 3, 4, 5, 6].map((line) => `${line} was deleted or removed at Reddit`),
      );
      const own = { title: 'Own', permalink: address('2abh'), posted_at: '2026-02-25T06:13:20Z' };
      for (const gone of [{ author: '[deleted]' }, { text: '[deleted]' }, { title: '[removed]' }]) {
        expect((await postsOf(lines({ ...own, ...gone }))).report).toMatchObject({ added: 0, rejected: 1 });
        const table = ['title', 'permalink', 'posted_at', ...Object.keys(gone)];
        const cells = table.map((name) => Object.entries({ ...own, ...gone }).find(([key]) => key === name)?.[1]);
        const ofTable = new Map(table.map((name, index) => [name, cells[index]]));
        const content = `${[...ofTable.keys()].join()}\n${[...ofTable.values()].join()}\n`;
        expect((await postsOf(content)).report).toMatchObject({ added: 0, rejected: 1 });
      }
      expect(await imports.rows('reddit-posts')).toHaveLength(2);
    });

    it('CSV with Reddit’s columns is unescaped, and CSV with the table’s is not', async () => {
      const row = (id: string, title: string) =>
        `${title},kettles,https://www.reddit.com/r/kettles/comments/${id}/csv/,1772000000\n`;
      const { rows } = await postsOf(
        `title,subreddit,permalink,created_utc\n${row('2abc', 'Tea &amp; &lt;kettles&gt;')}${row('2abd', 'Tea & &amp;')}`,
      );
      expect(rows.map(({ title }) => title)).toEqual(['Tea & <kettles>', 'Tea & &amp;']);
      const ours = await postsOf(`title,subreddit_name,permalink,posted_at\n${row('2abe', 'How to write &amp;')}`);
      expect(ours.rows.at(-1)).toMatchObject({ title: 'How to write &amp;' });
    });

    it('the table’s own columns are still read by their names, with exact ids', async () => {
      const own = `{"id":3,"author":"@Mila.Draws","video":"${addressOf(ID)}","posted_at":1772000000,"music id":7100000000000000123}\n`;
      const { rows, report } = await videosOf(own);
      expect(rows).toMatchObject([{ author_unique_id: 'mila.draws', sound_id: '7100000000000000123' }]);
      expect(report.mapping).toMatchObject({ id: null, 'music id': 'sound_id' });
      const mapping = { id: 'video', who: 'author', when: 'posted_at' };
      const chosen = `{"id":"${addressOf(OTHER_ID)}","who":"@mila.draws","when":1772000000,"username":"ignored"}\n`;
      expect((await videosOf(chosen, { mapping })).rows[1]).toMatchObject({ video: addressOf(OTHER_ID) });
    });
  });

  describe('of Reddit', () => {
    it.each([
      ['a listing', JSON.stringify(listing(child(post('1abc')), child(post('1abd'))))],
      ['a listing over many lines', JSON.stringify(listing(child(post('1abc')), child(post('1abd'))), null, 2)],
      ['a list of listings', JSON.stringify([listing(child(post('1abc'))), listing(child(post('1abd')))])],
      ['listings in lines', lines(listing(child(post('1abc'))), listing(child(post('1abd'))))],
      ['posts in lines', lines(post('1abc'), post('1abd', { created_utc: '1772000000', name: undefined }))],
      ['children in a list', JSON.stringify([child(post('1abc')), child(post('1abd'))])],
    ])('%s is loaded', async (_, content) => {
      const { rows, rejects, report } = await postsOf(content);
      expect(rejects).toEqual([]);
      expect(report).toMatchObject({ rows_read: 2, added: 2 });
      expect(rows[1]).toMatchObject({
        title: 'Post 1abd',
        author: 'kettle_friend',
        subreddit_name: 'kettles',
        permalink: 'https://www.reddit.com/r/kettles/comments/1abd/post/',
        comment_count: 4,
        score: 12,
        text: 'Hot.',
        posted_at: '2026-02-25T06:13:20+00:00',
      });
    });

    it('only escaped texts are unescaped', async () => {
      const { rows } = await postsOf(
        lines(
          post('1abc', { title: 'Tea &amp; &lt;kettles&gt;', selftext: 'a &amp;amp; b' }),
          post('1abd', { title: 'Tea & kettles', selftext: 'write &amp;lt; for &lt;' }),
          JSON.stringify(post('1abe', { title: 'Tea &amp; kettles' })).replaceAll('&', '\\u0026'),
        ),
      );
      expect(rows).toMatchObject([
        { title: 'Tea & <kettles>', text: 'a &amp; b' },
        { title: 'Tea & kettles', text: 'write &amp;lt; for &lt;' },
        { title: 'Tea & kettles' },
      ]);
    });

    it('the address is found in older collections', async () => {
      const { rows } = await postsOf(
        lines(
          post('1abc', { permalink: undefined, full_link: 'https://www.reddit.com/r/kettles/comments/1abc/old/' }),
          post('1abd', { permalink: undefined }),
        ),
      );
      expect(rows.map(({ permalink }) => permalink)).toEqual([
        'https://www.reddit.com/r/kettles/comments/1abc/old/',
        'https://www.reddit.com/r/kettles/comments/1abd/',
      ]);
    });

    it('deleted posts, comments and incomplete posts are refused with their reasons', async () => {
      const { rejects, rows } = await postsOf(
        lines(
          post('1abc', { author: '[deleted]', selftext: '[deleted]' }),
          post('1abd', { removed_by_category: 'moderator' }),
          child({ id: '1abe', body: 'x' }, 't1'),
          post('1abf', { title: undefined }),
          post('1abg', { permalink: '/r/kettles/comments/1zzz/post/' }),
          '{"id":"1abh"',
          post('1abi'),
        ),
      );
      expect(rows).toMatchObject([{ title: 'Post 1abi' }]);
      expect(rejects.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
        '1 was deleted or removed at Reddit',
        '2 was deleted or removed at Reddit',
        '3 is a comment, not a post',
        expect.stringMatching(/^4 is not a complete post/),
        expect.stringMatching(/^5 is not a complete post/),
        '6 is not a JSON object',
      ]);
    });

    it('the table’s own columns are still read by their names, and CSV by its headers', async () => {
      await postsOf(
        lines({ title: 'Own', permalink: 'https://www.reddit.com/r/kettles/comments/2abc/own/', created: 1_772_000_000 }),
      );
      const { rows } = await postsOf(
        'title,subreddit,permalink,url,created_utc,num_comments,score,selftext,link_flair_text\nCSV,r/kettles,/r/kettles/comments/2abd/csv/,https://x.example/1.jpg,1772000000.0,3,4,Text,Tea\n',
      );
      expect(rows).toMatchObject([
        { title: 'Own', posted_at: '2026-02-25T06:13:20+00:00' },
        {
          permalink: 'https://www.reddit.com/r/kettles/comments/2abd/csv/',
          subreddit_name: 'kettles',
          comment_count: 3,
          flair: 'Tea',
          text: 'Text',
        },
      ]);
    });
  });

  it.each([
    ['nothing', '', 'it is empty'],
    ['blanks', ' \n ', 'it is empty'],
    ['a document that breaks off', answer(video(ID), video(OTHER_ID)).slice(0, -40), 'breaks off in line 1'],
    ['a list that breaks off', `[${video(ID)},\n${video(OTHER_ID)}`, 'breaks off in line 2'],
    ['brackets that do not fit', `[${video(ID)}}]`, 'closes nothing'],
  ])('%s is refused whole', async (_, content, reason) => {
    const before = await imports.fingerprint('tiktok-videos');
    await expect(videosOf(content, { format: 'jsonl' })).rejects.toMatchObject({
      code: 'IMPORT.UNREADABLE',
      message: expect.stringContaining(reason),
    });
    expect(await imports.fingerprint('tiktok-videos')).toBe(before);
  });

  it('a list without posts adds none', async () => {
    for (const content of ['[]', JSON.stringify(listing())])
      expect((await postsOf(content)).report).toMatchObject({ rows_read: 0, added: 0 });
  });

  it('deeply nested JSON breaks nothing', async () => {
    const deep = `{"id":${OTHER_ID},"username":"mila","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    for (const content of [lines(answer(deep, video(ID))), `[${deep},${video(ID)}]`])
      expect((await videosOf(content)).rows.map(({ video: address }) => address)).toContain(addressOf(ID));
    await expect(videosOf(`${'['.repeat(200_000)}${video(ID)}`)).rejects.toMatchObject({ code: 'IMPORT.UNREADABLE' });
  });

  it('a list of many is loaded item by item', async () => {
    const content = `[${Array.from({ length: 3000 }, (_, index) => video(String(BigInt(ID) + BigInt(index * 4096)))).join(',')}]`;
    expect((await videosOf(content)).report).toMatchObject({ rows_read: 3000, added: 3000 });
  });
});
