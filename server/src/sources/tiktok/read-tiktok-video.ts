/**
 * Converts one video to a row of `tiktok-videos`, from the flat form of the Research API or the nested form of web pages and
 * scrapers. A row has only the fields of the form, so that other known values are not cleared.
 */
import { readTikTokName } from '@leadloom/shared/social/names';
import type { CellValue } from '@leadloom/shared/tables/define-table';
import type { SourceRecord } from '../adapters.ts';
import { readVideoAddress, type VideoAddress } from './video-address.ts';
import { isLostId, type LongId, looksRounded, mayHaveBecome, readId, secondOfId } from './video-id.ts';

/**
 * - `video`: counts and times in other formats stay as written; the table parses them
 * - `unusable`: a video that cannot become a row, with the reason for users
 * - `other`: not a video in any of these forms
 */
export type TikTokReading =
  | {
      readonly kind: 'video';
      readonly record: SourceRecord;
      /** Long ids, which are judged over the whole file. Empty if they are exact. */
      readonly ids: readonly LongId[];
      /** The invalid text in place of a sound's id; null: none. */
      readonly lostSound: string | null;
    }
  | { readonly kind: 'unusable'; readonly reason: string; readonly ids: readonly LongId[] }
  | { readonly kind: 'other' };

interface ReadOptions {
  /** The ids come from the network itself. Elsewhere, zeros at the end may come from rounding. */
  readonly hasExactIds?: boolean;
  /** Whether these digits are text in the file, which no program rounds. */
  readonly isText?: (digits: string) => boolean;
}

type Fields = Readonly<Record<string, unknown>>;

interface Identity {
  readonly name: string;
  readonly id: string;
}

