/**
 * The SEC as it is today: the quarters it has published, an index for each business day since, and filings of so many days ago in
 * whichever of the two they belong to.
 */
import type { FormDFiles } from './form-d.ts';
import { type SampleFiling, sampleFiling } from './form-d-filing.ts';

const DAY_MS = 24 * 60 * 60_000;
const QUARTERS = 4;
/** A quarter is published some weeks after its end. */
const PUBLISHED_AFTER_DAYS = 30;

export interface RecentFiling extends Partial<Omit<SampleFiling, 'filedOn' | 'firstSaleOn' | 'accession'>> {
  readonly name: string;
  readonly cik: string;
  /** Days before today of the first sale; it is filed within the week after. */
  readonly soldDaysAgo: number;
}

/** `YYYY-MM-DD` of UTC, as filings have their days. */
export const dayOf = (now: Date, daysAgo: number): string =>
  new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** Publishes everything up to the business day before the last one. @returns what publishes the index of that last one */
export function publishUntilYesterday(files: FormDFiles, filings: readonly RecentFiling[], now: Date): NextDay {
  const begun = new Date(now.getTime() - PUBLISHED_AFTER_DAYS * DAY_MS);
  const firstMonth = 3 * Math.floor(begun.getUTCMonth() / 3);
  const firstOf = (quartersAgo: number) => new Date(Date.UTC(begun.getUTCFullYear(), firstMonth - 3 * quartersAgo, 1));
  const published = Array.from({ length: QUARTERS }, (_, index) => firstOf(index + 1)).map(titleOf);
  const businessDays: string[] = [];
  for (let ago = Math.floor((now.getTime() - firstOf(0).getTime()) / DAY_MS); ago >= 0; ago -= 1)
    if (isBusinessDay(dayOf(now, ago))) businessDays.push(dayOf(now, ago));
  const nextDay = businessDays.pop() ?? '';

  const written = filings.map((filing, index) => filedAt(filing, index, now));
  for (const title of published)
    files.quarters.set(title, [fundOf(title), ...written.filter(({ filedOn }) => titleOf(new Date(filedOn)) === title)]);
  for (const day of businessDays)
    files.days.set(
      day,
      written.filter(({ filedOn }) => filedOn === day),
    );
  return {
    day: nextDay,
    publish: (filing) => files.days.set(nextDay, [{ ...filedAt(filing, written.length, now), filedOn: nextDay }]),
  };
}

interface NextDay {
  readonly day: string;
  readonly publish: (filing: RecentFiling) => void;
}

function filedAt({ soldDaysAgo, ...filing }: RecentFiling, index: number, now: Date): SampleFiling {
  let ago = soldDaysAgo - 2;
  while (!isBusinessDay(dayOf(now, ago))) ago -= 1;
  const number = String(index + 1).padStart(6, '0');
  return sampleFiling({
    ...filing,
    accession: `${filing.cik}-${dayOf(now, ago).slice(2, 4)}-${number}`,
    fileNumber: `021-${number}`,
    filedOn: dayOf(now, ago),
    firstSaleOn: dayOf(now, soldDaysAgo),
  });
}

/** More than half of a quarter's filings are those of funds, and no quarter is without one. */
function fundOf(title: string): SampleFiling {
  const year = title.slice(0, 4);
  const first = `${year}-${String(3 * Number(title.slice(-1)) - 2).padStart(2, '0')}-02`;
  return sampleFiling({
    accession: `0001990099-${year.slice(2)}-00000${title.slice(-1)}`,
    fileNumber: `021-90${year.slice(2)}${title.slice(-1)}`,
    filedOn: first,
    firstSaleOn: first,
    cik: '0001990099',
    name: 'Weaver Street Fund, LP',
    industry: 'Pooled Investment Fund',
    fundType: 'Venture Capital Fund',
    persons: [],
  });
}

function titleOf(day: Date): string {
  return `${day.getUTCFullYear()} Q${Math.floor(day.getUTCMonth() / 3) + 1}`;
}

function isBusinessDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
