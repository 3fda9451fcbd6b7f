/**
 * Sends requests to Reddit within its rate limit and retries those refused with 429 or a temporary error. Short pauses are
 * waited for here; a long pause throws at once with its end, so that no caller hangs. A pause applies to all requests.
 */
import { pauseFor, type Sleep, sleepFor } from '../http/pause.ts';
import { readRetryAfter } from '../http/read-retry-after.ts';
import type { SourceAnswer, SourceHttp, SourceRequest } from '../http/source-http.ts';
import { SourceError } from '../source-error.ts';
import { createRedditPace, type Priority } from './reddit-pace.ts';

/** The total wait of one request. */
const MAX_WAIT_MS: Readonly<Record<Priority, number>> = { visit: 60_000, person: 3_000 };
const MIN_PAUSE_MS = 1000;
const MAX_BACK_OFF_MS = 5 * 60_000;
/** Responses with 429 to one request. */
const MAX_REFUSALS = 6;
const MAX_TRIES = 3;
/** Temporary errors of Reddit or of a proxy in front of it. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 500, 502, 503, 504, 520, 522]);
/** An error of one page rather than of the network. */
const OF_ONE_PAGE = 500;

export interface RedditRequestsOptions {
  readonly http: SourceHttp;
  readonly now: () => Date;
  readonly sleep?: Sleep | undefined;
  readonly countRequest: () => void;
}

export interface RedditRequest extends SourceRequest {
  readonly haste: Priority;
  /** Whether the response's headers contain the rate limit. */
  readonly isPaced: boolean;
}

export interface RedditRequests {
  /** @returns a response of any status but 429 and temporary errors @throws {SourceError} */
  send(request: RedditRequest): Promise<SourceAnswer>;
}

export function createRedditRequests({ http, now, sleep = sleepFor, countRequest }: RedditRequestsOptions): RedditRequests {
  const pace = createRedditPace(now);
  /** Consecutive refusals over all requests. */
  let refusals = 0;

  const isIn = (milliseconds: number) => new Date(now().getTime() + milliseconds);

  /** @returns the remaining wait */
  async function takeTurn({ haste, signal }: RedditRequest, patience: number): Promise<number> {
    let rest = patience;
    for (let left = pace.waitFor(haste); left > 0; left = pace.waitFor(haste)) {
      if (left > rest) throw rateLimited(left);
      await pauseFor(left, sleep, signal);
      rest -= left;
    }
    return rest;
  }

  function rateLimited(milliseconds: number): SourceError {
    const message = `Reddit asks for a pause of ${Math.ceil(milliseconds / 1000)} s`;
    return new SourceError('rate_limited', message, { isOfNetwork: true, retryAt: isIn(milliseconds) });
  }

  /** Doubles each time, with jitter, so that servers refused together do not retry together. */
  function backOff(times: number): number {
    return Math.min(MAX_BACK_OFF_MS, Math.round(2 ** times * 1000 * (0.75 + Math.random() / 2)));
  }

  return {
    send: async (request) => {
      let patience = MAX_WAIT_MS[request.haste];
      let refused = 0;
      let failures = 0;
      for (;;) {
        patience = await takeTurn(request, patience);
        countRequest();
        const answer = await http.send(request);
        if (request.isPaced) pace.learn(answer.headers);
        const asked = readRetryAfter(answer.headers, now());
        if (answer.status === 429) {
          refused += 1;
          refusals += 1;
          const wanted = Math.max(MIN_PAUSE_MS, asked ?? backOff(refusals));
          pace.pause(wanted);
          if (refused === MAX_REFUSALS) throw rateLimited(wanted);
          continue;
        }
        refusals = 0;
        if (!TEMPORARY.has(answer.status)) return answer;
        failures += 1;
        if (asked !== null) pace.pause(asked);
        if (failures === MAX_TRIES || (asked ?? 0) > patience) throw temporaryError(answer.status, asked);
        if (asked === null) await pauseFor(backOff(failures - 1), sleep, request.signal);
      }
    },
  };

  function temporaryError(status: number, asked: number | null): SourceError {
    return new SourceError('failed', `Reddit answered ${status} ${asked === null ? 'repeatedly' : 'and asked to wait'}`, {
      isOfNetwork: status !== OF_ONE_PAGE || asked !== null,
      retryAt: asked === null ? null : isIn(asked),
    });
  }
}
