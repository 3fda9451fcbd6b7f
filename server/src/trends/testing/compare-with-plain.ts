/** Runs the engine and the plain algorithm on many random sets, and reports where they differ. */
import { clusterVideos } from '../cluster/cluster-videos.ts';
import { allCosines, plainDbscan } from './plain-dbscan.ts';
import { randomVideos } from './random-videos.ts';

const EPS = [0.001, 0.05, 0.2, 0.5, 0.99, 1, 1.5];
const DECAYS = [0, 0.017, 0.2, 5];
const MIN_SAMPLES = [1, 2, 3, 5, 50];

export interface Comparison {
  readonly runs: number;
  /** Videos that are near a core but not cores, over all runs. */
  readonly borders: number;
  readonly clusters: number;
  /** The seed and parameters of every run that differed. */
  readonly differences: readonly string[];
}

/** @param runs minimum; every set is clustered with every combination of parameters */
export function compareWithPlain(runs: number, firstSeed: number, maxRows?: number): Comparison {
  const differences: string[] = [];
  let done = 0;
  let borders = 0;
  let clusters = 0;
  for (let seed = firstSeed; done < runs; seed++) {
    const { vectors, days } = randomVideos(seed, maxRows);
    const cosines = allCosines(vectors);
    for (const eps of EPS)
      for (const decay of DECAYS)
        for (const minSamples of MIN_SAMPLES) {
          const parameters = { eps, decay, minSamples };
          const plain = plainDbscan(cosines, days, parameters);
          // Half of the sets split every block that can be split, which small sets otherwise never need.
          const ours = clusterVideos(
            vectors,
            days,
            parameters,
            seed % 2 === 0 ? { limits: { shortBlock: 2, fewComparisons: 0, longBlock: 2 } } : {},
          );
          done++;
          clusters += plain.clusters;
          let isSame = ours.clusters === plain.clusters;
          plain.labels.forEach((label, row) => {
            const isCore = plain.core[row] === true;
            if (label >= 0 && !isCore) borders++;
            if (ours.labels[row] !== label || (ours.core[row] === 1) !== isCore) isSame = false;
          });
          if (!isSame) differences.push(`seed ${seed}, eps ${eps}, decay ${decay}, minSamples ${minSamples}`);
        }
  }
  return { runs: done, borders, clusters, differences };
}
