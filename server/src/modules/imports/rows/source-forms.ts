/**
 * Converts the notations that the sources of certain tables use: Reddit's `r/` and `u/`, paths without a host,
 * hashtags in a row, and people and stores given only by their name on a network, which often looks like the
 * host of a website. Applied to a cell before it is read; other notations pass unchanged.
 */

import { CellProblem } from '@leadloom/shared/domain/cell-problem';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import { readTikTokName } from '@leadloom/shared/social/names';
import { isSalutation } from '@leadloom/shared/tables/column-form';
import type { CellValue } from '@leadloom/shared/tables/define-table';
import type { TableName } from '@leadloom/shared/tables/tables';
import { readVideoAddress } from '../../../sources/tiktok/video-address.ts';
import { isPlaceholder } from './cells/read-cell.ts';
import { listItems } from './cells/read-list.ts';

/** Takes text, or a JSON value. */
type Rewrite = (raw: unknown) => unknown;

const ofText =
  (rewrite: (text: string) => unknown): Rewrite =>
  (raw) =>
    typeof raw === 'string' ? rewrite(raw.trim()) : raw;

const rewrites: { readonly [Name in TableName]?: Readonly<Record<string, Rewrite>> } = {
  'reddit-posts': {
    subreddit_name: ofText((text) => text.replace(/^(?:(?:https?:\/\/)?(?:[a-z]+\.)?reddit\.com)?\/?r\/([^/?#]+)\/?$/i, '$1')),
    author: ofText((text) => text.replace(/^(?:(?:https?:\/\/)?(?:[a-z]+\.)?reddit\.com)?\/?u(?:ser)?\/([^/?#]+)\/?$/i, '$1')),
    permalink: ofText((text) => (/^\/?(?:r|u|user)\//i.test(text) ? `https://www.reddit.com/${text.replace(/^\//, '')}` : text)),
    // Words that Reddit writes in place of a thumbnail's address.
    image_url: ofText((text) => (/^(?:self|default|nsfw|spoiler|image)$/i.test(text) ? '' : text)),
  },
  'tiktok-videos': {
    author: ofText((text) => {
      if (/^@[\w.]+$/.test(text)) return `https://www.tiktok.com/${text}`;
      const isName = !/[/:]/.test(text) && !isPlaceholder(text) && readTikTokName(text) !== null;
      return isName ? `https://www.tiktok.com/@${text}` : text;
    }),
    author_unique_id: ofText((text) => text.replace(/^@/, '').toLowerCase()),
    hashtags: splitHashtags,
  },
  // In some files, a title is how somebody is addressed.
  people: { title: ofText((text) => (isSalutation(text) ? '' : text)) },
  reviews: { rating: ofText(ratingOfFive), published_on: ofText(dayOfReview) },
  shopify: {
    emails: ofText(cutEmails),
    topics: cutPaths,
    average_review: ofText(ratingOfFive),
    instagram: ofText((text) => namedAt('https://www.instagram.com/', text)),
    facebook: ofText((text) => namedAt('https://www.facebook.com/', text)),
    linkedin: ofText((text) =>
      /^\/?(?:company|in|school|showcase)\//i.test(text)
        ? `https://www.linkedin.com/${text.replace(/^\//, '')}`
        : namedAt('https://www.linkedin.com/company/', text),
    ),
    youtube_channel: ofText((text) =>
      /^UC[\w-]{22}$/.test(text) ? `https://www.youtube.com/channel/${text}` : namedAt('https://www.youtube.com/@', text),
    ),
  },
};

/**
 * `@bars.at`, `bars_at`, or a name that looks like a host but is none except the network's own. A text with a slash is an
 * address, and a number or an answer such as `yes` is no name.
 */
function namedAt(before: string, text: string): string {
  const name = /^@?([\w.-]{2,60})$/.exec(text)?.[1];
  if (
    name === undefined ||
    /^(?:\d+|yes|no|true|false|y|n)$/i.test(name) ||
    isPlaceholder(text) ||
    before.includes(`${name.toLowerCase().replace(/^www\./, '')}/`)
  )
    return text;
  return `${before}${name}`;
}

/** Works for any separator, because none can be part of the addresses. */
function cutEmails(text: string): unknown {
  const emails = text.split(/[\s,;:|]+/).filter((part) => part !== '' && part.toLowerCase() !== 'mailto');
  return emails.length > 1 && emails.every((email) => hasEmailFormat(email)) ? emails : text;
}

/** `/Home & Garden/Furniture:/Apparel`, paths of categories with colons between them. */
function cutPaths(raw: unknown): unknown {
  const text = typeof raw === 'string' ? raw.trim() : '';
  if (/^\/[^:]+(?::\/[^:]+)*$/.test(text)) return text.split(':').map(withoutSlash);
  // No value of a list begins with a slash: exported as text, the list would be read as a path.
  const isList = Array.isArray(raw) || /^[[{]/.test(text);
  const items = isList ? listItems(raw) : null;
  return Array.isArray(items) ? items.map((item) => (typeof item === 'string' ? withoutSlash(item) : item)) : raw;
}

function withoutSlash(text: string): string {
  return text.replace(/^[\s/]+/, '');
}

/** `4.5 out of 5 stars`, `Rated 4 out of 5 stars`, `4,5/5`, `4 stars`. Ratings out of another number stay as they are. */
function ratingOfFive(text: string): string {
  return (
    /^(?:rated\s+)?(\d(?:[.,]\d{1,2})?)\s*(?:(?:\/|out of|of|von|sur|de|su)\s*5(?:[.,]0+)?)?\s*(?:stars?|sterne?n?|étoiles?|estrellas?|estrelas?|stelle)?\.?$/i.exec(
      text,
    )?.[1] ?? text
  );
}

/** `Reviewed in the United States on May 3, 2023`, as shops write it. */
function dayOfReview(text: string): string {
  return text.replace(/^(?:reviewed|published|submitted|posted)\s+(?:in\s.{1,60}\s)?on\s+/i, '');
}

/** Works for any separator, because no separator can be part of a hashtag. */
function splitHashtags(raw: unknown): unknown {
  if (typeof raw !== 'string' && !Array.isArray(raw)) return raw;
  const texts = listItems(raw);
  if (texts instanceof CellProblem || !texts.every((text) => typeof text === 'string')) return raw;
  // The texts are composed first, because the Greek question mark becomes a semicolon.
  const composed = texts.map((text) => text.normalize('NFC').toLowerCase());
  return composed.flatMap((text) => text.split(/[\s#,;|"'[\]{}]+/)).filter((tag) => tag !== '');
}

export function rewriteOf(table: string, field: string): Rewrite | null {
  const ofTable = Object.entries(rewrites).find(([name]) => name === table)?.[1];
  return ofTable?.[field] ?? null;
}

/** A column whose value follows from another one, whatever the file contains. */
interface Derivation {
  readonly from: string;
  readonly field: string;
  /** null: the value is unknown, and the file's own is used. */
  readonly derive: (value: CellValue) => CellValue;
  /** Whether the file's own value comes first. */
  readonly isFallback?: true;
}

const derivations: Readonly<Record<string, readonly Derivation[]>> = {
  // A contact without a name is known by its mailbox or its profile.
  people: [
    { from: 'email', field: 'name', derive: mailboxOf, isFallback: true },
    { from: 'linkedin_url', field: 'name', derive: profileNameOf, isFallback: true },
  ],
  'tiktok-videos': [
    { from: 'author_unique_id', field: 'author', derive: authorOf, isFallback: true },
    { from: 'video', field: 'author', derive: authorOf, isFallback: true },
    { from: 'author', field: 'author_unique_id', derive: uniqueIdOf },
  ],
};

/** Derivations whose sources are among the fields, or derived from them. */
export function derivationsFrom(table: string, fields: readonly string[]): readonly Derivation[] {
  const known = new Set(fields);
  return (derivations[table] ?? []).filter(({ from, field }) => {
    if (!known.has(from)) return false;
    known.add(field);
    return true;
  });
}

/** `ada.weaver@weaver.example` → `ada.weaver` */
function mailboxOf(value: CellValue): string | null {
  return typeof value === 'string' ? value.slice(0, value.lastIndexOf('@')) || null : null;
}

/** `https://www.linkedin.com/in/ada-weaver/` → `ada-weaver` */
function profileNameOf(value: CellValue): string | null {
  const slug = typeof value === 'string' ? /linkedin\.com\/(?:in|pub)\/([^/?#]+)/i.exec(value)?.[1] : undefined;
  try {
    return slug === undefined ? null : decodeURIComponent(slug);
  } catch {
    return slug ?? null;
  }
}

/** The address of the author, by their name or the address of a video. */
function authorOf(value: CellValue): string | null {
  const text = typeof value === 'string' ? value : '';
  const name = readTikTokName(readVideoAddress(text)?.name ?? (/[/:]/.test(text) ? '' : text));
  return name === null ? null : `https://www.tiktok.com/@${name}`;
}

/** `https://www.tiktok.com/@Mila.Draws?lang=en` → `mila.draws` */
function uniqueIdOf(address: CellValue): string | null {
  return typeof address === 'string' ? (/\/@([^/?#]+)/.exec(address)?.[1]?.toLowerCase() ?? null) : null;
}
