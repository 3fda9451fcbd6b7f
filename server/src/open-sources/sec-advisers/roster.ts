/**
 * The monthly roster: two archives, one with the registered advisers and one with those that only report. Their names follow no
 * rule, so kind and month are read from the text of the link. Only those of December 2025 and later hold CSV.
 */

import { stateName } from '../cells/state-name.ts';
import { companyName, placeName } from '../cells/title-case.ts';
import { sortAddresses } from '../cells/web-address.ts';
import { type OpenRecord, OpenSourceError, type OpenSourceRun } from '../open-source.ts';
import { answerText } from '../readers/answer-text.ts';
import { openZip } from '../readers/archives.ts';
import { decodeText } from '../readers/decode-text.ts';
import { linksOf } from '../readers/links-of.ts';
import { readDelimited } from '../readers/read-delimited.ts';

export const LISTING_URL =
  'https://www.sec.gov/data-research/sec-markets-data/information-about-registered-investment-advisers-exempt-reporting-advisers';
const FIRST_MONTH = '2025-12';
const MAX_BYTES = 100 * 1024 * 1024;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = new RegExp(`\\b(${MONTHS.join('|')})[a-z]*\\.?\\s+(20\\d\\d)\\b`, 'i');

/** Columns of both archives. */
const BOTH = [
  'Organization CRD#',
  'Primary Business Name',
  'Legal Name',
  'Main Office City',
  'Main Office State',
  'Main Office Country',
  'Main Office Telephone Number',
  'Website Address',
  'SEC Current Status',
  'Total number of VC funds',
  'Total number of PE funds',
  'Total number of Hedge funds',
  'Total number of Real Estate funds',
  'Total number of Other funds',
  'Total Gross Assets of Private Funds',
];
const OTHER_FUNDS = ['Total number of Securitized funds', 'Total number of Liquidity funds'];
/** Those that only report do not answer item 5: staff, clients and assets under management. */
const REGISTERED_ONLY = ['5A', '5F(2)(c)'];
/** How many clients of each kind an adviser has; the first two kinds are individuals. */
const CLIENTS = [...'abcdefghijklmn'].map((kind) => `5D(${kind})(1)`);
const OPTIONAL = [...OTHER_FUNDS, ...REGISTERED_ONLY, ...CLIENTS];

/** Of those with as many funds of several kinds, the first counts. */
const FUND_TYPES: readonly (readonly [columns: readonly string[], type: string])[] = [
  [['Total number of VC funds'], 'Venture Capital'],
  [['Total number of PE funds'], 'PE/Buyout'],
  [['Total number of Hedge funds'], 'Hedge Fund'],
  [['Total number of Real Estate funds'], 'Real Estate'],
  [['Total number of Other funds', ...OTHER_FUNDS], 'Asset Manager'],
];
const GONE = /withdr|terminat|inactive|cancel|revok|denied|expired|abandon/i;

export const rosterFields = [
  'name',
  'primary_investor_type',
  'website',
  'country',
  'city',
  'phone',
  'aum',
  'employees',
  'linkedin_url',
  'legal_name',
  'state',
  'registry',
  'registry_id',
] as const;

export interface Roster {
  /** `YYYY-MM` */
  readonly month: string;
  readonly registered: string;
  readonly exempt: string;
}

/** The newest month of which both archives are listed. */
export async function findRoster(run: OpenSourceRun): Promise<Roster> {
  const page = await run.get(LISTING_URL);
  const months = new Map<string, { registered?: string; exempt?: string }>();
  for (const { url, text } of linksOf(answerText(page), page.url)) {
    const month = monthOf(text);
    const kind = kindOf(text);
    if (month === null || kind === null || month < FIRST_MONTH || !/\.zip$/i.test(new URL(url).pathname)) continue;
    const found = months.get(month) ?? {};
    months.set(month, found);
    found[kind] ??= url;
  }
  const [newest] = [...months]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .flatMap(([month, { registered, exempt }]) =>
      registered === undefined || exempt === undefined ? [] : [{ month, registered, exempt }],
    );
  if (newest === undefined)
    throw new OpenSourceError(`${LISTING_URL} lists no month with both archives of advisers. The page may have changed.`);
  return newest;
}

/** `Exempt Reporting Advisers, September 2026` → `2026-09` */
function monthOf(text: string): string | null {
  const [, name = '', year] = MONTH.exec(text) ?? [];
  return year === undefined ? null : `${year}-${String(MONTHS.indexOf(name.toLowerCase()) + 1).padStart(2, '0')}`;
}

function kindOf(text: string): 'registered' | 'exempt' | null {
  if (/\bexempt|\bERAs?\b/i.test(text)) return 'exempt';
  return /\bregistered\b|\bRIAs?\b/i.test(text) ? 'registered' : null;
}

