/**
 * A local server that plays the monthly file of Companies House, with the page that lists it. Plain HTTP on loopback, reached by
 * SOURCE_GB_COMPANIES_HOUSE_URL. It talks to nobody.
 */
import { zipSync } from 'fflate';
import { type PublisherStandIn, startPublisher } from '../publisher.ts';

/** Cells by the names of columns; those that are absent are blank. */
export type CompanyRow = Readonly<Record<string, string>>;

export interface CompaniesHouseStandIn extends PublisherStandIn {
  /** Settings that lead a server here, as the environment gives them. */
  readonly environment: Readonly<Record<string, string>>;
  /** @param day such as `2026-11-01` */
  publish(day: string, rows: readonly CompanyRow[]): void;
  /** Columns that the publisher calls otherwise now: name → new name. */
  readonly renamed: Map<string, string>;
}

/** Some names begin with a blank, which differ by year. */
const COLUMNS = [
  'CompanyName',
  ' CompanyNumber',
  'RegAddress.CareOf',
  'RegAddress.AddressLine1',
  ' RegAddress.AddressLine2',
  'RegAddress.PostTown',
  'RegAddress.Country',
  'RegAddress.PostCode',
  'CompanyCategory',
  'CompanyStatus',
  'CountryOfOrigin',
  'DissolutionDate',
  'IncorporationDate',
  'SICCode.SicText_1',
  'SICCode.SicText_2',
  'SICCode.SicText_3',
  'SICCode.SicText_4',
  'URI',
  'PreviousName_1.CONDATE',
  ' PreviousName_1.CompanyName',
];

export async function startCompaniesHouseStandIn({ port = 0 }: { readonly port?: number } = {}): Promise<CompaniesHouseStandIn> {
  const files = new Map<string, readonly CompanyRow[]>([['2026-11-01', [sampleCompanyRow({})]]]);
  const renamed = new Map<string, string>();
  const publisher = await startPublisher({
    name: 'companies-house',
    port,
    answer: ({ host, path }) => {
      if (host !== 'download.companieshouse.gov.uk') return null;
      const modified = new Date('2026-11-03T09:00:00Z');
      if (path === '/en_output.html') return { bytes: Buffer.from(listingPage([...files.keys()])), modified, type: 'text/html' };
      const rows = files.get(/^\/BasicCompanyDataAsOneFile-(.+)\.zip$/.exec(path)?.[1] ?? '');
      return rows === undefined ? null : { bytes: packed(rows, renamed), modified, type: 'application/zip' };
    },
  });
  return {
    ...publisher,
    environment: { SOURCE_GB_COMPANIES_HOUSE_URL: publisher.origin },
    renamed,
    publish: (day, rows) => void files.set(day, rows),
  };
}

export function sampleCompanyRow(changed: CompanyRow): CompanyRow {
  return {
    CompanyName: 'NORTHLIGHT SOFTWARE (UK) LTD',
    ' CompanyNumber': '02943302',
    'RegAddress.AddressLine1': '1 SAMPLE STREET',
    'RegAddress.PostTown': 'STOKE-ON-TRENT',
    'RegAddress.Country': 'ENGLAND',
    CompanyCategory: 'Private Limited Company',
    CompanyStatus: 'Active',
    CountryOfOrigin: 'United Kingdom',
    IncorporationDate: '15/03/2025',
    'SICCode.SicText_1': '62012 - Business and domestic software development',
    URI: 'http://business.data.gov.uk/id/company/02943302',
    ...changed,
  };
}

function listingPage(days: readonly string[]): string {
  const link = (name: string) => `<li><a href="${name}">${name}</a>  (473Mb)</li>`;
  const parts = days.flatMap((day) => [1, 2].map((part) => link(`BasicCompanyData-${day}-part${part}_7.zip`)));
  return `<html><body><h2>Company data as one file:</h2><ul>
${days.map((day) => link(`BasicCompanyDataAsOneFile-${day}.zip`)).join('\n')}</ul>
<h2>Company data as multiple files:</h2><ul>${parts.join('\n')}</ul></body></html>`;
}

function packed(rows: readonly CompanyRow[], renamed: ReadonlyMap<string, string>): Buffer {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const header = COLUMNS.map((column) => renamed.get(column) ?? column).join(',');
  const lines = rows.map((row) => COLUMNS.map((column) => quoted(row[column] ?? '')).join(','));
  const text = [header, ...lines].map((line) => `${line}\r\n`).join('');
  return Buffer.from(zipSync({ 'BasicCompanyDataAsOneFile.csv': new TextEncoder().encode(text) }));
}
