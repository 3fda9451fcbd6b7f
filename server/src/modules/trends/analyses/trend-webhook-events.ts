/**
 * Changes by an analysis, for webhooks: trends it found, and trends with more videos that are posted faster than before.
 * Pure.
 */
import type { AccountWebhookEvent } from '../../events/webhook-events.service.ts';
import type { TrendPace, TrendSize } from './trend-sizes.repository.ts';

export function trendWebhookEvents(
  before: readonly TrendSize[],
  after: readonly TrendSize[],
  paces: ReadonlyMap<number, TrendPace>,
): readonly AccountWebhookEvent[] {
  const known = new Map(before.map(({ id, videos }) => [id, videos]));
  return after.flatMap(({ id, name, videos }): AccountWebhookEvent[] => {
    const pace = paces.get(id) ?? { recent: 0, before: 0 };
    const data = { trend_id: String(id), name, videos, per_day: pace.recent };
    const earlier = known.get(id);
    if (earlier === undefined) return [{ type: 'trend.found', data }];
    return videos > earlier && pace.recent > pace.before ? [{ type: 'trend.rising', data }] : [];
  });
}
