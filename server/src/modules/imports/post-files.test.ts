/** Files of posts and videos under names that are nearly those of the tables. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, ID, lines, OTHER_ID, post } from '../../testing/foreign-files.ts';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';

const REDDIT = 'https://www.reddit.com';

describe('files of posts and videos', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from tiktok_videos; delete from reddit_posts'));

  const load = async (
    table: 'reddit-posts' | 'tiktok-videos',
    content: string,
    options: Parameters<TestImports['load']>[2] = {},
  ) => {
    const loaded = await imports.load(table, content, options);
    return { ...loaded, rows: await imports.rows(table) };
  };

  const posts = [
    'title,score,id,url,comms_num,created,body,subreddit,thumbnail',
    `Own,1,1abcda,${REDDIT}/r/kettles/comments/1abcda/own/,4,1772000000,Text,kettles,self`,
    'Picture,2,1abcdb,https://i.imgur.com/a.jpg,5,1772000000,,kettles,https://b.example/t.jpg',
    `Other,3,1abcdc,${REDDIT}/r/teapots/comments/1zzzzz/other/,6,1772000000,,kettles,nsfw`,
    'Film,4,111111,https://www.youtube.com/watch?v=1,7,1772000000,,kettles,default',
  ];
  const addresses = [
    `${REDDIT}/r/kettles/comments/1abcda/own/`,
    `${REDDIT}/r/kettles/comments/1abcdb/`,
    `${REDDIT}/r/kettles/comments/1abcdc/`,
    `${REDDIT}/r/kettles/comments/111111/`,
  ];

  it('an address of a picture, a page or another post is not the permalink, and words are no thumbnails', async () => {
    const { rows, report, rejects } = await load('reddit-posts', `${posts.join('\n')}\n`);
    expect(rejects).toEqual([]);
    expect(report).toMatchObject({ added: 4, duplicates: 0, left_blank: [] });
    expect(rows.map(({ permalink }) => permalink)).toEqual(addresses);
    expect(rows.map(({ image_url: image }) => image)).toEqual([null, 'https://b.example/t.jpg', null, null]);
    expect(rows[0]).toMatchObject({ comment_count: 4, posted_at: '2026-02-25T06:13:20+00:00', text: 'Text' });
    const [names = '', ...cells] = posts;
    const objects = cells.map((line) => {
      const values = line.split(',');
      return Object.fromEntries(names.split(',').map((name, index) => [name, values[index]]));
    });
    expect((await load('reddit-posts', lines(...objects))).report).toMatchObject({ unchanged: 4, left_blank: [] });
  });

  it('without an address and without a subreddit, the id is enough', async () => {
    const { rows } = await load('reddit-posts', 'title,id,created_utc\nA,1abcda,1772000000\n');
    expect(rows).toMatchObject([{ permalink: `${REDDIT}/comments/1abcda/`, subreddit_name: null }]);
    await expect(load('reddit-posts', 'title,id,created_utc\nA,17,1772000000\n')).rejects.toMatchObject({
      detail: expect.stringContaining('it has no column for permalink'),
    });
    const { rejects } = await load('reddit-posts', 'title,id,url,created_utc\nA,17,https://a.example/b,1772000000\n');
    expect(rejects).toMatchObject([
      { line: 2, reason: 'permalink: "https://a.example/b" is not the address of a post, and there is no id to make it of' },
    ]);
  });

  it('the subreddit is read out of the permalink where no cell has it, also in Reddit’s own columns', async () => {
    const { rows } = await load(
      'reddit-posts',
      'title,permalink,created_utc,subreddit_id\nTea &amp; kettles,/r/kettles/comments/1abcda/tea/,1772000000.0,t5_2abc\n',
    );
    expect(rows).toMatchObject([
      {
        title: 'Tea & kettles',
        permalink: `${REDDIT}/r/kettles/comments/1abcda/tea/`,
        subreddit_name: 'kettles',
        posted_at: '2026-02-25T06:13:20+00:00',
      },
    ]);
    const objects = [
      { title: 'Own', link: `${REDDIT}/r/teapots/comments/1abcdb/own/`, created: 1_772_000_000 },
      { ...post('1abcdc'), subreddit: undefined, permalink: '/r/teapots/comments/1abcdc/x/' },
      { ...post('1abcdd'), permalink: 'https://i.imgur.com/a.jpg' },
    ];
    const more = await load('reddit-posts', lines(...objects));
    expect(more.rows.slice(1).map(({ subreddit_name: name }) => name)).toEqual(['teapots', 'teapots', 'kettles']);
    expect(more.rows.at(-1)).toMatchObject({ permalink: `${REDDIT}/r/kettles/comments/1abcdd/` });
  });

  it('what the operator names as the permalink is one', async () => {
    const content = 'title,id,where,created\nA,1abcda,https://a.example/b,1772000000\n';
    const { rows } = await load('reddit-posts', content, { mapping: { where: 'permalink' } });
    expect(rows).toMatchObject([{ permalink: 'https://a.example/b' }]);
  });

  it('sounds of flat forms, and short and old ids of sounds, are kept', async () => {
    const video = { username: 'mila', create_time: 1_772_000_000 };
    const flat = lines(
      { id: ID, ...video, musicId: '229207', musicName: 'Slow Evening', musicAuthor: 'Ana' },
      { id: OTHER_ID, ...video, musicId: 6_512_345_678_901_234, musicName: 'Old', musicAuthor: 'Ana' },
    );
    const { rows, report } = await load('tiktok-videos', flat);
    expect(report.left_blank).toEqual([]);
    expect(rows).toMatchObject([
      { sound_id: '229207', sound_title: 'Slow Evening' },
      { sound_id: '6512345678901234', sound_title: 'Old' },
    ]);
    const csv = `id,username,create_time,musicId,musicName\n${ID},mila,1772000000,229207.0,Slow Evening\n`;
    expect((await load('tiktok-videos', csv)).report).toMatchObject({ unchanged: 1, left_blank: [] });
    const own = `author,video,posted_at,sound_id\n@mila,${addressOf(ID).replace('mila.draws', 'mila')},1772000000,229207.0\n`;
    expect((await load('tiktok-videos', own)).report).toMatchObject({ unchanged: 1, left_blank: [] });
  });

  it('a column of counts is no list of hashtags, which is said', async () => {
    const notices = ['The column "hashtags" was not read: it holds numbers of hashtags, not hashtags.'];
    const research = `id,username,create_time,hashtags,desc\n${ID},mila,1772000000,3,Tea #kettle\n${OTHER_ID},mila,1772000000,0,\n`;
    const csv = await load('tiktok-videos', research);
    expect(csv.report.notices).toEqual(notices);
    expect(csv.rows.map(({ hashtags }) => hashtags)).toEqual([['kettle'], null]);
    const own = `author,video,posted_at,hashtags,hashtag names\n@mila,${csv.rows[0]?.video},1772000000,2,#tea #kettle\n`;
    const read = await load('tiktok-videos', own);
    expect(read.report).toMatchObject({ notices, mapping: { hashtags: null, 'hashtag names': 'hashtags' } });
    expect(read.rows[0]).toMatchObject({ hashtags: ['tea', 'kettle'] });
    const json = await load('tiktok-videos', lines({ author: '@mila', video: addressOf(OTHER_ID), posted_at: 1, hashtags: 12 }));
    expect(json.report).toMatchObject({ notices, left_blank: [] });
    const years = await load('tiktok-videos', own.replace(',2,', ',2024,').replace(',hashtag names', ',other'));
    expect(years.rows[0]).toMatchObject({ hashtags: ['2024'] });
    expect(years.report.notices).toEqual([]);
  });
});
