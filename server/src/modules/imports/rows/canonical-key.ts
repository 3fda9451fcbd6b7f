/**
 * The key of a row: rows describing the same entity have the same key. It is built by the first rule of the
 * definition whose columns the row fills, and starts with the columns' names, so that two rules never build the
 * same key. Keys are stored: whoever changes what is built here raises `KEY_RULES`.
 */
import { createHash } from 'node:crypto';
import { isLinkedinHost, linkedinPage } from '@leadloom/shared/linkedin/linkedin-page';
import type { CellValue, KeyRule, TableDefinition } from '@leadloom/shared/tables/define-table';
import { isSharedHost, sharedSite } from '../../../hosts/shared-hosts.ts';

/** The number of these rules. The first writer of a table under a higher one builds the keys of its rows anew. */
export const KEY_RULES = 5;

const KEY_LIMIT = 500;
/** A separator that is removed from cells when they are cleaned, so it never occurs inside one. */
const BETWEEN = '\u001f';
/** Stands between a key that unlike rows have in common and what tells them apart. No key contains it by itself. */
export const APART = BETWEEN + BETWEEN;
/**
 * Sites that show one page under several addresses, which differ by country, device or query: their hosts, and
 * the part of the path that identifies a page.
 */
const SITES: readonly (readonly [host: RegExp, site: string, path: (path: string) => string])[] = [
  [/^(?:(?:old|new|np|m|amp)\.)?reddit\.com$/, 'reddit.com', (path) => (POST.exec(path)?.[1] ?? path).toLowerCase()],
  // Addresses of sample rows do not exist, and their number identifies them as well.
  [/^(?:m\.)?tiktok\.(?:com|example)$/, 'tiktok.com', (path) => VIDEO.exec(path)?.[0] ?? path],
];
const POST = /(\/comments\/\w+)(?:\/[^/]*)?$/;
const VIDEO = /\/video\/\d+/;
/** Ids like these may be numbers of rows. */
const SHORT_NUMBER = /^\d{1,6}$/;
/** Matches most addresses. A parser would find the same path and nothing behind it, and takes ten times as long. */
const PLAIN_ADDRESS = /^(?:https?:\/\/)?[^/?#\\@:\s]+((?:\/[\w-]+)*)\/*$/i;
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid)$/i;

export interface KeyedRow {
  readonly cell: (field: string) => CellValue;
  /** Host of the address in a link column; null if it is blank. */
  readonly domain: (field: string) => string | null;
}

export interface RowKeys {
  readonly key: string;
  /** The key by the next rule, if the first one may turn out to be shared by several entities. */
  readonly nextKey: string | null;
}

/** The keys of a row; null: it fills the columns of no rule. */
export function rowKeys({ canonicalKey: rules }: TableDefinition, row: KeyedRow): RowKeys | null {
  for (const [place, rule] of rules.entries()) {
    const found = keyBy(rule, row);
    if (found === null) continue;
    const names = namesOf(rule);
    return {
      key: shortened(found),
      nextKey: names === null ? null : nextKey({ found, rule, names }, rules.slice(place + 1), row),
    };
  }
  return null;
}

/**
 * The key of a row whose address is nobody's: by the first later rule that says more than names, or by the address and the
 * names, by which an address that several entities have in common still tells them apart.
 */
function nextKey(
  { found, rule, names }: { readonly found: string; readonly rule: KeyRule; readonly names: readonly string[] },
  later: readonly KeyRule[],
  row: KeyedRow,
): string {
  for (const other of later) {
    if (namesOf(other) !== null || isOnlyAlike(other)) continue;
    const key = keyBy(other, row);
    if (key !== null) return shortened(key);
  }
  const page = found.slice(found.indexOf(':') + 1);
  const texts = names.map((name) => String(row.cell(name) ?? '-').toLowerCase());
  return shortened(`${sharedPrefix(rule, names)}${[page, ...texts].join(BETWEEN)}`);
}

/** How keys of an address and names begin. */
function sharedPrefix(rule: KeyRule, names: readonly string[]): string {
  return `${[...columnsOf(rule), ...names].join('+')}:`;
}

/** How keys begin that say little: rows of one file under them are one only where nothing else differs. */
export function weakPrefixes({ canonicalKey: rules }: TableDefinition): readonly string[] {
  return rules.flatMap((rule) => {
    const names = namesOf(rule);
    if (names !== null) return [sharedPrefix(rule, names)];
    return isOnlyAlike(rule) ? [`${columnsOf(rule).join('+')}:`] : [];
  });
}

/** The key by one rule alone; null: the row fills none of its columns, or what it fills is nobody's */
export function keyByRule(rule: KeyRule, row: KeyedRow): string | null {
  const found = keyBy(rule, row);
  return found === null ? null : shortened(found);
}

/** How keys begin that are numbers of registers; null: the table knows none. */
export function registeredPrefix({ canonicalKey: rules }: TableDefinition): string | null {
  const rule = rules.find((one) => 'idOf' in one && one.isOnlyWithin === true);
  return rule !== undefined && 'idOf' in rule ? `${rule.idOf}:` : null;
}

/** The columns whose values show that an address is shared, such as the name. */
export function sharingColumns({ canonicalKey: rules }: TableDefinition): readonly string[] {
  return [...new Set(rules.flatMap((rule) => namesOf(rule) ?? []))];
}

