import { parseExactJson } from '@leadloom/shared/domain/exact-json';
import { describe, expect, it } from 'vitest';
import { readTikTokVideo } from './read-tiktok-video.ts';

const ID = '7301234567890123457';
/** What is left of it in a number of JavaScript. */
const RUINED = '7301234567890124000';

const research = {
  id: ID,
  username: 'Mila.Draws',
  video_description: 'A kettle, drawn #Kettle #drawing',
  create_time: 1_700_000_100,
  region_code: 'NO',
  view_count: 1200,
  like_count: 90,
  comment_count: 4,
  share_count: 2,
  music_id: '7100000000000000123',
  hashtag_names: ['Kettle', 'drawing'],
};
const scraped = {
  id: ID,
  text: 'A kettle, drawn',
  createTime: '1700000100',
  createTimeISO: '2023-11-14T22:15:00.000Z',
  authorMeta: { id: '6800000000000000001', name: 'mila.draws', nickName: 'Mila' },
  musicMeta: { musicId: '7100000000000000123', musicName: 'Slow Evening' },
  webVideoUrl: `https://www.tiktok.com/@mila.draws/video/${ID}`,
  diggCount: '541.2K',
  shareCount: 2,
  playCount: '1.2M',
  commentCount: 4,
  hashtags: [{ id: '1', name: 'Kettle' }, { name: '' }],
};

const recordOf = (data: unknown) => {
  const reading = readTikTokVideo(data);
  return reading.kind === 'video' ? reading.record : reading;
};

