/**
 * The filings of a quarter, from the SEC's "Form D data sets": tables of tab-separated text in an archive, joined by accession
 * number. Which columns there are was read in the publisher's readme and in recorded files of 2020 to 2026.
 */
import { isCalendarDay } from '@leadloom/shared/domain/calendar-day';
import { OpenSourceError, type OpenSourceRun } from '../open-source.ts';
import { answerText } from '../readers/answer-text.ts';
import { openZip, type ZipFile } from '../readers/archives.ts';
import { decodeText } from '../readers/decode-text.ts';
import { linksOf } from '../readers/links-of.ts';
import { readDelimited } from '../readers/read-delimited.ts';
import { type Filing, isTaken, type Person } from './filing.ts';

export const LISTING_URL = 'https://www.sec.gov/data-research/sec-markets-data/form-d-data-sets';
/** A quarter has 4 MB. */
const ARCHIVE_BYTES = 200 * 1024 * 1024;
/** A quarter has 17,000. */
const MAX_FILINGS = 200_000;
/** Filings that may be unreadable, whatever their share, and the share beyond. */
const FEW = 10;
const FEW_SHARE = 0.01;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

export interface Quarter {
  /** `2026 Q2`. */
  readonly title: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly url: string;
}

/** All quarters that are published, oldest first. The folder of the files moves, so their links are read. */
export async function listQuarters(run: OpenSourceRun): Promise<readonly Quarter[]> {
  const answer = await run.get(LISTING_URL);
  const quarters = linksOf(answerText(answer), answer.url).flatMap(({ url }): Quarter[] => {
    const [, year, number] = /\/(\d{4})q([1-4])_d(?:_\d+)?\.zip$/i.exec(new URL(url).pathname) ?? [];
    if (year === undefined || number === undefined) return [];
    const month = (Number(number) - 1) * 3;
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    return [
      {
        title: `${year} Q${number}`,
        firstDay: day(Date.UTC(Number(year), month, 1)),
        lastDay: day(Date.UTC(Number(year), month + 3, 0)),
        url,
      },
    ];
  });
  if (quarters.length === 0) throw new OpenSourceError(`${LISTING_URL} lists no quarter. The page may have changed.`);
  const byTitle = new Map(quarters.map((quarter): [string, Quarter] => [quarter.title, quarter]));
  return [...byTitle.values()].sort((one, other) => one.firstDay.localeCompare(other.firstDay));
}

/**
 * The filings that the switches of the run let in.
 * @throws {OpenSourceError} if the format changed, or many filings cannot be read
 */
export async function readQuarter({ url, title }: Quarter, run: OpenSourceRun): Promise<readonly Filing[]> {
  const { path } = await run.download(url, { maxBytes: ARCHIVE_BYTES });
  const zip = await openZip(path);
  try {
    return await readTables(zip, title, run.options);
  } finally {
    zip.close();
  }
}

type Row = Readonly<Record<string, string>>;

/** A filing while its tables are read: each row fills its part, so that no rows are held. */
type Draft = { -readonly [Part in keyof Filing]: Filing[Part] } & { persons: Person[]; signers: Filing['signers'][number][] };

async function readTables(zip: ZipFile, title: string, options: ReadonlySet<string>): Promise<readonly Filing[]> {
  const drafts = new Map<string, Draft>();
  for await (const row of table(zip, 'FORMDSUBMISSION', ['FILE_NUM', 'FILING_DATE', 'SUBMISSIONTYPE'], ['TESTORLIVE'])) {
    const accession = row.ACCESSIONNUMBER ?? '';
    drafts.set(accession, { ...BLANK, persons: [], signers: [], accession, ...submissionParts(row) });
    if (drafts.size > MAX_FILINGS) throw new OpenSourceError(`${title} has more than ${MAX_FILINGS} filings.`);
  }
  const filings = drafts.size;
  const offered = new Set<string>();
  let left = 0;
  for await (const row of table(zip, 'OFFERING', OFFERING_COLUMNS)) {
    const draft = drafts.get(row.ACCESSIONNUMBER ?? '');
    if (draft === undefined) continue;
    Object.assign(draft, offeringParts(row));
    if (isTaken(draft, options)) offered.add(draft.accession);
    else if (drafts.delete(draft.accession)) left += 1;
  }
  for await (const row of table(zip, 'ISSUERS', ISSUER_COLUMNS)) {
    const draft = drafts.get(row.ACCESSIONNUMBER ?? '');
    if (draft !== undefined && isTrue(row.IS_PRIMARYISSUER_FLAG)) Object.assign(draft, issuerParts(row));
  }
  const personColumns = ['FIRSTNAME', 'MIDDLENAME', 'LASTNAME', 'RELATIONSHIP_1', 'RELATIONSHIP_2', 'RELATIONSHIP_3'];
  for await (const row of table(zip, 'RELATEDPERSONS', personColumns))
    drafts.get(row.ACCESSIONNUMBER ?? '')?.persons.push(personOf(row));
  for await (const row of table(zip, 'SIGNATURES', ['NAMEOFSIGNER', 'SIGNATURETITLE']))
    drafts.get(row.ACCESSIONNUMBER ?? '')?.signers.push({ name: row.NAMEOFSIGNER ?? '', title: row.SIGNATURETITLE ?? '' });

  const whole = [...drafts.values()].filter((draft) => offered.has(draft.accession) && isReadable(draft));
  const unreadable = drafts.size - whole.length;
  if (unreadable > FEW && unreadable > filings * FEW_SHARE)
    throw new OpenSourceError(`${unreadable} of ${filings} filings of ${title} cannot be read. The format may have changed.`);
  if (whole.length + left === 0) throw new OpenSourceError(`${title} has no filings.`);
  return whole;
}

