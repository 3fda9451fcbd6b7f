/**
 * Companies of the United Kingdom: one file of all live companies a month. A company that was dissolved just vanishes from it.
 * It has no website, mailbox, telephone number or staff, and 5.6 million rows would drown everything else, so only companies of
 * the last two years that say what they do are read, unless an option lets the others in.
 */
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { verticalsOf } from '../cells/industry-verticals.ts';
import { companyName, placeName } from '../cells/title-case.ts';
import {
  type OpenRecord,
  type OpenSource,
  OpenSourceError,
  type OpenSourceManifest,
  type OpenSourceRun,
  type OpenStep,
} from '../open-source.ts';
import { answerText } from '../readers/answer-text.ts';
import { openZip } from '../readers/archives.ts';
import { decodeText } from '../readers/decode-text.ts';
import { linksOf } from '../readers/links-of.ts';
import { readDelimited } from '../readers/read-delimited.ts';
import { readZipHead } from '../readers/zip-head.ts';

const LISTING_URL = 'https://download.companieshouse.gov.uk/en_output.html';
const FILE = /\/BasicCompanyDataAsOneFile-(\d{4}-\d\d-\d\d)\.zip$/;
const MAX_BYTES = 2 * 1024 * 1024 * 1024;
const ALL_COMPANIES = 'all_companies';
const NEW_MONTHS = 24;
/** Flats that their residents own, companies that do nothing, and companies that let what they own. */
const QUIET_INDUSTRIES = /^(?:98000|99999|68209)\b/;
const TRIED_ROWS = 5;

const REQUIRED = [
  'CompanyName',
  'CompanyNumber',
  'CompanyCategory',
  'CompanyStatus',
  'IncorporationDate',
  'RegAddress.PostTown',
  'SICCode.SicText_1',
  'URI',
];
const OPTIONAL = ['SICCode.SicText_2', 'SICCode.SicText_3', 'SICCode.SicText_4'];

const manifest: OpenSourceManifest = {
  id: 'gb-companies-house',
  title: 'Companies House',
  publisher: 'Companies House, United Kingdom',
  tables: ['companies'],
  countries: ['GB'],
  licence: 'free of charge, without conditions',
  attribution: 'Source: Companies House.',
  needs: null,
  isOnByDefault: false,
  everyHours: 24,
  every: 'once a month',
  size: '470 MB a month',
  requestsPerSecond: 1,
  hosts: ['download.companieshouse.gov.uk'],
  weight: 'register',
  options: { [ALL_COMPANIES]: 'Read all 5.6 million companies, not only those of the last two years that say what they do' },
  isUntried: true,
};

const fields = [
  'name',
  'country',
  'city',
  'region',
  'business_status',
  'verticals',
  'legal_name',
  'legal_form',
  'founded_on',
  'registry',
  'registry_id',
] as const;

/** What was loaded last. */
const checkpointSchema = z.object({ day: z.string(), all: z.boolean() });

async function* read(checkpoint: unknown, run: OpenSourceRun): AsyncGenerator<OpenStep, void, undefined> {
  const loaded = z.safeParse(checkpointSchema, checkpoint);
  const all = run.options.has(ALL_COMPANIES);
  const { url, day } = await findFile(run);
  if (loaded.success && loaded.data.day === day && loaded.data.all === all) return;
  const { path } = await run.download(url, { maxBytes: MAX_BYTES });
  const from = all ? '' : monthsBefore(day, NEW_MONTHS);
  yield {
    title: `Companies of ${day}`,
    loads: [{ table: 'companies', fields, records: () => readCompanies(path, { day, from }) }],
    checkpoint: { day, all },
    isFull: true,
  };
}

async function findFile(run: OpenSourceRun): Promise<{ readonly url: string; readonly day: string }> {
  const page = await run.get(LISTING_URL);
  const files = linksOf(answerText(page), page.url).flatMap(({ url }) => {
    const day = FILE.exec(new URL(url).pathname)?.[1];
    return day === undefined ? [] : [{ url, day }];
  });
  const newest = files.sort((one, other) => (one.day < other.day ? 1 : -1))[0];
  if (newest === undefined)
    throw new OpenSourceError(`${LISTING_URL} lists no file of all companies. The page may have changed.`);
  return newest;
}

