/**
 * What people type or paste as the name of a subreddit or a TikTok user, brought to the one form it is kept in.
 * Both networks tell names apart without regard to case.
 */

/** Subreddits are 2 to 21 letters, digits or underscores; one that begins with `u_` is a person's own page. */
const SUBREDDIT = /^(?!u_)[a-z0-9_]{2,21}$/i;
/** What Reddit calls so is a choice from many subreddits. */
const MIXTURES: ReadonlySet<string> = new Set(['all', 'popular', 'friends', 'mod', 'random', 'randnsfw']);
const TIKTOK_USER = /^[a-z0-9_.]{2,24}$/i;
/** Longer text is no name, and is not looked at further. */
const MAX_TEXT = 2_000;

/**
 * Reads `name`, `r/name`, `/r/name` or an address of reddit.com below `/r/`.
 * @returns the name as it was written, without what stands around it; null: none, or a person's (`u/name`)
 */
export function readSubredditName(text: string): string | null {
  const tidy = tidyText(text);
  if (tidy === null) return null;
  const path = pathOn(tidy, 'reddit.com') ?? tidy;
  const name = path.replace(/^\/?r\//i, '').replace(/\/.*$/, '');
  return SUBREDDIT.test(name) && !MIXTURES.has(subredditKey(name)) ? name : null;
}

/**
 * Reads `name`, `@name` or an address of tiktok.com below `/@`.
 * @returns the name without `@`, lower-case; null: none
 */
export function readTikTokName(text: string): string | null {
  const tidy = tidyText(text);
  if (tidy === null) return null;
  const path = pathOn(tidy, 'tiktok.com');
  // Any other page of the site is no user's.
  if (path !== null && !path.startsWith('/@')) return null;
  const name = (path ?? tidy)
    .replace(/^\/?@+/, '')
    .replace(/\/.*$/, '')
    .toLowerCase();
  return TIKTOK_USER.test(name) && !name.endsWith('.') ? name : null;
}

/** By which two spellings of a subreddit are one. */
export function subredditKey(name: string): string {
  return name.toLowerCase();
}

/** Full-width letters become plain ones, what cannot be seen goes. */
function tidyText(text: string): string | null {
  if (text.length > MAX_TEXT) return null;
  const tidy = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  return tidy === '' ? null : tidy;
}

/** The path of an address on a site or a host below it, `r/name` without its host; null: no address of it. */
function pathOn(text: string, site: string): string | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  return hostname === site || hostname.endsWith(`.${site}`) ? pathname : null;
}
