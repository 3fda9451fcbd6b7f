/**
 * What the pages of a site say of the company, as cells. In order of trust: structured data of the company itself, links for
 * mail and telephone, the head of the front page. Only mailboxes of roles are taken, of the site's own domain, and what two
 * places say differently stays blank: a wrong cell is worse than none.
 */
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import { type BoardLink, boardOfLink, boardPage } from '../job-boards/board-links.ts';
import { listIn, objectIn, plainText } from '../plain-text.ts';
import { isSameSite, ownDomain, type SitePage } from './look-at-site.ts';
import type { PageLink, Thing } from './read-page.ts';

export interface SiteFacts {
  readonly name: string | null;
  readonly legalName: string | null;
  readonly description: string | null;
  /** Those of roles, the most general first. */
  readonly emails: readonly string[];
  readonly phone: string | null;
  readonly foundedOn: string | null;
  /** A number, or a range such as `11-50`. */
  readonly employees: string | null;
  readonly careersUrl: string | null;
  readonly networks: Readonly<Record<Network, string | null>>;
  readonly language: string | null;
  readonly reviews: { readonly total: number; readonly average: number } | null;
  readonly boards: readonly BoardLink[];
}

/** Mailboxes that belong to a role, the most general first. Those for applicants, lawyers and machines are none for buyers. */
const ROLES =
  `info hello hallo hi contact contacts contactus kontakt contacto contato contatti office mail email post sales general
  enquiries enquiry inquiries inquiry headoffice hq reception welcome team buero sekretariat zentrale firmapost resepsjon vertrieb
  verkauf ventes ventas vendas vendite business partners partnerships ir investors investorrelations deals marketing press presse
  media service services support help kundenservice kundeservice customerservice customercare care shop store orders order
  bestellung booking bookings reservations`.split(/\s+/);
/** `info`, `info-uk`, `info.de`. */
const ROLE = new RegExp(`^(${ROLES.join('|')})(?:[._-][a-z]{2})?$`);
const EMAIL_IN_TEXT = /(?<![\w.+-])[a-z][a-z\d._-]{0,30}@[a-z\d.-]{3,80}\.[a-z]{2,24}(?![\w-])/gi;

/** Organisations, and the kinds of them that companies use. */
const ORGANISATION =
  /^(?:https?:\/\/schema\.org\/)?(?:Organization|Corporation|LocalBusiness|Store|OnlineStore|OnlineBusiness|ProfessionalService|FinancialService|InvestmentOrDeposit|Airline|Brand|EducationalOrganization|GovernmentOrganization|MedicalOrganization|NewsMediaOrganization|NGO|Restaurant|Hotel|SoftwareCompany|ResearchOrganization|Project|[A-Z][A-Za-z]{2,30}(?:Store|Business|Agency|Service))$/;

