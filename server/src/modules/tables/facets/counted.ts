/** Counts as they are read, before they are sorted and gathered into an answer. */

export interface CountedValue {
  /** In lower case; the place of a piece of numbers; a day, or its month or year; `true`. */
  readonly value: string;
  readonly count: number;
  /** How a row spells the value, where one was read. */
  readonly spelling: string | null;
}

export interface CountedAxis {
  /** In any order. Of checkboxes `true` alone: the other rows are the rest. */
  readonly values: readonly CountedValue[];
  readonly blank: number;
  /** How many values there are; null: all are listed. */
  readonly distinct: number | null;
  /** The first and the last day, where values are months or years; null: the values are days. */
  readonly days: readonly [first: string, last: string] | null;
}

export interface Counted {
  /** Rows. */
  readonly total: number;
  readonly axes: readonly CountedAxis[];
}

export const nothingCounted: CountedAxis = { values: [], blank: 0, distinct: null, days: null };

/** Counts of different rows. Each lists all its values. */
export function addCounts(parts: readonly Counted[]): Counted {
  const [first] = parts;
  return {
    total: parts.reduce((sum, { total }) => sum + total, 0),
    axes: (first?.axes ?? []).map((_, at) => addAxes(parts.map(({ axes }) => axes[at] ?? nothingCounted))),
  };
}

function addAxes(parts: readonly CountedAxis[]): CountedAxis {
  const values = new Map<string, CountedValue>();
  for (const counted of parts.flatMap((part) => part.values)) {
    const known = values.get(counted.value);
    values.set(
      counted.value,
      known === undefined
        ? counted
        : { ...counted, count: known.count + counted.count, spelling: known.spelling ?? counted.spelling },
    );
  }
  const blank = parts.reduce((sum, part) => sum + part.blank, 0);
  return { values: [...values.values()], blank, distinct: null, days: parts.find(({ days }) => days !== null)?.days ?? null };
}
