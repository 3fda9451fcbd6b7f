/** Which entries a job takes, and how many. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';

export const DEFAULT_MAX_DOWNLOADS = '10';
export const DEFAULT_CONCURRENCY = '2';
/** More at once would not be faster and would look less like a person. */
export const CONCURRENCY_LIMIT = 3;

interface Choice {
  /** The entries as the screen showed them. */
  readonly shown: readonly CollectorEntry[];
  /** The same list as the server has it now. */
  readonly latest: readonly CollectorEntry[];
  readonly selected: ReadonlySet<string>;
  /** Entries that an earlier job could not complete. */
  readonly incomplete: ReadonlySet<string>;
  readonly max: number;
}

/**
 * Takes the first of the selected entries, or without a selection the first of those not collected yet. Entries that could
 * not be completed come after the others: those that always fail must not block the others.
 */
export function chooseEntries({ shown, latest, selected, incomplete, max }: Choice): readonly CollectorEntry[] {
  const chosen = shown.filter((entry) => selected.has(entry.id));
  if (chosen.length > 0) return stillToDo(chosen, latest).slice(0, max);
  const pending = latest.filter((entry) => !entry.collected);
  const isIncomplete = (entry: CollectorEntry) => incomplete.has(entry.id);
  return [...pending.filter((entry) => !isIncomplete(entry)), ...pending.filter(isIncomplete)].slice(0, max);
}

/**
 * The chosen entries without those that another tab or device deleted, or downloaded since they were shown: no profile is
 * fetched twice.
 */
export function stillToDo(chosen: readonly CollectorEntry[], latest: readonly CollectorEntry[]): readonly CollectorEntry[] {
  const current = new Map(latest.map((entry) => [entry.id, entry]));
  return chosen.flatMap((entry) => {
    const now = current.get(entry.id);
    return now === undefined || (now.collected && !entry.collected) ? [] : [now];
  });
}

/** A whole number of at least 1 as typed, or null. */
export function readCount(typed: string): number | null {
  const text = typed.trim();
  if (!/^\d{1,6}$/.test(text)) return null;
  const count = Number(text);
  return count >= 1 ? count : null;
}

export function clampConcurrency(count: number): number {
  return Math.min(count, CONCURRENCY_LIMIT);
}
