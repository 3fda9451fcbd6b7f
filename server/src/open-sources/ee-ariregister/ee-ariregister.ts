/**
 * Companies of Estonia: one file of the whole register every day, without a list of what changed. Most companies are shells of
 * one person, so only those are read whose last report names two people or more. Officers are in another file, which is not read.
 */
import { Readable } from 'node:stream';
import { openSourceFacts } from '@leadloom/shared/contract/open-source-ids';
import * as z from 'zod/mini';
import { verticalsOf } from '../cells/industry-verticals.ts';
import { isTrueAt, listAt, textAt, wholeNumberAt } from '../cells/json-fields.ts';
import { companyName, placeName } from '../cells/title-case.ts';
import { sortAddresses } from '../cells/web-address.ts';
import {
  type OpenRecord,
  type OpenSource,
  OpenSourceError,
  type OpenSourceManifest,
  type OpenSourceRun,
  type OpenStep,
} from '../open-source.ts';
import { openZip } from '../readers/archives.ts';
import { readJsonArray } from '../readers/read-json.ts';
import { readZipHead } from '../readers/zip-head.ts';

const FILE_URL = 'https://avaandmed.ariregister.rik.ee/sites/default/files/avaandmed/ettevotja_rekvisiidid__yldandmed.json.zip';
const MAX_BYTES = 1024 * 1024 * 1024;
/** Limited companies. FIE are persons, MTÜ and SA associations and foundations. */
const COMPANY_FORMS: ReadonlySet<string> = new Set(['OÜ', 'AS']);
const LEAST_STAFF = 2;
const TRIED_ROWS = 5;
/** In a file of at least so many companies, each of these is filled somewhere. */
const MANY_COMPANIES = 1_000;
const EXPECTED = ['sidevahendid', 'aadressid', 'teatatud_tegevusalad', 'info_majandusaasta_aruannetest'];
const STATUSES: Readonly<Record<string, string>> = { L: 'Out of Business', N: 'Bankruptcy: Liquidation', K: 'Out of Business' };

const manifest: OpenSourceManifest = {
  id: 'ee-ariregister',
  ...openSourceFacts['ee-ariregister'],
  publisher: 'The Centre of Registers and Information Systems (RIK), Estonia',
  tables: ['companies'],
  countries: ['EE'],
  licence: 'CC BY 4.0',
  needs: null,
  isOnByDefault: false,
  everyHours: 7 * 24,
  every: 'once a week',
  size: '230 MB a week',
  requestsPerSecond: 1,
  hosts: ['avaandmed.ariregister.rik.ee'],
  options: {},
  isUntried: true,
};

const fields = [
  'name',
  'linkedin_url',
  'website',
  'country',
  'city',
  'region',
  'business_status',
  'verticals',
  'employee_count',
  'main_contact_email',
  'phone',
  'legal_name',
  'legal_form',
  'founded_on',
  'registry',
  'registry_id',
] as const;

/** The publisher's time of the file that was loaded last. */
const checkpointSchema = z.object({ modified: z.string() });

async function* read(checkpoint: unknown, run: OpenSourceRun): AsyncGenerator<OpenStep, void, undefined> {
  const loaded = z.safeParse(checkpointSchema, checkpoint);
  const file = await run.download(FILE_URL, { maxBytes: MAX_BYTES });
  const modified = (file.lastModified ?? run.now()).toISOString();
  if (loaded.success && file.lastModified !== null && loaded.data.modified === modified) return;
  const asOf = modified.slice(0, 10);
  yield {
    title: `Register of ${asOf}`,
    loads: [{ table: 'companies', fields, records: () => readCompanies(file.path, asOf) }],
    checkpoint: { modified },
    isFull: true,
  };
}

/** @throws {OpenSourceError} if the file does not hold companies as it did, naming the field */
async function* readCompanies(path: string, asOf: string): AsyncGenerator<OpenRecord> {
  const missing = new Set(EXPECTED);
  let companies = 0;
  let others = 0;
  for await (const company of elementsOf(path)) {
    companies += 1;
    if (!isCompany(company)) {
      others += 1;
      continue;
    }
    for (const field of missing) if (isFilled(company, field)) missing.delete(field);
    const record = recordOf(company, asOf);
    if (record !== null) yield record;
  }
  if (others * 10 > companies || companies === 0)
    throw new OpenSourceError(
      `Of ${companies} companies in the file of the e-Business Register, ${others} have no ariregistri_kood, nimi or oiguslik_vorm. Its format may have changed.`,
    );
  if (companies >= MANY_COMPANIES && missing.size > 0)
    throw new OpenSourceError(
      `No company in the file of the e-Business Register has ${[...missing].join(', ')}. Its format may have changed.`,
    );
}

async function* elementsOf(path: string): AsyncGenerator<unknown> {
  const zip = await openZip(path);
  try {
    const entry = zip.entries().find(({ name }) => /\.json$/i.test(name));
    if (entry === undefined) throw new OpenSourceError('The archive of the e-Business Register holds no JSON file.');
    yield* readJsonArray(await zip.read(entry.name));
  } finally {
    zip.close();
  }
}

function isCompany(company: unknown): boolean {
  return codeOf(company) !== '' && textAt(company, 'nimi') !== '' && textAt(company, 'yldandmed', 'oiguslik_vorm') !== '';
}

