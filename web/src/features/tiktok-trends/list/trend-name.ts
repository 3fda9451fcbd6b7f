import type { Trend } from '@leadloom/shared/contract/trends';

export function trendName({ trend_name }: Pick<Trend, 'trend_name'>): string {
  return trend_name?.trim() || 'Unnamed Trend';
}

/** The id of a trend's card on the page. */
export function trendAnchor(trendId: string): string {
  return `trend-${trendId}`;
}
