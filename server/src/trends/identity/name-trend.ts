import { type CountedTerm, compareText } from './weighed-videos.ts';

const LEAST_COVERAGE = 0.5;
const MAX_PARTS = 3;

/**
 * Names a trend after the terms that at least half of its videos have, most specific first: up to three
 * hashtags, or else the title of a sound, or else up to three words.
 * @param videos of the cluster
 * @param soundTitles by sound term
 * @returns null if no term is shared by half of the videos
 */
export function nameTrend(
  terms: readonly CountedTerm[],
  videos: number,
  soundTitles: ReadonlyMap<string, string>,
): string | null {
  const shared = terms
    .filter((term) => term.videos >= videos * LEAST_COVERAGE)
    .sort((one, other) => other.videos * other.idf - one.videos * one.idf || compareText(one.text, other.text))
    .map((term) => term.text);
  const hashtags = shared.filter((text) => text.startsWith('#'));
  if (hashtags.length > 0) return hashtags.slice(0, MAX_PARTS).join(' ');
  for (const text of shared) {
    const title = text.startsWith('~') ? soundTitles.get(text)?.trim() : undefined;
    if (title !== undefined && title !== '') return title;
  }
  const words = shared.filter((text) => !text.startsWith('~'));
  return words.length > 0 ? words.slice(0, MAX_PARTS).join(' ') : null;
}