const NETWORKS = {
  linkedin: /^https?:\/\/(?:[a-z]{2,3}\.)?linkedin\.com\/(?:company|school|showcase)\/([^/?#]{2,100})/i,
  facebook:
    /^https?:\/\/(?:[a-z-]{1,6}\.)?facebook\.com\/(?!(?:sharer?|dialog|plugins|tr|login|groups|events|hashtag|policies|privacy|legal|help|watch|people|pages|pg|photos?|media|ads|business|v\d+\.\d+)(?:[/?#]|$)|[\w-]+\.php(?:[/?#]|$))([\w.-]{2,100})/i,
  instagram:
    /^https?:\/\/(?:www\.)?instagram\.com\/(?!(?:p|reel|reels|explore|accounts|stories|tv|share)(?:[/?#]|$))([\w.]{2,60})/i,
  youtube: /^https?:\/\/(?:www\.|m\.)?youtube\.com\/(?:(?:channel|c|user)\/|@)([^/?#]{2,100})/i,
} as const;
export type Network = keyof typeof NETWORKS;
/** Pages of the programs that sites are built with, which themes link in their footers. */
const BUILDERS =
  /^(?:wix|wixcom|shopify|squarespace|wordpress|wordpressdotcom|godaddy|webflow|weebly|jimdo|elementor|themeforest|envato)$/i;

/** @param pages the front page first */
export function factsOf(pages: readonly SitePage[]): SiteFacts {
  const [front] = pages;
  if (front === undefined) throw new Error('a site that was read has a front page');
  const host = new URL(front.url).hostname;
  const organisation = organisationOf(pages, host);
  const said = (name: string, limit: number) => plainText(organisation?.[name], limit);
  const { meta, language } = front.page;
  return {
    name: said('name', 200) ?? plainText(meta.get('og:site_name'), 200),
    legalName: said('legalName', 200),
    description: said('description', 1_000) ?? plainText(meta.get('description') ?? meta.get('og:description'), 1_000),
    emails: emailsOf(pages, organisation, host),
    phone: phoneIn(said('telephone', 100) ?? '') ?? phoneOf(pages),
    foundedOn: foundingDay(organisation?.foundingDate),
    employees: employeesOf(organisation?.numberOfEmployees),
    careersUrl: careersOf(pages),
    networks: networksOf(pages, organisation, host),
    language: /^[a-z]{2,3}(?:-[a-z]{2})?$/i.test(language ?? '') ? language : null,
    reviews: reviewsOf(organisation),
    boards: boardsOf(pages),
  };
}

/**
 * The site's own organisation. Plugins and editors put theirs into pages, too: one with an address of another site is another
 * company, and of several without an address none is known to be the site's.
 */
function organisationOf(pages: readonly SitePage[], host: string): Thing | null {
  const all = pages
    .flatMap(({ page }) => page.things)
    .filter((thing) => listOf(thing['@type']).some((type) => ORGANISATION.test(String(type))));
  const own = all.filter((thing) => listOf(thing.url).some((url) => isOfSite(url, host)));
  if (own.length > 0) return merged(own);
  const unplaced = all.filter((thing) => listOf(thing.url).length === 0);
  const names = new Set(unplaced.map(({ name }) => plainText(name, 200)?.toLowerCase()));
  return names.size === 1 ? merged(unplaced) : null;
}

function isOfSite(value: unknown, host: string): boolean {
  const url = typeof value === 'string' ? URL.parse(value, `https://${host}`) : null;
  return url !== null && isSameSite(url.hostname, host);
}

/** What the first says counts; later ones fill what it leaves out. */
function merged(things: readonly Thing[]): Thing {
  return Object.assign({}, ...things.toReversed());
}

function emailsOf(pages: readonly SitePage[], organisation: Thing | null, host: string): readonly string[] {
  const written = [
    ...[organisation, ...listOf(organisation?.contactPoint).map(objectIn)].flatMap((thing) => listOf(thing?.email)),
    ...pages.flatMap(({ page }) => page.links.filter(({ href }) => /^mailto:/i.test(href)).map(({ href }) => href)),
    // Only where a company names its mailboxes to be read: a comment below an article may name anybody's.
    ...pages.flatMap(({ kind, page }) =>
      kind === 'contact' || kind === 'imprint' ? (page.text.match(EMAIL_IN_TEXT) ?? []) : [],
    ),
  ];
  const found = new Map<string, number>();
  for (const value of written.slice(0, 500)) {
    const email = mailboxIn(value);
    if (email === null) continue;
    const at = email.lastIndexOf('@');
    const [, role] = ROLE.exec(email.slice(0, at)) ?? [];
    // An agency that made the site, or a provider of mailboxes, is somebody else.
    if (role === undefined || !isSameSite(email.slice(at + 1), host)) continue;
    found.set(email, Math.min(found.get(email) ?? ROLES.length, ROLES.indexOf(role)));
  }
  return [...found]
    .sort(([, one], [, other]) => one - other)
    .map(([email]) => email)
    .slice(0, 10);
}

/** `mailto:%20Info@acme.example?subject=Hello` is `info@acme.example`. */
function mailboxIn(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 500) return null;
  const [first = ''] = decoded(value.replace(/^mailto:/i, '').replace(/\?.*$/s, '')).split(/[,;]/);
  const email = first.trim().toLowerCase();
  return hasEmailFormat(email) ? email : null;
}

/** The number of the first page that names one alone, those where people are told to call before the others. */
function phoneOf(pages: readonly SitePage[]): string | null {
  for (const kind of ['contact', 'imprint', 'front'] as const) {
    const numbers = pages.filter((page) => page.kind === kind).flatMap(({ page }) => page.links.flatMap(phoneOfLink));
    const [first] = numbers;
    if (first !== undefined && new Set(numbers.map((number) => number.replace(/\D/g, ''))).size === 1) return first;
  }
  return null;
}

function phoneOfLink({ href }: PageLink): readonly string[] {
  const number = /^tel:/i.test(href) ? phoneIn(decoded(href.slice('tel:'.length)).replace(/;.*$/s, '')) : null;
  return number === null ? [] : [number];
}

/** `tel:+support@acme.example` is none. */
function phoneIn(text: string): string | null {
  const number = plainText(text, 40) ?? '';
  const digits = number.replace(/\D/g, '').length;
  return /^[+\d() ./-]+$/.test(number) && digits >= 7 && digits <= 15 ? number : null;
}

/** A day, or the first of a year. */
function foundingDay(value: unknown): string | null {
  const text = plainText(value, 40) ?? '';
  const [, year = '', month = '01', day = '01'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T.*)?)?)?$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  return isDay && date.getUTCFullYear() >= 1500 ? `${year}-${month}-${day}` : null;
}

function employeesOf(value: unknown): string | null {
  const { value: number, minValue: least, maxValue: most } = objectIn(value) ?? { value };
  const [only, from, to] = [number, least, most].map((given) => /^\d{1,7}$/.exec(plainText(given, 20) ?? '')?.[0] ?? null);
  if (only !== null && only !== undefined && only !== '0') return only;
  const range = plainText(number, 20)?.replace(/\s*[–-]\s*/, '-') ?? '';
  if (/^\d{1,7}-\d{1,7}$/.test(range)) return range;
  return from !== null && from !== undefined && to !== null && to !== undefined ? `${from}-${to}` : null;
}

function careersOf(pages: readonly SitePage[]): string | null {
  const careers = pages.find(({ kind }) => kind === 'careers');
  if (careers !== undefined) return careers.url;
  const [board] = boardsOf(pages);
  return board === undefined ? null : boardPage(board);
}

/** Boards that the site links or embeds. More than a few are those of others: of investors' companies, of a list of jobs. */
function boardsOf(pages: readonly SitePage[]): readonly BoardLink[] {
  const found = new Map<string, BoardLink>();
  for (const { page, url } of pages)
    for (const address of [...page.links.map(({ href }) => href), ...page.embedded]) {
      const board = boardOfLink(URL.parse(address, url)?.href ?? '');
      if (board !== null) found.set(boardPage(board).toLowerCase(), board);
    }
  return found.size > 2 ? [] : [...found.values()];
}

/** What the organisation names as its own; else the only page that the site links, or the one with the site's name. */
function networksOf(pages: readonly SitePage[], organisation: Thing | null, host: string): SiteFacts['networks'] {
  const own = listOf(organisation?.sameAs).filter((address) => typeof address === 'string');
  const linked = pages.flatMap(({ page }) => page.links.map(({ href }) => href.replace(/^\/\//, 'https://')));
  const pick = (network: Network): string | null => {
    for (const addresses of [own, linked]) {
      const found = new Map<string, string>();
      for (const address of addresses) {
        const [page, name = ''] = NETWORKS[network].exec(address.trim()) ?? [];
        if (page !== undefined && !BUILDERS.test(name)) found.set(name.toLowerCase(), page);
      }
      const { name: site } = ownDomain(host);
      const [only] =
        found.size === 1
          ? found.values()
          : [...found].flatMap(([name, page]) => (foldName(name) === foldName(site ?? '') ? page : []));
      if (only !== undefined) return only;
    }
    return null;
  };
  return { linkedin: pick('linkedin'), facebook: pick('facebook'), instagram: pick('instagram'), youtube: pick('youtube') };
}

function foldName(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

function reviewsOf(organisation: Thing | null): SiteFacts['reviews'] {
  const rating = objectIn(organisation?.aggregateRating);
  const total = Number(plainText(rating?.reviewCount ?? rating?.ratingCount, 20) ?? Number.NaN);
  const average = Number(plainText(rating?.ratingValue, 20)?.replace(',', '.') ?? Number.NaN);
  const best = Number(plainText(rating?.bestRating, 20) ?? 5);
  const isRead = Number.isSafeInteger(total) && total > 0 && average > 0 && average <= 5 && best === 5;
  return isRead ? { total, average } : null;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? listIn(value).slice(0, 50) : [value];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
