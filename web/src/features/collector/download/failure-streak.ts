/**
 * Decides whether a member or the whole session is blocked. Five lookups in a row without a profile mean the session,
 * and then nothing is known about those members. So a refusal (403) is held back until another member could be read or
 * the job has ended; only then is its entry `not_found`.
 */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { asNotFound, type EntryOutcome } from './entry-outcome.ts';
import type { RecordStore } from './raw-record.ts';
import type { RunControl } from './run-control.ts';
import type { StopReason } from './stop-reason.ts';

export const FAILURE_STREAK_LIMIT = 5;

/** After these stops LinkedIn may have refused anyone; after any other stop a refusal is kept. */
const doubtful: ReadonlySet<StopReason> = new Set([
  'repeated_failures',
  'throttled',
  'challenged',
  'signed_out',
  'session_ended',
  'redirected',
  'stale_catalogue',
]);

export interface FailureStreak {
  readonly succeeded: () => Promise<void>;
  readonly failed: () => void;
  readonly refused: (entry: CollectorEntry) => void;
  /** The job has ended: settles the refusals still held back. */
  readonly end: () => Promise<void>;
}

interface StreakDependencies {
  readonly control: RunControl;
  readonly records: RecordStore;
  readonly onOutcome: (outcome: EntryOutcome) => void | Promise<void>;
}

export function createFailureStreak({ control, records, onOutcome }: StreakDependencies): FailureStreak {
  let length = 0;
  let held: CollectorEntry[] = [];

  function failed(): void {
    length += 1;
    if (length >= FAILURE_STREAK_LIMIT) control.stop({ reason: 'repeated_failures', continueAt: null });
  }

  async function release(outcomeOf: (entry: CollectorEntry) => EntryOutcome): Promise<void> {
    const released = held;
    held = [];
    for (const entry of released) {
      await onOutcome(outcomeOf(entry));
      await records.remove(entry.id);
    }
  }

  const markNotFound = (): Promise<void> =>
    release((entry) => ({ kind: 'not_found', entry: asNotFound(entry), code: 'forbidden' }));

  return {
    failed,
    refused: (entry) => {
      held.push(entry);
      failed();
    },
    succeeded: async () => {
      length = 0;
      await markNotFound();
    },
    end: async () => {
      const reason = control.notice()?.reason;
      if (reason === undefined) await markNotFound();
      else if (doubtful.has(reason)) await release((entry) => ({ kind: 'returned', entry }));
      // After any other stop the record keeps the refusal, and the next job uses it without a request.
    },
  };
}
