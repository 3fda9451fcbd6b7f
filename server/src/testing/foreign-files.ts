/** Files as networks and scrapers write them. */

export const ID = '7301234567890123457';
export const OTHER_ID = '7301234567890123999';
export const RUINED = '7301234567890124000';

/** A video as the Research API writes it: ids are numbers. */
export const video = (id: string, more: object = {}) => {
  const fields = { username: 'mila.draws', video_description: 'A kettle', create_time: 1_772_000_000, view_count: 7, ...more };
  return JSON.stringify({ id: '@', ...fields }).replace('"@"', id);
};
export const answer = (...videos: readonly string[]) =>
  `{"data":{"videos":[${videos.join(',')}],"cursor":100,"has_more":false,"search_id":"1"},"error":{"code":"ok","message":""}}`;
export const scraped = (id: string, more: object = {}) => ({
  id,
  text: 'A kettle',
  createTimeISO: '2026-02-25T06:13:20.000Z',
  authorMeta: { name: 'Mila.Draws' },
  musicMeta: { musicId: '7100000000000000123', musicName: 'Slow Evening' },
  webVideoUrl: `https://www.tiktok.com/@mila.draws/video/${id}`,
  diggCount: '541.2K',
  playCount: '1.2M',
  hashtags: [{ name: 'Kettle' }, { name: 'tea' }],
  ...more,
});
export const addressOf = (id: string) => `https://www.tiktok.com/@mila.draws/video/${id}`;

export const post = (id: string, more: object = {}) => ({
  id,
  name: `t3_${id}`,
  title: `Post ${id}`,
  author: 'kettle_friend',
  subreddit: 'kettles',
  permalink: `/r/kettles/comments/${id}/post/`,
  created_utc: 1_772_000_000,
  num_comments: 4,
  score: 12,
  is_self: true,
  selftext: 'Hot.',
  ...more,
});
export const child = (data: object, kind = 't3') => ({ kind, data });
export const listing = (...children: readonly object[]) => ({
  kind: 'Listing',
  data: { after: null, dist: children.length, children },
});
export const lines = (...values: readonly unknown[]) =>
  values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('');