const BLANK: Omit<Filing, 'persons' | 'signers'> = {
  ...{ accession: '', fileNumber: '', previousAccession: '', filedOn: '', isTest: false },
  ...{ cik: '', name: '', city: '', place: '', phone: '', entityType: '', foundedIn: '' },
  ...{ industry: '', fundType: '', exemptions: [], firstSaleOn: '', amountSold: '' },
  ...{ isEquity: false, isDebt: false, isOption: false, isPooled: false, isCombination: false },
};

/** Whether it has what every filing has. */
export function isReadable({ accession, filedOn, cik, name }: Filing): boolean {
  return /^\d{10}-\d\d-\d{6}$/.test(accession) && filedOn !== '' && /^\d{10}$/.test(cik) && Number(cik) > 0 && name !== '';
}

const ISSUER_COLUMNS = [
  ...['IS_PRIMARYISSUER_FLAG', 'CIK', 'ENTITYNAME', 'CITY', 'STATEORCOUNTRY', 'ISSUERPHONENUMBER', 'ENTITYTYPE'],
  'YEAROFINC_VALUE_ENTERED',
];
const OFFERING_COLUMNS = [
  ...['INDUSTRYGROUPTYPE', 'INVESTMENTFUNDTYPE', 'FEDERALEXEMPTIONS_ITEMS_LIST', 'PREVIOUSACCESSIONNUMBER', 'SALE_DATE'],
  ...['YETTOOCCUR', 'ISEQUITYTYPE', 'ISDEBTTYPE', 'ISOPTIONTOACQUIRETYPE', 'ISPOOLEDINVESTMENTFUNDTYPE'],
  ...['ISBUSINESSCOMBINATIONTRANS', 'TOTALAMOUNTSOLD'],
];

/** The folder inside the archive has the quarter's name, which changes. */
async function* table(
  zip: ZipFile,
  name: string,
  columns: readonly string[],
  optional: readonly string[] = [],
): AsyncGenerator<Row> {
  const file = `${name}.tsv`;
  const entry = zip.entries().find((found) => found.name.split('/').at(-1)?.toLowerCase() === file.toLowerCase());
  if (entry === undefined) throw new OpenSourceError(`The quarter has no file ${file}. Its format may have changed.`);
  const text = decodeText(await zip.read(entry.name), 'utf-8');
  yield* readDelimited(text, { separator: '\t', quotes: false, required: ['ACCESSIONNUMBER', ...columns], optional, file });
}

function submissionParts(row: Row) {
  return {
    fileNumber: row.FILE_NUM ?? '',
    filedOn: dayOf(row.FILING_DATE ?? ''),
    isTest: /^test$/i.test(row.TESTORLIVE ?? ''),
  };
}

function issuerParts(row: Row) {
  return {
    cik: row.CIK?.padStart(10, '0') ?? '',
    name: row.ENTITYNAME ?? '',
    city: row.CITY ?? '',
    place: row.STATEORCOUNTRY ?? '',
    phone: row.ISSUERPHONENUMBER ?? '',
    entityType: row.ENTITYTYPE ?? '',
    foundedIn: yearOf(row.YEAROFINC_VALUE_ENTERED ?? ''),
  };
}

function offeringParts(row: Row) {
  return {
    previousAccession: row.PREVIOUSACCESSIONNUMBER ?? '',
    industry: row.INDUSTRYGROUPTYPE ?? '',
    fundType: row.INVESTMENTFUNDTYPE ?? '',
    exemptions: (row.FEDERALEXEMPTIONS_ITEMS_LIST ?? '').split(',').map((item) => item.trim()),
    firstSaleOn: isTrue(row.YETTOOCCUR) ? '' : dayOf(row.SALE_DATE ?? ''),
    isEquity: isTrue(row.ISEQUITYTYPE),
    isDebt: isTrue(row.ISDEBTTYPE),
    isOption: isTrue(row.ISOPTIONTOACQUIRETYPE),
    isPooled: isTrue(row.ISPOOLEDINVESTMENTFUNDTYPE),
    isCombination: isTrue(row.ISBUSINESSCOMBINATIONTRANS),
    amountSold: row.TOTALAMOUNTSOLD ?? '',
  };
}

function personOf(row: Row): Person {
  const roles = [row.RELATIONSHIP_1, row.RELATIONSHIP_2, row.RELATIONSHIP_3];
  return {
    first: row.FIRSTNAME ?? '',
    middle: row.MIDDLENAME ?? '',
    last: row.LASTNAME ?? '',
    roles: roles.flatMap((role) => (role === undefined || role === '' ? [] : [role])),
  };
}

/** Days as the files have them, by year: `2008-09-30 17:24:23`, `02-JAN-2024`, `02-JAN-24`. '': another form. */
export function dayOf(text: string): string {
  const iso = /^(\d{4}-\d\d-\d\d)(?:[ T].*)?$/.exec(text)?.[1];
  const [, day = '', month = '', year = ''] = /^(\d\d?)-([A-Z]{3})-(\d{4}|\d\d)$/i.exec(text) ?? [];
  const number = MONTHS.indexOf(month.toUpperCase()) + 1;
  const written = `${year.length === 2 ? `20${year}` : year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const found = iso ?? written;
  return isCalendarDay(found) ? found : '';
}

/** '' for what is no year that a company can be of. */
export function yearOf(text: string): string {
  return /^(?:1[6-9]|20)\d\d$/.test(text) ? text : '';
}

function isTrue(text: string | undefined): boolean {
  return /^(?:true|yes|y|1)$/i.test(text ?? '');
}
