/**
 * Sends requests to Reddit with patience: each waits its turn, and one that was answered with "too many" or
 * "not now" goes again. Short pauses are waited for here; a long one is said at once, with its end, so that
 * nobody hangs on it. A pause holds for all requests, whoever met it.
 */
import { pauseFor, type Sleep, sleepFor } from '../http/pause.ts';
import { readRetryAfter } from '../http/read-retry-after.ts';
import type { SourceAnswer, SourceHttp, SourceRequest } from '../http/source-http.ts';
import { SourceError } from '../source-error.ts';
import { createRedditPace, type Priority } from './reddit-pace.ts';

/** All waits of one request together; longer is not waited for. */
const MAX_WAIT_MS: Readonly<Record<Priority, number>> = { visit: 60_000, person: 3_000 };
const MIN_PAUSE_MS = 1000;
const MAX_BACK_OFF_MS = 5 * 60_000;
/** Answers of 429 to one request. */
const MAX_REFUSALS = 6;
const MAX_TRIES = 3;
/** Passing trouble of Reddit's own, or of what stands before it. */
const PASSING: ReadonlySet<number> = new Set([408, 500, 502, 503, 504, 520, 522]);
/** The trouble of one page rather than of the network. */
const OF_ONE_PAGE = 500;

export interface RedditRequestsOptions {
  readonly http: SourceHttp;
  readonly now: () => Date;
  readonly sleep?: Sleep | undefined;
  readonly countRequest: () => void;
}

export interface RedditRequest extends SourceRequest {
  readonly haste: Priority;
  /** Whether the answer's headers speak of the limit of requests. */
  readonly isPaced: boolean;
}

export interface RedditRequests {
  /** @returns an answer of any status but 429 and those of passing trouble @throws {SourceError} */
  send(request: RedditRequest): Promise<SourceAnswer>;
}

export function createRedditRequests({ http, now, sleep = sleepFor, countRequest }: RedditRequestsOptions): RedditRequests {
  const pace = createRedditPace(now);
  /** Refusals in a row, over all requests. */
  let refusals = 0;

  const isIn = (milliseconds: number) => new Date(now().getTime() + milliseconds);

  /** @returns the patience that is left */
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

  /** Twice as long each time, more or less, so that servers refused together do not come back together. */
  function backOff(times: number): number {
    return Math.min(MAX_BACK_OFF_MS, Math.round(2 ** times * 1000 * (0.75 + Math.random() / 2)));
  }

  return {
    send: async (request) => {
      let patience = MAX_WAIT_MS[request.haste];
      let refused = 0;
      let troubles = 0;
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
        if (!PASSING.has(answer.status)) return answer;
        troubles += 1;
        if (asked !== null) pace.pause(asked);
        if (troubles === MAX_TRIES || (asked ?? 0) > patience) throw troubled(answer.status, asked);
        if (asked === null) await pauseFor(backOff(troubles - 1), sleep, request.signal);
      }
    },
  };

  function troubled(status: number, asked: number | null): SourceError {
    return new SourceError('failed', `Reddit answered ${status} ${asked === null ? 'again and again' : 'and asked to wait'}`, {
      isOfNetwork: status !== OF_ONE_PAGE || asked !== null,
      retryAt: asked === null ? null : isIn(asked),
    });
  }
}
