/**
 * The SEC's files of Form D, with fictional companies: the page that lists the quarters, whose folders move, an archive of
 * tables for each quarter, an index for each business day, and the submissions that it names. The archives and submissions have
 * the structure of recorded ones. Long because the tables of an archive and the submission of a filing are written from the same
 * sample.
 */
import { strToU8, zipSync } from 'fflate';
import type { PublishedFile } from '../send-file.ts';
import { type SampleFiling, submissionOf } from './form-d-filing.ts';

export interface FormDFiles {
  /** By title, such as `2026 Q2`. */
  readonly quarters: Map<string, readonly SampleFiling[]>;
  /** By day; a business day without filings has an empty list, a holiday none. */
  readonly days: Map<string, readonly SampleFiling[]>;
  /** CIKs of companies with a ticker. */
  readonly tickers: string[];
  /** Columns of the tables, and elements of the form, that are called otherwise now: name → new name. */
  readonly renamed: Map<string, string>;
  /** How a quarter's file writes the day of a filing. */
  dayStyle: 'time' | 'month' | 'short';
  /** null: there is no such file. */
  answer(host: string, path: string): PublishedFile | null;
}

const SITE = '/data-research/sec-markets-data/form-d-data-sets';
/** By year and quarter: the publisher moved them. */
const folderOf = (title: string) =>
  title < '2026 Q2' ? '/files/structureddata/data/form-d-data-sets' : '/files/datastandardsinnovation/data/form-d-data-sets';
const modified = new Date('2026-07-09T12:00:00Z');

export function createFormDFiles(): FormDFiles {
  const files: FormDFiles = {
    quarters: new Map(),
    days: new Map(),
    tickers: [],
    renamed: new Map(),
    dayStyle: 'month',
    answer: (host, path) => {
      const bytes = host === 'www.sec.gov' ? bytesOf(files, path) : null;
      return bytes === null ? null : { bytes, modified, type: typeOf(path) };
    },
  };
  return files;
}

function bytesOf(files: FormDFiles, path: string): Buffer | null {
  if (path === SITE) return Buffer.from(listingPage([...files.quarters.keys()]));
  if (path === '/files/company_tickers.json') return Buffer.from(JSON.stringify(tickersOf(files.tickers)));
  const [, year, quarter] = /\/(\d{4})q([1-4])_d\.zip$/.exec(path) ?? [];
  const title = `${year} Q${quarter}`;
  const filings = files.quarters.get(title);
  if (filings !== undefined) return path.startsWith(folderOf(title)) ? quarterZip(filings, `${year}Q${quarter}_d`, files) : null;
  const [, of, day] = /^\/Archives\/edgar\/daily-index\/(\d{4}\/QTR[1-4])\/form\.(\d{8})\.idx$/.exec(path) ?? [];
  if (day !== undefined) {
    const written = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
    const found = files.days.get(written);
    const isThere = of === `${day.slice(0, 4)}/QTR${Math.ceil(Number(day.slice(4, 6)) / 3)}`;
    return found === undefined || !isThere ? null : Buffer.from(indexOf(written, found), 'latin1');
  }
  const accession = /^\/Archives\/edgar\/data\/\d+\/(\d{10}-\d\d-\d{6})\.txt$/.exec(path)?.[1];
  const filing = [...files.days.values()].flat().find((candidate) => candidate.accession === accession);
  return filing === undefined ? null : Buffer.from(submissionOf(filing, files.renamed));
}

function typeOf(path: string): string {
  if (path.endsWith('.zip')) return 'application/zip';
  return path.endsWith('.json') ? 'application/json' : path === SITE ? 'text/html; charset=UTF-8' : 'text/plain';
}

