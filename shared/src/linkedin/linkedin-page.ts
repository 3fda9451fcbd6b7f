/**
 * Pages at LinkedIn, and the one form that all addresses of a page have: `in/maren-holt` of a member, `company/nordlys` of a
 * company. Addresses differ by host (country, mobile), prefix, language, sections behind the page, query, letter case and
 * encoding; `/pub/` is the form that public profiles had before 2015. Pure.
 */

interface Address {
  /** Lower case, with or without `www.`. */
  readonly host: string;
  /** The path as addresses have it, encoded or not. */
  readonly path: string;
  /** The query with its question mark; empty: none. */
  readonly search: string;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['in', 'in'],
  ['company', 'company'],
  ['company-beta', 'company'],
  ['companies', 'company'],
  ['school', 'school'],
  ['showcase', 'showcase'],
]);
/** What apps, mails and older sites put before the path of a page. */
const PREFIXES: ReadonlySet<string> = new Set(['comm', 'm', 'mobile', 'mwlite', 'public-profile']);
/** Pages that ask to sign in first, and name the page that was asked for in their query. */
const WALLS: ReadonlySet<string> = new Set(['authwall', 'login', 'signup', 'uas', 'checkpoint']);
const REDIRECTS = ['sessionRedirect', 'session_redirect', 'redirect', 'original_referer'];
/** Most addresses: their page is read without taking them apart. */
const PLAIN = /^\/(in|company)\/([a-z\d_-]+)\/*$/i;
/** Signs of the text around an address. */
const BEHIND = /[\s.,;:!?'"’”)\]}>]+$/u;
/** Characters of a name; longer ones are no names. */
const LONGEST = 200;

/** Whether the host is one of LinkedIn's, such as `de.linkedin.com` or `touch.www.linkedin.com`. */
export function isLinkedinHost(host: string): boolean {
  return host === 'linkedin.com' || host.endsWith('.linkedin.com');
}

/** The form of the page; null: the address is not that of a member, company or school. */
export function linkedinPage({ host, path, search }: Address): string | null {
  if (!isLinkedinHost(host)) return null;
  const plain = PLAIN.exec(path);
  if (plain !== null) return `${plain[1]?.toLowerCase()}/${plain[2]?.toLowerCase()}`;
  const parts = path
    .split('/')
    .map(pageName)
    .filter((part) => part !== '');
  while (PREFIXES.has(parts[0] ?? '')) parts.shift();
  const [first = '', second = '', ...rest] = parts;
  if (WALLS.has(first)) return redirectedPage(search);
  if (first === 'pub') return second === 'in' ? pageOf('in', rest[0]) : publicProfile(second, rest);
  if (first === 'sales' && second === 'company') return pageOf('company', rest[0]?.split(',')[0]);
  const kind = KINDS.get(first);
  return kind === undefined ? null : pageOf(kind, second);
}

/**
 * A part of a path as it is compared: addresses have it encoded once, twice or not at all, in any case, and composed in two
 * ways. Capitals have no `ß`.
 */
function pageName(part: string): string {
  return decoded(decoded(part)).normalize('NFKC').toUpperCase().toLowerCase().replace(BEHIND, '').trim();
}

function pageOf(kind: string, name = ''): string | null {
  return name === '' || name.length > LONGEST ? null : `${kind}/${name}`;
}

/** `/pub/maren-holt/a7/576/b50` led to `/in/maren-holt-b50576a7`: the parts backwards, the last two with three digits. */
function publicProfile(name: string, [first = '', second = '', third = '']: readonly string[]): string | null {
  if (name === 'dir') return null;
  if (![first, second, third].every((part) => /^[\da-f]{1,3}$/.test(part))) return pageOf('pub', name);
  return pageOf('in', `${name}-${third.padStart(3, '0')}${second.padStart(3, '0')}${first === '0' ? '' : first}`);
}

/** The page to which somebody who has signed in is led. */
function redirectedPage(search: string): string | null {
  const query = new URLSearchParams(search);
  for (const name of REDIRECTS) {
    const address = query.get(name);
    if (address === null || !URL.canParse(address, 'https://www.linkedin.com')) continue;
    const { hostname: host, pathname: path } = new URL(address, 'https://www.linkedin.com');
    const page = linkedinPage({ host, path, search: '' });
    if (page !== null) return page;
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
