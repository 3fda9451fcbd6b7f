/** The order of the faults: random, and the same for the same seed. */

export const faultKinds = ['worker killed', 'tab reloaded', 'browser killed', 'offline'] as const;
export type FaultKind = (typeof faultKinds)[number];
export type FaultCounts = Readonly<Record<FaultKind, number>>;

export interface PlannedFault {
  readonly kind: FaultKind;
  /** New responses of LinkedIn to wait for first, so that there is progress between two faults. */
  readonly afterAnswers: number;
  /** The further time to wait, in milliseconds, to hit before, during and after a request. */
  readonly delayMs: number;
}

export interface FaultPlan {
  readonly seed: number;
  readonly counts: FaultCounts;
  readonly longestDelayMs: number;
}

const MOST_ANSWERS = 2;

export function planFaults({ seed, counts, longestDelayMs }: FaultPlan): readonly PlannedFault[] {
  const random = randomFrom(seed);
  const kinds = faultKinds.flatMap((kind) => Array.from({ length: counts[kind] }, () => ({ kind, place: random() })));
  return kinds
    .toSorted((one, other) => one.place - other.place)
    .map(({ kind }) => ({
      kind,
      afterAnswers: 1 + Math.floor(random() * MOST_ANSWERS),
      delayMs: Math.floor(random() * longestDelayMs),
    }));
}

/** A linear congruential generator (Numerical Recipes): small, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
