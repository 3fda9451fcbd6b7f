/**
 * One check: asks LinkedIn line by line about the member themselves, five seconds apart, for two minutes at most, and says
 * of each line whether the answer was understood. It owns the pace, the choice of the second id and what ends it: the
 * person, a sign-out, a challenge, a request for a pause, and whatever keeps requests from being sent. Keeps nothing of the
 * answers. Never throws for anything LinkedIn or the extension answers.
 */
import { type CheckedEndpoint, type CheckLine, checkedEndpoints } from '@leadloom/shared/contract/catalogue-checks';
import { type Catalogue, idOf } from '@leadloom/shared/linkedin/catalogue';
import type { CheckKnowledge } from '@leadloom/shared/linkedin/check/check-answer';
import { type CheckRequest, checkReaders, type NotAskable, requestsFor } from '@leadloom/shared/linkedin/check/plan-check';
import type { MessageError, MessageErrorCode } from '@leadloom/shared/messages/message-error';
import type { Clock } from '../download/clock.ts';
import type { Fetched, SendFetch } from '../download/linkedin-reader.ts';
import type { RunControl } from '../download/run-control.ts';
import { type StopReason, stopNoticeFor } from '../download/stop-reason.ts';

/** One request of a line, or why none was sent. */
export interface CheckAttempt {
  readonly state: CheckLine['state'];
  /** The decoration or query id; null: the endpoint has none. */
  readonly candidate: string | null;
  /** When the id was last seen working, as the catalogue says. */
  readonly capturedAt: string | null;
  /** It is not the first of its list. */
  readonly isFallback: boolean;
  readonly status?: number;
  readonly missing?: string;
  /** It ended the check: refused to the member, or not answered, which says nothing about the id. */
  readonly isEnd?: true;
}

export type NotRequestedReason = NotAskable | 'old_extension' | 'stopped';

export interface CheckedLine {
  readonly endpoint: CheckedEndpoint;
  /** The best of the attempts. */
  readonly state: CheckLine['state'];
  /** The attempts in the order of asking. */
  readonly attempts: readonly CheckAttempt[];
  /** Why it was not asked. */
  readonly reason: NotRequestedReason | null;
  /** The profile has more employers than its answer holds. */
  readonly isCut: boolean;
}

/** Why it ended before its last line. */
export interface CheckEnd {
  /** `too_long`: its two minutes were over. */
  readonly reason: StopReason | 'too_long';
  /** Epoch milliseconds from which it makes sense to try again; null: as soon as the cause is gone. */
  readonly continueAt: number | null;
}

export interface CheckDependencies {
  readonly catalogue: Catalogue;
  readonly canReadSections: boolean;
  readonly send: SendFetch;
  readonly clock: Clock;
  readonly control: RunControl;
  readonly onAsking: (endpoint: CheckedEndpoint) => void;
  readonly onLine: (line: CheckedLine) => void;
}

export const CHECK_PAUSE_MS = 5_000;
export const CHECK_LIMIT_MS = 120_000;

/** An answer of LinkedIn that refuses one address; the check goes on. Anything else ends it. */
const REFUSALS: ReadonlySet<MessageErrorCode> = new Set(['forbidden', 'not_found', 'stale_endpoint', 'upstream_error']);
/** LinkedIn answered, but not with what can be read. */
const UNREADABLE: Partial<Record<MessageErrorCode, string>> = { not_json: 'JSON', too_large: 'JSON' };
/** Codes that stand for one status, for extensions that do not say it. */
const STATUSES: Partial<Record<MessageErrorCode, number>> = { forbidden: 403, not_found: 404 };
/** Without a time, LinkedIn was asked; with one, the extension is holding everything back. */
const ENDED_BY_LINKEDIN: ReadonlySet<MessageErrorCode> = new Set([
  'throttled',
  'challenged',
  'signed_out',
  'redirected',
  'timeout',
]);

