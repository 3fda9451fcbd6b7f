/** Files of posts and videos by many programs: words that a network's form leaves open, and files that hold something else. */
import type { TableName } from '@leadloom/shared/tables/tables';
import { describe, expect, it } from 'vitest';
import { readFile } from '../../../testing/read-file.ts';

type Cells = Readonly<Record<string, string>>;
const ID = '7411111111111111611';
const ADDRESS = `https://www.tiktok.com/@loom.postfict/video/${ID}`;
const csvOf = (row: Cells) => `${Object.keys(row).join()}\n${Object.values(row).join()}\n`;

describe('videos', () => {
  it.each<[string, Cells, Readonly<Record<string, unknown>>]>([
    [
      'counts in words',
      { video_id: ID, username: 'loom.postfict', views: '399', likes: '56', comments: '12', shares: '1' },
      { play_count: 399, like_count: 56, comment_count: 12, share_count: 1 },
    ],
    [
      'counts of pages',
      { video_id: ID, author_username: 'loom.postfict', video_playcount: '399', video_diggcount: '56' },
      { play_count: 399, like_count: 56 },
    ],
    [
      'counts of API',
      { id: ID, username: 'loom.postfict', view_count: '399', like_count: '56', share_count: '2' },
      { play_count: 399, like_count: 56, share_count: 2 },
    ],
    ['a description', { video_id: ID, username: 'loom.postfict', description: 'Looms' }, { summary: 'Looms' }],
    ['a caption', { video_id: ID, username: 'loom.postfict', caption: 'Looms' }, { summary: 'Looms' }],
    ['a date', { video_id: ID, username: 'loom.postfict', date: '2024-09-04' }, { posted_at: '2024-09-04T00:00:00.000Z' }],
    [
      'a time in seconds',
      { video_id: ID, username: 'loom.postfict', video_time: '1725539546' },
      { posted_at: '2024-09-05T12:32:26.000Z' },
    ],
    [
      'a timestamp',
      { video_id: ID, author_username: 'loom.postfict', video_timestamp: '2024-09-05T08:32:26' },
      { posted_at: '2024-09-05T08:32:26.000Z' },
    ],
    ['a category', { video_id: ID, username: 'loom.postfict', category: 'Craft' }, { category: 'Craft' }],
    ['a song', { video_id: ID, username: 'loom.postfict', music_title: 'Slow' }, { sound_title: 'Slow' }],
    [
      'a count in the form and in words',
      { id: ID, username: 'loom.postfict', view_count: '399', views: '1' },
      { play_count: 399 },
    ],
    ['a count that the form has blank', { id: ID, username: 'loom.postfict', view_count: '', views: '7' }, { play_count: 7 }],
  ])('%s, as CSV and JSON', async (_, row, expected) => {
    for (const content of [csvOf(row), `${JSON.stringify(row)}\n`]) {
      const { rows, problems } = await readFile('tiktok-videos', content);
      expect(problems).toEqual([]);
      expect(rows).toEqual([expect.objectContaining({ video: ADDRESS, author_unique_id: 'loom.postfict', ...expected })]);
    }
  });

  it.each<[string, Cells]>([
    [
      'a display name and an uploader',
      { webpage_url: ADDRESS, uploader: 'loom.postfict', channel: 'Loom Display', timestamp: '1725539546' },
    ],
    ['a display name alone', { webpage_url: ADDRESS, channel: 'Loom Display', timestamp: '1725539546' }],
    [
      'the address of the author',
      { webpage_url: ADDRESS, uploader_url: 'https://www.tiktok.com/@loom.postfict', channel: 'Loom', timestamp: '1725539546' },
    ],
    [
      'the display name first',
      { channel: 'Loom Display', uploader: 'loom.postfict', webpage_url: ADDRESS, timestamp: '1725539546' },
    ],
  ])('the author is never a display name: %s', async (_, row) => {
    const { rows } = await readFile('tiktok-videos', JSON.stringify(row));
    expect(rows).toEqual([expect.objectContaining({ author: 'https://www.tiktok.com/@loom.postfict' })]);
  });

  it.each(['Likes and Favorites', 'Your Activity', 'Activity', 'Direct Message', 'Profile And Settings', 'Comment'])(
    'TikTok’s export of own data is called so: %s',
    async (section) => {
      const content = JSON.stringify({ [section]: { 'Some List': { Items: [{ date: '2025-11-09', link: ADDRESS }] } } });
      await expect(readFile('tiktok-videos', content)).rejects.toThrow('TikTok’s export of a person’s own data');
    },
  );
});

