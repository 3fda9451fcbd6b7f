/**
 * Rows in the networks' own formats, from files of their responses or of programs that store them. They are
 * recognised by their structure and read by the same code as a visit.
 */
import type { SourceRecord } from '../../../../sources/adapters.ts';
import { readRedditPost, wasRemoved } from '../../../../sources/reddit/read-reddit-post.ts';
import { readTikTokVideo } from '../../../../sources/tiktok/read-tiktok-video.ts';
import type { LongId } from '../../../../sources/tiktok/video-id.ts';
import type { LostValue } from '../record-source.ts';
import type { RowText } from '../row-text.ts';
import { COMMENT_REASON, isCommentObject } from './comment-rows.ts';
import { postAddress, readPostAddress } from './reddit-address.ts';

/** `own`: not the network's form, so its keys are read as those of any file. */
export type ForeignReading =
  | {
      readonly kind: 'row';
      readonly record: SourceRecord;
      readonly ids?: readonly LongId[];
      readonly lost?: readonly LostValue[];
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly ids?: readonly LongId[] }
  | { readonly kind: 'own' };

export interface ForeignForm {
  /** @param text it was read from */
  read(data: object, text: RowText): ForeignReading;
  /** Whether CSV with these headers has this format; the names of nested values are joined by dots or slashes. */
  readsHeaders(headers: readonly string[]): boolean;
}

/** Why a deleted or removed post is refused. */
export const TAKEN_AWAY_REASON = 'was deleted or removed at Reddit';

const forms: Readonly<Record<string, ForeignForm>> = {
  'reddit-posts': { read: readPost, readsHeaders: () => false },
  'tiktok-videos': { read: readVideo, readsHeaders: readsVideoHeaders },
};

/** The format of a network's files for a table; null: no network has rows of it. */
export function foreignFormOf(table: string): ForeignForm | null {
  return forms[table] ?? null;
}

type Fields = Readonly<Record<string, unknown>>;

function readPost(data: object, { raw }: RowText): ForeignReading {
  const outer: Fields = { ...data };
  // An element of a listing wraps its content and names its kind.
  const inner = typeof outer.kind === 'string' && typeof outer.data === 'object' ? outer.data : null;
  if (inner !== null && outer.kind === 't1') return { kind: 'refused', reason: COMMENT_REASON };
  if (inner !== null && outer.kind !== 't3') return { kind: 'refused', reason: `is not a post but of kind ${outer.kind}` };
  const post: Fields = { ...(inner ?? outer) };
  if (isCommentObject(post)) return { kind: 'refused', reason: COMMENT_REASON };
  if (inner === null && !isPost(post)) {
    const isGone = wasRemoved({ ...post, selftext: post.selftext ?? post.text });
    return isGone ? { kind: 'refused', reason: TAKEN_AWAY_REASON } : { kind: 'own' };
  }
  const reading = readRedditPost(
    { ...post, permalink: permalinkOf(post), subreddit: subredditOf(post) },
    { isEscaped: isEscaped(raw) },
  );
  if (reading.kind === 'post') return { kind: 'row', record: reading.record };
  if (reading.kind === 'gone') return { kind: 'refused', reason: TAKEN_AWAY_REASON };
  return {
    kind: 'refused',
    reason: 'is not a complete post: it needs id, title, subreddit, created_utc and a permalink that fits its id',
  };
}

function isPost({ id, name, created_utc: posted, ...post }: Fields): boolean {
  return (id ?? name) !== undefined && subredditOf(post) !== undefined && posted !== undefined;
}

function subredditOf({ subreddit, permalink }: Fields): unknown {
  return subreddit ?? readPostAddress(permalink)?.subreddit ?? undefined;
}

/** Collections of posts may have another address in its place, have it under another name, or not at all. */
function permalinkOf({ permalink, full_link: link, id, name, subreddit }: Fields): unknown {
  const written = [permalink, link].find((address) => readPostAddress(address) !== null);
  return written ?? postAddress({ addresses: [], id: id ?? name, hasRedditIds: true, subreddit })?.address ?? permalink ?? link;
}

/**
 * Reddit escapes these three characters either everywhere in a response or nowhere, so one occurrence shows
 * which.
 */
export function isEscaped(raw: string): boolean {
  // Some programs escape these characters, with the same meaning.
  const text = raw.replace(/\\u00(26|3c|3e)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return /&(?:lt|gt|amp);/.test(text) && !/[<>]|&(?!lt;|gt;|amp;)/.test(text);
}

function readVideo(data: object, { isText }: RowText): ForeignReading {
  const reading = readTikTokVideo(data, { isText });
  if (reading.kind === 'other') return { kind: 'own' };
  if (reading.kind === 'unusable') return { kind: 'refused', reason: reading.reason, ids: reading.ids };
  const { record, ids, lostSound } = reading;
  return { kind: 'row', record, ids, ...(lostSound === null ? {} : { lost: [{ field: 'sound_id', value: lostSound }] }) };
}

const VIDEO_HEADERS = /^(?:id|video_?id|webvideourl|share_?url|video_?url|url)$/i;
const AUTHOR_HEADERS =
  /^(?:username|author_?username|author_?name|(?:author)?uniqueid|author(?:meta)?[./](?:name|uniqueid)|webvideourl|share_?url)$/i;

function readsVideoHeaders(headers: readonly string[]): boolean {
  return headers.some((header) => VIDEO_HEADERS.test(header)) && headers.some((header) => AUTHOR_HEADERS.test(header));
}