/** Newest first, with what stands around the links. */
function listingPage(titles: readonly string[]): string {
  const rows = titles
    .toSorted()
    .toReversed()
    .map((title) => {
      const file = `${title.slice(0, 4)}q${title.slice(6)}_d.zip`;
      return `<tr><td><a href="${folderOf(title)}/${file}" hreflang="en">${title}</a></td><td>3.8 MB</td></tr>`;
    });
  return `<!DOCTYPE html><html><body><nav><a href="/">Home</a></nav><h1>Form D Data Sets</h1>
<p><a href="/files/form-d-readme.pdf">Form D data sets, readme</a> <a href="mailto:structureddata@sec.gov">Ask</a></p>
<table>${rows.join('\n')}</table></body></html>`;
}

function tickersOf(ciks: readonly string[]) {
  return Object.fromEntries(
    ciks.map((cik, index) => [index, { cik_str: Number(cik), ticker: `T${index}`, title: `Listed ${index}` }]),
  );
}

function indexOf(day: string, filings: readonly SampleFiling[]): string {
  const compact = day.replaceAll('-', '');
  const row = (form: string, name: string, cik: string, file: string) =>
    `${form.padEnd(12)}${name.slice(0, 60).padEnd(62)}${String(Number(cik)).padEnd(12)}${compact.padEnd(12)}${file}         `;
  const own = filings.flatMap((filing) =>
    [filing.cik, ...filing.others].map((cik) =>
      row(filing.type, filing.name, cik, `edgar/data/${Number(cik)}/${filing.accession}.txt`),
    ),
  );
  return [
    'Description:           Daily Index of EDGAR Dissemination Feed by Form Type',
    `Last Data Received:    ${day}`,
    'Comments:              webmaster@sec.gov',
    'Anonymous FTP:         ftp://ftp.sec.gov/edgar/',
    ' ',
    ' ',
    'Form Type   Company Name                                                  CIK         Date Filed  File Name',
    '-'.repeat(141),
    row('10-K', 'Sample Paper Works Inc', '1888001', 'edgar/data/1888001/0001888001-26-000009.txt'),
    ...own,
    row('DEF 14A', 'Sample Paper Works Inc', '1888001', 'edgar/data/1888001/0001888001-26-000010.txt'),
    '',
  ].join('\n');
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const SECURITIES = {
  ISEQUITYTYPE: 'isEquityType',
  ISDEBTTYPE: 'isDebtType',
  ISOPTIONTOACQUIRETYPE: 'isOptionToAcquireType',
  ISPOOLEDINVESTMENTFUNDTYPE: 'isPooledInvestmentFundType',
};

function quarterZip(filings: readonly SampleFiling[], folder: string, { renamed, dayStyle }: FormDFiles): Buffer {
  const dayOf = (day: string) => {
    if (dayStyle === 'time') return `${day} 17:24:23`;
    const year = dayStyle === 'short' ? day.slice(2, 4) : day.slice(0, 4);
    return `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-${year}`;
  };
  const tables: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
    FORMDSUBMISSION: filings.map(({ accession, fileNumber, filedOn, type, isTest }) => ({
      ACCESSIONNUMBER: accession,
      FILE_NUM: fileNumber,
      FILING_DATE: dayOf(filedOn),
      SIC_CODE: '',
      SCHEMAVERSION: 'X0708',
      SUBMISSIONTYPE: type,
      TESTORLIVE: isTest ? 'TEST' : 'LIVE',
    })),
    ISSUERS: filings.flatMap((filing) => [
      ...filing.others.map((cik, index) =>
        issuerRow(filing, { cik, name: `Other ${index}`, isPrimary: false, key: 102 + index }),
      ),
      issuerRow(filing, { cik: filing.cik, name: filing.name, isPrimary: true, key: 101 }),
    ]),
    OFFERING: filings.map((filing) => ({
      ACCESSIONNUMBER: filing.accession,
      INDUSTRYGROUPTYPE: filing.industry,
      INVESTMENTFUNDTYPE: filing.fundType,
      REVENUERANGE: 'Decline to Disclose',
      FEDERALEXEMPTIONS_ITEMS_LIST: filing.exemptions.join(', '),
      ISAMENDMENT: String(filing.type === 'D/A'),
      PREVIOUSACCESSIONNUMBER: filing.previousAccession,
      SALE_DATE: filing.firstSaleOn,
      YETTOOCCUR: filing.firstSaleOn === '' ? 'true' : '',
      ...Object.fromEntries(
        Object.entries(SECURITIES).map(([column, name]) => [column, filing.securities.includes(name) ? 'true' : '']),
      ),
      ISBUSINESSCOMBINATIONTRANS: String(filing.isCombination),
      TOTALOFFERINGAMOUNT: filing.amount,
      TOTALAMOUNTSOLD: filing.sold,
    })),
    RELATEDPERSONS: filings.flatMap(({ accession, persons }) =>
      persons.map(({ first, middle = '', last, roles }, index) => ({
        ACCESSIONNUMBER: accession,
        RELATEDPERSON_SEQ_KEY: String(index + 1),
        FIRSTNAME: first,
        MIDDLENAME: middle,
        LASTNAME: last,
        STREET1: '1 Home Street, Apt 1711',
        CITY: 'HOMETOWN',
        STATEORCOUNTRY: 'NY',
        RELATIONSHIP_1: roles[0] ?? '',
        RELATIONSHIP_2: roles[1] ?? '',
        RELATIONSHIP_3: roles[2] ?? '',
        RELATIONSHIPCLARIFICATION: '',
      })),
    ),
    SIGNATURES: filings.flatMap(({ accession, name, signers }) =>
      signers.map((signer, index) => ({
        ACCESSIONNUMBER: accession,
        SIGNATURE_SEQ_KEY: String(index + 1),
        ISSUERNAME: name,
        SIGNATURENAME: `/s/ ${signer.name}`,
        NAMEOFSIGNER: signer.name,
        SIGNATURETITLE: signer.title,
      })),
    ),
  };
  const entries = Object.entries(tables).map(([name, rows]): [string, Uint8Array] => {
    const columns = Object.keys(rows[0] ?? EMPTY_TABLES[name] ?? {});
    const header = columns.map((column) => renamed.get(column) ?? column);
    const lines = [header, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
    return [`${folder}/${name}.tsv`, strToU8(`${lines.map((cells) => cells.join('\t')).join('\n')}\n`)];
  });
  return Buffer.from(zipSync({ ...Object.fromEntries(entries), [`${folder}/FormD_readme.htm`]: strToU8('<html></html>') }));
}

/** Columns of tables that a quarter may have without a row. */
const EMPTY_TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  RELATEDPERSONS: {
    ...{ ACCESSIONNUMBER: '', FIRSTNAME: '', MIDDLENAME: '', LASTNAME: '' },
    ...{ RELATIONSHIP_1: '', RELATIONSHIP_2: '', RELATIONSHIP_3: '' },
  },
  SIGNATURES: { ACCESSIONNUMBER: '', NAMEOFSIGNER: '', SIGNATURETITLE: '' },
};

function issuerRow(
  filing: SampleFiling,
  {
    cik,
    name,
    isPrimary,
    key,
  }: { readonly cik: string; readonly name: string; readonly isPrimary: boolean; readonly key: number },
) {
  return {
    ACCESSIONNUMBER: filing.accession,
    ISSUER_SEQ_KEY: String(key),
    IS_PRIMARYISSUER_FLAG: isPrimary ? 'YES' : 'NO',
    CIK: cik,
    ENTITYNAME: name,
    STREET1: '1 Sample Street',
    CITY: filing.city,
    STATEORCOUNTRY: filing.place,
    STATEORCOUNTRYDESCRIPTION: '',
    ZIPCODE: '00000',
    ISSUERPHONENUMBER: filing.phone,
    JURISDICTIONOFINC: 'DELAWARE',
    ENTITYTYPE: filing.entityType,
    YEAROFINC_TIMESPAN_CHOICE: filing.foundedIn === '' ? 'overFiveYears' : 'withinFiveYears',
    YEAROFINC_VALUE_ENTERED: filing.foundedIn,
  };
}
