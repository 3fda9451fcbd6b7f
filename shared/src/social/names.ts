/**
 * Brings the typed or pasted name of a subreddit or a TikTok user to the one form in which it is stored. Both networks
 * compare names without regard to case.
 */

/** Subreddits are 2 to 21 letters, digits or underscores; one that begins with `u_` is a person's own page. */
const SUBREDDIT = /^(?!u_)[a-z0-9_]{2,21}$/i;
/** Names under which Reddit shows a choice from many subreddits. */
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
  // No other page of the site belongs to a user.
  if (path !== null && !path.startsWith('/@')) return null;
  const name = (path ?? tidy)
    .replace(/^\/?@+/, '')
    .replace(/\/.*$/, '')
    .toLowerCase();
  return TIKTOK_USER.test(name) && !name.endsWith('.') ? name : null;
}

/** The key that is equal for all spellings of a subreddit. */
export function subredditKey(name: string): string {
  return name.toLowerCase();
}

/** Turns full-width letters into plain ones, and removes invisible characters. */
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
