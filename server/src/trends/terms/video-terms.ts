/**
 * What a video is about, as terms: `#hashtag`, `~sound`, or `word` of its caption where it has neither. Words of captions
 * beside hashtags would make every video different from every other at a strict `eps`.
 */
import { GENERIC_SOUND_TITLES, NOISE_HASHTAGS } from './noise.ts';

export interface DescribedVideo {
  /** With or without '#'. */
  readonly hashtags: readonly string[];
  readonly soundId: string | null;
  readonly soundTitle: string | null;
  readonly caption: string | null;
}

/** More are no description but an attempt to be found; they would only make work. */
const MAX_TERMS = 64;
const MAX_TERM = 100;
const MAX_CAPTION = 5_000;
const MIN_WORD = 2;

const commonNoise: ReadonlySet<string> = new Set(NOISE_HASHTAGS.map(fold));
const genericTitles = GENERIC_SOUND_TITLES.map(fold);
const words = new Intl.Segmenter('und', { granularity: 'word' });
/** Hashtags, mentions and addresses in a caption are no words of it. */
const MARKED = /(?:https?:\/\/|[#@＃])\S+/gu;

/** @param noise hashtags and words to leave out, folded as terms are @returns each once, at most 64 */
export function videoTerms(video: DescribedVideo, noise: ReadonlySet<string> = commonNoise): string[] {
  const terms = new Set<string>();
  for (const hashtag of video.hashtags) {
    if (terms.size >= MAX_TERMS) break;
    const folded = fold(hashtag).replace(/^#+/u, '');
    if (isFit(folded) && !noise.has(folded)) terms.add(`#${folded}`);
  }
  const sound = soundTerm(video);
  if (sound !== null) terms.add(sound);
  if (terms.size === 0 && video.caption !== null)
    for (const word of captionWords(video.caption)) {
      if (terms.size >= MAX_TERMS) break;
      if (!noise.has(word)) terms.add(word);
    }
  return [...terms];
}

/** A sound is known by its id; without one by its title, unless that is what any sound is called. */
function soundTerm({ soundId, soundTitle }: DescribedVideo): string | null {
  const id = soundId?.trim() ?? '';
  if (isFit(id)) return `~${id}`;
  const title = fold(soundTitle ?? '');
  if (!isFit(title) || genericTitles.some((generic) => isCalled(title, generic))) return null;
  // The second mark keeps a title that is a number apart from an id.
  return `~~${title}`;
}

/** By itself or with more behind it, such as the author; a longer word, as in "original soundtrack", is another title. */
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
