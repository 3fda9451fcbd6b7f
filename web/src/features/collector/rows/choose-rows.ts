/** Which rows a job takes, and how many. */
import type { CollectorRow } from '@leadloom/shared/contract/linkedin';

export const DEFAULT_MAX_DOWNLOADS = '10';
export const DEFAULT_CONCURRENCY = '2';
/** More at once would not be faster and would look less like a person. */
export const CONCURRENCY_LIMIT = 3;

/** The first of the selected rows, or without a selection the first of those not collected yet. */
export function chooseRows(rows: readonly CollectorRow[], selected: ReadonlySet<string>, max: number): readonly CollectorRow[] {
  const chosen = rows.filter((row) => selected.has(row.id));
  return (chosen.length > 0 ? chosen : rows.filter((row) => !row.collected)).slice(0, max);
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
