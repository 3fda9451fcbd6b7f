/** Ranges of days that reach to today, by a name and their first day (`YYYY-MM-DD`). */
const DAY_MS = 86_400_000;
const YEARS = 2;

interface DayPreset {
  readonly name: string;
  readonly from: string;
}

/** Days are those of UTC, as in the data. */
export function dayPresets(now: Date): readonly DayPreset[] {
  const year = now.getUTCFullYear();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  return [
    { name: 'Last 30 days', from: daysAgo(30) },
    { name: 'Last 90 days', from: daysAgo(90) },
    { name: 'This year', from: `${year}-01-01` },
    { name: `Since ${year - YEARS}`, from: `${year - YEARS}-01-01` },
  ];
}
