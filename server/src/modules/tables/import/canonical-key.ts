/**
 * The key of a row: rows describing the same entity have the same key. It is built by the first rule of the
 * definition whose columns the row fills, and starts with the columns' names, so that two rules never build the
 * same key. Keys are stored: a change here changes the keys of all rows.
 */
import { createHash } from 'node:crypto';
import type { CellValue, KeyRule, TableDefinition } from '@leadloom/shared/tables/define-table';

const KEY_LIMIT = 500;
/** Removed from cells when they are cleaned, so it never occurs inside one. */
const BETWEEN = '\u001f';
/**
 * Sites that show one page under several addresses, which differ by country, device or query: their hosts, and
 * the part of the path that identifies a page.
 */
const SITES: readonly (readonly [host: RegExp, site: string, path: (path: string) => string])[] = [
  [/^(?:[a-z]{2,3}\.)?linkedin\.com$/, 'linkedin.com', (path) => path.toLowerCase()],
  [/^(?:(?:old|new|np|m|amp)\.)?reddit\.com$/, 'reddit.com', (path) => (POST.exec(path)?.[1] ?? path).toLowerCase()],
  // Addresses of sample rows do not exist, and their number identifies them as well.
  [/^(?:m\.)?tiktok\.(?:com|example)$/, 'tiktok.com', (path) => VIDEO.exec(path)?.[0] ?? path],
];
const POST = /(\/comments\/\w+)(?:\/[^/]*)?$/;
const VIDEO = /\/video\/\d+/;
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid)$/i;

export interface KeyedRow {
  readonly cell: (field: string) => CellValue;
  /** Host of the address in a link column; null if it is blank. */
  readonly domain: (field: string) => string | null;
}

/** null: the row fills the columns of no rule */
export function canonicalKey({ canonicalKey: rules }: TableDefinition, row: KeyedRow): string | null {
  for (const rule of rules) {
    const key = keyBy(rule, row);
    if (key !== null) return shortened(key);
  }
  return null;
}

function keyBy(rule: KeyRule, { cell, domain }: KeyedRow): string | null {
  if ('domainOf' in rule) {
    const host = domain(rule.domainOf);
    return host === null ? null : `${rule.domainOf}:${host}`;
  }
  if ('linkOf' in rule) {
    const [address, host] = [cell(rule.linkOf), domain(rule.linkOf)];
    return typeof address === 'string' && host !== null ? `${rule.linkOf}:${linkKey(address, host)}` : null;
  }
  const texts: string[] = [];
  for (const field of rule.textOf) {
    const value = cell(field);
    if (value === null) return null;
    texts.push(String(value).toLowerCase());
  }
  return `${rule.textOf.join('+')}:${texts.join(BETWEEN)}`;
}

function linkKey(address: string, host: string): string {
  const url = new URL(/^https?:\/\//i.test(address) ? address : `https://${address}`);
  const path = url.pathname.replace(/\/+$/, '');
  const known = SITES.find(([hosts]) => hosts.test(host));
  if (known !== undefined) return `${known[1]}${known[2](path)}`;
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  return `${host}${url.port === '' ? '' : `:${url.port}`}${path}${url.search}`;
}

function shortened(key: string): string {
  if (key.length <= KEY_LIMIT) return key;
  const rule = key.slice(0, key.indexOf(':'));
  return `${rule}:sha256:${createHash('sha256').update(key).digest('hex')}`;
}
