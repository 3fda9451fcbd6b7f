/** How strict clustering is, and what follows from it. */
export interface ClusterParameters {
  /** Greatest distance of neighbours, above 0. */
  readonly eps: number;
  /** Neighbours that make a video the core of a cluster, itself among them; from 1 on. */
  readonly minSamples: number;
  /** Loss of similarity with time: `exp(-decay * days)`; from 0 on. */
  readonly decay: number;
}

/** For rounding: `1 - 0.95` is a little more than 0.05, and must still be within it. */
export const TOLERANCE = 1e-12;
/** Bounds are sums in another order than the similarity itself; they rule out nothing closer than this. */
export const SLACK = 1e-9;

export interface Reach {
  /** Least similarity of neighbours; 0 or less: everything is a neighbour of everything. */
  readonly least: number;
  /** Days after which not even equal videos are neighbours. */
  readonly horizon: number;
  /** Share of a row's squared weight that may be missing in a neighbour (by the inequality of Cauchy and Schwarz). */
  readonly spare: number;
}

/** @throws {RangeError} naming the parameter that is out of range */
export function readReach({ eps, minSamples, decay }: ClusterParameters): Reach {
  if (!(eps > 0)) throw new RangeError('eps must be greater than 0');
  if (!Number.isSafeInteger(minSamples) || minSamples < 1) throw new RangeError('minSamples must be a whole number from 1 on');
  if (!(decay >= 0) || decay === Number.POSITIVE_INFINITY) throw new RangeError('decay must be a number from 0 on');
  const least = 1 - eps - TOLERANCE;
  // A touch longer than exact: the similarity itself decides at the edge.
  const horizon = decay > 0 && least > 0 ? -Math.log(least - least * SLACK) / decay : Number.POSITIVE_INFINITY;
  return { least, horizon, spare: 1 - least * least + SLACK };
}
