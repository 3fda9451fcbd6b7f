/**
 * Decides whether two series of times differ: by the median of the differences within pairs, or by their ranks
 * (Mann-Whitney). Both hold for any distribution of noise that affects both series alike.
 */

/** Milliseconds between known and unknown that are less than what a network adds by itself. */
const MAX_GAP = 5;
/** Random noise exceeds this once in a hundred times (p = 0.01, two-sided). */
const MAX_Z = 2.576;

export interface Difference {
  /** Middle of the differences within pairs, in milliseconds. */
  readonly gap: number;
  /** How far the ranks are from those of one series, in standard deviations. */
  readonly z: number;
}

/** @param known times in milliseconds @param unknown as many, each measured right before or after its partner */
export function compareTimes(known: readonly number[], unknown: readonly number[]): Difference {
  return { gap: median(known.map((time, index) => time - (unknown[index] ?? Number.NaN))), z: rankDeviation(known, unknown) };
}

export function areDistinguishable({ gap, z }: Difference): boolean {
  return !(Math.abs(gap) < MAX_GAP && Math.abs(z) < MAX_Z);
}

/** The deviation of how often a time of one series is the longer one, against a time of the other. */
function rankDeviation(one: readonly number[], other: readonly number[]): number {
  let longer = 0;
  for (const time of one) for (const against of other) longer += time > against ? 1 : time === against ? 0.5 : 0;
  const pairs = one.length * other.length;
  return (longer - pairs / 2) / Math.sqrt((pairs * (one.length + other.length + 1)) / 12);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return ((sorted[middle] ?? Number.NaN) + (sorted[sorted.length - 1 - middle] ?? Number.NaN)) / 2;
}
