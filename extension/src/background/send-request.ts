/**
 * One request to LinkedIn and its outcome. The request is a GET with our own headers, never a page's. It follows no
 * redirect, reads no more than a message may contain, and times out. Never throws.
 */
import type { MessageError } from '@leadloom/shared/messages/message-error';
import { type AnswerFacts, classifyAnswer } from './classify-answer.ts';
import { readJsonBody, readStart } from './read-body.ts';

export type Exchange =
  | { readonly kind: 'body'; readonly text: string }
  /** The CSRF token was refused. */
  | { readonly kind: 'csrf' }
  /** The answer was a redirect. */
  | { readonly kind: 'redirect' }
  /** No answer started: LinkedIn was not reached, as far as the platform reports. */
  | { readonly kind: 'unreached' }
  /** `pauseSeconds`: send nothing for this long. */
  | { readonly kind: 'error'; readonly error: MessageError; readonly pauseSeconds?: number };

export interface RequestToSend {
  /** The address, as the grammar approved it. */
  readonly href: string;
  /** Plain JSON instead of LinkedIn's normalized form. */
  readonly plain: boolean;
  readonly csrfToken: string;
  /** The time for the whole answer, including the body. */
  readonly timeoutMs: number;
}

/** @param now milliseconds since 1970, for a Retry-After that names a date */
export async function sendRequest(request: RequestToSend, fetch: typeof globalThis.fetch, now: () => number): Promise<Exchange> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  let response: Response;
  try {
    response = await fetch(request.href, optionsFor(request, signal));
  } catch (error) {
    // A request that timed out may have arrived; the platform reports one that did not as a TypeError.
    return !signal.aborted && error instanceof TypeError ? { kind: 'unreached' } : failure('timeout');
  }
  try {
    const verdict = classifyAnswer(await factsOf(response), now());
    if (verdict.kind === 'readable') {
      const body = await readJsonBody(response.body);
      return body.ok ? { kind: 'body', text: body.text } : failure(body.code);
    }
    // Ends the download of a body nobody reads.
    if (response.body?.locked === false) void response.body.cancel().catch(() => undefined);
    return verdict.kind === 'error' ? failure(verdict.code, verdict.pauseSeconds, response.status) : { kind: verdict.kind };
  } catch {
    // The answer was incomplete, or timed out.
    return failure('timeout');
  }
}

function optionsFor({ plain, csrfToken }: RequestToSend, signal: AbortSignal): RequestInit {
  return {
    method: 'GET',
    headers: {
      accept: plain ? 'application/json' : 'application/vnd.linkedin.normalized+json+2.1',
      'csrf-token': csrfToken,
      'x-restli-protocol-version': '2.0.0',
      'x-li-lang': 'en_US',
    },
    credentials: 'include',
    // `error` would look like a lost connection; `manual` stops at the first redirect and reports it.
    redirect: 'manual',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal,
  };
}

async function factsOf(response: Response): Promise<AnswerFacts> {
  const { status } = response;
  return {
    isRedirect: response.type === 'opaqueredirect' || (status >= 300 && status < 400),
    status,
    contentType: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    beginning: status >= 400 && status < 500 ? await readStart(response.body) : '',
  };
}

/** The errors that say at once how long the pause is that they begin. */
const saysHowLong: readonly MessageError['code'][] = ['throttled', 'signed_out'];

/** @param status of LinkedIn's answer; only that of a refusal is passed on */
function failure(code: MessageError['code'], pauseSeconds?: number, status = 0): Exchange {
  const error = { code, ...(status >= 400 && status <= 999 ? { status } : {}) };
  if (pauseSeconds === undefined) return { kind: 'error', error };
  return {
    kind: 'error',
    error: saysHowLong.includes(code) ? { ...error, retryAfterSeconds: pauseSeconds } : error,
    pauseSeconds,
  };
}
