/** How strict clustering is, and values derived from it. */
export interface ClusterParameters {
  /** Maximum distance of neighbours, above 0. */
  readonly eps: number;
  /** Neighbours that make a video a core, including itself; at least 1. */
  readonly minSamples: number;
  /** Decrease of similarity with time: `exp(-decay * days)`; at least 0. */
  readonly decay: number;
}

/** Allows for rounding: `1 - 0.95` is slightly more than 0.05 and must still be within it. */
export const TOLERANCE = 1e-12;
/** Bounds add numbers in another order than the similarity does. They exclude nothing within this margin. */
export const SLACK = 1e-9;

export interface Reach {
  /** Minimum similarity of neighbours. If it is 0 or less, all rows are neighbours. */
  readonly least: number;
  /** Days after which not even equal videos are neighbours. */
  readonly horizon: number;
  /** Share of a row's squared weight that a neighbour may lack (by the Cauchy–Schwarz inequality). */
  readonly spare: number;
}

/** @throws {RangeError} naming the parameter that is out of range */
export function readReach({ eps, minSamples, decay }: ClusterParameters): Reach {
  if (!(eps > 0)) throw new RangeError('eps must be greater than 0');
  if (!Number.isSafeInteger(minSamples) || minSamples < 1) throw new RangeError('minSamples must be a whole number from 1 on');
  if (!(decay >= 0) || decay === Number.POSITIVE_INFINITY) throw new RangeError('decay must be a number from 0 on');
  const least = 1 - eps - TOLERANCE;
  // The horizon is slightly longer than exact; at the edge, the similarity itself decides.
  const horizon = decay > 0 && least > 0 ? -Math.log(least - least * SLACK) / decay : Number.POSITIVE_INFINITY;
  return { least, horizon, spare: 1 - least * least + SLACK };
}
