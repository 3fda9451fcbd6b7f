/**
 * One answer of LinkedIn, through the extension. Owns the slots (never more requests in flight than the
 * job may have), the few retries that are safe, the choice among candidates and which kinds have none
 * left, and the decision that an error ends the job. Refuses to start anything once the job is stopping.
 */
import type { Candidate } from '@leadloom/shared/linkedin/catalogue';
import type { MessageError, MessageErrorCode } from '@leadloom/shared/messages/message-error';
import pLimit from 'p-limit';
import type { CandidateKind, CandidateMemory } from './candidate-memory.ts';
import type { Clock } from './clock.ts';
import type { RunControl } from './run-control.ts';
import { stopNoticeFor } from './stop-reason.ts';

export type Answer =
  | { readonly kind: 'body'; readonly body: string }
  /** This one answer is unavailable; the job continues. */
  | { readonly kind: 'failed'; readonly code: MessageErrorCode; readonly status?: number }
  | { readonly kind: 'stopped' };

export type Fetched = { readonly ok: true; readonly body: string } | { readonly ok: false; readonly error: MessageError };
export type SendFetch = (url: string, plain: boolean, signal: AbortSignal) => Promise<Fetched>;

export interface LinkedInReader {
  /** Tries the candidates, the one that worked last first, until one is not stale. */
  readonly read: <Kind extends Candidate>(
    kind: CandidateKind,
    candidates: readonly Kind[],
    buildUrl: (candidate: Kind) => string,
  ) => Promise<Answer>;
  /** The typed rows of a member's section: an address without an id. Fails where the extension does not know such addresses. */
  readonly readSection: (url: string) => Promise<Answer>;
  /** The same as `read` for messages that carry the candidate itself. */
  readonly readBy: <Kind extends Candidate>(
    kind: CandidateKind,
    candidates: readonly Kind[],
    send: (candidate: Kind, signal: AbortSignal) => Promise<Fetched>,
  ) => Promise<Answer>;
}

interface ReaderDependencies {
  readonly send: SendFetch;
  readonly concurrency: number;
  readonly memory: CandidateMemory;
  readonly control: RunControl;
  readonly clock: Clock;
  /** Whether the extension allows the addresses of sections; false where no profile is read. */
  readonly canReadSections?: boolean;
}

/** What answers or is stale as one. */
type ReadKind = CandidateKind | 'sections';

/** A worker that stopped in the middle leaves `internal`; its successor usually answers. Waits 1, 2, 4 and 8 seconds. */
const INTERNAL_RETRIES = 4;
const RATE_LIMITED_RETRIES = 3;
/** A longer wait than this stops the job and reports the time. */
const LONGEST_WAIT_SECONDS = 60;
const SHORT_WAIT_MS = 1_000;
/** One member alone can make every candidate of a kind look stale; two in a row, and the kind is. */
const STALE_READS = 2;
const GONE: ReadonlySet<MessageErrorCode> = new Set(['stale_endpoint', 'not_found', 'url_not_allowed']);

export function createLinkedInReader(dependencies: ReaderDependencies): LinkedInReader {
  const { memory, control, send } = dependencies;
  const slots = pLimit(dependencies.concurrency);
  /** Reads in a row that found every candidate stale, by kind; while this reader lives. */
  const staleReads = new Map<ReadKind, number>();
  const countStale = (kind: ReadKind): number => staleReads.get(kind) ?? 0;
  // Without the lookup there is no member: the job decides whether it ends.
  const isGivenUp = (kind: ReadKind): boolean => kind !== 'profile' && countStale(kind) >= STALE_READS;
  const readBy: LinkedInReader['readBy'] = async (kind, candidates, sendBy) => {
    const inOrder = isGivenUp(kind) ? [] : memory.inOrder(kind, candidates);
    let broken: Candidate['kind'] | null = null;
    for (const candidate of inOrder) {
      if (candidate.kind === broken) continue;
      const answer = await slots(() => ask(dependencies, () => sendBy(candidate, control.abandonSignal)));
      if (answer.kind === 'body') memory.remember(kind, candidate);
      if (answer.kind === 'failed' && answer.code === 'stale_endpoint') {
        memory.noteStale(kind, candidate, answer.status);
        continue;
      }
      // Search answers by a finder and by a query, and one of the two may be out of order while the other answers.
      const hasOther = broken === null && inOrder.some((other) => other.kind !== candidate.kind);
      if (answer.kind === 'failed' && answer.code === 'upstream_error' && hasOther) {
        broken = candidate.kind;
        continue;
      }
      if (answer.kind !== 'stopped') staleReads.delete(kind);
      return answer;
    }
    if (control.notice() !== null) return { kind: 'stopped' };
    if (broken !== null) return { kind: 'failed', code: 'upstream_error' };
    staleReads.set(kind, countStale(kind) + 1);
    return { kind: 'failed', code: 'stale_endpoint' };
  };
  const readSection: LinkedInReader['readSection'] = async (url) => {
    if (dependencies.canReadSections !== true) return { kind: 'failed', code: 'url_not_allowed' };
    if (isGivenUp('sections')) return { kind: 'failed', code: 'stale_endpoint' };
    const answer = await slots(() => ask(dependencies, () => send(url, false, control.abandonSignal)));
    if (answer.kind === 'body') memory.noteSection('understood');
    // The member was read a moment ago: a 404 is about the address.
    if (answer.kind === 'failed' && GONE.has(answer.code)) {
      // What the extension refused never reached LinkedIn.
      if (answer.code !== 'url_not_allowed') memory.noteSection('refused', answer.status);
      staleReads.set('sections', countStale('sections') + 1);
      return { kind: 'failed', code: 'stale_endpoint' };
    }
    if (answer.kind !== 'stopped') staleReads.delete('sections');
    return answer;
  };
  return {
    readBy,
    readSection,
    read: (kind, candidates, buildUrl) =>
      readBy(kind, candidates, (candidate, signal) => {
        const plain = candidate.kind === 'graphql' && candidate.plain === true;
        return send(buildUrl(candidate), plain, signal);
      }),
  };
}

async function ask({ control, clock }: ReaderDependencies, sendOnce: () => Promise<Fetched>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    if (control.notice() !== null) return { kind: 'stopped' };
    const result = await sendOnce();
    if (result.ok) return { kind: 'body', body: result.body };
    const wait = waitBeforeRetry(result.error, attempt);
    if (wait === null) return judge(result.error, control, clock);
    await clock.sleep(wait, control.stopSignal);
  }
}

function judge(error: MessageError, control: RunControl, clock: Clock): Answer {
  const notice = stopNoticeFor(error, clock.now());
  if (notice === null)
    return { kind: 'failed', code: error.code, ...(error.status === undefined ? {} : { status: error.status }) };
  control.stop(notice);
  return { kind: 'stopped' };
}

/** Milliseconds, or null when the error is final. */
function waitBeforeRetry(error: MessageError, attempt: number): number | null {
  if (error.code === 'internal') return attempt <= INTERNAL_RETRIES ? SHORT_WAIT_MS * 2 ** (attempt - 1) : null;
  if (error.code !== 'rate_limited') return null;
  const seconds = error.retryAfterSeconds ?? 5;
  return attempt <= RATE_LIMITED_RETRIES && seconds <= LONGEST_WAIT_SECONDS ? Math.max(SHORT_WAIT_MS, seconds * 1000) : null;
}
