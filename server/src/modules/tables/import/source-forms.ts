/**
 * Forms in which the sources of certain tables write what the table keeps in another one: Reddit's `r/` and
 * `u/`, paths without a host, hashtags in a row, people and stores by their name on a network alone, which often
 * looks like the host of a website. Applied to what a cell holds before it is read; whatever is written otherwise
 * passes as it is.
 */
import { readTikTokName } from '@leadloom/shared/social/names';
import type { CellValue } from '@leadloom/shared/tables/define-table';
import type { TableName } from '@leadloom/shared/tables/tables';
import { CellProblem } from './cells/cell-problem.ts';
import { isPlaceholder } from './cells/read-cell.ts';
import { listItems } from './cells/read-list.ts';

/** Takes text, or a value out of JSON. */
type Rewrite = (raw: unknown) => unknown;

const ofText =
  (rewrite: (text: string) => string): Rewrite =>
  (raw) =>
    typeof raw === 'string' ? rewrite(raw.trim()) : raw;

const rewrites: { readonly [Name in TableName]?: Readonly<Record<string, Rewrite>> } = {
  'reddit-posts': {
    subreddit_name: ofText((text) => text.replace(/^(?:(?:https?:\/\/)?(?:[a-z]+\.)?reddit\.com)?\/?r\/([^/?#]+)\/?$/i, '$1')),
    author: ofText((text) => text.replace(/^(?:(?:https?:\/\/)?(?:[a-z]+\.)?reddit\.com)?\/?u(?:ser)?\/([^/?#]+)\/?$/i, '$1')),
    permalink: ofText((text) => (/^\/?r\//i.test(text) ? `https://www.reddit.com/${text.replace(/^\//, '')}` : text)),
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
  shopify: {
    instagram: ofText((text) => namedAt('https://www.instagram.com/', text)),
    facebook: ofText((text) => namedAt('https://www.facebook.com/', text)),
    youtube_channel: ofText((text) =>
      /^UC[\w-]{22}$/.test(text) ? `https://www.youtube.com/channel/${text}` : namedAt('https://www.youtube.com/@', text),
    ),
  },
};

/** `@bars.at`, or what looks like a host and is none but the network's own; whatever has a slash is an address. */
function namedAt(before: string, text: string): string {
  const name = /^@([\w.-]{2,60})$/.exec(text)?.[1] ?? /^[\w-]+(?:\.[\w-]+)+$/.exec(text)?.[0];
  if (name === undefined || isPlaceholder(text) || before.includes(`${name.toLowerCase().replace(/^www\./, '')}/`)) return text;
  return `${before}${name}`;
}

/** However they are listed: none of what could stand between two of them is part of one. */
function splitHashtags(raw: unknown): unknown {
  if (typeof raw !== 'string' && !Array.isArray(raw)) return raw;
  const texts = listItems(raw);
  if (texts instanceof CellProblem || !texts.every((text) => typeof text === 'string')) return raw;
  // Composed first: the Greek question mark becomes a semicolon.
  const composed = texts.map((text) => text.normalize('NFC').toLowerCase());
  return composed.flatMap((text) => text.split(/[\s#,;|"'[\]{}]+/)).filter((tag) => tag !== '');
}

export function rewriteOf(table: string, field: string): Rewrite | null {
  const ofTable = Object.entries(rewrites).find(([name]) => name === table)?.[1];
  return ofTable?.[field] ?? null;
}

/** A column whose value another one settles, whatever the file says of it. */
interface Derivation {
  readonly from: string;
  readonly field: string;
  /** null: nothing is known by that; then the file's own value stands. */
  readonly derive: (value: CellValue) => CellValue;
}

const derivations: Readonly<Record<string, readonly Derivation[]>> = {
  'tiktok-videos': [{ from: 'author', field: 'author_unique_id', derive: uniqueIdOf }],
};

export function derivationsOf(table: string): readonly Derivation[] {
  return derivations[table] ?? [];
}

/** `https://www.tiktok.com/@Mila.Draws?lang=en` → `mila.draws` */
function uniqueIdOf(address: CellValue): string | null {
  return typeof address === 'string' ? (/\/@([^/?#]+)/.exec(address)?.[1]?.toLowerCase() ?? null) : null;
}
