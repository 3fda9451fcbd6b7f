/** Similarity of two videos: the cosine of their vectors, decreased by the days between them. */
import type { Vectors } from '../weights/vectors.ts';
import { type Reach, SLACK } from './parameters.ts';

export interface PairScope {
  /** How many terms the two are known to share; 0: unknown. */
  readonly depth: number;
  /** The last of those terms; -1: they share no other. */
  readonly lastTerm: number;
}

/** The scope of any pair, whatever terms it shares. */
export const anyPair: PairScope = { depth: 0, lastTerm: -1 };

/** @returns the similarity, or -1 if it is below `reach.least` or the pair belongs to another scope */
export type Similarity = (one: number, other: number, scope: PairScope) => number;

/**
 * @param days when each video was posted
 * @param decay see `ClusterParameters`
 */
export function createSimilarity(vectors: Vectors, days: Float64Array, decay: number, { least }: Reach): Similarity {
  const { offsets, termIds, weights } = vectors;
  return (one, other, { depth, lastTerm }) => {
    let x = offsets[one] ?? 0;
    let y = offsets[other] ?? 0;
    const endX = offsets[one + 1] ?? 0;
    const endY = offsets[other + 1] ?? 0;
    let cosine = 0;
    let common = 0;
    // The remaining length of both rows limits what they can still gain.
    let restX = 1 + SLACK;
    let restY = 1 + SLACK;
    while (x < endX && y < endY) {
      const termX = termIds[x] ?? 0;
      const termY = termIds[y] ?? 0;
      if (termX === termY) {
        const weightX = weights[x++] ?? 0;
        const weightY = weights[y++] ?? 0;
        cosine += weightX * weightY;
        restX -= weightX * weightX;
        restY -= weightY * weightY;
        common++;
        if (termX === lastTerm && common !== depth) return -1;
        continue;
      }
      if (termX < termY) {
        const weight = weights[x++] ?? 0;
        restX -= weight * weight;
      } else {
        const weight = weights[y++] ?? 0;
        restY -= weight * weight;
      }
      const missing = least - cosine;
      if (missing > 0 && restX * restY < missing * missing - SLACK) return -1;
    }
    if (cosine < least || (depth > 0 && lastTerm < 0 && common !== depth)) return -1;
    const similarity = cosine * Math.exp(-decay * Math.abs((days[one] ?? 0) - (days[other] ?? 0)));
    return similarity >= least ? similarity : -1;
  };
}
