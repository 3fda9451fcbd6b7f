/**
 * What LinkedIn's answer means, from its status, type and body. Pure. A 200 proves little and a redirect proves
 * nothing, so every sign reported by users of these endpoints has its own rule.
 */
import type { MessageErrorCode } from '@leadloom/shared/messages/message-error';

export interface AnswerFacts {
  /** The answer was a redirect and was not followed; its status is hidden. */
  readonly isRedirect: boolean;
  readonly status: number;
  readonly contentType: string | null;
  readonly retryAfter: string | null;
  /** The start of the body, read only for refusals (4xx). */
  readonly beginning: string;
}

/** `readable`: read the body. `csrf`: the token was stale. `redirect`: find out whether the session has ended. */
export type Verdict =
  | { readonly kind: 'readable' | 'csrf' | 'redirect' }
  | { readonly kind: 'error'; readonly code: MessageErrorCode; readonly pauseSeconds?: number };

const MINUTE = 60;
/** 429 without Retry-After. */
const THROTTLE_SECONDS = 15 * MINUTE;
/** 999 is the defence against bots and lasts longer than a throttle. */
const REFUSAL_SECONDS = 60 * MINUTE;
/** A challenge needs the member; "Continue" in the popup ends the pause early. */
const CHALLENGE_SECONDS = 60 * MINUTE;
/** Signing in again ends the pause at once. */
export const SIGNED_OUT_SECONDS = 10 * MINUTE;
/** A redirect although the session is still valid: LinkedIn wants to show the member something. */
export const REDIRECTED_SECONDS = 15 * MINUTE;
const LONGEST_PAUSE_SECONDS = 24 * 60 * MINUTE;

const CHALLENGE = /challengeUrl|challenge_url|\/checkpoint\/|security check/i;

const signedOut: Verdict = { kind: 'error', code: 'signed_out', pauseSeconds: SIGNED_OUT_SECONDS };
const challenged: Verdict = { kind: 'error', code: 'challenged', pauseSeconds: CHALLENGE_SECONDS };

/** @param now milliseconds since 1970, for a Retry-After that names a date */
export function classifyAnswer(facts: AnswerFacts, now: number): Verdict {
  if (facts.isRedirect) return { kind: 'redirect' };
  const { status } = facts;
  if (status === 429) return throttled(retrySeconds(facts.retryAfter, now) ?? THROTTLE_SECONDS);
  if (status === 999) return throttled(retrySeconds(facts.retryAfter, now) ?? REFUSAL_SECONDS);
  if (status === 451) return challenged;
  if (status >= 400 && status < 500 && CHALLENGE.test(facts.beginning)) return challenged;
  if (status === 401) return signedOut;
  if (status === 403) return /csrf check failed/i.test(facts.beginning) ? { kind: 'csrf' } : error('forbidden');
  if (status === 404) return error('not_found');
  if (status === 400 || status === 410) return error('stale_endpoint');
  if (status !== 200) return error('upstream_error');
  if (isHtml(facts.contentType)) return challenged;
  return isJson(facts.contentType) ? { kind: 'readable' } : error('not_json');
}

/** Retry-After in seconds, from seconds or a date; undefined when absent or unreadable. */
export function retrySeconds(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const trimmed = header.trim();
  // Only HTTP's date format is read: Date.parse takes "-5" for a day in May.
  const date = /^[A-Z][a-z]{2}, .* GMT$/.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  const seconds = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : Math.ceil((date - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), LONGEST_PAUSE_SECONDS) : undefined;
}

function throttled(pauseSeconds: number): Verdict {
  return { kind: 'error', code: 'throttled', pauseSeconds };
}

function error(code: MessageErrorCode): Verdict {
  return { kind: 'error', code };
}

/** LinkedIn answers `application/vnd.linkedin.normalized+json+2.1`. */
function isJson(contentType: string | null): boolean {
  return contentType !== null && /^application\/(?:json|[\w.-]+\+json(?:\+[\d.]+)?)\s*(?:;|$)/i.test(contentType.trim());
}

function isHtml(contentType: string | null): boolean {
  return contentType !== null && /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType.trim());
}
