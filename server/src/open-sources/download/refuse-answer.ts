/** What publishers refuse with, as sentences for operators and the time until when nothing is sent. */
import { DestinationRefused } from '../../sources/http/destination-refused.ts';
import { UnreadableBody } from '../../sources/http/read-body.ts';
import { readRetryAfter } from '../../sources/http/read-retry-after.ts';
import { type OpenAnswer, OpenSourceError, type OpenSourceManifest } from '../open-source.ts';

/** The SEC lets a blocked address in again once it stayed below the limit for as long; others say nothing. */
const REFUSED_MS = 10 * 60_000;

export type AnswerHead = Pick<OpenAnswer, 'status' | 'headers' | 'url'>;

/** @returns null: the answer is no refusal */
export function refusalOf(
  { status, headers, url }: AnswerHead,
  { needs }: OpenSourceManifest,
  now: Date,
): OpenSourceError | null {
  const { host } = new URL(url);
  const said = readRetryAfter(headers, now);
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  if (status === 403) {
    const retryAt = after(Math.max(REFUSED_MS, said ?? 0));
    const why = needs === 'contact' ? ' It may refuse the contact address, or want fewer requests.' : '';
    return new OpenSourceError(`${host} refused the request with status 403.${why}`, { retryAt });
  }
  if (status === 429)
    return new OpenSourceError(`${host} wants fewer requests (status 429).`, { retryAt: after(said ?? REFUSED_MS) });
  if (status === 503 && said !== null)
    return new OpenSourceError(`${host} is not available now (status 503).`, { retryAt: after(said) });
  return null;
}

/** What kept an answer from coming, or from being read. */
export function failureOf(url: URL, error: unknown, timeoutMs: number): OpenSourceError {
  if (error instanceof OpenSourceError) return error;
  return new OpenSourceError(`${shown(url)} could not be fetched: ${reasonOf(error, timeoutMs)}.`, { cause: error });
}

/** For messages: without the query, which can be long. */
export function shown(url: URL): string {
  return `${url.origin}${url.pathname}`.slice(0, 300);
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof DestinationRefused || error instanceof UnreadableBody) return error.message;
  if (!(error instanceof Error)) return 'the connection failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.name === 'TimeoutError' || code.endsWith('_TIMEOUT'))
    return `there was no complete answer within ${timeoutMs / 1000} seconds`;
  return code === '' ? error.message : `the connection failed (${code})`;
}
