/** What a trend is about, in a form that outlives the window: its heaviest terms as text. */
import { type CountedTerm, compareText } from './weighed-videos.ts';

export interface CentroidTerm {
  readonly term: string;
  readonly weight: number;
}
export type Centroid = readonly CentroidTerm[];

const MOST_TERMS = 20;

/** @returns the heaviest twenty terms of the sum of all videos, heaviest first */
export function centroidOf(terms: readonly CountedTerm[]): Centroid {
  return terms
    .map(({ text, videos, weight }) => ({ term: text, weight: videos * weight }))
    .sort((one, other) => other.weight - one.weight || compareText(one.term, other.term))
    .slice(0, MOST_TERMS);
}

/** Finds the trends that share terms with a centroid, without comparing all. */
export interface CentroidIndex {
  /** Replaces what is known of the trend; an empty centroid removes it. */
  set(trend: number, centroid: Centroid): void;
  /** @returns the cosine with every trend that shares a term, by trend */
  cosines(centroid: Centroid): ReadonlyMap<number, number>;
}

export function createCentroidIndex(): CentroidIndex {
  const trendsByTerm = new Map<string, Map<number, number>>();
  const centroids = new Map<number, Centroid>();
  return {
    set: (trend, centroid) => {
      for (const { term } of centroids.get(trend) ?? []) trendsByTerm.get(term)?.delete(trend);
      centroids.set(trend, centroid);
      const length = lengthOf(centroid);
      for (const { term, weight } of centroid) {
        const trends = trendsByTerm.get(term) ?? new Map<number, number>();
        trendsByTerm.set(term, trends.set(trend, weight / length));
      }
    },
    cosines: (centroid) => {
      const length = lengthOf(centroid);
      const cosines = new Map<number, number>();
      for (const { term, weight } of centroid)
        for (const [trend, share] of trendsByTerm.get(term) ?? [])
          cosines.set(trend, (cosines.get(trend) ?? 0) + (share * weight) / length);
      return cosines;
    },
  };
}

function lengthOf(centroid: Centroid): number {
  return Math.sqrt(centroid.reduce((sum, { weight }) => sum + weight * weight, 0)) || 1;
}
