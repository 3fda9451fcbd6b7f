/** Explains a trend: what its videos share, who posts them, and how fast it grows. */
import { firstGreatest, greatestFirst } from './ties.ts';
import { compareText, countClusterTerms, type WeighedVideos } from './weighed-videos.ts';

export interface ClusterExplanation {
  readonly videos: number;
  /** The terms its videos have in common, greatest share first; at most ten. */
  readonly terms: readonly ExplainedTerm[];
  readonly authors: number;
  /** Days since 1970. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** Videos per day in UTC, from the first to the last day, including days without videos. */
  readonly daily: { readonly firstDay: number; readonly counts: readonly number[] };
  /** Videos per day: over the last three days, and over the seven before. */
  readonly velocity: { readonly recent: number; readonly before: number };
  /** Row of the video most similar to all of them. */
  readonly center: number;
}

export interface ExplainedTerm {
  readonly term: string;
  /** Share of the videos that have it. */
  readonly coverage: number;
  /** Share of the squared length of all vectors; all terms add up to 1. */
  readonly share: number;
}

const MAX_TERMS = 10;
const RECENT_DAYS = 3;
const DAYS_BEFORE = 7;

/**
 * @param rows of one cluster, at least one
 * @param now days since 1970
 */
export function explainCluster(rows: readonly number[], videos: WeighedVideos, now: number): ClusterExplanation {
  const { days, authors } = videos.packed;
  const moments = rows.map((row) => days[row] ?? 0);
  const firstSeen = moments.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const lastSeen = moments.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const firstDay = Math.floor(firstSeen);
  const counts = new Array<number>(Math.floor(lastSeen) - firstDay + 1).fill(0);
  for (const moment of moments) counts[Math.floor(moment) - firstDay] = (counts[Math.floor(moment) - firstDay] ?? 0) + 1;
  const postedWithin = (from: number, to: number): number => moments.filter((moment) => moment > from && moment <= to).length;
  return {
    videos: rows.length,
    terms: explainTerms(rows, videos),
    authors: new Set(rows.map((row) => authors[row])).size,
    firstSeen,
    lastSeen,
    daily: { firstDay, counts },
    velocity: {
      recent: postedWithin(now - RECENT_DAYS, now) / RECENT_DAYS,
      before: postedWithin(now - RECENT_DAYS - DAYS_BEFORE, now - RECENT_DAYS) / DAYS_BEFORE,
    },
    center: findCenter(rows, videos),
  };
}

function explainTerms(rows: readonly number[], videos: WeighedVideos): ExplainedTerm[] {
  const terms = countClusterTerms(rows, videos);
  const all = terms.reduce((sum, { squares }) => sum + squares, 0) || 1;
  const explained = terms.map(({ text, videos: having, squares }) => ({
    term: text,
    coverage: having / rows.length,
    share: squares / all,
  }));
  return greatestFirst(
    explained,
    ({ share }) => share,
    (one, other) => compareText(one.term, other.term),
  ).slice(0, MAX_TERMS);
}

/** The row whose vector has the greatest cosine with the sum of all; among equals, the first. */
function findCenter(rows: readonly number[], { weighed: { vectors } }: WeighedVideos): number {
  const { offsets, termIds, weights } = vectors;
  const sums = new Map<number, number>();
  for (const row of rows)
    for (let at = offsets[row] ?? 0; at < (offsets[row + 1] ?? 0); at++) {
      const term = termIds[at] ?? 0;
      sums.set(term, (sums.get(term) ?? 0) + (weights[at] ?? 0));
    }
  const productOf = (row: number): number => {
    let product = 0;
    for (let at = offsets[row] ?? 0; at < (offsets[row + 1] ?? 0); at++)
      product += (sums.get(termIds[at] ?? 0) ?? 0) * (weights[at] ?? 0);
    return product;
  };
  return firstGreatest(rows, productOf) ?? 0;
}
