/** How many rows have which value of a filter, and in which order values are offered. Pure, but for what is remembered. */
import * as z from 'zod/mini';
import { parseJson } from '../../lib/api-client/api-error.ts';

export interface ValueCounts {
  /** The most frequent first. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** Rows without a value; null: that cannot be asked for here. */
  readonly blank: number | null;
  /** Every value is among them: the others have no rows. */
  readonly areAll: boolean;
}

/** Stands for the rows without a value among the values of a list. No value has a control character. */
export const BLANK_VALUE = '\u0000';
export const BLANK_TEXT = '(blank)';

export type ValueOrder = 'count' | 'name';

interface Offered {
  readonly counts: ValueCounts;
  /** The values that the field offers without counts, in its spelling. */
  readonly offered: readonly string[];
  readonly chosen: readonly string[];
  /** `own`: that of `offered`, as ranges have one. */
  readonly order: ValueOrder | 'own';
  readonly labelOf: (value: string) => string;
}

/**
 * The values of a list while nothing is typed: those that have rows, and those that are chosen. Where not all values were
 * counted, the others are found by typing.
 */
export function countedValues({ counts, offered, chosen, order, labelOf }: Offered): readonly string[] {
  const spelled = spellings(offered);
  const counted = counts.values.flatMap(({ value, count }) => (count === 0 ? [] : [spelled(value)]));
  const missing = chosen.filter((value) => !counted.includes(value));
  if (order === 'own') return offered.filter((value) => counted.includes(value) || chosen.includes(value));
  const listed = [...counted, ...missing];
  if (order === 'name') return [...listed.toSorted((one, other) => labelOf(one).localeCompare(labelOf(other))), ...blank(counts)];
  const count = countIn(counts, offered);
  const before = counted.filter((value) => (count(value) ?? 0) >= (counts.blank ?? 0));
  return [...before, ...blank(counts), ...listed.slice(before.length)];
}

function blank({ blank: count }: ValueCounts): readonly string[] {
  return count === null || count === 0 ? [] : [BLANK_VALUE];
}

/** @returns the number of rows with the value; undefined: not known */
export function countIn(counts: ValueCounts, offered: readonly string[]): (value: string) => number | undefined {
  const spelled = spellings(offered);
  const known = new Map(counts.values.map(({ value, count }) => [spelled(value), count] as const));
  return (value) => {
    if (value === BLANK_VALUE) return counts.blank ?? undefined;
    return known.get(value) ?? (counts.areAll ? 0 : undefined);
  };
}

/** Case does not count: a value is spelled as the field offers it. */
function spellings(offered: readonly string[]): (value: string) => string {
  const known = new Map(offered.map((value) => [value.toLowerCase(), value] as const));
  return (value) => known.get(value.toLowerCase()) ?? value;
}

const storedSchema = z.object({ account: z.string(), order: z.enum(['count', 'name']) });
const STORAGE_KEY = 'leadloom-value-order';

export function readValueOrder(account: string): ValueOrder {
  try {
    const { data } = storedSchema.safeParse(parseJson(localStorage.getItem(STORAGE_KEY) ?? ''));
    return data?.account === account ? data.order : 'count';
  } catch {
    return 'count';
  }
}

export function noteValueOrder(account: string, order: ValueOrder): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ account, order }));
  } catch {
    // Storage that is full or forbidden: the order holds while the field is open.
  }
}
