/**
 * Converts one post from Reddit to a row of the table. Fields that identify a post must be valid; all others may be missing
 * and are then blank. Also used for imported files of posts, whose texts may still be escaped.
 */
import { z } from 'zod';
import type { SourceRecord } from '../adapters.ts';

export type ReadPost =
  | { readonly kind: 'post'; readonly record: SourceRecord }
  /** The post was deleted by its author, or removed. @property id such as `t3_1abc` */
  | { readonly kind: 'gone'; readonly id: string }
  /** It is no post, or cannot be read. */
  | { readonly kind: 'other' };

export interface ReadPostOptions {
  /** Texts contain `&lt;`, `&gt;` and `&amp;`, as Reddit writes them without `raw_json=1`. */
  readonly isEscaped?: boolean;
}

const SITE = 'https://www.reddit.com';
const PERMALINK = /^\/(?:r|u|user)\/[\w-]{2,30}\/comments\/([0-9a-z]{1,13})(?:\/[^\s?#\\/]*)?\/?$/i;
const IMAGE = /\.(?:jpe?g|png|gif|webp)(?:$|[?#])/i;
/** Replaces a removed text or title. */
const REMOVED_TEXT = /^\[ ?(?:deleted|removed|deleted by user|removed by (?:reddit|moderator)[^\]]*) ?\]$/i;
const LATEST_SECONDS = 4_102_444_800;

const optionalText = z.string().nullish().catch(null);
const optionalFlag = z.boolean().nullish().catch(null);
const optionalCount = z.int().nullish().catch(null);
const picture = z.object({ u: optionalText, gif: optionalText });

const identitySchema = z
  .object({ name: optionalText, id: optionalText })
  .transform(({ name, id }) => name ?? `t3_${id ?? ''}`)
  .pipe(z.string().regex(/^t3_[0-9a-z]{1,13}$/));

const removalSchema = z.object({
  author: optionalText,
  title: optionalText,
  selftext: optionalText,
  removed_by_category: z.unknown().optional(),
});

const postSchema = z.object({
  title: z.string().min(1),
  author: optionalText,
  subreddit: z.string().regex(/^[\w-]{2,30}$/),
  permalink: z.string().max(2_000),
  // Files of posts may contain the seconds as text.
  created_utc: z.coerce.number().positive().max(LATEST_SECONDS),
  num_comments: optionalCount,
  score: optionalCount,
  is_self: optionalFlag,
  is_gallery: optionalFlag,
  is_video: optionalFlag,
  post_hint: optionalText,
  link_flair_text: optionalText,
  selftext: optionalText,
  url: optionalText,
  gallery_data: z
    .object({ items: z.array(z.object({ media_id: z.string() })) })
    .nullish()
    .catch(null),
  media_metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  preview: z
    .object({ images: z.array(z.object({ source: z.object({ url: z.string() }) })) })
    .nullish()
    .catch(null),
});
type Post = z.infer<typeof postSchema>;

/** @param data the `data` of a listing's child of kind `t3` */
export function readRedditPost(data: unknown, { isEscaped = false }: ReadPostOptions = {}): ReadPost {
  const identity = identitySchema.safeParse(data);
  if (!identity.success) return { kind: 'other' };
  const id = identity.data;
  if (wasRemoved(data)) return { kind: 'gone', id };
  const parsed = postSchema.safeParse(data);
  if (!parsed.success) return { kind: 'other' };
  const permalink = readPermalink(parsed.data.permalink);
  // Rows are identified by the id in their URL.
  if (permalink === null || permalink.id !== id) return { kind: 'other' };
  const read = isEscaped ? withoutEntities : (text: string) => text;
  return { kind: 'post', record: recordOf(parsed.data, permalink.address, read) };
}

function recordOf(post: Post, permalink: string, read: (text: string) => string): SourceRecord {
  const image = imageOf(post, read);
  return {
    title: read(post.title),
    author: blankAsNull(post.author, read),
    subreddit_name: post.subreddit,
    permalink,
    image_url: image,
    comment_count: post.num_comments ?? null,
    score: post.score ?? null,
    type: typeOf(post),
    flair: blankAsNull(post.link_flair_text, read),
    text: blankAsNull(post.selftext, read),
    posted_at: new Date(Math.round(post.created_utc * 1000)).toISOString(),
  };
}

/** Whether the post is marked as deleted by its author, or removed. @param data a post, or a part of one */
export function wasRemoved(data: unknown): boolean {
  const removal = removalSchema.safeParse(data);
  if (!removal.success) return false;
  const { author, title, selftext, removed_by_category } = removal.data;
  if (removed_by_category !== null && removed_by_category !== undefined && removed_by_category !== '') return true;
  return author === '[deleted]' || [title, selftext].some((text) => REMOVED_TEXT.test(text?.trim() ?? ''));
}

/** The URL and the id in it; null: not the URL of a Reddit post. */
function readPermalink(text: string): { readonly address: string; readonly id: string } | null {
  const path = text.replace(/^https?:\/\/(?:(?:www|old|new|np)\.)?reddit\.com(?=\/)/i, '');
  const id = PERMALINK.exec(path)?.[1];
  return id === undefined ? null : { address: `${SITE}${path}`, id: `t3_${id.toLowerCase()}` };
}

function typeOf(post: Post): string {
  if (post.is_self === true) return 'self';
  if (post.is_gallery === true) return 'gallery';
  if (post.is_video === true || post.post_hint === 'hosted:video' || post.post_hint === 'rich:video') return 'video';
  return isImage(post) ? 'image' : 'link';
}

function isImage({ post_hint, url }: Post): boolean {
  return post_hint === 'image' || IMAGE.test(url ?? '');
}

function imageOf(post: Post, read: (text: string) => string): string | null {
  const first = post.gallery_data?.items[0]?.media_id;
  const item = z.object({ s: picture }).safeParse(first === undefined ? null : post.media_metadata?.[first]).data?.s;
  const candidates = [isImage(post) ? post.url : null, item?.u ?? item?.gif, post.preview?.images[0]?.source.url];
  const found = candidates.find((candidate) => candidate !== null && candidate !== undefined && candidate !== '');
  const address = found === null || found === undefined ? null : read(found);
  return address !== null && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
}

function blankAsNull(text: string | null | undefined, read: (text: string) => string): string | null {
  return text === null || text === undefined || text === '' ? null : read(text);
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
]);

/** Unescapes a text. */
export function withoutEntities(text: string): string {
  return text.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES.get(entity) ?? entity);
}
