/**
 * The address of a Reddit post, out of what files have in its place: a permalink, whole or without its host, the address of
 * a picture or page that the post shows, an id. Pure.
 */

export interface PostAddress {
  readonly address: string;
  /** The id without `t3_`, in lower case. */
  readonly id: string;
  /** The subreddit; null: the address does not name it. */
  readonly subreddit: string | null;
}

/** What a row says about the address of its post. */
export interface PostClues {
  /** Cells in which the address may stand, the likeliest first. */
  readonly addresses: readonly unknown[];
  readonly id: unknown;
  /** Whether the file's ids are known to be Reddit's. Other ids may be numbers of rows, or a program's own. */
  readonly hasRedditIds: boolean;
  readonly subreddit: unknown;
}

/** @property isById whether id and address of the row agree, so that ids of its file are Reddit's */
export interface FoundAddress extends PostAddress {
  readonly isById: boolean;
}

const SITE = 'https://www.reddit.com';
const HOST = /^(?:https?:\/\/)?(?:[a-z]{1,6}\.)?reddit\.com(?=\/)/i;
const POST = /^\/(r|u|user)\/([\w-]{2,30})\/comments\/([0-9a-z]{1,13})(?:\/[^\s?#\\/]*)?\/?(?:[?#]\S*)?$/i;
const WITHOUT_SUBREDDIT = /^\/(?:comments|gallery)\/([0-9a-z]{1,13})(?:\/[^\s?#\\/]*)?\/?(?:[?#]\S*)?$/i;
const SHORT = /^(?:https?:\/\/)?(?:www\.)?redd\.it\/([0-9a-z]{1,13})\/?(?:[?#]\S*)?$/i;
const PREFIX = /^\s*t3_/i;
const ID = /^(?:t3_)?([0-9a-z]{1,13})$/i;
/** Ids of other programs are rarely like this: of letters and digits, as long as Reddit's were after its first weeks. */
const LIKELY_ID = /^(?!\d+$)[0-9a-z]{5,8}$/;
const SUBREDDIT = /^(?:https?:\/\/(?:[a-z]+\.)?reddit\.com)?\/?(?:r\/)?([\w-]{2,30})\/?$/i;

/** @returns null: not the address of a post, such as that of a comment, a picture or another site */
export function readPostAddress(value: unknown): PostAddress | null {
  const text = typeof value === 'string' ? value.trim() : '';
  const short = SHORT.exec(text)?.[1];
  if (short !== undefined) return made(short.toLowerCase(), null);
  const path = text.replace(HOST, '').replace(/^(?=(?:r|u|user)\/)/i, '/');
  const [, kind = '', name = '', id] = POST.exec(path) ?? [];
  // Posts on somebody's own page are in a subreddit named after them.
  if (id !== undefined) {
    const subreddit = kind.toLowerCase() === 'r' ? name : `u_${name}`;
    return { address: HOST.test(text) ? text : `${SITE}${path}`, id: id.toLowerCase(), subreddit };
  }
  const bare = HOST.test(text) ? WITHOUT_SUBREDDIT.exec(path)?.[1] : undefined;
  return bare === undefined ? null : made(bare.toLowerCase(), null);
}

/**
 * The address that fits the id; else, made of the id and the subreddit; else, the first that is that of a post.
 * @returns null: nothing names a post
 */
export function postAddress({ addresses, id: written, hasRedditIds, subreddit }: PostClues): FoundAddress | null {
  const found = addresses.map(readPostAddress).filter((address) => address !== null);
  const id = readPostId(written);
  const fitting = found.filter((address) => address.id === id);
  const match = fitting.find((address) => address.subreddit !== null) ?? fitting[0];
  if (match !== undefined) return { ...completed(match, subreddit), isById: true };
  const isSure = hasRedditIds || PREFIX.test(String(written)) || (found.length === 0 && mayBePostId(written, false));
  const chosen = id !== null && isSure ? made(id, null) : found[0];
  return chosen === undefined ? null : { ...completed(chosen, subreddit), isById: false };
}

/** @param hasRedditIds whether the file's ids are known to be Reddit's */
export function mayBePostId(value: unknown, hasRedditIds: boolean): boolean {
  const id = readPostId(value);
  return id !== null && (hasRedditIds || LIKELY_ID.test(id) || PREFIX.test(String(value)));
}

/** @returns null: no id of a post */
function readPostId(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return ID.exec(text)?.[1]?.toLowerCase() ?? null;
}

function completed(address: PostAddress, subreddit: unknown): PostAddress {
  const name = typeof subreddit === 'string' ? SUBREDDIT.exec(subreddit.trim())?.[1] : undefined;
  return address.subreddit === null ? made(address.id, name ?? null) : address;
}

function made(id: string, subreddit: string | null): PostAddress {
  return { address: `${SITE}${subreddit === null ? '' : `/r/${subreddit}`}/comments/${id}/`, id, subreddit };
}