/** Eight digits, which the file has as a number. */
function codeOf(company: unknown): string {
  const code = textAt(company, 'ariregistri_kood');
  return /^\d{1,8}$/.test(code) ? code.padStart(8, '0') : '';
}

/** null: it is below the floor, or no company */
function recordOf(company: unknown, asOf: string): OpenRecord | null {
  const form = textAt(company, 'yldandmed', 'oiguslik_vorm');
  const staff = staffOf(company);
  if (!COMPANY_FORMS.has(form) || staff === null || staff < LEAST_STAFF) return null;
  const name = textAt(company, 'nimi');
  const code = codeOf(company);
  const { website, linkedinUrl } = sortAddresses(contactsOf(company, 'WWW'));
  return {
    cells: {
      name: companyName(name),
      legal_name: name,
      website,
      linkedin_url: linkedinUrl,
      country: 'Estonia',
      city: cityOf(company),
      region: 'Europe',
      business_status: STATUSES[textAt(company, 'yldandmed', 'staatus')] ?? null,
      verticals: [...new Set(activitiesOf(company).flatMap((activity) => verticalsOf(textAt(activity, 'nace_kood'))))],
      employee_count: staff,
      main_contact_email: (contactsOf(company, 'EMAIL')[0] ?? '').toLowerCase(),
      phone: contactsOf(company, 'TEL')[0] ?? contactsOf(company, 'MOB')[0] ?? '',
      legal_form: form,
      founded_on: dayOf(textAt(company, 'yldandmed', 'esmaregistreerimise_kpv')) || null,
      registry: 'ee-code',
      registry_id: code,
    },
    url: `https://ariregister.rik.ee/eng/company/${code}`,
    asOf,
  };
}

/** Of the report on the last year; null: there is none, or it does not say. */
function staffOf(company: unknown): number | null {
  const reports = listAt(company, 'yldandmed', 'info_majandusaasta_aruannetest').map((report) => ({
    end: dayOf(textAt(report, 'majandusaasta_perioodi_lopp_kpv')),
    staff: wholeNumberAt(report, 'tootajate_arv'),
  }));
  return reports.sort((one, other) => (one.end < other.end ? 1 : -1))[0]?.staff ?? null;
}

/** Of a kind such as `EMAIL`. An entry that has an end is a former one. */
function contactsOf(company: unknown, kind: string): readonly string[] {
  return current(listAt(company, 'yldandmed', 'sidevahendid'))
    .filter((contact) => textAt(contact, 'liik') === kind)
    .map((contact) => textAt(contact, 'sisu'))
    .filter((text) => text !== '');
}

/** The main activity first. */
function activitiesOf(company: unknown): readonly unknown[] {
  const activities = current(listAt(company, 'yldandmed', 'teatatud_tegevusalad'));
  return [...activities].sort(
    (one, other) => Number(isTrueAt(other, 'on_pohitegevusala')) - Number(isTrueAt(one, 'on_pohitegevusala')),
  );
}

/** `Pirita linnaosa, Tallinn, Harju maakond` → `Tallinn`: the place before the county. */
function cityOf(company: unknown): string {
  const [address] = current(listAt(company, 'yldandmed', 'aadressid'));
  const parts = textAt(address, 'ehak_nimetus')
    .split(',')
    .map((part) => part.trim());
  const county = parts.findIndex((part) => /maakond$/i.test(part));
  return placeName((county > 0 ? parts[county - 1] : parts[0]) ?? '').replace(/ (?:linn|vald)$/, '');
}

function current(entries: readonly unknown[]): readonly unknown[] {
  return entries.filter((entry) => textAt(entry, 'lopp_kpv') === '');
}

/** `31.12.2025` → `2025-12-31`; '' if it is no such day */
function dayOf(text: string): string {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text) ?? [];
  return year === undefined ? '' : `${year}-${month}-${day}`;
}

export const eeAriregister: OpenSource = {
  manifest,
  read,
  tryOut: async (run) => {
    const head = await readZipHead(FILE_URL, run);
    const asOf = run.now().toISOString().slice(0, 10);
    const records: OpenRecord[] = [];
    const missing = new Set(['ariregistri_kood', 'nimi', 'yldandmed', ...EXPECTED]);
    for await (const company of completeElements(head)) {
      for (const field of missing) if (isFilled(company, field)) missing.delete(field);
      const record = isCompany(company) ? recordOf(company, asOf) : null;
      if (record !== null && records.length < TRIED_ROWS) records.push(record);
    }
    return { url: FILE_URL, records: records.map((record) => ({ table: 'companies' as const, record })), missing: [...missing] };
  },
};

function isFilled(company: unknown, field: string): boolean {
  if (field === 'yldandmed') return textAt(company, field, 'oiguslik_vorm') !== '';
  return textAt(company, field) !== '' || listAt(company, 'yldandmed', field).length > 0;
}

/** Of an array that is cut off. */
async function* completeElements(head: Buffer): AsyncGenerator<unknown> {
  try {
    yield* readJsonArray(Readable.from([head], { objectMode: false }));
  } catch (error) {
    if (!(error instanceof OpenSourceError)) throw error;
  }
}
