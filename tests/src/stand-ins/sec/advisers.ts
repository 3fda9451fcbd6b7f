/**
 * The SEC's files of investment advisers, with fictional firms: the page that lists the monthly rosters, whose names follow no
 * rule, the two archives of a month, and the daily feed with its list.
 */
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import type { PublishedFile } from '../send-file.ts';

/** Cells by the names of columns; those that are absent are blank. */
export type AdviserRow = Readonly<Record<string, string>>;

export interface FeedFirm {
  readonly crd: string;
  readonly name: string;
  readonly status?: string;
  readonly addresses?: readonly string[];
  readonly staff?: string;
}

export interface AdviserMonth {
  /** As the text of the links has it: `September 2026`. */
  readonly month: string;
  /** Names of the two archives. */
  readonly files: readonly [registered: string, exempt: string];
  readonly registered: readonly AdviserRow[];
  readonly exempt: readonly AdviserRow[];
}

export interface AdviserFiles {
  /** Newest first. */
  readonly months: AdviserMonth[];
  /** By day, `MM_DD_YYYY`. */
  readonly feeds: Map<string, readonly FeedFirm[]>;
  /** Columns that the publisher calls otherwise now: name → new name. */
  readonly renamed: Map<string, string>;
  /** null: there is no such file */
  answer(host: string, path: string): PublishedFile | null;
}

const SITE = '/data-research/sec-markets-data/information-about-registered-investment-advisers-exempt-reporting-advisers';
const FOLDER = '/files/investment/data/other/information-about-registered-investment-advisers-exempt-reporting-advisers';
const FEEDS = '/reports/CompilationReports';

const FUNDS = ['Hedge', 'Liquidity', 'PE', 'Real Estate', 'Securitized', 'VC', 'Other'];
const COMMON = [
  'SEC Region',
  'Organization CRD#',
  'Firm Type',
  'CIK#',
  'Primary Business Name',
  'Legal Name',
  'Main Office Street Address 1',
  'Main Office City',
  'Main Office State',
  'Main Office Country',
  'Main Office Postal Code',
  'Main Office Telephone Number',
  'Total number of offices\n other than your Principal Office and place of business',
  'SEC Current Status',
  'Latest ADV Filing Date',
  'Website Address',
  'Count of Private Funds - 7B(1)',
  ...FUNDS.flatMap((kind) => [`Any ${kind} Funds`, `Total number of ${kind} funds`]),
  'Total Gross Assets of Private Funds',
];
const REGISTERED = [...COMMON, '5A', '5B(1)', ...[...'abcdefghijklmn'].map((kind) => `5D(${kind})(1)`), '5F(2)(a)', '5F(2)(c)'];

/** A venture firm as the roster has it. */
export function sampleAdviser(changed: AdviserRow): AdviserRow {
  return {
    'Organization CRD#': '283001',
    'Firm Type': 'ERA',
    'CIK#': '1999001',
    'Primary Business Name': 'NORTHLIGHT VENTURES, LLC',
    'Legal Name': 'NORTHLIGHT VENTURES GP, LLC',
    'Main Office Street Address 1': '1 SAMPLE STREET',
    'Main Office City': 'AUSTIN',
    'Main Office State': 'TX',
    'Main Office Country': 'United States',
    'Main Office Telephone Number': '512-555-0100',
    'SEC Current Status': 'ERA - Active',
    'Latest ADV Filing Date': '03/31/2026',
    'Website Address': 'HTTP://WWW.NORTHLIGHT.EXAMPLE',
    'Any VC Funds': 'Y',
    'Total number of VC funds': '7',
    'Total Gross Assets of Private Funds': '           430,428,863.00',
    ...changed,
  };
}

export function sampleMonth(changed: Partial<AdviserMonth> = {}): AdviserMonth {
  return {
    month: 'September 2026',
    files: ['ia09012026-registered.zip', 'ia09012026-exempt.zip'],
    registered: [],
    exempt: [sampleAdviser({})],
    ...changed,
  };
}

