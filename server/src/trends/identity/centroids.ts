/** What a trend is about, independent of the window: its heaviest terms as text. */
import { SLACK } from '../cluster/parameters.ts';
import { type CountedTerm, compareText } from './weighed-videos.ts';

export interface CentroidTerm {
  readonly term: string;
  readonly weight: number;
}
export type Centroid = readonly CentroidTerm[];

const MAX_TERMS = 20;

/** @returns the twenty heaviest terms of the sum of all videos, heaviest first */
export function centroidOf(terms: readonly CountedTerm[]): Centroid {
  return terms
    .map(({ text, videos, weight }) => ({ term: text, weight: videos * weight }))
    .sort((one, other) => other.weight - one.weight || compareText(one.term, other.term))
    .slice(0, MAX_TERMS);
}

/** Finds the trends similar to a centroid without comparing all. */
export interface CentroidIndex {
  /** Sets the centroid of the trend; an empty one removes it. */
  set(trend: number, centroid: Centroid): void;
  /**
   * @param centroid heaviest first
   * @returns the cosines with the trends that share a term, by trend; some of those below `least` are left out
   */
  cosines(centroid: Centroid, least: number): ReadonlyMap<number, number>;
}

/**
 * If a trend has none of the first terms of a centroid, their cosine is at most the length of the remaining
 * terms. So the few heaviest terms find all trends that can be similar enough (prefix filtering: Bayardo, Ma &
 * Srikant 2007).
 */
export function createCentroidIndex(): CentroidIndex {
  const trendsByTerm = new Map<string, Set<number>>();
  /** By trend: the weight of each term in a vector of length one. */
  const shares = new Map<number, ReadonlyMap<string, number>>();
  return {
    set: (trend, centroid) => {
      for (const term of shares.get(trend)?.keys() ?? []) trendsByTerm.get(term)?.delete(trend);
      const length = lengthOf(centroid);
      shares.set(trend, new Map(centroid.map(({ term, weight }) => [term, weight / length])));
      for (const { term } of centroid) {
        const trends = trendsByTerm.get(term) ?? new Set<number>();
        trendsByTerm.set(term, trends.add(trend));
      }
    },
    cosines: (centroid, least) => {
      const length = lengthOf(centroid);
      const candidates = new Set<number>();
      let left = 1;
      for (const { term, weight } of centroid) {
        if (Math.sqrt(Math.max(0, left)) < least - SLACK) break;
        for (const trend of trendsByTerm.get(term) ?? []) candidates.add(trend);
        left -= (weight / length) ** 2;
      }
      const cosines = new Map<number, number>();
      for (const trend of candidates) {
        const known = shares.get(trend);
        let cosine = 0;
        for (const { term, weight } of centroid) cosine += ((known?.get(term) ?? 0) * weight) / length;
        cosines.set(trend, cosine);
      }
      return cosines;
    },
  };
}

function lengthOf(centroid: Centroid): number {
  return Math.sqrt(centroid.reduce((sum, { weight }) => sum + weight * weight, 0)) || 1;
}
