/**
 * Members out of reach, or a session that is? Five lookups in a row without a profile mean the session,
 * and then nothing is certain about any of those members. So a refusal (403) is held back until another
 * member could be read, or the job came to its end; only then is its entry `not_found`.
 */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { RecordStore } from './raw-record.ts';
import type { RunControl } from './run-control.ts';
import type { EntryOutcome } from './run-download.ts';
import type { StopReason } from './stop-reason.ts';

export const FAILURE_STREAK_LIMIT = 5;

/** After these LinkedIn may have refused anybody; after any other stop a refusal is still worth keeping. */
const doubtful: ReadonlySet<StopReason> = new Set([
  'repeated_failures',
  'throttled',
  'challenged',
  'signed_out',
  'redirected',
  'stale_catalogue',
]);

export interface FailureStreak {
  readonly succeeded: () => Promise<void>;
  readonly failed: () => void;
  readonly refused: (entry: CollectorEntry) => void;
  /** The job is over: decides about what is still held back. */
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
      // Otherwise the record says that LinkedIn refused: the next job takes it up without asking.
    },
  };
}

export function asNotFound(entry: CollectorEntry): CollectorEntry {
  return { ...entry, collected: true, status: 'not_found', profile_url: null };
}
