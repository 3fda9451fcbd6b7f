import type { Trend } from '@leadloom/shared/contract/trends';

/** The oldest trend is kept in a merge. Ids are whole numbers as text, assigned in order. */
export function oldestTrend(trends: readonly Trend[]): Trend | null {
  const [oldest] = [...trends].sort(
    ({ trend_id: one }, { trend_id: other }) => one.length - other.length || (one < other ? -1 : 1),
  );
  return oldest ?? null;
}
