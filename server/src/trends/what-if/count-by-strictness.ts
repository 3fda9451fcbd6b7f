/**
 * Counts what different values of `eps` would find, for many values at once. Noise at one `eps` is noise at
 * every smaller one, because cores lose neighbours and all remaining neighbours are in the same cluster. So the
 * largest `eps` reads all videos, and each smaller one reads only the videos that the previous one clustered.
 */
import { clusterVideos, NOISE } from '../cluster/cluster-videos.ts';
import { readReach } from '../cluster/parameters.ts';
import type { WorkOptions } from '../cluster/work.ts';
import type { Vectors } from '../weights/vectors.ts';

export interface StrictnessQuestion {
  /** Each above 0, at most `MAX_CHOICES` of them. */
  readonly choices: readonly number[];
  readonly minSamples: number;
  readonly decay: number;
  /** How many videos make a cluster a large one. */
  readonly largeFrom: number;
}

export interface StrictnessAnswer {
  readonly eps: number;
  readonly clusters: number;
  readonly largeClusters: number;
  /** Share of the videos in no cluster, from 0 to 1. */
  readonly noiseShare: number;
}

export const MAX_CHOICES = 100;
/** With one sample, every video is a cluster; two samples show which clusters are larger. */
const MIN_SAMPLES = 2;

/**
 * @returns a result for each choice, ascending, each once
 * @throws {RangeError} if a parameter is out of range
 */
export function countByStrictness(
  vectors: Vectors,
  days: Float64Array,
  { choices, minSamples, decay, largeFrom }: StrictnessQuestion,
  options: Omit<WorkOptions, 'among'> = {},
): StrictnessAnswer[] {
  const widestFirst = [...new Set(choices)].sort((one, other) => other - one);
  if (widestFirst.length > MAX_CHOICES) throw new RangeError(`at most ${MAX_CHOICES} values of eps can be compared`);
  for (const eps of widestFirst) readReach({ eps, minSamples, decay });
  const samples = Math.max(minSamples, MIN_SAMPLES);
  let among: Int32Array = Int32Array.from({ length: vectors.rows }, (_, row) => row);
  return widestFirst
    .map((eps, at) => {
      const onProgress = (done: number): void => options.onProgress?.((at + done) / widestFirst.length);
      const { labels, clusters } = clusterVideos(
        vectors,
        days,
        { eps, minSamples: samples, decay },
        { ...options, onProgress, among },
      );
      const sizes = new Int32Array(clusters);
      among = among.filter((row) => labels[row] !== NOISE);
      for (const row of among) sizes[labels[row] ?? 0] = (sizes[labels[row] ?? 0] ?? 0) + 1;
      // The remaining videos; each is a cluster of its own if one sample is enough.
      const alone = vectors.rows - among.length;
      const single = minSamples < MIN_SAMPLES ? alone : 0;
      return {
        eps,
        clusters: clusters + single,
        largeClusters: sizes.reduce((sum, size) => sum + (size >= largeFrom ? 1 : 0), largeFrom <= 1 ? single : 0),
        noiseShare: (alone - single) / (vectors.rows || 1),
      };
    })
    .reverse();
}
