/**
 * One video as TikTok's interfaces and the programs around them write it, as a row of `tiktok-videos`: the flat
 * form of the Research API, and the nested one of web pages and of the programs that read them. A row has only
 * what the form says, so that nothing else known of the video is cleared.
 */
import { readTikTokName } from '@leadloom/shared/social/names';
import type { CellValue } from '@leadloom/shared/tables/define-table';
import type { SourceRecord } from '../adapters.ts';
import { isRuinedId, readId, secondOfId } from './video-id.ts';

/**
 * - `video`: counts, and moments in no form of the network, stay as they are written, for the table reads them
 * - `unusable`: a video that cannot be a row, and why, for people
 * - `other`: no video in any of these forms
 */
export type TikTokReading =
  | { readonly kind: 'video'; readonly record: SourceRecord }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'other' };

interface ReadOptions {
  /** Its ids come from the network itself. Elsewhere zeros at their end may be what a program made of other digits. */
  readonly hasExactIds?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

interface Address {
  readonly name: string;
  readonly id: string;
}

const ADDRESS = /^(?:https?:\/\/)?(?:www\.|m\.)?tiktok\.com\/@([^/?#]+)\/(?:video|photo)\/(\d{1,19})(?=$|[/?#])/i;
const HASHTAG = /[#＃]([\p{L}\p{M}\p{N}_]+)/gu;
/** A number this large counts milliseconds. */
const MILLISECONDS_FROM = 100_000_000_000;
const QUOTED_LENGTH = 60;

/** @param data an object out of JSON, of which long numbers are read as text */
export function readTikTokVideo(data: unknown, { hasExactIds = false }: ReadOptions = {}): TikTokReading {
  const video = fieldsOf(data);
  // With its address under this name it is a row of the table already.
  if (video === null || typeof video.video === 'string') return { kind: 'other' };
  const author = fieldsOf(video.author);
  const writtenId = first(video, 'video_id', 'videoId', 'id', 'aweme_id');
  const address = addressOf(first(video, 'webVideoUrl', 'share_url', 'shareUrl', 'video_url', 'videoUrl', 'url'));
  const writtenName =
    first(video, 'username', 'author_username', 'author_name', 'uniqueId') ??
    first(fieldsOf(video.authorMeta), 'name', 'uniqueId') ??
    first(author, 'uniqueId', 'unique_id') ??
    (author === null ? first(video, 'author') : undefined) ??
    address?.name;
  if (writtenName === undefined || (writtenId === undefined && address === null)) return { kind: 'other' };
  const name = typeof writtenName === 'string' ? readTikTokName(writtenName) : null;
  if (name === null) return unusable(`${shown(writtenName)} is no name of a user`);
  const id = identify(writtenId, address, hasExactIds);
  return typeof id === 'string' ? { kind: 'video', record: recordOf(video, { name, id }, hasExactIds) } : id;
}

/** @returns the video's id, or why there is none to be sure of */
function identify(written: unknown, address: Address | null, isExact: boolean): string | TikTokReading {
  const id = readId(written);
  const isRuined = !isExact && isRuinedId(written);
  // An address is text everywhere, so its digits are those the network gave.
  if (address !== null) {
    const isContradicted = id !== null && !isRuined && id !== address.id;
    return isContradicted ? unusable(`its id ${id} is not the one in its address, ${address.id}`) : address.id;
  }
  if (isRuined)
    return unusable(
      `id ${shown(written)} has lost its last digits, or might have: some program took it for a number; add the video's address as webVideoUrl`,
    );
  return id ?? unusable(`${shown(written)} is no id of a video`);
}

function recordOf(video: Fields, { name, id }: Address, hasExactIds: boolean): SourceRecord {
  const stats = [video, fieldsOf(video.statsV2), fieldsOf(video.stats)];
  const count = (...names: readonly string[]) => stats.map((fields) => first(fields, ...names)).find(isThere);
  const music = fieldsOf(video.musicMeta) ?? fieldsOf(video.music);
  const summary = first(video, 'video_description', 'text', 'desc', 'caption', 'title');
  const author = `https://www.tiktok.com/@${name}`;
  const cells: Readonly<Record<string, unknown>> = {
    author,
    author_unique_id: name,
    video: `${author}/video/${id}`,
    hashtags: hashtagsOf(video, summary),
    play_count: count('view_count', 'playCount', 'play_count', 'views'),
    comment_count: count('comment_count', 'commentCount'),
    like_count: count('like_count', 'diggCount', 'digg_count', 'likes'),
    share_count: count('share_count', 'shareCount'),
    summary,
    posted_at: momentOf(first(video, 'create_time', 'createTime', 'createTimeISO'), id),
    sound_id: soundIdOf(first(video, 'music_id', 'musicId') ?? first(music, 'musicId', 'id'), hasExactIds),
    sound_title: first(music, 'musicName', 'title') ?? first(video, 'music_title', 'musicTitle'),
  };
  const record: Record<string, CellValue> = {};
  for (const [field, value] of Object.entries(cells)) if (value !== undefined) record[field] = cellOf(value);
  return record;
}

/** Seconds, milliseconds or text; where the form says nothing, when the id was given. undefined: not known */
function momentOf(written: unknown, id: string): unknown {
  const number = typeof written === 'string' && /^\s*\d{1,13}\s*$/.test(written) ? Number(written) : written;
  if (number === undefined || number === 0) {
    const second = secondOfId(id);
    return second === null ? undefined : new Date(second * 1000).toISOString();
  }
  if (typeof number !== 'number') return number;
  const moment = new Date(number >= MILLISECONDS_FROM ? number : number * 1000);
  return Number.isNaN(moment.getTime()) ? written : moment.toISOString();
}

/** A sound that may be another one is none: videos are compared by it. */
function soundIdOf(written: unknown, isExact: boolean): string | null | undefined {
  if (written === undefined) return undefined;
  return !isExact && isRuinedId(written) ? null : readId(written);
}

function hashtagsOf(video: Fields, summary: unknown): unknown {
  const listed = first(video, 'hashtag_names', 'hashtags', 'hashtag_info_list', 'challenges', 'textExtra');
  if (typeof listed === 'object' && listed !== null) return Object.values(listed).flatMap(hashtagOf);
  if (listed !== undefined) return listed;
  return typeof summary === 'string' ? Array.from(summary.matchAll(HASHTAG), ([, tag]) => tag) : undefined;
}

function hashtagOf(item: unknown): string[] {
  const tag = typeof item === 'string' ? item : first(fieldsOf(item), 'name', 'hashtag_name', 'title', 'hashtagName');
  return typeof tag === 'string' ? [tag] : [];
}

function addressOf(written: unknown): Address | null {
  const [, name, id] = ADDRESS.exec(typeof written === 'string' ? written.trim() : '') ?? [];
  return name === undefined || id === undefined ? null : { name, id };
}

/** What no cell can be is shown as it stands, so that the table refuses it in words. */
function cellOf(value: unknown): CellValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(String);
  return shown(value);
}

/** The first of them that is filled. */
function first(fields: Fields | null, ...names: readonly string[]): unknown {
  return names.map((name) => fields?.[name]).find(isThere);
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

function unusable(reason: string): TikTokReading {
  return { kind: 'unusable', reason };
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
}
