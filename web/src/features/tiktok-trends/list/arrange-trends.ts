/** Which trends are shown, and in what order. */
import type { Trend } from '@leadloom/shared/contract/trends';
import { trendName } from './trend-name.ts';

export const trendOrders = [
  { value: 'rising', label: 'Rising first' },
  { value: 'latest', label: 'Latest first' },
  { value: 'size', label: 'Largest first' },
] as const;
export type TrendOrder = (typeof trendOrders)[number]['value'];

const compare: Readonly<Record<TrendOrder, (one: Trend, other: Trend) => number>> = {
  rising: (one, other) => gain(other) - gain(one) || other.velocity.recent - one.velocity.recent,
  latest: (one, other) => Date.parse(other.last_seen_at) - Date.parse(one.last_seen_at),
  size: (one, other) => other.number_of_videos_in_trend - one.number_of_videos_in_trend,
};

/** Trends that are equal by the order stay as the server listed them. */
export function arrangeTrends(trends: readonly Trend[], order: TrendOrder, search: string): readonly Trend[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return trends.filter((trend) => containsAll(trend, words)).sort(compare[order]);
}

function gain({ velocity: { recent, before } }: Trend): number {
  return recent - before;
}

/** Every word, anywhere among what the card shows. */
function containsAll(trend: Trend, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { trend_id, authors, hashtags, sound, centre_video, reasons } = trend;
  const text = fold(
    [
      trendName(trend),
      trend_id,
      ...authors.map(({ unique_id }) => `@${unique_id}`),
      ...hashtags.map(({ name }) => `#${name}`),
      sound?.title ?? '',
      centre_video?.summary ?? '',
      ...reasons.map((reason) => reason.text),
    ].join('\n'),
  );
  return words.every((word) => text.includes(word));
}

/** The text without regard to case, accents and width of letters. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
