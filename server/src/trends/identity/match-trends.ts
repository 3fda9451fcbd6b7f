/**
 * Recognises trends from one run to the next. A cluster belongs to the trend that most of its videos are linked
 * to. Without links, it belongs to the trend with the most similar centroid. Otherwise it is a new trend, if it
 * is large enough. Trends whose videos form one cluster are merged. A video is linked once, and a run removes
 * no link.
 *
 * The rules are repeated until they change nothing, so that a second run over the same videos changes nothing.
 */
import { type Clustering, NOISE } from '../cluster/cluster-videos.ts';
import { TOLERANCE } from '../cluster/parameters.ts';
import { type Centroid, centroidOf, createCentroidIndex } from './centroids.ts';
import { nameTrend } from './name-trend.ts';
import { firstGreatest } from './ties.ts';
import { countClusterTerms, type WeighedVideos } from './weighed-videos.ts';

export interface KnownTrend {
  readonly centroid: Centroid;
  /** When the trend's latest video was posted, in days since 1970. */
  readonly lastSeen: number;
}

export interface MatchInput {
  readonly videos: WeighedVideos;
  readonly clustering: Pick<Clustering, 'labels' | 'clusters'>;
  /** Oldest first. */
  readonly known: readonly KnownTrend[];
  /** By row: the index in `known` of the trend that the video is linked to, or -1. */
  readonly links: Int32Array;
  readonly soundTitles: ReadonlyMap<string, string>;
  readonly eps: number;
  readonly decay: number;
  /** Minimum number of videos in a new trend. */
  readonly newFrom: number;
}

/** Trends are numbered: known ones by their index in `known`, then the new ones. */
export interface TrendChanges {
  readonly created: readonly ChangedTrend[];
  /** Known trends that have new videos, a new centroid or a new name. */
  readonly updated: readonly (ChangedTrend & { readonly isRenamed: boolean })[];
  /** All links of `from` move to `into`, and `from` is removed. `into` is never removed itself. */
  readonly merged: readonly { readonly from: number; readonly into: number }[];
  /** By row: the trend it is newly linked to, or -1. */
  readonly newLinks: Int32Array;
  readonly newLinkCount: number;
  /** By cluster: its trend, or -1. */
  readonly trendOfCluster: Int32Array;
}

export interface ChangedTrend {
  readonly trend: number;
  readonly name: string | null;
  readonly lastSeen: number;
  readonly centroid: Centroid;
}

interface Cluster {
  readonly number: number;
  readonly rows: readonly number[];
  readonly first: number;
  readonly last: number;
}

interface TrendState {
  centroid: Centroid;
  lastSeen: number;
  name: string | null;
  isChanged: boolean;
  isRenamed: boolean;
  mergedInto: number | null;
  /** How many videos of the window are linked to the trend. */
  links: number;
}

const NO_TREND = -1;

export function matchTrends(input: MatchInput): TrendChanges {
  const { videos, known, soundTitles, eps, decay, newFrom } = input;
  const clusters = listClusters(input.clustering, videos.packed.days);
  const links = input.links.slice();
  const index = createCentroidIndex();
  const trends: TrendState[] = [];
  const addTrend = (centroid: Centroid, lastSeen: number): TrendState => {
    const trend = { centroid, lastSeen, name: null, isChanged: false, isRenamed: false, mergedInto: null, links: 0 };
    trends.push(trend);
    index.set(trends.length - 1, centroid);
    return trend;
  };
  for (const { centroid, lastSeen } of known) addTrend(centroid, lastSeen);
  for (const link of links) {
    const trend = trends[link];
    if (trend !== undefined) trend.links++;
  }
  const trendOfCluster = new Int32Array(input.clustering.clusters).fill(NO_TREND);
  const newRows: number[] = [];

  /** The nearest trend; among equally near ones, the oldest. */
  const nearestTrend = ({ first }: Cluster, centroid: Centroid): number => {
    const least = 1 - eps - TOLERANCE;
    const near = Array.from(index.cosines(centroid, least), ([trend, cosine]) => {
      const gap = Math.max(0, first - (trends[trend]?.lastSeen ?? 0));
      return { trend, similarity: cosine * Math.exp(-decay * gap) };
    }).filter(({ similarity }) => similarity >= least);
    near.sort((one, other) => one.trend - other.trend);
    return firstGreatest(near, ({ similarity }) => similarity)?.trend ?? NO_TREND;
  };
  const merge = (from: number, into: number): void => {
    const older = trends[into];
    const younger = trends[from];
    if (older === undefined || younger === undefined) return;
    younger.mergedInto = into;
    index.set(from, []);
    for (let row = 0; row < links.length; row++) if (links[row] === from) links[row] = into;
    older.links += younger.links;
    older.isChanged = true;
    if (younger.lastSeen <= older.lastSeen) return;
    older.lastSeen = younger.lastSeen;
    older.centroid = younger.centroid;
    index.set(into, older.centroid);
  };
  /** @returns whether anything changed */
  const settle = (cluster: Cluster): boolean => {
    const votes = countVotes(cluster.rows, links);
    let chosen = maxVotes(votes);
    if (chosen !== NO_TREND && votes.size === 1 && votes.get(chosen) === cluster.rows.length) {
      const isSeen = cluster.last <= (trends[chosen]?.lastSeen ?? 0);
      trendOfCluster[cluster.number] = chosen;
      if (isSeen) return false;
    }
    const terms = countClusterTerms(cluster.rows, videos);
    const centroid = centroidOf(terms);
    let isNew = false;
    let isChanged = false;
    if (chosen === NO_TREND) chosen = nearestTrend(cluster, centroid);
    if (chosen === NO_TREND) {
      if (cluster.rows.length < newFrom) return false;
      isNew = true;
      addTrend(centroid, cluster.last);
      chosen = trends.length - 1;
    }
    for (const [other, count] of votes) {
      if (other === chosen || count * 2 < (trends[other]?.links ?? 0)) continue;
      // The older one is kept, whichever has more videos here.
      merge(Math.max(other, chosen), Math.min(other, chosen));
      chosen = Math.min(other, chosen);
      isChanged = true;
    }
    const trend = trends[chosen];
    if (trend === undefined) return false;
    if (isNew || isChanged) {
      trend.name = nameTrend(terms, cluster.rows.length, soundTitles);
      trend.isRenamed = true;
    }
    for (const row of cluster.rows) {
      if (links[row] !== NO_TREND) continue;
      links[row] = chosen;
      newRows.push(row);
      trend.links++;
      isChanged = true;
    }
    // Some videos of the cluster may stay with another trend.
    const last = latestOf(cluster.rows, links, chosen, videos.packed.days);
    if (last > trend.lastSeen) {
      trend.lastSeen = last;
      trend.centroid = centroid;
      index.set(chosen, centroid);
      isChanged = true;
    }
    trend.isChanged ||= isChanged;
    trendOfCluster[cluster.number] = chosen;
    return isChanged;
  };
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const cluster of clusters) if (settle(cluster)) isChanged = true;
  }
  return describeChanges(known.length, trends, links, newRows, trendOfCluster);
}

