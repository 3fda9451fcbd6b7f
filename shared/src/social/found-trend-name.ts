/** The name a trend gets from what its videos share, according to its stored reasons. */
import type { Trend } from '../contract/trends.ts';

const LEAST_COVERAGE = 0.5;
const MAX_PARTS = 3;

/**
 * The name that a trend gets from features of at least half of its videos: up to three hashtags, or else the title of a
 * sound, or else up to three words. @param reasons the greatest share first @returns null where nothing is shared by half
 * of the videos, or nobody knows what they share
 */
export function foundTrendName(reasons: Trend['reasons']): string | null {
  const shared = reasons.filter(({ coverage }) => coverage >= LEAST_COVERAGE);
  const textsOf = (kind: Trend['reasons'][number]['kind']) =>
    shared.filter((reason) => reason.kind === kind).map(({ text }) => text);
  const hashtags = textsOf('hashtag').map((text) => `#${text.replace(/^#/, '')}`);
  if (hashtags.length > 0) return hashtags.slice(0, MAX_PARTS).join(' ');
  // A sound without a title is named by its number.
  const title = textsOf('sound').find((text) => !/^\d*$/.test(text.trim()));
  if (title !== undefined) return title.trim();
  const words = textsOf('word').slice(0, MAX_PARTS);
  return words.length > 0 ? words.join(' ') : null;
}
