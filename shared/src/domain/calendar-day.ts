/** Days as `YYYY-MM-DD`, of years 1 to 9999. */
const FORM = /^(\d{4})-(\d{2})-(\d{2})$/;

const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the text is an existing day. Imports call this for every row, so it creates no objects. */
export function isCalendarDay(text: string): boolean {
  const match = FORM.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year === 0 || day === 0 || day > (DAYS_OF_MONTH[month - 1] ?? 0)) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}
