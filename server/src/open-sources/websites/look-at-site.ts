/**
 * One look at a website: what robots.txt allows, at most five pages, and two small files of a Shopify shop. A redirect is
 * followed within the site, and to a host of the same name under another ending; one that leads elsewhere is only noted,
 * because whoever lives there now may be somebody else. Only public hosts are asked, on the ports of the web.
 */
import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import robotsParser from 'robots-parser';
import { getDomain, getDomainWithoutSuffix } from 'tldts';
import { isSharedHost } from '../../hosts/shared-hosts.ts';
import { type OpenAnswer, OpenSourceError, type OpenSourceRun } from '../open-source.ts';
import { decodePage, type Page, type PageLink, readPage } from './read-page.ts';
import { readShop, type Shop } from './shopify-shop.ts';

export type PageKind = 'front' | 'contact' | 'imprint' | 'careers' | 'about';

export interface SitePage {
  readonly kind: PageKind;
  readonly url: string;
  readonly page: Page;
}

/** `not_readable`: it answers, but forbids or refuses, or has no page. `moved`: it leads to another site, whose address is `url`. */
export type SiteLook =
  | { readonly state: 'read'; readonly url: string; readonly pages: readonly SitePage[]; readonly shop: Shop | null }
  | { readonly state: 'moved' | 'not_readable'; readonly url: string }
  | { readonly state: 'unreachable' };

export type LookingRun = Pick<OpenSourceRun, 'get' | 'signal'>;

/** The name that robots.txt knows us by. */
const ROBOT = 'Leadloom';
const PAGE_BYTES = 1_048_576;
const ROBOTS_BYTES = 524_288;
const MOST_REDIRECTS = 5;
/** Matching an address with the rules of robots.txt takes time that grows with its length. */
const MOST_ADDRESS = 300;
/** A longer delay than robots.txt may ask for and still be read whole. */
const LONGEST_DELAY_SECONDS = 10;

/** In the order in which they are worth more. */
const KINDS: readonly (readonly [kind: PageKind, words: RegExp])[] = [
  ['contact', /contact|kontakt|contatt[io]|contacto|contato|get.in.touch/i],
  ['imprint', /imprint|impressum|legal.?notice|mentions.?l[eé]gales|aviso.?legal/i],
  [
    'careers',
    /career|\bjobs?\b|karriere|stellenangebote|join.us|work.(?:with|for|at).us|we.?re.hiring|vacanc|open.positions|recrutement/i,
  ],
  ['about', /\babout\b|(?:ü|ue|u)ber.uns|\bom.oss\b|qui.sommes|chi.siamo|quienes.somos|sobre.n[oó]s/i],
];
const FILE = /\.(?!html?$|php$|aspx?$|jsp$)[a-z\d]{2,4}$/i;

/** Where a row's site begins; null: its address is no public site of its own, such as a page at a network or a private address. */
export function siteOf(website: string): { readonly host: string; readonly path: string } | null {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(website) ? website : `https://${website.replace(/^\/\//, '')}`);
  if (url === null || !isPublicWeb(url)) return null;
  const domain = normalDomain(url.href);
  return domain === null || isSharedHost(domain) ? null : { host: url.hostname, path: url.pathname.slice(0, MOST_ADDRESS) };
}

