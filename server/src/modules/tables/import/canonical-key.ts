/**
 * The text by which two rows are told to be the same thing: the first of the definition's rules whose columns
 * a row fills, with the columns' names in front, so that no two rules ever make the same text. Stored keys
 * outlive this code: to change what it makes is to make the keys of all rows anew.
 */
import { createHash } from 'node:crypto';
import type { CellValue, KeyRule, TableDefinition } from '@leadloom/shared/tables/define-table';

const KEY_LIMIT = 500;
/** Kept out of cells by their cleaning, so it never occurs inside one. */
const BETWEEN = '\u001f';
/**
 * Sites that show one page under several addresses, which differ by country, device and what follows the `?`:
 * their hosts, and the path that counts.
 */
const SITES: readonly (readonly [host: RegExp, site: string, path: (path: string) => string])[] = [
  [/^(?:[a-z]{2,3}\.)?linkedin\.com$/, 'linkedin.com', (path) => path.toLowerCase()],
  [/^(?:(?:old|new|np|m|amp)\.)?reddit\.com$/, 'reddit.com', (path) => (POST.exec(path)?.[1] ?? path).toLowerCase()],
  // Samples lead nowhere, and are told by their number as well.
  [/^(?:m\.)?tiktok\.(?:com|example)$/, 'tiktok.com', (path) => VIDEO.exec(path)?.[0] ?? path],
];
const POST = /(\/comments\/\w+)(?:\/[^/]*)?$/;
const VIDEO = /\/video\/\d+/;
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid)$/i;

export interface KeyedRow {
  readonly cell: (field: string) => CellValue;
  /** Host of a link column's address; null where it is blank. */
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
