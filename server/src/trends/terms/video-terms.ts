/**
 * What a video is about, as terms: `#hashtag`, `~sound`, or the words of its caption if it has neither. Words
 * in addition to hashtags would make every video different from all others at a strict `eps`.
 */
import { GENERIC_SOUND_TITLES, NOISE_HASHTAGS } from './noise.ts';

export interface DescribedVideo {
  /** Hashtags, with or without '#'. */
  readonly hashtags: readonly string[];
  readonly soundId: string | null;
  readonly soundTitle: string | null;
  readonly caption: string | null;
}

/** More terms are an attempt to be found rather than a description, and would only cost time. */
export const MAX_TERMS = 64;
const MAX_TERM = 100;
const MAX_CAPTION = 5_000;
const MIN_WORD = 2;

const commonNoise: ReadonlySet<string> = new Set(NOISE_HASHTAGS.map(fold));
const genericTitles = GENERIC_SOUND_TITLES.map(fold);
const words = new Intl.Segmenter('und', { granularity: 'word' });
/** Hashtags, mentions and addresses in a caption are not words. */
const MARKED = /(?:https?:\/\/|[#@＃])\S+/gu;

/**
 * @param noise hashtags and words to leave out, folded like the terms
 * @returns each term once, at most 64
 */
export function videoTerms(video: DescribedVideo, noise: ReadonlySet<string> = commonNoise): string[] {
  const terms = new Set<string>();
  for (const hashtag of video.hashtags) {
    if (terms.size >= MAX_TERMS) break;
    const term = hashtagTerm(hashtag, noise);
    if (term !== null) terms.add(term);
  }
  const sound = soundTerm(video);
  if (sound !== null) terms.add(sound);
  return terms.size === 0 && video.caption !== null ? captionTerms(video.caption, noise) : [...terms];
}

/** @param written with or without '#' @returns null if it says nothing */
export function hashtagTerm(written: string, noise: ReadonlySet<string> = commonNoise): string | null {
  const folded = fold(written).replace(/^#+/u, '');
  return isFit(folded) && !noise.has(folded) ? `#${folded}` : null;
}

/** Terms for videos that have no others. @returns each word once, at most 64 */
export function captionTerms(caption: string, noise: ReadonlySet<string> = commonNoise): string[] {
  const terms = new Set<string>();
  for (const word of captionWords(caption)) {
    if (terms.size >= MAX_TERMS) break;
    if (!noise.has(word)) terms.add(word);
  }
  return [...terms];
}

/** A sound is identified by its id, or without an id by its title, unless the title is generic. */
function soundTerm({ soundId, soundTitle }: DescribedVideo): string | null {
  return (soundId === null ? null : soundIdTerm(soundId)) ?? (soundTitle === null ? null : soundTitleTerm(soundTitle));
}

export function soundIdTerm(soundId: string): string | null {
  const id = soundId.trim();
  return isFit(id) ? `~${id}` : null;
}

export function soundTitleTerm(soundTitle: string): string | null {
  const title = fold(soundTitle);
  if (!isFit(title) || genericTitles.some((generic) => isCalled(title, generic))) return null;
  // The second mark distinguishes a title that is a number from an id.
  return `~~${title}`;
}

/**
 * Whether a title is the generic one, alone or with more after it, such as the author. A longer word, as in "original
 * soundtrack", is a different title.
 */
function isCalled(title: string, generic: string): boolean {
  return title.startsWith(generic) && !/^[\p{L}\p{M}\p{N}]/u.test(title.slice(generic.length));
}

function* captionWords(caption: string): Generator<string> {
  const plain = fold(caption.slice(0, MAX_CAPTION)).replace(MARKED, ' ');
  for (const { segment, isWordLike } of words.segment(plain))
    if (isWordLike === true && segment.length >= MIN_WORD && isFit(segment)) yield segment;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

function isFit(text: string): boolean {
  return text.length > 0 && text.length <= MAX_TERM;
}
