/** Usage is counted by calendar month in UTC, wherever the account is. */

/** The first day of the month, as the database writes it: `2025-03-01`. */
export function firstDayOfMonth(time: Date): string {
  return `${time.toISOString().slice(0, 7)}-01`;
}

/** The first moment of the next month, when both counters return to 0. */
export function endOfMonth(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1));
}

/** The month of a time, from its first moment to the next month's. */
export function readMonth(time: Date): { readonly start: Date; readonly end: Date } {
  return { start: new Date(firstDayOfMonth(time)), end: endOfMonth(time) };
}
