/**
 * The link target of a cell. Its value comes from outside, so it becomes a link only if it is a harmless URL,
 * email address or phone number.
 */
import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import { webHref } from '../../../lib/web-href.ts';
import { networkOf } from './profile-networks.ts';

/** No blanks, quotes, brackets or further parameters: what is after a `?` would be the mail's text. */
const EMAIL = /^[^\s@?&#"<>()[\]\\,;:]+@[^\s@?&#"<>()[\]\\,;:]+\.[^\s@?&#"<>()[\]\\,;:]+$/;
const LINKEDIN_HOST = /(^|\.)linkedin\.com$/;
/** What stands before the part that names somebody. */
const LINKEDIN_KINDS: ReadonlySet<string> = new Set(['in', 'pub', 'company', 'school', 'showcase']);
const PHONE = /^\+?[\d\s().\-/]+$/;
const MIN_PHONE_DIGITS = 5;
const MAX_PHONE_DIGITS = 15;

/** What the cell's link points to; null: it is text. */
export function cellHref({ kind }: ColumnDefinition, value: string): string | null {
  switch (kind) {
    case 'link':
      return webHref(value);
    case 'email':
      return EMAIL.test(value) ? `mailto:${encodeURI(value)}` : null;
    case 'phone':
      return phoneHref(value);
    default:
      return null;
  }
}

/** Web addresses open in a new tab without a referrer; email and phone links are handled by the system. */
export function linkTarget(href: string): { readonly target?: string; readonly rel?: string } {
  return href.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {};
}

/** What following the cell's link does. */
export function linkAction({ kind }: ColumnDefinition): string {
  if (kind === 'email') return 'Write';
  return kind === 'phone' ? 'Call' : 'Open';
}

function phoneHref(value: string): string | null {
  const digits = value.replace(/\D/g, '');
  if (!PHONE.test(value) || digits.length < MIN_PHONE_DIGITS || digits.length > MAX_PHONE_DIGITS) return null;
  return `tel:${value.startsWith('+') ? '+' : ''}${digits}`;
}

/**
 * What a cell shows of an address: of LinkedIn's the last part, which names the person or company; of others host and path.
 */
export function addressText(column: ColumnDefinition, text: string): string {
  const href = webHref(text);
  if (href === null) return text;
  if (networkOf(column) !== 'linkedin' && !LINKEDIN_HOST.test(new URL(href).hostname)) return shortAddress(text);
  const parts = readable(new URL(href).pathname).split('/').filter(Boolean);
  const named = parts.findIndex((part) => LINKEDIN_KINDS.has(part.toLowerCase()));
  // An address without such a part is named by its last part, and one without any by its host.
  return (named < 0 ? undefined : parts[named + 1]) ?? parts.at(-1) ?? shortAddress(text);
}

/** The host of what `shortAddress` made of an address: up to its path. */
export function hostIn(address: string): string {
  return address.split('/', 1)[0] ?? '';
}

/**
 * The host and path alone: `https://www.example.com/about/` becomes `example.com/about`. A text that is no address stays as
 * it is.
 */
export function shortAddress(text: string): string {
  const href = webHref(text);
  if (href === null) return text;
  const { host, pathname } = new URL(href);
  return host.replace(/^www\./, '') + readable(pathname.replace(/\/$/, ''));
}

/**
 * Letters of other scripts instead of their percent codes. Characters that change the direction of text stay
 * encoded.
 */
function readable(path: string): string {
  try {
    const text = decodeURI(path);
    return /[\p{C}\p{Zl}\p{Zp}]/u.test(text) ? path : text;
  } catch {
    return path;
  }
}
