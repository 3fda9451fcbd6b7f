/**
 * Finds the trends among videos: terms → weights (`weights`) → clusters by density (`cluster`) → trends that keep their
 * identity from run to run (`identity`). Uses no database and no HTTP, does not change its input, and returns the same
 * result for the same input.
 *
 * Sources. Density clusters: Ester, Kriegel, Sander & Xu, "A density-based algorithm for discovering clusters in large
 * spatial databases with noise", KDD 1996. Similarity that fades with time, and its horizon: De Francisci Morales &
 * Gionis, "Streaming similarity self-join", PVLDB 9(10), 2016. Prefix filtering: Bayardo, Ma & Srikant, "Scaling up all
 * pairs similarity search", WWW 2007; bounds by what is left of a vector: Anastasiu & Karypis, "L2AP: fast cosine
 * similarity search with prefix L-2 norm bounds", ICDE 2014. Disjoint sets: Tarjan, "Efficiency of a good but not linear
 * set union algorithm", JACM 22(2), 1975. Term weights: Spärck Jones, "A statistical interpretation of term specificity
 * and its application in retrieval", Journal of Documentation 28(1), 1972.
 */
import { clusterVideos, NOISE } from '../cluster/cluster-videos.ts';
import type { ClusterParameters } from '../cluster/parameters.ts';
import type { Operations } from '../cluster/work.ts';
import { type ClusterExplanation, explainCluster } from '../identity/explain-cluster.ts';
import { type KnownTrend, matchTrends, type TrendChanges } from '../identity/match-trends.ts';
import { nameTrend } from '../identity/name-trend.ts';
import { countClusterTerms } from '../identity/weighed-videos.ts';
import type { PackedVideos } from '../terms/packed-videos.ts';
import { weighTerms } from '../weights/weigh-terms.ts';

export interface AnalysisInput {
  /** Videos of the window, ordered by the time they were posted, then by id. */
  readonly videos: Omit<PackedVideos, 'videoIds'>;
  readonly parameters: ClusterParameters;
  /** Oldest first. */
  readonly known: readonly KnownTrend[];
  /** By row: the index in `known` of the trend that the video is linked to, or -1. */
  readonly links: Int32Array;
  /** By sound term. */
  readonly soundTitles: ReadonlyMap<string, string>;
  /** Minimum number of videos in a new trend. */
  readonly newFrom: number;
  /** Days since 1970; recent videos are counted back from here. */
  readonly now: number;
}

export interface AnalysisResult {
  /** By row: number of its cluster, or -1. */
  readonly labels: Int32Array;
  readonly clusters: number;
  /** Videos in no cluster. */
  readonly noise: number;
  readonly changes: TrendChanges;
  /** Explanations of every trend that has clusters in this window, over all their videos. */
  readonly explanations: readonly TrendExplanation[];
  readonly operations: Operations;
}

export interface TrendExplanation {
  readonly trend: number;
  /** The found name, for trends without a name. */
  readonly name: string | null;
  readonly explanation: ClusterExplanation;
}

export type AnalysisStep = 'weighting' | 'comparing' | 'matching';
/** @param done of the step, from 0 to 1; may throw to stop */
export type WatchAnalysis = (step: AnalysisStep, done: number) => void;

/** @throws {RangeError} if a parameter is out of range */
export function analyzeVideos(input: AnalysisInput, watch: WatchAnalysis = () => undefined): AnalysisResult {
  const { videos: packed, parameters, known, links, soundTitles, newFrom, now } = input;
  const { offsets, termIds, authors, days, vocabulary } = packed;
  if (!Number.isSafeInteger(newFrom) || newFrom < 1) throw new RangeError('newFrom must be a whole number from 1 on');
  watch('weighting', 0);
  const weighed = weighTerms({ rows: days.length, vocabulary: vocabulary.length, offsets, termIds, authors });
  watch('comparing', 0);
  const onProgress = (done: number): void => watch('comparing', done);
  const { labels, clusters, operations } = clusterVideos(weighed.vectors, days, parameters, { onProgress });
  watch('matching', 0);
  const videos = { packed, weighed };
  const { eps, decay } = parameters;
  const changes = matchTrends({ videos, clustering: { labels, clusters }, known, links, soundTitles, eps, decay, newFrom });
  const rowsOf = new Map<number, number[]>();
  let noise = 0;
  labels.forEach((label, row) => {
    if (label === NOISE) noise++;
    const trend = label === NOISE ? NOISE : (changes.trendOfCluster[label] ?? NOISE);
    if (trend === NOISE) return;
    const rows = rowsOf.get(trend) ?? [];
    rows.push(row);
    rowsOf.set(trend, rows);
  });
  const explanations = Array.from(rowsOf, ([trend, rows]) => ({
    trend,
    name: nameTrend(countClusterTerms(rows, videos), rows.length, soundTitles),
    explanation: explainCluster(rows, videos, now),
  }));
  return { labels, clusters, noise, changes, explanations, operations };
}
