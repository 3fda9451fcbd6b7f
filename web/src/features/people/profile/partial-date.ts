/**
 * Dates as precise as known: LinkedIn often has only a month or a year. Unknown parts are not shown, so a year
 * stays a year instead of becoming the first of January.
 */
export const UNSPECIFIED = 'Unspecified';

export type DatePrecision = 'day' | 'month' | 'year' | null;

const formats: Record<NonNullable<DatePrecision>, Intl.DateTimeFormatOptions> = {
  day: { dateStyle: 'medium' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
};

/**
 * @param date `2019-03-01`, a day without a time zone
 * @param locale default: the reader's own
 */
export function formatPartialDate(date: string | null, precision: DatePrecision, locale?: string): string {
  if (date === null) return UNSPECIFIED;
  const moment = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(moment.getTime())) return UNSPECIFIED;
  return new Intl.DateTimeFormat(locale, { ...formats[precision ?? 'day'], timeZone: 'UTC' }).format(moment);
}