/** The connector refuses names that lead to private addresses; this refuses what can be seen before. */
function isPublicWeb(url: URL): boolean {
  const { protocol, port, hostname, username, password } = url;
  const isWeb = (protocol === 'https:' || protocol === 'http:') && port === '' && username === '' && password === '';
  if (!isWeb || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false;
  return hostname.includes('.') && !/\.(?:localhost|local|internal|lan|home|corp|arpa|onion)\.?$/i.test(hostname);
}

export async function lookAtSite(
  { host, path }: { readonly host: string; readonly path: string },
  run: LookingRun,
): Promise<SiteLook> {
  const visitor = createVisitor(host, run);
  for (const origin of originsOf(host)) {
    if (!(await visitor.isReachable(origin))) continue;
    const front = await visitor.open(`${origin}${path}`);
    if (front === 'unreachable') return { state: 'unreachable' };
    if ('movedTo' in front) return { state: 'moved', url: front.movedTo };
    if (front.page === null)
      return path === '/' ? { state: 'not_readable', url: front.url } : lookAtSite({ host, path: '/' }, run);
    if (isForSale(front.page)) return { state: 'not_readable', url: front.url };
    const pages: SitePage[] = [{ kind: 'front', url: front.url, page: front.page }];
    for (const [kind, url] of furtherPages(front.url, front.page.links)) {
      if (visitor.delay > LONGEST_DELAY_SECONDS) break;
      const opened = await visitor.open(url);
      if (opened !== 'unreachable' && 'page' in opened && opened.page !== null)
        pages.push({ kind, url: opened.url, page: opened.page });
    }
    const signs = front.page.shop;
    const shop = signs === null ? null : await readShop(new URL(front.url).origin, signs, (url) => visitor.file(url));
    return { state: 'read', url: front.url, pages, shop };
  }
  return { state: 'unreachable' };
}

/** What brokers write on domains that nobody uses. */
function isForSale({ text, meta }: Page): boolean {
  const beginning = `${meta.get('description') ?? ''} ${text.slice(0, 2_000)}`;
  return /domain(?: name)? (?:is|may be) (?:for sale|parked|available for purchase)|buy this domain|parked (?:free|domain)/i.test(
    beginning,
  );
}

function originsOf(host: string): readonly string[] {
  return [`https://${host}`, `http://${host}`, ...(ownDomain(host).domain === host ? [`https://www.${host}`] : [])];
}

type Opened = 'unreachable' | { readonly movedTo: string } | { readonly url: string; readonly page: Page | null };

/** Asks one site, its robots.txt first. */
function createVisitor(host: string, { get, signal }: LookingRun) {
  const rules = new Map<string, Promise<Robots>>();
  let delay = 0;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function ask(url: string, maxBytes: number): Promise<OpenAnswer> {
    const pause = askedAt + Math.min(delay, LONGEST_DELAY_SECONDS) * 1_000 - performance.now();
    if (pause > 0) await wait(pause, undefined, { signal });
    try {
      return await get(url, { asIs: true, maxBytes });
    } finally {
      askedAt = performance.now();
    }
  }

  /** @throws {OpenSourceError} where the host does not answer */
  function robotsOf(origin: string): Promise<Robots> {
    const known = rules.get(origin);
    if (known !== undefined) return known;
    const asked = askRobots(origin, (url) => ask(url, ROBOTS_BYTES)).then((robots) => {
      delay = Math.max(delay, robots.delay);
      return robots;
    });
    rules.set(origin, asked);
    return asked;
  }

  /** Follows what may be followed. null: robots.txt forbids it. @throws {OpenSourceError} */
  async function follow(address: string, maxBytes: number): Promise<OpenAnswer | { readonly movedTo: string } | null> {
    let url = address;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const robots = await robotsOf(new URL(url).origin);
      if (!robots.allows(url)) return null;
      const answer = await ask(url, maxBytes);
      const target = redirectOf(answer, url);
      if (target === null) return answer;
      if (!isPublicWeb(target) || target.href.length > MOST_ADDRESS * 2) return null;
      if (!isSameSite(target.hostname, host)) return { movedTo: target.href };
      url = target.href;
    }
    return null;
  }

  return {
    /** What robots.txt asks to wait between two requests, in seconds. */
    get delay() {
      return delay;
    },
    isReachable: async (origin: string): Promise<boolean> => (await unlessUnreachable(robotsOf(origin))) !== null,
    open: async (url: string): Promise<Opened> => {
      const answer = await unlessUnreachable(follow(url, PAGE_BYTES).then((found) => ({ found })));
      if (answer === null) return 'unreachable';
      const { found } = answer;
      if (found === null) return { url, page: null };
      if ('movedTo' in found) return found;
      if (found.status >= 500) return 'unreachable';
      const contentType = found.headers.get('content-type') ?? 'text/html';
      const isPage = found.status === 200 && /html/i.test(contentType);
      return { url: found.url, page: isPage ? readPage(decodePage(found.bytes, contentType)) : null };
    },
    /** A file of the site as text; null: it has none, or more than a page may have. */
    file: async (url: string): Promise<string | null> => {
      const answer = await unlessUnreachable(follow(url, PAGE_BYTES));
      return answer !== null && 'status' in answer && answer.status === 200 ? answer.bytes.toString('utf8') : null;
    },
  };
}

