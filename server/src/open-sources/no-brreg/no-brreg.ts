/**
 * Companies of Norway: the whole register once, then what changed. Persons and their roles, which other files of the register
 * hold, are not read.
 */
import * as z from 'zod/mini';
import { textAt } from '../cells/json-fields.ts';
import {
  type OpenRecord,
  type OpenSource,
  OpenSourceError,
  type OpenSourceManifest,
  type OpenSourceRun,
  type OpenStep,
} from '../open-source.ts';
import { readGzip } from '../readers/archives.ts';
import { readJsonArray } from '../readers/read-json.ts';
import { type FeedPosition, readFeedPage, someUnits } from './change-feed.ts';
import { isAboveFloor, isCompany, isUnit, unitFields, unitRecord } from './unit-record.ts';

const WHOLE_URL = 'https://data.brreg.no/enhetsregisteret/api/enheter/lastned';
const MAX_BYTES = 1024 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
const TRIED_UNITS = 5;
/** In a file of at least so many units, every field that is read is filled somewhere. */
const MANY_UNITS = 1_000;
const EXPECTED = ['forretningsadresse', 'naeringskode1', 'epostadresse', 'hjemmeside', 'antallAnsatte', 'stiftelsesdato'];

const manifest: OpenSourceManifest = {
  id: 'no-brreg',
  title: 'Brønnøysund Register Centre',
  publisher: 'Brønnøysundregistrene, Norway',
  tables: ['companies'],
  countries: ['NO'],
  licence: 'NLOD 2.0 (Norwegian Licence for Open Government Data)',
  attribution: 'Contains data under the Norwegian licence for Open Government data (NLOD) distributed by Brønnøysundregistrene.',
  needs: null,
  isOnByDefault: true,
  everyHours: 24,
  every: 'every day',
  size: '200 MB once, then a few MB a day',
  requestsPerSecond: 5,
  hosts: ['data.brreg.no'],
  weight: 'register',
  options: {},
  isUntried: false,
};

const positionSchema = z.union([z.object({ after: z.int() }), z.object({ since: z.string() })]);

async function* read(checkpoint: unknown, run: OpenSourceRun): AsyncGenerator<OpenStep, void, undefined> {
  let position: FeedPosition;
  const stored = z.safeParse(positionSchema, checkpoint);
  if (stored.success) position = stored.data;
  else {
    // The file is made at night, so what happened since the day before it is read again from the feed.
    const noted = run.now();
    const file = await run.download(WHOLE_URL, { maxBytes: MAX_BYTES });
    const made = new Date(Math.min(noted.getTime(), file.lastModified?.getTime() ?? Number.POSITIVE_INFINITY));
    position = { since: `${dayOf(new Date(made.getTime() - DAY_MS))}T00:00:00.000Z` };
    const asOf = dayOf(made);
    yield {
      title: 'Whole register',
      loads: [{ table: 'companies', fields: unitFields, records: () => readWhole(file.path, asOf) }],
      checkpoint: position,
      isFull: true,
    };
  }
  for (;;) {
    const page = await readFeedPage(position, run);
    if (page === null) return;
    position = { after: page.last };
    yield {
      title: `${page.events} changes up to ${page.last}`,
      loads: [{ table: 'companies', fields: unitFields, records: () => listed(page.records) }],
      checkpoint: position,
      isFull: false,
    };
  }
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** @throws {OpenSourceError} if the file does not hold units as it did, naming the field */
async function* readWhole(path: string, asOf: string): AsyncGenerator<OpenRecord> {
  const missing = new Set(EXPECTED);
  let units = 0;
  let others = 0;
  for await (const unit of readJsonArray(readGzip(path))) {
    units += 1;
    if (!isUnit(unit)) {
      others += 1;
      continue;
    }
    for (const field of missing) if (isFilled(unit, field)) missing.delete(field);
    if (isCompany(unit) && isAboveFloor(unit)) yield unitRecord(unit, asOf);
  }
  if (others * 10 > units || units === 0)
    throw new OpenSourceError(
      `Of ${units} units in the file of Brønnøysund, ${others} have no organisasjonsnummer, navn or organisasjonsform. Its format may have changed.`,
    );
  if (units >= MANY_UNITS && missing.size > 0)
    throw new OpenSourceError(`No unit in the file of Brønnøysund has ${[...missing].join(', ')}. Its format may have changed.`);
}

function isFilled(unit: unknown, field: string): boolean {
  return textAt(unit, field) !== '' || textAt(unit, field, 'kode') !== '' || textAt(unit, field, 'landkode') !== '';
}

async function* listed(records: readonly OpenRecord[]): AsyncGenerator<OpenRecord> {
  yield* records;
}

export const noBrreg: OpenSource = {
  manifest,
  read,
  tryOut: async (run) => {
    const { url, units } = await someUnits(TRIED_UNITS, run);
    const records = units
      .filter(isUnit)
      .map((unit) => ({ table: 'companies' as const, record: unitRecord(unit, dayOf(run.now())) }));
    const expected = ['organisasjonsnummer', 'navn', 'organisasjonsform', 'forretningsadresse', 'naeringskode1', 'antallAnsatte'];
    return { url, records, missing: expected.filter((field) => !units.some((unit) => isFilled(unit, field))) };
  },
};
