/** Gathers what one alert has to tell, by commit: how many rows, and the first of them. Pure. */
import { type AlertChange, MAX_MESSAGE_ROWS } from '@leadloom/shared/contract/alerts';

export interface ToldRow {
  readonly id: number;
  readonly change: AlertChange;
  readonly fields?: readonly string[];
}

export interface ToldChanges {
  readonly counts: Readonly<Record<AlertChange, number>>;
  /** The first, at most MAX_MESSAGE_ROWS. */
  readonly rows: readonly ToldRow[];
}

interface Gathered {
  readonly counts: Record<AlertChange, number>;
  readonly rows: ToldRow[];
}

export interface ChangeCollector {
  /** @param version of the change */
  add(version: number, row: ToldRow): void;
  /** In the order of commits; those without a row are absent. */
  messages(): readonly ToldChanges[];
}

/** @param ends versions at which commits end, ascending; null: everything is one message */
export function createChangeCollector(ends: readonly number[] | null): ChangeCollector {
  const byCommit = new Map<number, Gathered>();
  return {
    add(version, row) {
      const commit = ends === null ? 0 : commitOf(ends, version);
      const gathered = byCommit.get(commit) ?? { counts: { added: 0, changed: 0, removed: 0 }, rows: [] };
      byCommit.set(commit, gathered);
      gathered.counts[row.change] += 1;
      if (gathered.rows.length < MAX_MESSAGE_ROWS) gathered.rows.push(row);
    },
    messages: () => [...byCommit].sort(([one], [other]) => one - other).map(([, gathered]) => gathered),
  };
}

/** The index of the first end that is not before the version; beyond the last one, that after it. */
function commitOf(ends: readonly number[], version: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) < version) low = middle + 1;
    else high = middle;
  }
  return low;
}
