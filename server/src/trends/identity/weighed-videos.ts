/** Videos of the window as needed to name, explain and recognise trends. */
import type { PackedVideos } from '../terms/packed-videos.ts';
import type { WeighedTerms } from '../weights/weigh-terms.ts';

export interface WeighedVideos {
  readonly packed: Omit<PackedVideos, 'videoIds'>;
  readonly weighed: WeighedTerms;
}

export interface CountedTerm {
  readonly text: string;
  /** Videos of the cluster that have it. */
  readonly videos: number;
  /** See `WeighedTerms.termWeights`. */
  readonly weight: number;
  /** The term's inverse document frequency over all videos, whoever posted them. */
  readonly idf: number;
  /** Sum of its squared weights in the cluster's vectors. All terms together have 1 for each video with terms. */
  readonly squares: number;
}

/** @returns the terms of a cluster that count, in no particular order */
export function countClusterTerms(rows: readonly number[], { packed, weighed }: WeighedVideos): CountedTerm[] {
  const { vectors, vocabularyIds, termWeights, frequencies } = weighed;
  const counts = new Map<number, { videos: number; squares: number }>();
  for (const row of rows)
    for (let at = vectors.offsets[row] ?? 0; at < (vectors.offsets[row + 1] ?? 0); at++) {
      const term = vectors.termIds[at] ?? 0;
      const weight = vectors.weights[at] ?? 0;
      const known = counts.get(term);
      if (known === undefined) counts.set(term, { videos: 1, squares: weight * weight });
      else {
        known.videos++;
        known.squares += weight * weight;
      }
    }
  return Array.from(counts, ([term, { videos, squares }]) => ({
    text: packed.vocabulary[vocabularyIds[term] ?? 0] ?? '',
    videos,
    squares,
    weight: termWeights[term] ?? 0,
    idf: Math.log((1 + vectors.rows) / (1 + (frequencies[term] ?? 0))) + 1,
  }));
}

/** Compares texts by code units, so that the order is the same on every machine. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
