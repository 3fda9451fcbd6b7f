/** Merges the values of several trends, for merges by hand and by analysis. Pure. */
import type { TrendRow } from './trends.repository.ts';

type MergedTrend = Omit<TrendRow, 'id' | 'accountId' | 'createdAt' | 'digest'>;

/**
 * A name given by a person is kept, else the oldest name. The centroid is that of the trend seen last. The reasons are
 * unknown until the next analysis. The result is hidden only if all trends were.
 * @param rows oldest first, at least one
 * @throws {RangeError} for none
 */
export function mergedTrend(rows: readonly TrendRow[]): MergedTrend {
  const [oldest, ...others] = rows;
  if (oldest === undefined) throw new RangeError('no trend to merge');
  const named = rows.find(({ isRenamed, name }) => isRenamed && name !== null) ?? rows.find(({ name }) => name !== null);
  const latest = others.reduce((one, other) => (other.lastSeenAt > one.lastSeenAt ? other : one), oldest);
  const firstSeenAt = new Date(Math.min(...rows.map((row) => row.firstSeenAt.getTime())));
  return {
    name: named?.name ?? null,
    isRenamed: named?.isRenamed ?? false,
    isHidden: rows.every(({ isHidden }) => isHidden),
    firstSeenAt,
    lastSeenAt: latest.lastSeenAt,
    centroid: latest.centroid,
    reasons: [],
    centreVideoId: null,
  };
}
