/**
 * Private rounds of financing in the United States: who raised money, when and how much, and who runs the company, from Form D.
 * Four quarters at first, then each business day's filings. A newer filing of an offering replaces the older one, because its
 * amounts are cumulative; of several offerings, the one that was sold last is the last financing.
 */
import { z } from 'zod';
import type { OpenLoad, OpenRecord, OpenSource, OpenSourceManifest, OpenSourceRun, OpenStep } from '../open-source.ts';
import { OpenSourceError } from '../open-source.ts';
import { readDay, readIndex, readSubmission } from './day.ts';
import { COMPANY_FIELDS, companyRecord, type Filing, financedOn, isTaken, PERSON_FIELDS, personRecords } from './filing.ts';
import { listQuarters, readQuarter } from './quarter.ts';

const FIRST_QUARTERS = 4;
const TICKERS_URL = 'https://www.sec.gov/files/company_tickers.json';
const DAY_MS = 24 * 60 * 60_000;
/** Business days without an index after which it is no holiday. */
const SILENT_DAYS = 5;
/** How long it is remembered when a company sold last. */
const SALES_DAYS = 730;
const TRIED_DAYS = 7;
const TRIED_FILINGS = 5;

const manifest: OpenSourceManifest = {
  id: 'sec-form-d',
  title: 'SEC Form D',
  publisher: 'The U.S. Securities and Exchange Commission',
  tables: ['companies', 'people'],
  countries: ['US'],
  licence: 'public domain (work of the US government)',
  attribution: 'Source: U.S. Securities and Exchange Commission, Form D.',
  needs: 'contact',
  isOnByDefault: true,
  everyHours: 6,
  every: 'every business day',
  size: '4 MB a quarter, then 2 MB a day',
  requestsPerSecond: 5,
  hosts: ['www.sec.gov'],
  weight: 'register',
  options: {
    vehicles: 'Take investment vehicles and pooled funds, too',
    real_estate: 'Take real estate, too',
  },
  isUntried: false,
};

/** Number of the offering, 0 if unknown, and the day of its first sale, counted from 1970. */
const saleSchema = z.tuple([z.int(), z.int()]);
const checkpointSchema = z.object({
  /** The last day whose filings are loaded. */
  through: z.iso.date(),
  /** What was sold last, by CIK without its zeros. */
  sales: z.record(z.string(), saleSchema),
});
type Sales = Map<string, z.infer<typeof saleSchema>>;

async function* read(checkpoint: unknown, run: OpenSourceRun): AsyncGenerator<OpenStep, void, undefined> {
  const { data: known } = checkpointSchema.safeParse(checkpoint);
  const quarters = await listQuarters(run);
  const oldest = quarters.slice(-FIRST_QUARTERS)[0];
  let through = known?.through ?? dayAfter(oldest?.firstDay ?? dayOfTime(run.now()), -1);
  const sales: Sales = new Map(Object.entries(known?.sales ?? {}));
  let listed: ReadonlySet<string> | null | undefined;

  const step = async (title: string, lastDay: string, filings: readonly Filing[]): Promise<OpenStep> => {
    if (listed === undefined) listed = await readListed(run);
    through = lastDay;
    const loads = loadsOf(
      filings.filter((filing) => isTaken(filing, run.options)),
      { sales, listed },
    );
    return { title, loads, checkpoint: { through, sales: storedSales(sales, through) }, isFull: false };
  };

  for (const quarter of quarters) {
    if (quarter.lastDay <= through) continue;
    // What lies before it is read day by day.
    if (known !== undefined && quarter.firstDay > dayAfter(through, 1)) break;
    yield await step(quarter.title, quarter.lastDay, await readQuarter(quarter, run));
  }
  const today = dayOfTime(run.now());
  /** Days without an index, which are holidays if a later day has one. */
  const silent: string[] = [];
  for (let day = dayAfter(through, 1); day <= today; day = dayAfter(day, 1)) {
    if (isWeekend(day)) continue;
    const addresses = await readIndex(day, run);
    if (addresses === null) {
      silent.push(day);
      continue;
    }
    silent.length = 0;
    yield await step(day, day, await readDay(day, addresses, run));
  }
  if (silent.length > SILENT_DAYS)
    throw new OpenSourceError(`The SEC has published no daily index since ${through}. Its address may have changed.`);
}

interface LoadContext {
  readonly sales: Sales;
  readonly listed: ReadonlySet<string> | null;
}

/** @param filings of one step, in any order. Records are made as they are read, because a quarter makes 70,000. */
function loadsOf(filings: readonly Filing[], { sales, listed }: LoadContext): readonly OpenLoad[] {
  const newestFirst = filings.toSorted((one, other) => order(other).localeCompare(order(one)));
  const companies = [...Map.groupBy(newestFirst, ({ cik }) => cik).values()].flatMap((own) => {
    const [newest] = own;
    return newest === undefined ? [] : [{ newest, financing: noteSale(sales, lastSold(own)) }];
  });
  return [
    {
      table: 'companies',
      fields: COMPANY_FIELDS,
      records: async function* () {
        for (const { newest, financing } of companies) yield companyRecord(newest, { financing, listed });
      },
    },
    {
      table: 'people',
      fields: PERSON_FIELDS,
      records: async function* () {
        for (const { newest } of companies) yield* eachOnce(personRecords(newest));
      },
    },
  ];
}

