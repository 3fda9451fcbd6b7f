/** Textbook DBSCAN: all distances, and clusters grown one by one. Slow, and easy to verify. */
import type { ClusterParameters } from '../cluster/parameters.ts';
import type { Vectors } from '../weights/vectors.ts';

const TOLERANCE = 1e-12;

export interface PlainClustering {
  readonly labels: number[];
  readonly core: boolean[];
  readonly clusters: number;
}

/** Cosines of all pairs, for many runs over the same rows. */
export function allCosines({ rows, offsets, termIds, weights }: Vectors): Float64Array[] {
  const vectors = Array.from({ length: rows }, (_, row) => {
    const vector = new Map<number, number>();
    for (let at = offsets[row] ?? 0; at < (offsets[row + 1] ?? 0); at++) vector.set(termIds[at] ?? 0, weights[at] ?? 0);
    return vector;
  });
  return vectors.map((one) =>
    Float64Array.from(vectors, (other) => [...one].reduce((sum, [term, weight]) => sum + weight * (other.get(term) ?? 0), 0)),
  );
}

export function plainDbscan(
  cosines: readonly Float64Array[],
  days: Float64Array,
  { eps, minSamples, decay }: ClusterParameters,
): PlainClustering {
  const neighbours = cosines.map((row, one) => {
    const near: number[] = [];
    row.forEach((cosine, other) => {
      const apart = Math.abs((days[one] ?? 0) - (days[other] ?? 0));
      const distance = one === other ? 0 : 1 - cosine * Math.exp(-decay * apart);
      if (distance <= eps + TOLERANCE) near.push(other);
    });
    return near;
  });
  const core = neighbours.map((near) => near.length >= minSamples);
  const labels = new Array<number>(cosines.length).fill(-1);
  let clusters = 0;
  for (let row = 0; row < labels.length; row++) {
    if (labels[row] !== -1 || core[row] !== true) continue;
    labels[row] = clusters;
    const growing = [row];
    for (let at = growing.pop(); at !== undefined; at = growing.pop()) {
      if (core[at] !== true) continue;
      for (const near of neighbours[at] ?? []) {
        if (labels[near] !== -1) continue;
        labels[near] = clusters;
        growing.push(near);
      }
    }
    clusters++;
  }
  return { labels, core, clusters };
}
