/**
 * What the cells of the questions' rows hold, together with what the specification says about it, written down by hand: the
 * model must not ask the code that it judges.
 */

/** An address as a cell holds it. */
export interface WrittenAddress {
  readonly written: string;
  /** null: it has none. */
  readonly host: string | null;
  /** Whether many companies share the host, so that it links nobody. */
  readonly isShared: boolean;
  /** The address as it is compared as a whole. */
  readonly bare: string;
  /** Of a company's page at LinkedIn. */
  readonly page: string | null;
}

const site = (written: string, host: string | null, bare: string, isShared = false): WrittenAddress => ({
  written,
  host,
  isShared,
  bare,
  page: null,
});

export const SITES: readonly WrittenAddress[] = [
  site('https://www.alpha.example/a?b=c#d', 'alpha.example', 'alpha.example/a?b=c#d'),
  site('alpha.example', 'alpha.example', 'alpha.example'),
  site('HTTP://Beta.Example:8080/', 'beta.example', 'beta.example:8080'),
  site('https://sub.beta.example', 'sub.beta.example', 'sub.beta.example'),
  site('https://delta.example/Team/', 'delta.example', 'delta.example/team'),
  site('https://www.facebook.com/alpha', 'facebook.com', 'facebook.com/alpha', true),
  site('no address at all', null, 'no address at all'),
];
export const PAGES: readonly WrittenAddress[] = [
  {
    ...site('https://www.linkedin.com/company/alpha/', 'linkedin.com', 'linkedin.com/company/alpha', true),
    page: 'company/alpha',
  },
  {
    ...site('https://de.linkedin.com/company/Beta?x=1', 'de.linkedin.com', 'de.linkedin.com/company/beta?x=1', true),
    page: 'company/beta',
  },
];
export const ADDRESSES: ReadonlyMap<string, WrittenAddress> = new Map(
  [...SITES, ...PAGES].map((address) => [address.written, address]),
);

/** An address as a filter or an expression asks for it. */
export interface AskedAddress {
  readonly text: string;
  readonly host: string | null;
  /** null: only the host is compared. */
  readonly bare: string | null;
}
export const ASKED_ADDRESSES: readonly AskedAddress[] = [
  { text: 'alpha.example', host: 'alpha.example', bare: null },
  { text: 'https://ALPHA.example/', host: 'alpha.example', bare: null },
  { text: 'www.beta.example', host: 'beta.example', bare: null },
  { text: 'facebook.com', host: 'facebook.com', bare: null },
  { text: 'linkedin.com', host: 'linkedin.com', bare: null },
  { text: 'nowhere.example', host: 'nowhere.example', bare: null },
  { text: 'http://delta.example/team', host: 'delta.example', bare: 'delta.example/team' },
  { text: 'linkedin.com/company/Alpha', host: 'linkedin.com', bare: 'linkedin.com/company/alpha' },
];

/** A number of employees that is known as a range. */
export const RANGES: ReadonlyMap<string, readonly [from: number, to: number] | null> = new Map([
  ['1-9', [1, 9]],
  ['11 - 50', [11, 50]],
  ['50–200', [50, 200]],
  ['201+', [201, Number.MAX_SAFE_INTEGER]],
  ['under 10', [0, 9]],
  ['no range', null],
]);

/** Names by which rows of several tables belong together. */
export const NAMES = ['Alpha Kiln', 'ALPHA KILN', 'Beta Nordic', 'Gamma Energy', 'Delta', 'Årnes Kiln'];
export const TEXTS = [
  ...['Oslo', 'OSLO', 'Oslo harbour', 'Årnes', 'ÅRNES', '50% off', 'a_b', 'O"Neil', 'back\\slash', 'Media, Print', 'NULL'],
  ...['kiln energy', 'Nordic kiln works', 'Energy of the kiln', 'kilnworks', 'nordic'],
];
/** Parts and beginnings of texts, in another case. */
export const TEXT_PARTS = ['osl', 'KILN', 'årn', '%', '_', '"', '\\', ', ', 'Energy of', 'zzz', 'a', 'example'];
export const ITEMS = ['SaaS', 'saas', 'Two, three', 'with "quotes"', 'kiln energy', 'Nordic'];
/** Owners and stages of records in a CRM. */
export const OWNERS = ['Kim Park', 'Ola Nordmann'];
export const STAGES = ['Lead', 'Customer'];
export const EMAILS = ['ann@alpha.example', 'Bo@beta.example'];
export const PHONES = ['+47 22 33 44', '0800 1'];

/** Words that a search asks for: whole ones of the texts, and beginnings. None is a company's legal form. */
export const WORDS = ['kiln', 'Nordic', 'ENERGY', 'oslo', 'harbour', 'works', 'media', 'alpha', 'beta', 'example', 'zzz'];
export const BEGINNINGS = ['kil', 'NORD', 'ener', 'osl', 'alph', 'exam', 'zzz'];
export const PHRASES = ['kiln energy', 'Energy of the', 'NORDIC kiln', 'alpha kiln', 'harbour oslo', 'kiln'];

export const DAYS = ['2019-12-31', '2024-02-29', '2025-12-31', '2026-01-01', '2026-02-28'];
export const ASKED_DAYS = [...DAYS, '2019-12-30', '2026-01-02', '2031-01-01'];
export const CLOCKS = ['00:00:00.000Z', '12:34:56.789Z', '23:59:59.999Z'];
/** A time of update that lies in the future, as a file may have it. */
export const FUTURE = '2031-05-06T00:00:00.000Z';
export const WHOLES = [-7, 0, 1, 7, 9, 10, 11, 49, 50, 51, 200, 201, 1000, 250_000];
export const AMOUNTS = [-12.5, 0, 0.25, 1, 2, 2.5, 3, 3.5, 4, 5, 10, 49.5, 50, 1_000_000];
export const ASKED_NUMBERS = [-12.5, -7, 0, 0.25, 1, 2.5, 3, 9, 10, 10.5, 11, 49.5, 50, 51, 200, 201, 1000, 1_000_000];
export const TAGS = ['Warm', 'cold lead', 'O"Neil'];
