/**
 * The headers of every response to an API key, as the article explains them. A test compares them with what the server
 * sends.
 */
export interface ApiHeader {
  readonly names: readonly string[];
  readonly text: string;
}

export const apiHeaders: readonly ApiHeader[] = [
  { names: ['RateLimit-Policy'], text: 'All limits by name, each with its quota (q) and its window in seconds (w).' },
  { names: ['RateLimit'], text: 'The same limits, each with what remains (r) and the seconds until it resets (t).' },
  {
    names: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
    text: 'The calls per minute, in the header names many programs know. They show the key’s limit or, if fewer calls remain there, the account’s.',
  },
  {
    names: ['X-Usage-Request-Count', 'X-Usage-Request-Limit', 'X-Usage-Reset'],
    text: 'The requests used this month, their limit, and when the count resets to 0. The limit header is absent if there is no limit.',
  },
  { names: ['X-Request-ID'], text: 'The id of this response in our log. Quote it when you contact support.' },
];

/** Headers of exports of data tables. */
export const exportHeaders: readonly ApiHeader[] = [
  { names: ['X-Export-Rows'], text: 'Exports only: the number of rows in the file. Use it to detect a broken download.' },
  { names: ['X-Export-Charged'], text: 'Exports only: how many of these rows count against the monthly export limit.' },
];

/** The header is sent with status 429 and 503 only. */
export const retryAfterHeader: ApiHeader = {
  names: ['Retry-After'],
  text: 'With 429 and 503 only: the seconds to wait. It takes precedence over all other headers.',
};
