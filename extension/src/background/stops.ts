/**
 * What stops everything: an answer that requests a pause, or several failures in a row. Once such an answer is
 * read, nothing more is sent, not even by requests that already have a slot. The pause is stored before it is
 * reported.
 */
import type { MessageError } from '@leadloom/shared/messages/message-error';
import { type CoolDownCause, readCoolDown, refusalDuring, startCoolDown } from '../state/cool-down.ts';
import type { LedgerEntry } from '../state/ledger-buckets.ts';

export interface Stops {
  /** Increases with every stop: a permission from before the last stop is invalid. */
  count(): number;
  /** null if LinkedIn may be requested. */
  refusal(): Promise<MessageError | null>;
  /** @param explained the cause of an earlier stop that this one explains and replaces */
  begin(cause: CoolDownCause, seconds: number, explained?: CoolDownCause): Promise<void>;
  /** Checks whether this answer reaches the limit for its kind. @returns the stop, if there is one */
  noteAnswer(answer: NotedAnswer): Promise<StopByNumber | null>;
}

/** The part of an answer that the ledger stores. */
export type NotedAnswer = Pick<LedgerEntry, 'endpoint' | 'subject' | 'outcome'>;

export interface StopByNumber {
  readonly cause: 'refused' | 'upstream_error';
  readonly seconds: number;
}

/** One refused member is just unavailable; this many in a row are a problem of the session or the account. */
const REFUSED_MEMBERS = 5;
const REFUSED_SECONDS = 3_600;
/**
 * If an extension continues after server errors, the browser delays its requests, which looks like a lost
 * connection. Our own pause starts before that, and grows like the browser's.
 */
const SERVER_ERRORS = 5;
const SERVER_ERROR_SECONDS = 60;
const LONGEST_SERVER_ERROR_SECONDS = 900;

const LOOKUPS: readonly string[] = ['profile', 'voyagerIdentityDashProfiles'];
/** LinkedIn did not answer these, so they do not interrupt a row of answers. */
const NO_ANSWER: readonly LedgerEntry['outcome'][] = ['started', 'offline', 'timeout', 'internal'];

/**
 * @param now milliseconds since 1970
 * @param earlier LinkedIn's answers before this worker started, oldest first
 */
export function createStops(now: () => number, earlier: () => Promise<readonly NotedAnswer[]>): Stops {
  let count = 0;
  let stored: Promise<void> = Promise.resolve();
  let rows: Promise<AnswerRows> | undefined;

  function begin(cause: CoolDownCause, seconds: number, explained?: CoolDownCause): Promise<void> {
    count += 1;
    // A pause that could not be stored lasts as long as this worker: every check gets the failure.
    stored = stored.then(() => startCoolDown(cause, seconds, now(), explained));
    return stored;
  }

  async function rowsUntilNow(): Promise<AnswerRows> {
    const known = createAnswerRows();
    for (const answer of await earlier()) known.add(answer);
    return known;
  }

  return {
    count: () => count,
    async refusal() {
      // Earlier answers are read before this worker's first request, so that its own are not among them.
      rows ??= rowsUntilNow();
      await Promise.all([rows, stored]);
      const coolDown = await readCoolDown(now());
      return coolDown === null ? null : refusalDuring(coolDown, now());
    },
    begin,
    async noteAnswer(answer) {
      rows ??= rowsUntilNow();
      const stop = (await rows).add(answer);
      if (stop !== null) await begin(stop.cause, stop.seconds);
      return stop;
    },
  };
}

interface AnswerRows {
  add(answer: NotedAnswer): StopByNumber | null;
}

/** Counts answers of a kind in a row. Has no effects other than its count. */
export function createAnswerRows(): AnswerRows {
  const refused = new Set<string | undefined>();
  let serverErrors = 0;

  function addLookup({ subject, outcome }: NotedAnswer): StopByNumber | null {
    if (outcome === 'ok' || outcome === 'not_found') refused.clear();
    if (outcome !== 'forbidden') return null;
    refused.add(subject);
    if (refused.size < REFUSED_MEMBERS) return null;
    refused.clear();
    return { cause: 'refused', seconds: REFUSED_SECONDS };
  }

  function addServerError(): StopByNumber | null {
    serverErrors += 1;
    if (serverErrors < SERVER_ERRORS) return null;
    const seconds = SERVER_ERROR_SECONDS * 2 ** (serverErrors - SERVER_ERRORS);
    return { cause: 'upstream_error', seconds: Math.min(seconds, LONGEST_SERVER_ERROR_SECONDS) };
  }

  return {
    add(answer) {
      if (NO_ANSWER.includes(answer.outcome)) return null;
      if (answer.outcome === 'upstream_error') return addServerError();
      serverErrors = 0;
      return LOOKUPS.includes(answer.endpoint) ? addLookup(answer) : null;
    },
  };
}
