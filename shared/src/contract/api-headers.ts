/** The headers of every answer to an API key, as the article explains them; a test compares them with what is sent. */
export interface ApiHeader {
  readonly names: readonly string[];
  readonly text: string;
}

export const apiHeaders: readonly ApiHeader[] = [
  { names: ['RateLimit-Policy'], text: 'Every limit by its name, with its quota (q) and its window in seconds (w).' },
  { names: ['RateLimit'], text: 'The same limits, with what is left (r) and the seconds until all of it is back (t).' },
  {
    names: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
    text: 'The calls of this minute under names many programs know: the key’s, or the account’s where less is left of those.',
  },
  {
    names: ['X-Usage-Request-Count', 'X-Usage-Request-Limit', 'X-Usage-Reset'],
    text: 'The requests of this month, and when their count returns to 0. Without a limit there is no header for it.',
  },
  { names: ['X-Request-ID'], text: 'The name of this answer in our log. Quote it when you ask for help.' },
];

/** With the files of data tables. */
export const exportHeaders: readonly ApiHeader[] = [
  { names: ['X-Export-Rows'], text: 'With an export: the rows of the file, so that a broken download is noticed.' },
  { names: ['X-Export-Charged'], text: 'With an export: how many of them count against the month’s export limit.' },
];

/** Only with 429 and 503. */
export const retryAfterHeader: ApiHeader = {
  names: ['Retry-After'],
  text: 'With 429 and 503 only: the seconds to wait. It counts more than any other header.',
};