/** @param from the first day of companies to read; '': all of them */
async function* readCompanies(
  path: string,
  { day, from }: { readonly day: string; readonly from: string },
): AsyncGenerator<OpenRecord> {
  for await (const row of readRows(path)) {
    const record = recordOf(row, day);
    if (record !== null && isWanted(row, from)) yield record;
  }
}

type Row = Readonly<Record<string, string>>;

async function* readRows(path: string): AsyncGenerator<Row> {
  const zip = await openZip(path);
  try {
    const entry = zip.entries().find(({ name }) => /\.csv$/i.test(name));
    if (entry === undefined) throw new OpenSourceError('The archive of Companies House holds no CSV file.');
    yield* rowsOf(decodeText(await zip.read(entry.name), 'utf-8'), { required: REQUIRED, file: entry.name });
  } finally {
    zip.close();
  }
}

function rowsOf(
  text: AsyncIterable<string>,
  { required, file }: { readonly required: readonly string[]; readonly file: string },
) {
  const optional = [...REQUIRED, ...OPTIONAL].filter((column) => !required.includes(column));
  return readDelimited(text, { separator: ',', quotes: true, required, optional, file });
}

function isWanted(row: Row, from: string): boolean {
  if (from === '') return true;
  const industries = industriesOf(row);
  return (
    dayOf(row.IncorporationDate ?? '') >= from &&
    industries.length > 0 &&
    !industries.every((text) => QUIET_INDUSTRIES.test(text))
  );
}

function recordOf(row: Row, asOf: string): OpenRecord | null {
  const name = row.CompanyName ?? '';
  const number = numberOf(row);
  if (name === '' || number === '') return null;
  const industries = industriesOf(row);
  return {
    cells: {
      name: companyName(name),
      legal_name: name,
      country: 'United Kingdom',
      city: placeName(row['RegAddress.PostTown'] ?? ''),
      region: 'Europe',
      // What is not special says nothing.
      business_status: row.CompanyStatus === 'Active' ? null : (row.CompanyStatus ?? null),
      verticals: [...new Set([...industries.flatMap(verticalsOf), ...industries.map(withoutCode)])].filter((text) => text !== ''),
      legal_form: row.CompanyCategory ?? '',
      founded_on: dayOf(row.IncorporationDate ?? '') || null,
      registry: 'gb-crn',
      registry_id: number,
    },
    url: `https://find-and-update.company-information.service.gov.uk/company/${number}`,
    asOf,
  };
}

/** Text, with its leading zeros. Copies that went through a spreadsheet have lost them, but not in the company's address. */
function numberOf(row: Row): string {
  const number = row.CompanyNumber ?? '';
  const inAddress = /\/company\/([A-Z\d]+)$/i.exec(row.URI ?? '')?.[1] ?? '';
  return /^\d+$/.test(number) && inAddress.replace(/^0+/, '') === number ? inAddress : number;
}

/** `62012 - Business and domestic software development`; those that the company did not supply are left out. */
function industriesOf(row: Row): readonly string[] {
  return [row['SICCode.SicText_1'], ...OPTIONAL.map((column) => row[column])].flatMap((text) =>
    text !== undefined && /^\d/.test(text) ? [text] : [],
  );
}

function withoutCode(industry: string): string {
  return industry.replace(/^\d+\s*-?\s*/, '');
}

/** `31/12/2025` → `2025-12-31`; '' if it is no such day */
function dayOf(text: string): string {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  return year === undefined ? '' : `${year}-${month}-${day}`;
}

function monthsBefore(day: string, months: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCMonth(time.getUTCMonth() - months);
  return time.toISOString().slice(0, 10);
}

export const gbCompaniesHouse: OpenSource = {
  manifest,
  read,
  tryOut: async (run) => {
    const { url, day } = await findFile(run);
    // The last line is cut off.
    const text = decodeText(Readable.from([await readZipHead(url, run)], { objectMode: false }), 'utf-8');
    const records: OpenRecord[] = [];
    let missing: readonly string[] = REQUIRED;
    for await (const row of rowsOf(text, { required: [], file: url })) {
      missing = REQUIRED.filter((column) => row[column] === undefined);
      const record = recordOf(row, day);
      if (record !== null) records.push(record);
      if (records.length >= TRIED_ROWS || missing.length > 0) break;
    }
    return { url, records: records.map((record) => ({ table: 'companies' as const, record })), missing };
  },
};
