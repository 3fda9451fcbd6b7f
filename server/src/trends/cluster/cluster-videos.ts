/**
 * Clusters videos by density, exactly: DBSCAN (Ester, Kriegel, Sander & Xu 1996) on the distance `1 - cosine *
 * exp(-decay * days apart)`. The result is that of scikit-learn on the full distance matrix: clusters are
 * numbered by their first core, a border video belongs to the lowest-numbered cluster it is near, a video is
 * its own neighbour, and a distance of exactly `eps` is near.
 *
 * With one or two samples, every video with a neighbour is a core, so the clusters are the connected
 * components.
 */
import type { Vectors } from '../weights/vectors.ts';
import { joinNeighbours } from './components.ts';
import { findCoreRows } from './core-rows.ts';
import { findRoot } from './disjoint-sets.ts';
import { type ClusterParameters, readReach } from './parameters.ts';
import { type Operations, prepareWork, type WorkOptions } from './work.ts';

export interface Clustering {
  /** By row: number of its cluster, from 0 on, or `NOISE`. */
  readonly labels: Int32Array;
  /** By row: 1 for cores. */
  readonly core: Uint8Array;
  readonly clusters: number;
  readonly operations: Operations;
}

export const NOISE = -1;

const MAX_CONNECTED = 2;
/** The part of the progress that finding cores takes, if it is needed. Connecting them is fast. */
const CORES_SHARE = 0.8;

/**
 * @param days when each video was posted, in any order; finite
 * @throws {RangeError} if a parameter is out of range
 */
export function clusterVideos(
  vectors: Vectors,
  days: Float64Array,
  parameters: ClusterParameters,
  options: WorkOptions = {},
): Clustering {
  const { least } = readReach(parameters);
  // No distance is above 1, so all videos are neighbours.
  if (least <= 0) return clusterAsOne(vectors.rows, parameters.minSamples);
  return parameters.minSamples <= MAX_CONNECTED
    ? clusterConnected(vectors, days, parameters, options)
    : clusterByCores(vectors, days, parameters, options);
}

function clusterAsOne(rows: number, minSamples: number): Clustering {
  const isCluster = rows >= minSamples;
  return {
    labels: new Int32Array(rows).fill(isCluster ? 0 : NOISE),
    core: new Uint8Array(rows).fill(isCluster ? 1 : 0),
    clusters: isCluster ? 1 : 0,
    operations: { compared: 0, verified: 0 },
  };
}

function clusterConnected(vectors: Vectors, days: Float64Array, parameters: ClusterParameters, options: WorkOptions): Clustering {
  const work = prepareWork(vectors, days, parameters, options);
  const sets = joinNeighbours(vectors, days, work.rows, work);
  const core = new Uint8Array(vectors.rows);
  for (let row = 0; row < core.length; row++) {
    const root = findRoot(sets, row);
    if (root === row && parameters.minSamples > 1) continue;
    core[row] = 1;
    core[root] = 1;
  }
  return { ...numberClusters(core, sets), core, operations: work.operations };
}

function clusterByCores(vectors: Vectors, days: Float64Array, parameters: ClusterParameters, options: WorkOptions): Clustering {
  let begun = 0;
  const onProgress = (done: number): void => options.onProgress?.(begun + done * (begun === 0 ? CORES_SHARE : 1 - CORES_SHARE));
  const work = prepareWork(vectors, days, parameters, { ...options, onProgress });
  const { rows } = work;
  const { core, first, second } = findCoreRows(vectors, days, rows, parameters.minSamples, work);
  begun = CORES_SHARE;
  const sets = joinNeighbours(
    vectors,
    days,
    rows.filter((row) => core[row] === 1),
    work,
  );
  const { labels, clusters } = numberClusters(core, sets);
  for (let pair = 0; pair < first.length; pair++) {
    const one = first[pair] ?? 0;
    const other = second[pair] ?? 0;
    if (core[one] === core[other]) continue;
    const [border, center] = core[one] === 1 ? [other, one] : [one, other];
    const label = labels[center] ?? NOISE;
    const known = labels[border] ?? NOISE;
    if (known === NOISE || label < known) labels[border] = label;
  }
  return { labels, core, clusters, operations: work.operations };
}

/** Numbers the sets of cores by their first core. */
function numberClusters(core: Uint8Array, sets: Int32Array): { labels: Int32Array; clusters: number } {
  const labels = new Int32Array(core.length).fill(NOISE);
  let clusters = 0;
  for (let row = 0; row < core.length; row++) {
    if (core[row] !== 1) continue;
    // The root is the smallest row of its set, so it has its number before the others.
    const root = findRoot(sets, row);
    labels[row] = root === row ? clusters++ : (labels[root] ?? NOISE);
  }
  return { labels, clusters };
}
