/**
 * The daily feed of the same advisers: XML of 82 MB in a gzip file of 7 MB. It knows all addresses of a firm, where the roster
 * has the first, and is a month newer; it counts no funds, so it says nothing of a firm's type.
 */
import * as z from 'zod/mini';
import { companyName } from '../cells/title-case.ts';
import { sortAddresses } from '../cells/web-address.ts';
import { type OpenRecord, OpenSourceError, type OpenSourceRun } from '../open-source.ts';
import { answerJson } from '../readers/answer-text.ts';
import { readGzip } from '../readers/archives.ts';
import { decodeText } from '../readers/decode-text.ts';
import { childOf, readXml, type XmlElement } from '../readers/read-xml.ts';
import { count, firmCells, firmUrl } from './roster.ts';

const FOLDER = 'https://reports.adviserinfo.sec.gov/reports/CompilationReports';
const NAME = /^IA_FIRM_SEC_Feed_(\d\d)_(\d\d)_(\d{4})\.xml\.gz$/;
const MAX_BYTES = 200 * 1024 * 1024;
const GONE = /withdr|terminat|inactive|cancel|revok|denied/i;

const manifestSchema = z.object({ files: z.array(z.object({ name: z.string() })) });

/** Cells that the feed fills; of these, the roster leaves `fresherFields` to it. */
export const fresherFields = ['website', 'linkedin_url', 'employees', 'phone'] as const;
export const feedFields = [
  ...fresherFields,
  'name',
  'legal_name',
  'city',
  'state',
  'country',
  'registry',
  'registry_id',
] as const;

export interface Feed {
  readonly name: string;
  readonly url: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

export async function findFeed(run: OpenSourceRun): Promise<Feed> {
  const address = `${FOLDER}/CompilationReports.manifest.json`;
  const listed = z.safeParse(manifestSchema, answerJson(await run.get(address)));
  if (!listed.success) throw new OpenSourceError(`${address} is not the list of files that it was. Its format may have changed.`);
  const feeds = listed.data.files.flatMap(({ name }) => {
    const [, month, day, year] = NAME.exec(name) ?? [];
    return year === undefined ? [] : [{ name, url: `${FOLDER}/${name}`, day: `${year}-${month}-${day}` }];
  });
  const newest = feeds.sort((one, other) => (one.day < other.day ? 1 : -1))[0];
  if (newest === undefined) throw new OpenSourceError(`${address} names no feed of firms. Its format may have changed.`);
  return newest;
}

export async function downloadFeed({ url }: Feed, run: OpenSourceRun) {
  return run.download(url, { maxBytes: MAX_BYTES });
}

/** @throws {OpenSourceError} if the file holds no firm with a number */
export async function* readFeed({ name, day }: Feed, path: string): AsyncGenerator<OpenRecord> {
  const seen = new Set<string>();
  let firms = 0;
  for await (const firm of readXml(decodeText(readGzip(path), 'iso-8859-1'), ['Firm'])) {
    firms += 1;
    const record = recordOf(firm, day);
    const id = record?.cells.registry_id;
    if (record === null || typeof id !== 'string' || seen.has(id)) continue;
    seen.add(id);
    yield record;
  }
  if (seen.size === 0)
    throw new OpenSourceError(
      `${name} holds ${firms} elements Firm, but none with FirmCrdNb and BusNm. Its format may have changed.`,
    );
}

function recordOf(firm: XmlElement, asOf: string): OpenRecord | null {
  const info = childOf(firm, 'Info')?.attributes ?? {};
  const office = childOf(firm, 'MainAddr')?.attributes ?? {};
  const crd = info.FirmCrdNb ?? '';
  const name = info.BusNm || info.LegalNm || '';
  if (!/^\d+$/.test(crd) || name === '' || GONE.test(childOf(firm, 'Rgstn')?.attributes.St ?? '')) return null;
  const part = childOf(firm, 'FormInfo', 'Part1A');
  const addresses = childOf(part, 'Item1', 'WebAddrs')?.children.map(({ text }) => text) ?? [];
  const { website, linkedinUrl } = sortAddresses(addresses);
  return {
    cells: {
      name: companyName(name),
      website,
      linkedin_url: linkedinUrl,
      phone: office.PhNb ?? '',
      employees: count(childOf(part, 'Item5A')?.attributes.TtlEmp),
      ...firmCells(crd, {
        legalName: info.LegalNm ?? '',
        city: office.City ?? '',
        state: office.State ?? '',
        country: office.Cntry ?? '',
      }),
    },
    url: firmUrl(crd),
    asOf,
  };
}