const HASHTAG = /[#＃]([\p{L}\p{M}\p{N}_]+)/gu;
/** Numbers from here on are milliseconds. */
const MILLISECONDS_FROM = 100_000_000_000;
const QUOTED_LENGTH = 60;
/** Values that mean no sound. */
const NO_SOUND = /^\s*0*\s*$/;

/** @param data a parsed JSON object with long numbers as text */
export function readTikTokVideo(data: unknown, { hasExactIds = false, isText = () => false }: ReadOptions = {}): TikTokReading {
  const video = fieldsOf(data);
  // A URL under this name means that it is a row of the table already.
  if (video === null || typeof video.video === 'string') return { kind: 'other' };
  const author = fieldsOf(video.author);
  const writtenId = first(video, 'video_id', 'videoId', 'id', 'aweme_id');
  const address = readVideoAddress(first(video, 'webVideoUrl', 'share_url', 'shareUrl', 'video_url', 'videoUrl', 'url'));
  const writtenName =
    first(video, 'username', 'author_username', 'authorUsername', 'author_name', 'uniqueId', 'authorUniqueId') ??
    first(fieldsOf(video.authorMeta), 'name', 'uniqueId') ??
    first(author, 'uniqueId', 'unique_id') ??
    (author === null ? first(video, 'author') : undefined) ??
    address?.name ??
    first(video, 'authorName', 'userName', 'user_name');
  if (writtenName === undefined || (writtenId === undefined && address === null)) return { kind: 'other' };
  const soundId = first(video, 'music_id', 'musicId', 'sound_id', 'soundId') ?? first(soundOf(video), 'musicId', 'id');
  const ids = hasExactIds ? [] : longIds({ id: writtenId, address, soundId }, isText);
  const name = typeof writtenName === 'string' ? readTikTokName(writtenName) : null;
  if (name === null) return unusable(`${shown(writtenName)} is not a user name`, ids);
  const id = identify(writtenId, address, isText);
  if ('reason' in id) return unusable(id.reason, ids);
  const record = recordOf(video, { name, id: id.digits }, soundId);
  const isLost = soundId !== undefined && readId(soundId) === null && !NO_SOUND.test(String(soundId));
  return { kind: 'video', record, ids, lostSound: isLost ? shown(soundId).replace(/^"(.*)"$/, '$1') : null };
}

/**
 * The long ids of a video. The ids of one place went through the same programs; digits that stand as text say nothing about
 * the others.
 */
function longIds(
  { id, address, soundId }: { readonly id: unknown; readonly address: VideoAddress | null; readonly soundId: unknown },
  isText: (digits: string) => boolean,
): LongId[] {
  const hasAddress = address?.kind === 'video';
  const inAddress = hasAddress ? address.id : address?.kind === 'lost' ? address.written : null;
  // An address that was made of the id is as good as that.
  const settles = !hasAddress || readId(id) === address.id ? 'video' : null;
  return [
    ...longId({ place: 'id', settles }, id, isText),
    ...longId({ place: 'address', settles: hasAddress ? 'video' : null }, inAddress, isText),
    ...longId({ place: 'sound', settles: 'sound_id' }, soundId, isText),
  ];
}

/** @returns what the file's verdict is about and by; none for what is no id, or is exact */
export function longId(
  { place, settles }: Pick<LongId, 'place' | 'settles'>,
  value: unknown,
  isText: (digits: string) => boolean,
): LongId[] {
  if (isLostId(value)) return [{ place, settles, written: String(value), looksRounded: true }];
  const digits = readId(value);
  return digits === null || isText(digits) ? [] : [{ place, settles, written: digits, looksRounded: looksRounded(digits) }];
}

/** @returns the id of the video, or why it is not certain */
function identify(
  written: unknown,
  address: VideoAddress | null,
  isText: (digits: string) => boolean,
): { readonly digits: string } | { readonly reason: string } {
  const id = readId(written);
  const isDoubtful = isLostId(written) || (id !== null && looksRounded(id) && !isText(id));
  if (address?.kind === 'video') {
    const isOther = isDoubtful ? !mayHaveBecome(address.id, written) : id !== null && id !== address.id;
    if (isOther) return { reason: `its id ${String(written)} does not match the one in its URL, ${address.id}` };
    return { digits: address.id };
  }
  if (isLostId(written))
    return {
      reason: `id ${shown(written)} has lost its last digits because a program read it as a number; export IDs as text, or add the video's URL as webVideoUrl`,
    };
  if (id !== null) return { digits: id };
  if (address === null || written !== undefined) return { reason: `${shown(written)} is not a video ID` };
  return { reason: addressProblem(address) };
}

/** Why the id in a video's URL is not certain. */
export function addressProblem({ kind, written }: Extract<VideoAddress, { written: string }>): string {
  return kind === 'lost'
    ? `the id ${shown(written)} in its URL has lost its last digits because a program read it as a number; export IDs as text`
    : `${shown(written)} in its URL is not a video ID`;
}

function recordOf(video: Fields, { name, id }: Identity, soundId: unknown): SourceRecord {
  const stats = [video, fieldsOf(video.statsV2), fieldsOf(video.stats)];
  const count = (...names: readonly string[]) => stats.map((fields) => first(fields, ...names)).find(isThere);
  const music = soundOf(video);
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
    // A doubtful sound id is dropped, because videos are compared by it.
    sound_id: soundId === undefined ? undefined : readId(soundId),
    sound_title: first(music, 'musicName', 'title') ?? first(video, 'music_title', 'musicTitle', 'musicName', 'music_name'),
  };
  const record: Record<string, CellValue> = {};
  for (const [field, value] of Object.entries(cells)) if (value !== undefined) record[field] = cellOf(value);
  return record;
}

/** The time of a video, from seconds, milliseconds or text; without a value, the time in the id. undefined: unknown */
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

function soundOf(video: Fields): Fields | null {
  return fieldsOf(video.musicMeta) ?? fieldsOf(video.music);
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

/** A value that fits no cell is shown as JSON, so that the table refuses it with a message. */
function cellOf(value: unknown): CellValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(String);
  return shown(value);
}

/** The first value that is set. */
function first(fields: Fields | null, ...names: readonly string[]): unknown {
  return names.map((name) => fields?.[name]).find(isThere);
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

function unusable(reason: string, ids: readonly LongId[]): TikTokReading {
  return { kind: 'unusable', reason, ids };
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
}
