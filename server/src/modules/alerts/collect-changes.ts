/**
 * Gathers the changes that one alert reports, by commit: how many rows, and the first of them in the order of their
 * changes. Pure.
 */
import { type AlertChange, type FieldChange, MAX_MESSAGE_ROWS } from '@leadloom/shared/contract/alert-messages';

export interface NotifiedRow {
  readonly id: number;
  readonly change: AlertChange;
  readonly fields?: readonly FieldChange[];
}

export interface NotifiedChanges {
  readonly counts: Readonly<Record<AlertChange, number>>;
  /** The first, at most MAX_MESSAGE_ROWS. */
  readonly rows: readonly NotifiedRow[];
}

/** A row and the version of its change. */
export interface VersionedRow {
  readonly version: number;
  readonly row: NotifiedRow;
}

/** Rows of one change and one commit. */
export interface MessagesOfCommit {
  /** The number that `commitOf` gives the commit. */
  readonly commit: number;
  readonly change: AlertChange;
  readonly count: number;
  /** At least the first MAX_MESSAGE_ROWS of the rows. */
  readonly first: readonly VersionedRow[];
}

interface Gathered {
  readonly counts: Record<AlertChange, number>;
  readonly first: FirstRows;
}

export interface ChangeCollector {
  /** @param version of the change */
  add(version: number, row: NotifiedRow): void;
  addMany(told: MessagesOfCommit): void;
  /** Messages in the order of commits; commits without a row are absent. */
  messages(): readonly NotifiedChanges[];
}

/** Versions at which commits end, ascending; null: everything is one message. */
export type CommitEnds = readonly number[] | null;

export function createChangeCollector(ends: CommitEnds): ChangeCollector {
  const byCommit = new Map<number, Gathered>();
  const gathered = (commit: number): Gathered => {
    const known = byCommit.get(commit) ?? { counts: { added: 0, changed: 0, removed: 0 }, first: new FirstRows() };
    byCommit.set(commit, known);
    return known;
  };
  return {
    add(version, row) {
      const { counts, first } = gathered(commitOf(ends, version));
      counts[row.change] += 1;
      first.add(version, () => row);
    },
    addMany({ commit, change, count, first: rows }) {
      const { counts, first } = gathered(commit);
      counts[change] += count;
      for (const { version, row } of rows) first.add(version, () => row);
    },
    messages: () =>
      [...byCommit]
        .sort(([one], [other]) => one - other)
        .map(([, { counts, first }]) => ({ counts, rows: first.rows().map(({ row }) => row) })),
  };
}

/** The rows with the lowest versions, at most MAX_MESSAGE_ROWS; of equal versions, those that were added first. */
export class FirstRows {
  #kept: VersionedRow[] = [];
  /** Rows from here on are not among the first. */
  #limit = Number.POSITIVE_INFINITY;

  /** @param make called only if the row may be among the first */
  add(version: number, make: () => NotifiedRow): void {
    if (version >= this.#limit) return;
    this.#kept.push({ version, row: make() });
    if (this.#kept.length >= 4 * MAX_MESSAGE_ROWS) this.#prune();
  }

  /** Rows in the order of their versions. */
  rows(): readonly VersionedRow[] {
    this.#prune();
    return this.#kept;
  }

  #prune(): void {
    this.#kept = this.#kept.sort((one, other) => one.version - other.version).slice(0, MAX_MESSAGE_ROWS);
    if (this.#kept.length === MAX_MESSAGE_ROWS) this.#limit = this.#kept.at(-1)?.version ?? this.#limit;
  }
}

/** The index of the first end that is not before the version; beyond the last one, that after it. */
export function commitOf(ends: CommitEnds, version: number): number {
  let low = 0;
  let high = ends?.length ?? 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends?.[middle] ?? 0) < version) low = middle + 1;
    else high = middle;
  }
  return low;
}
