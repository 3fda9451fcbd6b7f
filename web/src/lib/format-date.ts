/** A moment as a day in the reader's language and time zone. */
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

export function formatDay(isoTime: string): string {
  return dayFormat.format(new Date(isoTime));
}
