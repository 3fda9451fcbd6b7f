/** Longer waits are cut to this. */
const MAX_MS = 24 * 60 * 60_000;

/**
 * Reads `retry-after`, in seconds or as a date.
 * @returns milliseconds from now, at most a day; null: absent or invalid
 */
export function readRetryAfter(headers: ReadonlyMap<string, string>, now: Date): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Math.min(MAX_MS, Number(text) * 1000);
  // Dates as HTTP writes them begin with the day of the week; `Date.parse` would read much else too.
  const date = /^[A-Z][a-z]{2,8}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(MAX_MS, Math.max(0, date - now.getTime()));
}