describe('a video as a row', () => {
  it('a video of the Research API is read without values that it does not contain', () => {
    expect(recordOf(research)).toEqual({
      author: 'https://www.tiktok.com/@mila.draws',
      author_unique_id: 'mila.draws',
      video: `https://www.tiktok.com/@mila.draws/video/${ID}`,
      hashtags: ['Kettle', 'drawing'],
      play_count: 1200,
      comment_count: 4,
      like_count: 90,
      share_count: 2,
      summary: 'A kettle, drawn #Kettle #drawing',
      posted_at: '2023-11-14T22:15:00.000Z',
      sound_id: '7100000000000000123',
    });
  });

  it('a video is read from the form of page scrapers', () => {
    expect(recordOf(scraped)).toMatchObject({
      author: 'https://www.tiktok.com/@mila.draws',
      video: `https://www.tiktok.com/@mila.draws/video/${ID}`,
      hashtags: ['Kettle'],
      play_count: '1.2M',
      like_count: '541.2K',
      posted_at: '2023-11-14T22:15:00.000Z',
      sound_id: '7100000000000000123',
      sound_title: 'Slow Evening',
    });
  });

  it("a video is read from the form of TikTok's pages", () => {
    const page = {
      id: ID,
      desc: 'A kettle',
      createTime: 1_700_000_100,
      video: { duration: 12 },
      author: { id: '68', uniqueId: 'mila.draws' },
      music: { id: '7100000000000000123', title: 'Slow Evening' },
      stats: { diggCount: 1, playCount: 2, commentCount: 3, shareCount: 4 },
      challenges: [{ id: '1', title: 'kettle' }],
    };
    expect(recordOf(page)).toMatchObject({
      author_unique_id: 'mila.draws',
      summary: 'A kettle',
      hashtags: ['kettle'],
      like_count: 1,
      play_count: 2,
      comment_count: 3,
      share_count: 4,
      sound_title: 'Slow Evening',
    });
    const { author: _, ...nameless } = page;
    expect(recordOf({ ...nameless, author: 'mila.draws' })).toMatchObject({ author_unique_id: 'mila.draws' });
  });

  it('the author is read from the address', () => {
    const { authorMeta: _, ...nameless } = scraped;
    expect(recordOf(nameless)).toMatchObject({ author: 'https://www.tiktok.com/@mila.draws' });
    expect(recordOf({ share_url: `https://m.tiktok.com/@Mila.Draws/photo/${ID}?lang=en`, title: 'x' })).toMatchObject({
      author_unique_id: 'mila.draws',
      video: `https://www.tiktok.com/@mila.draws/video/${ID}`,
    });
  });

  it('hashtags are read from the caption when none are listed', () => {
    const { hashtag_names: _, ...bare } = research;
    expect(recordOf({ ...bare, video_description: 'Ünser #Kettle, #日本 ＃drawing# #' })).toMatchObject({
      hashtags: ['Kettle', '日本', 'drawing'],
    });
    expect(recordOf({ ...bare, hashtag_names: [] })).toMatchObject({ hashtags: [] });
    expect(recordOf({ ...bare, video_description: undefined })).not.toHaveProperty('hashtags');
  });

  it('the time is read from the id when there is no other', () => {
    const second = Number(BigInt(ID) >> 32n);
    const moment = new Date(second * 1000).toISOString();
    for (const create_time of [undefined, null, '', 0])
      expect(recordOf({ ...research, create_time })).toMatchObject({ posted_at: moment });
    expect(recordOf({ ...research, create_time: 1_700_000_100_000 })).toMatchObject({ posted_at: '2023-11-14T22:15:00.000Z' });
    expect(recordOf({ ...research, create_time: 'some day' })).toMatchObject({ posted_at: 'some day' });
    expect(recordOf({ ...research, id: '1234567', create_time: undefined })).not.toHaveProperty('posted_at');
  });

  it('an id beyond 2^53 keeps its last digit', () => {
    const text = `{"id":${ID},"username":"mila","music_id":7100000000000000123}`;
    expect(recordOf(parseExactJson(text))).toMatchObject({
      video: `https://www.tiktok.com/@mila/video/${ID}`,
      sound_id: '7100000000000000123',
    });
  });

  it.each([['7.3e+18'], ['7,3E+18'], [7.301234567890124e18], ['7301234567890124000.0']])(
    'a video with the id %j is refused, because its last digits are lost',
    (id) => {
      expect(readTikTokVideo({ ...research, id })).toMatchObject({
        kind: 'unusable',
        reason: expect.stringContaining('lost its last digits'),
      });
      // Its address still has them all.
      expect(recordOf({ ...scraped, id })).toMatchObject({ video: `https://www.tiktok.com/@mila.draws/video/${ID}` });
    },
  );

  it('the whole file decides whether an id that ends in zeros was rounded, unless it is known to be exact', () => {
    const found = { place: 'id', written: RUINED, looksRounded: true, settles: 'video' };
    expect(readTikTokVideo({ ...research, id: RUINED })).toMatchObject({ kind: 'video', ids: [found, { place: 'sound' }] });
    for (const exact of [{ hasExactIds: true }, { isText: () => true }])
      expect(readTikTokVideo({ ...research, id: RUINED }, exact)).toMatchObject({ kind: 'video', ids: [] });
    const address = `https://www.tiktok.com/@mila.draws/video/${RUINED}`;
    expect(recordOf({ ...scraped, id: RUINED, webVideoUrl: address })).toMatchObject({ video: address });
  });

  it('a video whose sound id was lost has no sound', () => {
    expect(recordOf({ ...research, music_id: '7.1e+18' })).toMatchObject({ sound_id: null });
    expect(recordOf({ ...scraped, musicMeta: { musicId: 7.1e18, musicName: 'Slow Evening' } })).toMatchObject({
      sound_id: null,
      sound_title: 'Slow Evening',
    });
    expect(recordOf({ ...research, music_id: 0 })).toMatchObject({ sound_id: null });
  });

  it.each([
    [{ ...research, id: 'abc' }, '"abc" is not a video ID'],
    [{ ...research, id: '99999999999999999999' }, 'is not a video ID'],
    [{ ...research, id: { a: 1 } }, 'is not a video ID'],
    [{ ...research, username: 'not a name' }, '"not a name" is not a user name'],
    [{ ...research, username: '../../etc' }, 'is not a user name'],
    [{ ...research, username: 12 }, 'is not a user name'],
    [{ ...scraped, id: '7301234567890123999' }, 'does not match the one in its URL'],
  ])('is refused in words: %#', (data, reason) => {
    expect(readTikTokVideo(data)).toMatchObject({ kind: 'unusable', reason: expect.stringContaining(reason) });
  });

  it.each([
    null,
    7,
    'text',
    [],
    {},
    { id: ID },
    { username: 'mila' },
    { author: 'https://www.tiktok.com/@mila', video: `https://www.tiktok.com/@mila/video/${ID}`, id: 3 },
  ])('%j is none', (data) => {
    expect(readTikTokVideo(data)).toEqual({ kind: 'other' });
  });

  it('values that no cell can have are passed on, so that the table refuses them', () => {
    expect(recordOf({ ...research, view_count: { a: 1 } })).toMatchObject({ play_count: '{"a":1}' });
  });
});