describe('comments are no posts', () => {
  const comment = { body: 'Text', subreddit: 'weaving', created_utc: '1709627405', author: 'loomfan' };
  it.each<[string, Cells]>([
    ['an id of comments', { id: 't1_postf1', title: 'A', subreddit: 'weaving' }],
    ['a full name of comments', { name: 't1_postf1', title: 'A', subreddit: 'weaving' }],
    ['a kind', { id: 'postf1', dataType: 'comment', title: 'A', subreddit: 'weaving' }],
    ['an item type', { id: 'postf1', itemType: 'comment', title: 'A', subreddit: 'weaving' }],
  ])('%s in CSV', async (_, row) => {
    const address = 'https://www.reddit.com/r/weaving/comments/postf0/a/postf1/';
    const { problems } = await readFile('reddit-posts', csvOf({ ...row, url: address, date: '2024-03-05' }));
    expect(problems).toEqual(['is a comment, not a post']);
    await expect(readFile('reddit-posts', csvOf(row))).rejects.toThrow('its rows are comments, not posts');
  });

  it.each<[string, object]>([
    ['an id of comments', { ...comment, id: 't1_postf1' }],
    ['a parent', { ...comment, id: 'postf1', parent_id: 't3_postf0' }],
    ['a post that it belongs to', { ...comment, id: 'postf1', link_id: 't3_postf0' }],
    ['a kind', { id: 'postf1', dataType: 'comment', title: '', communityName: 'r/weaving' }],
    ['a listing', { kind: 't1', data: { ...comment, id: 'postf1' } }],
  ])('%s in JSON', async (_, object) => {
    const { problems } = await readFile('reddit-posts', `${JSON.stringify(object)}\n`);
    expect(problems).toEqual(['is a comment, not a post']);
  });

  it('a file of comments is called so as a whole', async () => {
    await expect(readFile('reddit-posts', 'id,body,parent_id,score\npostf1,Text,t3_postf0,3\n')).rejects.toThrow(
      'The file could not be read: its rows are comments, not posts. Nothing was loaded.',
    );
  });
});

it('a post of Reddit may be called None', async () => {
  const post = { id: 'postf9', title: 'None', subreddit: 'weaving', created_utc: 1_709_627_405, author: 'loomfan' };
  const { rows } = await readFile(
    'reddit-posts',
    `${JSON.stringify({ ...post, permalink: '/r/weaving/comments/postf9/none/' })}\n`,
  );
  expect(rows).toEqual([expect.objectContaining({ title: 'None' })]);
});

it.each<[TableName, object]>([
  ['companies', { name: 'Loom', website: 'loom.example' }],
  ['investors', { name: 'Loom Capital', website: 'loom.example' }],
  ['people', { name: 'Ada', email: 'ada@loom.example' }],
  ['shopify', { merchant_name: 'Loom', url: 'shop.loom.example' }],
  ['reviews', { title: 'Fine', text: 'It weaves.' }],
  ['reddit-posts', { id: 'postf2', title: 'A', subreddit: 'weaving', date: '2024-03-05' }],
  ['tiktok-videos', { video: ADDRESS, author: 'loom.postfict', date: '2024-03-05' }],
])('%s: a list of JSON is read as lines are, indented or not', async (table, object) => {
  const written = [`${JSON.stringify(object)}\n`, JSON.stringify([object]), JSON.stringify([object], null, 2)];
  const read = await Promise.all(written.map(async (content) => (await readFile(table, content)).rows));
  expect(read[0]).toHaveLength(1);
  for (const rows of read) expect(rows).toEqual(read[0]);
});