/** Clusters, largest first, then by their first video. */
function listClusters({ labels, clusters }: Pick<Clustering, 'labels' | 'clusters'>, days: Float64Array): Cluster[] {
  const rowsOf: number[][] = Array.from({ length: clusters }, () => []);
  labels.forEach((label, row) => {
    if (label !== NOISE) rowsOf[label]?.push(row);
  });
  return rowsOf
    .map((rows, number) => {
      let first = Number.POSITIVE_INFINITY;
      let last = Number.NEGATIVE_INFINITY;
      for (const row of rows) {
        first = Math.min(first, days[row] ?? 0);
        last = Math.max(last, days[row] ?? 0);
      }
      return { number, rows, first, last };
    })
    .sort((one, other) => other.rows.length - one.rows.length || (one.rows[0] ?? 0) - (other.rows[0] ?? 0));
}

/** @returns when the latest of the rows linked to the trend was posted */
function latestOf(rows: readonly number[], links: Int32Array, trend: number, days: Float64Array): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const row of rows) if (links[row] === trend) last = Math.max(last, days[row] ?? 0);
  return last;
}

function countVotes(rows: readonly number[], links: Int32Array): Map<number, number> {
  const votes = new Map<number, number>();
  for (const row of rows) {
    const trend = links[row] ?? NO_TREND;
    if (trend !== NO_TREND) votes.set(trend, (votes.get(trend) ?? 0) + 1);
  }
  return votes;
}

/** @returns the trend with the most votes; among equals, the oldest */
function maxVotes(votes: ReadonlyMap<number, number>): number {
  let chosen = NO_TREND;
  let most = 0;
  for (const [trend, count] of votes)
    if (count > most || (count === most && trend < chosen)) {
      chosen = trend;
      most = count;
    }
  return chosen;
}

function describeChanges(
  knownCount: number,
  trends: readonly TrendState[],
  links: Int32Array,
  newRows: readonly number[],
  trendOfCluster: Int32Array,
): TrendChanges {
  const survivor = (trend: number): number => {
    let at = trend;
    for (let into = trends[at]?.mergedInto ?? null; into !== null; into = trends[at]?.mergedInto ?? null) at = into;
    return at;
  };
  const newLinks = new Int32Array(links.length).fill(NO_TREND);
  for (const row of newRows) newLinks[row] = links[row] ?? NO_TREND;
  const living = trends.map((state, trend) => ({ ...state, trend })).filter(({ mergedInto }) => mergedInto === null);
  return {
    created: living
      .filter(({ trend }) => trend >= knownCount)
      .map(({ trend, name, lastSeen, centroid }) => ({ trend, name, lastSeen, centroid })),
    updated: living
      .filter(({ trend, isChanged }) => trend < knownCount && isChanged)
      .map(({ trend, name, lastSeen, centroid, isRenamed }) => ({ trend, name, lastSeen, centroid, isRenamed })),
    merged: trends.flatMap(({ mergedInto }, trend) =>
      mergedInto === null || trend >= knownCount ? [] : [{ from: trend, into: survivor(mergedInto) }],
    ),
    newLinks,
    newLinkCount: newRows.length,
    trendOfCluster: trendOfCluster.map((trend) => (trend === NO_TREND ? NO_TREND : survivor(trend))),
  };
}