/** Resolves to why it ended before its last line; null: it did not. */
export async function runCheck(dependencies: CheckDependencies): Promise<CheckEnd | null> {
  const { clock, control, onAsking, onLine } = dependencies;
  const over = new AbortController();
  let isTooLong = false;
  // An answer that never ends must not hold the check.
  void clock.sleep(CHECK_LIMIT_MS, over.signal).then(() => {
    if (over.signal.aborted) return;
    isTooLong = control.notice() === null;
    control.abandon({ reason: 'timeout', continueAt: null });
  });
  let lastAt: number | null = null;
  let knowledge: CheckKnowledge = { subject: null, profile: null, connections: null };

  /** false: the check has ended. */
  async function waitForTurn(): Promise<boolean> {
    if (lastAt !== null) await clock.sleep(Math.max(0, lastAt + CHECK_PAUSE_MS - clock.now()), control.stopSignal);
    return control.notice() === null;
  }

  async function attempt(endpoint: CheckedEndpoint, request: CheckRequest): Promise<CheckAttempt | null> {
    if (!(await waitForTurn())) return null;
    onAsking(endpoint);
    lastAt = clock.now();
    const fetched = await unlessAbandoned(dependencies.send(request.url, request.plain, control.abandonSignal), control);
    const described = describe(request, endpoint, dependencies.catalogue);
    // Only after two minutes is it LinkedIn that did not answer; whoever stops the check does not wait for it.
    if (fetched === null) return { ...described, state: isTooLong ? 'refused' : 'not_asked', isEnd: true };
    if (!fetched.ok) return judgeError(described, fetched.error, control, clock.now());
    const verdict = checkReaders[endpoint](fetched.body, knowledge);
    knowledge = { ...knowledge, ...verdict.learned };
    return { ...described, state: verdict.state, ...(verdict.state === 'different' ? { missing: verdict.missing } : {}) };
  }

  try {
    for (const endpoint of checkedEndpoints) {
      const isOld = endpoint === 'sections' && !dependencies.canReadSections;
      const planned =
        control.notice() !== null
          ? 'stopped'
          : isOld
            ? 'old_extension'
            : requestsFor(endpoint, dependencies.catalogue, knowledge);
      if (typeof planned === 'string') {
        onLine({ ...{ endpoint, state: 'not_asked', attempts: [], reason: planned, isCut: false } });
        continue;
      }
      const attempts: CheckAttempt[] = [];
      for (const request of planned) {
        const isAnswered = attempts.some(({ state }) => state === 'understood');
        // The two ways of searching fail separately, so both are tried.
        if (control.notice() !== null || (isAnswered && endpoint !== 'search')) break;
        const made = await attempt(endpoint, request);
        if (made !== null) attempts.push(made);
      }
      const state = bestOf(attempts);
      const isCut = endpoint === 'profile' && knowledge.profile?.isCut === true;
      onLine({ endpoint, state, attempts, reason: state === 'not_asked' ? 'stopped' : null, isCut });
    }
  } finally {
    over.abort();
  }
  return isTooLong ? { reason: 'too_long', continueAt: null } : control.notice();
}

/** What the operator is told: as the report, without the request that ended the check. */
export function linesToReport(checked: readonly CheckedLine[]): readonly CheckLine[] {
  const judged = checked.map((line) => ({ ...line, attempts: line.attempts.filter(({ isEnd }) => isEnd !== true) }));
  return linesOf(judged).filter(({ state }) => state !== 'not_asked');
}

/** The lines as the report has them: one for each request. */
export function linesOf(checked: readonly CheckedLine[]): readonly CheckLine[] {
  return checked.flatMap(({ endpoint, attempts }): CheckLine[] =>
    attempts.length === 0
      ? [{ endpoint, state: 'not_asked', candidate: null }]
      : attempts.map(({ state, candidate, status, missing }) => ({
          ...{ endpoint, state, candidate },
          ...(status === undefined ? {} : { status }),
          ...(missing === undefined ? {} : { missing }),
        })),
  );
}

type CheckedCandidate = Pick<CheckAttempt, 'candidate' | 'capturedAt' | 'isFallback'>;

function describe({ candidate }: CheckRequest, endpoint: CheckedEndpoint, catalogue: Catalogue): CheckedCandidate {
  if (candidate === null || endpoint === 'me' || endpoint === 'sections')
    return { candidate: null, capturedAt: null, isFallback: false };
  const [first] = catalogue[endpoint];
  return {
    candidate: idOf(candidate),
    capturedAt: candidate.capturedAt ?? null,
    isFallback: first === undefined || idOf(first) !== idOf(candidate),
  };
}

function judgeError(described: CheckedCandidate, error: MessageError, control: RunControl, now: number): CheckAttempt {
  const status = error.status ?? STATUSES[error.code];
  const refused: CheckAttempt = { ...described, state: 'refused', ...(status === undefined ? {} : { status }) };
  const missing = UNREADABLE[error.code];
  if (missing !== undefined) return { ...described, state: 'different', missing };
  const isHeldBack = error.status === undefined && error.retryAfterSeconds !== undefined;
  if (REFUSALS.has(error.code) && !isHeldBack) return refused;
  control.stop(stopNoticeFor(error, now) ?? { reason: 'internal', continueAt: null });
  return { ...(ENDED_BY_LINKEDIN.has(error.code) && !isHeldBack ? refused : { ...described, state: 'not_asked' }), isEnd: true };
}

/** null: the two minutes were over, or the page was left, before there was an answer. */
function unlessAbandoned(pending: Promise<Fetched>, { abandonSignal }: RunControl): Promise<Fetched | null> {
  return new Promise((resolve, reject) => {
    const give = (): void => resolve(null);
    if (abandonSignal.aborted) give();
    abandonSignal.addEventListener('abort', give, { once: true });
    pending.then(resolve, reject).finally(() => abandonSignal.removeEventListener('abort', give));
  });
}

const ORDER: readonly CheckLine['state'][] = ['understood', 'different', 'refused'];

function bestOf(attempts: readonly CheckAttempt[]): CheckLine['state'] {
  return ORDER.find((state) => attempts.some((attempt) => attempt.state === state)) ?? 'not_asked';
}
