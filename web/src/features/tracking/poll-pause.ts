/**
 * When a screen polls the state of tracked names: soon while a visit is running, around the next try if one is
 * announced, and otherwise not at all.
 */
import type { SourceHealth } from '@leadloom/shared/contract/sources';

const UNDER_WAY_MS = 10_000;
/** A try takes a moment, and clocks differ. */
const AFTER_TRY_MS = 5_000;
const LONGEST_MS = 300_000;

/** @returns milliseconds; false: nothing will change by itself */
export function pollPause(healths: readonly SourceHealth[], now: number): number | false {
  if (healths.some(({ state }) => state === 'visiting' || state === 'waiting')) return UNDER_WAY_MS;
  const tries = healths
    .filter(({ state }) => state !== 'ok')
    .flatMap(({ next_visit_at: next }) => (next === null ? [] : [Date.parse(next) - now + AFTER_TRY_MS]));
  if (tries.length === 0) return false;
  return Math.min(Math.max(Math.min(...tries), UNDER_WAY_MS), LONGEST_MS);
}