/** null: the host did not answer. Other errors are ours. */
async function unlessUnreachable<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof OpenSourceError) return null;
    throw error;
  }
}

function redirectOf({ status, headers }: OpenAnswer, url: string): URL | null {
  const location = headers.get('location');
  return status >= 300 && status < 400 && location !== undefined ? URL.parse(location, url) : null;
}

/** Whether two hosts are one company's: hosts of one domain, or of the same name under another ending. */
export function isSameSite(host: string, other: string): boolean {
  const [one, another] = [ownDomain(host), ownDomain(other)];
  return one.domain === another.domain || (one.name !== null && one.name === another.name);
}

/** The domain that a company has for itself: at a site builder, it is the whole host. */
export function ownDomain(host: string): { readonly domain: string; readonly name: string | null } {
  const options = { allowPrivateDomains: true };
  const domain = getDomain(host, options);
  if (domain === null || isSharedHost(domain)) return { domain: host, name: null };
  return { domain, name: getDomainWithoutSuffix(host, options) };
}

interface Robots {
  readonly allows: (url: string) => boolean;
  /** Seconds. */
  readonly delay: number;
}

const NOTHING: Robots = { allows: () => false, delay: 0 };

/** As RFC 9309 has it: without the file everything is allowed; where the server fails or asks for a pause, nothing is. */
async function askRobots(origin: string, ask: (url: string) => Promise<OpenAnswer>): Promise<Robots> {
  const own = `${origin}/robots.txt`;
  let url = own;
  let answer = await ask(url);
  for (let redirects = 0; redirects < MOST_REDIRECTS; redirects += 1) {
    const target = redirectOf(answer, url);
    if (target === null || !isPublicWeb(target)) break;
    url = target.href;
    answer = await ask(url);
  }
  const { status, bytes } = answer;
  if (status === 429 || status >= 500) return NOTHING;
  // The rules of where it was found count for the host that was asked.
  const robots = robotsParser(own, status === 200 ? bytes.toString('utf8').replace(/^\uFEFF/, '') : '');
  const delay = robots.getCrawlDelay(ROBOT) ?? 0;
  return {
    allows: (address) => address.length <= MOST_ADDRESS * 2 && robots.isAllowed(address, ROBOT) !== false,
    delay: Number.isFinite(delay) && delay > 0 ? delay : 0,
  };
}

/** One page of each kind, by the text or the path of a link within the site. */
function furtherPages(front: string, links: readonly PageLink[]): ReadonlyMap<PageKind, string> {
  const found = new Map<PageKind, string>();
  const taken = new Set([withoutHash(front)]);
  const own = links.flatMap(({ href, text }) => {
    const url = URL.parse(href, front);
    if (url === null || !isPublicWeb(url) || url.href.length > MOST_ADDRESS || FILE.test(url.pathname)) return [];
    return isSameSite(url.hostname, new URL(front).hostname)
      ? [{ url: withoutHash(url.href), path: decodedPath(url), text }]
      : [];
  });
  for (const [kind, words] of KINDS) {
    // The path says more than the text: a link to a product may say "Contact us about it".
    const link =
      own.find(({ url, path }) => words.test(path) && !taken.has(url)) ??
      own.find(({ url, text }) => text.length <= 40 && words.test(text) && !taken.has(url));
    if (link === undefined) continue;
    taken.add(link.url);
    found.set(kind, link.url);
  }
  return found;
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/, '');
}

function decodedPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
