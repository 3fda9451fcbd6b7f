/** Videos of a window of time, in the order the engine needs: by the time they were posted, then by number. */
import type { PackedVideos } from '../terms/packed-videos.ts';
import type { GrowingInts } from './growing-ints.ts';
import type { VideoNumbers } from './video-numbers.ts';

export interface VideoWindow {
  readonly videos: Omit<PackedVideos, 'videoIds'>;
  /** The network's number of the video in a row. */
  videoIdOf(row: number): string;
  /** By row: the id of the trend that the video is linked to, or -1. */
  readonly trendIds: Float64Array;
  /** By sound term: the title of the first video that has one. */
  readonly soundTitles: ReadonlyMap<string, string>;
}

/** Videos in the order in which they were read. */
export interface UnorderedVideos {
  readonly numbers: VideoNumbers;
  /** Milliseconds since 1970. */
  readonly posted: readonly number[];
  readonly authors: GrowingInts;
  /** Where the terms of each video end in `termIds`. */
  readonly ends: GrowingInts;
  readonly termIds: GrowingInts;
  readonly vocabulary: readonly string[];
  /** The term of the sound of a video with a title, or -1. */
  readonly sounds: GrowingInts;
  /** Index in `titleTexts`. */
  readonly titles: GrowingInts;
  readonly titleTexts: readonly string[];
  readonly trendIds: readonly number[];
}

const DAY = 86_400_000;
const NONE = -1;

/** Authors and terms are numbered by their first video. */
export function inOrder(read: UnorderedVideos): VideoWindow {
  const { numbers, posted, sounds, titles } = read;
  const order = Int32Array.from(posted.keys());
  order.sort((one, other) => (posted[one] ?? 0) - (posted[other] ?? 0) || numbers.compare(one, other));
  const days = new Float64Array(order.length);
  const authors = new Int32Array(order.length);
  const offsets = new Int32Array(order.length + 1);
  const termIds = new Int32Array(read.termIds.length);
  const trendIds = new Float64Array(order.length);
  const vocabulary: string[] = [];
  const soundTitles = new Map<string, string>();
  const numberOfTerm = new Int32Array(read.vocabulary.length).fill(NONE);
  const numberOfAuthor = new Map<number, number>();
  let size = 0;
  for (let row = 0; row < order.length; row++) {
    const video = order[row] ?? 0;
    days[row] = (posted[video] ?? 0) / DAY;
    trendIds[row] = read.trendIds[video] ?? NONE;
    const author = read.authors.at(video);
    const known = numberOfAuthor.get(author) ?? numberOfAuthor.size;
    if (known === numberOfAuthor.size) numberOfAuthor.set(author, known);
    authors[row] = known;
    for (let at = video === 0 ? 0 : read.ends.at(video - 1); at < read.ends.at(video); at++) {
      const term = read.termIds.at(at);
      if (numberOfTerm[term] === NONE) numberOfTerm[term] = vocabulary.push(read.vocabulary[term] ?? '') - 1;
      termIds[size++] = numberOfTerm[term] ?? 0;
    }
    offsets[row + 1] = size;
    const sound = sounds.at(video) === NONE ? undefined : read.vocabulary[sounds.at(video)];
    if (sound !== undefined && !soundTitles.has(sound)) soundTitles.set(sound, read.titleTexts[titles.at(video)] ?? '');
  }
  return {
    videos: { days, authors, offsets, termIds, vocabulary },
    videoIdOf: (row) => numbers.textOf(order[row] ?? 0),
    trendIds,
    soundTitles,
  };
}