export function createAdviserFiles(): AdviserFiles {
  const months: AdviserMonth[] = [sampleMonth()];
  const feeds = new Map<string, readonly FeedFirm[]>();
  const renamed = new Map<string, string>();
  const modified = new Date('2026-09-03T12:00:00Z');

  function rosterOf(name: string): Buffer | null {
    for (const { files, registered, exempt } of months) {
      if (name === files[0]) return rosterZip(name, { columns: REGISTERED, rows: registered, renamed });
      if (name === files[1]) return rosterZip(name, { columns: COMMON, rows: exempt, renamed });
    }
    return null;
  }

  function feedOf(name: string): Buffer | null {
    const firms = feeds.get(/^IA_FIRM_SEC_Feed_(\d\d_\d\d_\d{4})\.xml\.gz$/.exec(name)?.[1] ?? '');
    return firms === undefined ? null : gzipSync(Buffer.from(feedXml(firms), 'latin1'));
  }

  return {
    months,
    feeds,
    renamed,
    answer: (host, path) => {
      const file = (bytes: Buffer | null, type: string) => (bytes === null ? null : { bytes, modified, type });
      if (host === 'www.sec.gov' && path === SITE) return file(Buffer.from(listingPage(months)), 'text/html; charset=UTF-8');
      if (host === 'www.sec.gov' && path.startsWith(FOLDER))
        return file(rosterOf(path.slice(FOLDER.length + 1)), 'application/zip');
      if (host !== 'reports.adviserinfo.sec.gov' || !path.startsWith(`${FEEDS}/`)) return null;
      const name = path.slice(FEEDS.length + 1);
      if (name === 'CompilationReports.manifest.json') return file(Buffer.from(feedList([...feeds.keys()])), 'application/json');
      return file(feedOf(name), 'application/gzip');
    },
  };
}

/** With what stands around the links: files of another form, months without data, and other archives. */
function listingPage(months: readonly AdviserMonth[]): string {
  const link = (file: string, text: string) => `<li><a href="${FOLDER}/${file}">${text}</a></li>`;
  return `<!DOCTYPE html><html><body><nav><a href="/data-research">Data &amp; Research</a></nav>
<p><a href="/files/other/guide.zip">How to read the registered adviser files, January 2026</a></p><ul>
${months
  .flatMap(({ month, files: [registered, exempt] }) => [
    link(registered, `Registered Investment Advisers,\n  <span>${month}</span>`),
    link(exempt, `Exempt Reporting Advisers, ${month}`),
  ])
  .join('\n')}
${link('ia-no-data-110125.pdf', 'Registered Investment Advisers, November 2025')}
${link('ia090225.zip', 'Registered Investment Advisers, September 2025')}
${link('ia090225-exempt.zip', 'Exempt Reporting Advisers, September 2025')}
</ul></body></html>`;
}

interface RosterContent {
  readonly columns: readonly string[];
  readonly rows: readonly AdviserRow[];
  readonly renamed: ReadonlyMap<string, string>;
}

/** Windows-1252, CRLF, every cell in quotes. */
function rosterZip(name: string, { columns, rows, renamed }: RosterContent): Buffer {
  const lines = [
    columns.map((column) => renamed.get(column) ?? column),
    ...rows.map((row) => columns.map((column) => row[column] ?? '')),
  ];
  const text = lines.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`).join('');
  const bytes = Uint8Array.from(Buffer.from(text.replaceAll('’', '\u0092'), 'latin1'));
  return Buffer.from(zipSync({ [name.replace(/\.zip$/, '.csv')]: bytes, 'readme.txt': strToU8('Form ADV') }));
}

function feedList(days: readonly string[]): string {
  const files = days.flatMap((day) => [
    { name: `IA_FIRM_STATE_Feed_${day}.xml.gz`, size: '69 MB', date: day.replaceAll('_', '/') },
    { name: `IA_FIRM_SEC_Feed_${day}.xml.gz`, size: '78 MB', date: day.replaceAll('_', '/') },
    { name: `IA_INDVL_Feed_${day}.xml.zip`, size: '167 MB', date: day.replaceAll('_', '/') },
  ]);
  return JSON.stringify({ files });
}

function feedXml(firms: readonly FeedFirm[]): string {
  const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<?xml version="1.0" encoding="ISO-8859-1"?>
<IAPDFirmSECReport GenOn="2026-09-02"><Firms>${firms
    .map(
      ({ crd, name, status = 'APPROVED', addresses = [], staff = '' }) => `<Firm>
<Info SECRgnCD="FWRO" FirmCrdNb="${crd}" SECNb="801-1" BusNm="${attribute(name)}" LegalNm="${attribute(name)}" UmbrRgstn="N"/>
<MainAddr Strt1="1 SAMPLE STREET" City="AUSTIN" State="TX" Cntry="United States" PostlCd="78701" PhNb="512-555-0199" FaxNb=""/>
<Rgstn FirmType="Registered" St="${status}" Dt="2020-01-02"/><Filing Dt="2026-08-30" FormVrsn="10/2021"/>
<FormInfo><Part1A><Item1 Q1F5="0"><WebAddrs>${addresses.map((address) => `<WebAddr>${attribute(address)}</WebAddr>`).join('')}</WebAddrs></Item1>
<Item5A${staff === '' ? '' : ` TtlEmp="${staff}"`}/><Item5F Q5F2A="1" Q5F2B="0" Q5F2C="1"/></Part1A></FormInfo></Firm>`,
    )
    .join('\n')}</Firms></IAPDFirmSECReport>`;
}