/** A person may stand in a filing once for each role. */
function eachOnce(records: readonly OpenRecord[]): readonly OpenRecord[] {
  const byName = new Map(records.toReversed().map((record) => [String(record.cells.name).toLowerCase(), record]));
  return records.filter((record) => byName.get(String(record.cells.name).toLowerCase()) === record);
}

function order({ filedOn, accession }: Filing): string {
  return `${filedOn} ${accession}`;
}

/** The newest filing of the offering that was sold last. @param own filings of one company, newest first */
function lastSold(own: readonly Filing[]): Filing {
  const offerings = new Map<string, Filing>();
  const amended = new Map<string, string>();
  for (const filing of own) {
    const offering = filing.fileNumber || amended.get(filing.accession) || filing.accession;
    if (filing.previousAccession !== '') amended.set(filing.previousAccession, offering);
    const isSuperseded = offerings.has(offering) || amended.has(filing.accession);
    if (!isSuperseded) offerings.set(offering, filing);
  }
  return [...offerings.values()].reduce((last, filing) => (financedOn(filing) > financedOn(last) ? filing : last));
}

/** @returns null if another offering of the company, read before, was sold later */
function noteSale(sales: Sales, filing: Filing): Filing | null {
  const key = String(Number(filing.cik));
  const number = Number(/^0*21-(\d{1,9})$/.exec(filing.fileNumber)?.[1] ?? 0);
  const day = Math.floor(Date.parse(financedOn(filing)) / DAY_MS);
  const known = sales.get(key);
  if (known !== undefined && known[0] !== number && !(day >= known[1])) return null;
  if (Number.isNaN(day)) sales.delete(key);
  else sales.set(key, [number, day]);
  return filing;
}

/** What was sold long ago is no longer news that could be overwritten by older ones. */
function storedSales(sales: Sales, through: string): Readonly<Record<string, readonly [number, number]>> {
  const oldest = Date.parse(through) / DAY_MS - SALES_DAYS;
  return Object.fromEntries([...sales].filter(([, [, day]]) => day >= oldest));
}

/** CIKs of companies with a ticker; null: the list cannot be had, and nothing is said of ownership. */
async function readListed(run: OpenSourceRun): Promise<ReadonlySet<string> | null> {
  const tickersSchema = z.record(z.string(), z.object({ cik_str: z.union([z.int(), z.string()]) }));
  try {
    const { status, bytes } = await run.get(TICKERS_URL, { accepts: (answer) => answer.status === 403 });
    if (status !== 200) return null;
    const { data } = tickersSchema.safeParse(JSON.parse(bytes.toString('utf8')));
    return data === undefined ? null : new Set(Object.values(data).map(({ cik_str }) => String(cik_str).padStart(10, '0')));
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof OpenSourceError && error.retryAt === null)) return null;
    throw error;
  }
}

/** The newest filing about a company of the last days that have an index. */
async function tryOut(run: OpenSourceRun): Promise<Awaited<ReturnType<OpenSource['tryOut']>>> {
  const today = dayOfTime(run.now());
  let published = 'daily index';
  for (let ago = 0; ago < TRIED_DAYS; ago += 1) {
    const day = dayAfter(today, -ago);
    const addresses = isWeekend(day) ? null : await readIndex(day, run);
    if (addresses !== null) published = 'filing on Form D';
    if (addresses === null || addresses.length === 0) continue;
    let last: { readonly url: string; readonly filing: Filing | null; readonly missing: readonly string[] } | null = null;
    for (const url of addresses.slice(0, TRIED_FILINGS)) {
      const submission = await readSubmission(await run.get(url));
      last = { url, filing: submission?.filing ?? null, missing: submission?.missing ?? ['edgarSubmission'] };
      if (last.filing !== null && isTaken(last.filing, run.options)) break;
    }
    if (last === null) continue;
    const { url, filing, missing } = last;
    if (filing === null) return { url, records: [], missing };
    const company = { table: 'companies' as const, record: companyRecord(filing, { financing: filing, listed: null }) };
    const people = personRecords(filing).map((record) => ({ table: 'people' as const, record }));
    return { url, records: [company, ...people], missing };
  }
  throw new OpenSourceError(`The SEC has published no ${published} in the last ${TRIED_DAYS} days.`);
}

function isWeekend(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday === 0 || weekday === 6;
}

function dayAfter(day: string, days: number): string {
  return dayOfTime(new Date(Date.parse(day) + days * DAY_MS));
}

function dayOfTime(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export const secFormD: OpenSource = { manifest, read, tryOut };