/** Firms of both archives, each once: one that moves between them is in both for a month, and counts as registered. */
export async function* readRoster(
  { month }: Roster,
  files: { readonly registered: string; readonly exempt: string },
): AsyncGenerator<OpenRecord> {
  const seen = new Set<string>();
  for (const kind of ['registered', 'exempt'] as const) {
    const required = kind === 'registered' ? [...BOTH, ...REGISTERED_ONLY] : BOTH;
    for await (const row of readRows(files[kind], { kind, required })) {
      const record = recordOf(row, `${month}-01`);
      const id = record?.cells.registry_id;
      if (record === null || typeof id !== 'string' || seen.has(id)) continue;
      seen.add(id);
      yield record;
    }
  }
}

/** The first firms of the smaller archive, and the columns that it has not. */
export async function tryRoster(roster: Roster, run: OpenSourceRun, limit: number) {
  const { path } = await downloadRoster(roster.exempt, run);
  const records: OpenRecord[] = [];
  let missing: readonly string[] = [];
  for await (const row of readRows(path, { kind: 'exempt', required: [] })) {
    missing = BOTH.filter((column) => row[column] === undefined);
    const record = recordOf(row, `${roster.month}-01`);
    if (record !== null) records.push(record);
    if (records.length >= limit) break;
  }
  return { records, missing };
}

export function downloadRoster(url: string, run: OpenSourceRun) {
  return run.download(url, { maxBytes: MAX_BYTES });
}

type Row = Readonly<Record<string, string>>;

async function* readRows(
  path: string,
  { kind, required }: { readonly kind: string; readonly required: readonly string[] },
): AsyncGenerator<Row> {
  const zip = await openZip(path);
  try {
    const entry = zip.entries().find(({ name }) => /\.csv$/i.test(name));
    if (entry === undefined)
      throw new OpenSourceError(`The archive of ${kind} advisers holds no CSV file. Its format may have changed.`);
    yield* readDelimited(decodeText(await zip.read(entry.name), 'windows-1252'), {
      separator: ',',
      quotes: true,
      required,
      optional: [...BOTH, ...OPTIONAL].filter((column) => !required.includes(column)),
      file: entry.name,
    });
  } finally {
    zip.close();
  }
}

/** null: the firm is no adviser any more, or has no number */
function recordOf(row: Row, asOf: string): OpenRecord | null {
  const crd = row['Organization CRD#'] ?? '';
  const name = row['Primary Business Name'] || row['Legal Name'] || '';
  if (!/^\d+$/.test(crd) || name === '' || GONE.test(row['SEC Current Status'] ?? '')) return null;
  const { website, linkedinUrl } = sortAddresses([row['Website Address'] ?? '']);
  return {
    cells: {
      name: companyName(name),
      primary_investor_type: typeOf(row),
      website,
      linkedin_url: linkedinUrl,
      phone: row['Main Office Telephone Number'] ?? '',
      aum: millions(row['5F(2)(c)']) ?? millions(row['Total Gross Assets of Private Funds']),
      employees: count(row['5A']),
      ...firmCells(crd, {
        legalName: row['Legal Name'] ?? '',
        city: row['Main Office City'] ?? '',
        state: row['Main Office State'] ?? '',
        country: row['Main Office Country'] ?? '',
      }),
    },
    url: firmUrl(crd),
    asOf,
  };
}

/** The firm's page at the SEC. @param crd its number */
export function firmUrl(crd: string): string {
  return `https://adviserinfo.sec.gov/firm/summary/${crd}`;
}

/** Cells that roster and feed write alike. */
export function firmCells(
  crd: string,
  { legalName, city, state, country }: Readonly<Record<'legalName' | 'city' | 'state' | 'country', string>>,
): OpenRecord['cells'] {
  const code = /^united states/i.test(country) ? 'US' : /^canada$/i.test(country) ? 'CA' : null;
  return {
    legal_name: legalName,
    city: placeName(city),
    state: code === null ? null : stateName(code, state),
    country,
    registry: 'sec-crd',
    registry_id: crd,
  };
}

function typeOf(row: Row): string {
  let best = { funds: 0, type: '' };
  for (const [columns, type] of FUND_TYPES) {
    const funds = sum(row, columns);
    if (funds > best.funds) best = { funds, type };
  }
  if (best.funds > 0) return best.type;
  const [individuals, others] = [sum(row, CLIENTS.slice(0, 2)), sum(row, CLIENTS.slice(2))];
  return individuals > others ? 'Wealth Management' : 'Asset Manager';
}

function sum(row: Row, columns: readonly string[]): number {
  return columns.reduce((total, column) => total + (count(row[column]) ?? 0), 0);
}

/** `1,024` → 1024. null: it is blank, or no number, such as `More than 500` */
export function count(text = ''): number | null {
  const digits = text.replaceAll(',', '').trim();
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** Dollars as millions: `628,902,725.00` → 628.902725. null: nothing, which is written `.00`, or no number */
function millions(text = ''): number | null {
  const dollars = /^(\d{0,15})(?:\.\d*)?$/.exec(text.replaceAll(',', '').trim())?.[1] ?? '';
  return Number(dollars) === 0 ? null : Number(`${dollars}e-6`);
}
