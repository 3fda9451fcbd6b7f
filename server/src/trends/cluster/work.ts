/** What all steps over the same videos need: how to compare two of them, and where to report progress. */
import type { Vectors } from '../weights/vectors.ts';
import type { BlockLimits } from './block-limits.ts';
import { type ClusterParameters, type Reach, readReach } from './parameters.ts';
import { createPairFilter, type MayBeNear, signRows } from './signatures.ts';
import { createSimilarity, type Similarity } from './similarity.ts';

/** Counts of operations, for tests and benchmarks, which cannot rely on time. */
export interface Operations {
  /** Pairs considered. */
  compared: number;
  /** Pairs whose similarity was computed. */
  verified: number;
}

export interface WorkOptions {
  /** Called with the progress from 0 to 1; may throw to stop. */
  readonly onProgress?: (done: number) => void;
  /** Rows to cluster, ascending; all others are noise. Default: all. */
  readonly among?: Int32Array;
  /** Limits that tests set. */
  readonly limits?: BlockLimits;
}

export interface Work {
  /** The rows to cluster that have terms, by the time they were posted. */
  readonly rows: Int32Array;
  readonly reach: Reach;
  /** See `Signatures`. */
  readonly moments: Float64Array;
  readonly mayBeNear: MayBeNear;
  readonly similarity: Similarity;
  readonly operations: Operations;
  readonly options: WorkOptions;
}

export function prepareWork(vectors: Vectors, days: Float64Array, parameters: ClusterParameters, options: WorkOptions): Work {
  const reach = readReach(parameters);
  const rows = orderByTime(days, vectors.offsets, options.among);
  const signatures = signRows(vectors, days, reach, rows);
  return {
    rows,
    reach,
    moments: signatures.moments,
    mayBeNear: createPairFilter(vectors, signatures, reach),
    similarity: createSimilarity(vectors, days, parameters.decay, reach),
    operations: { compared: 0, verified: 0 },
    options,
  };
}

/**
 * @param among rows to take, ascending; default: all
 * @returns those that have terms, by the time they were posted; rows of the same time by number
 */
function orderByTime(days: Float64Array, offsets: Int32Array, among?: Int32Array): Int32Array {
  const most = among?.length ?? days.length;
  const order = new Int32Array(most);
  let size = 0;
  let isSorted = true;
  let latest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < most; at++) {
    const row = among === undefined ? at : (among[at] ?? 0);
    if (offsets[row] === offsets[row + 1]) continue;
    order[size++] = row;
    const day = days[row] ?? 0;
    if (day < latest) isSorted = false;
    latest = day;
  }
  const rows = order.subarray(0, size);
  return isSorted ? rows : rows.sort((one, other) => (days[one] ?? 0) - (days[other] ?? 0) || one - other);
}