/** The columns that keys are built from. */
export function keyColumns({ canonicalKey: rules }: TableDefinition): readonly string[] {
  return [...new Set(rules.flatMap((rule) => [...columnsOf(rule), ...(namesOf(rule) ?? [])]))];
}

function columnsOf(rule: KeyRule): readonly string[] {
  if ('domainOf' in rule) return [rule.domainOf];
  if ('linkOf' in rule) return [rule.linkOf];
  if ('idOf' in rule) return [rule.idOf, rule.within];
  return 'anyOf' in rule ? rule.anyOf : rule.textOf;
}

function namesOf(rule: KeyRule): readonly string[] | null {
  return 'unlessShared' in rule ? (rule.unlessShared ?? null) : null;
}

function isOnlyAlike(rule: KeyRule): boolean {
  return 'onlyAlike' in rule && rule.onlyAlike === true;
}

function keyBy(rule: KeyRule, { cell, domain }: KeyedRow): string | null {
  if ('domainOf' in rule) {
    const host = domain(rule.domainOf);
    if (host === null) return null;
    const key = isSharedHost(host) ? pageKey(cell(rule.domainOf), host) : host;
    return key === null ? null : `${rule.domainOf}:${key}`;
  }
  if ('linkOf' in rule) {
    const key = pageKey(cell(rule.linkOf), domain(rule.linkOf));
    return key === null ? null : `${rule.linkOf}:${key}`;
  }
  if ('idOf' in rule) {
    const id = cell(rule.idOf);
    if (id === null) return null;
    if (rule.isOnlyWithin === true) return registeredKey(rule, id, { cell, domain });
    const within = SHORT_NUMBER.test(String(id)) ? cell(rule.within) : null;
    const scope = within === null ? '' : `${BETWEEN}${keyText(within, domain(rule.within))}`;
    return `${rule.idOf}:${keyText(id, null)}${scope}`;
  }
  if ('anyOf' in rule) {
    const filled = rule.anyOf.filter((field) => cell(field) !== null);
    return filled.length === 0 ? null : keyBy({ textOf: filled }, { cell, domain });
  }
  const texts: string[] = [];
  for (const field of rule.textOf) {
    const value = cell(field);
    if (value === null) return null;
    texts.push(keyText(value, domain(field)));
  }
  return `${rule.textOf.join('+')}:${texts.join(BETWEEN)}`;
}

/** Spreadsheets drop the zeros in front of a number. */
function registeredKey(
  { idOf, within }: Extract<KeyRule, { idOf: string }>,
  id: CellValue,
  { cell, domain }: KeyedRow,
): string | null {
  const register = cell(within);
  if (register === null) return null;
  const number = keyText(id, null).replace(/^0+(?=\d+$)/, '');
  return `${idOf}:${number}${BETWEEN}${keyText(register, domain(within))}`;
}

function keyText(value: CellValue, host: string | null): string {
  return typeof value === 'string' && host !== null ? linkKey(value, host) : String(value).toLowerCase();
}

/** The key of a page; null: there is no address, or it is that of a host which many share. */
function pageKey(address: CellValue, host: string | null): string | null {
  if (typeof address !== 'string' || host === null) return null;
  const key = linkKey(address, host);
  return /[/?]/.test(key) || !isSharedHost(host) ? key : null;
}

function linkKey(address: string, host: string): string {
  const { path, search, port } = addressParts(address);
  if (isLinkedinHost(host)) return linkedinKey({ host, path, search });
  const known = SITES.find(([hosts]) => hosts.test(host));
  if (known !== undefined) return `${known[1]}${known[2](path)}`;
  const shared = sharedSite(host);
  // On such a site, the query only says how the page is shown, unless the page is a program.
  if (shared?.isCaseless === true) return `${shared.host}${path.toLowerCase()}${/^$|\.php$/.test(path) ? search : ''}`;
  if (shared !== null) return `${shared.host}${path}${search}`;
  return `${host}${port === '' ? '' : `:${port}`}${path}${search}`;
}

/** Pages that are neither a member's nor a company's are told apart as elsewhere; the beginnings of paths are nobody's. */
function linkedinKey(address: { readonly host: string; readonly path: string; readonly search: string }): string {
  const page = linkedinPage(address);
  if (page !== null) return `linkedin.com/${page}`;
  const isNobodys = address.search === '' && /^\/*[^/]*$/.test(address.path);
  return isNobodys ? 'linkedin.com' : `linkedin.com${address.path.toLowerCase()}${address.search}`;
}

/**
 * The parts of an address, without slashes at the end of the path, and without parameters that say where a visitor came
 * from.
 */
function addressParts(address: string): Pick<URL, 'search' | 'port'> & { readonly path: string } {
  const plainPath = PLAIN_ADDRESS.exec(address)?.[1];
  if (plainPath !== undefined) return { path: plainPath, search: '', port: '' };
  const url = new URL(/^https?:\/\//i.test(address) ? address : `https://${address}`);
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of tracking) url.searchParams.delete(name);
  return { path: url.pathname.replace(/\/+$/, ''), search: url.search, port: url.port };
}

function shortened(key: string): string {
  if (key.length <= KEY_LIMIT) return key;
  const rule = key.slice(0, key.indexOf(':'));
  return `${rule}:sha256:${createHash('sha256').update(key).digest('hex')}`;
}
