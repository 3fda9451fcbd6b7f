/** Changes by an analysis, for alerts: trends it found, trends that have more videos, and trends it merged away. Pure. */
import { trendAlertFields } from '@leadloom/shared/contract/alert-fields';
import type { AlertEvent } from '../../events/alert-events.service.ts';
import type { TrendSize } from './trend-sizes.repository.ts';

export function trendEvents(before: readonly TrendSize[], after: readonly TrendSize[]): readonly AlertEvent[] {
  const known = new Map(before.map((trend) => [trend.id, trend]));
  const left = new Set(after.map(({ id }) => id));
  const told = after.flatMap(({ id, name, videos }): AlertEvent[] => {
    const earlier = known.get(id);
    if (earlier === undefined) return [{ subjectId: id, change: 'added', name }];
    const fields = trendAlertFields.map((field) => ({ field, from: earlier.videos, to: videos }));
    return videos > earlier.videos ? [{ subjectId: id, change: 'changed', fields, name }] : [];
  });
  const gone = before.filter(({ id }) => !left.has(id));
  return [...told, ...gone.map(({ id, name }): AlertEvent => ({ subjectId: id, change: 'removed', name }))];
}
