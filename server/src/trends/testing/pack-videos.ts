/** Packs videos one by one and in order: the plain way, with which that of the server is compared. */
import type { PackedVideos } from '../terms/packed-videos.ts';

export interface TrendVideo {
  readonly videoId: string;
  readonly authorId: string;
  readonly postedAt: Date;
  /** Terms that `videoTerms` returned. */
  readonly terms: readonly string[];
}

export interface VideoPacker {
  /** Add videos by `postedAt`, then `videoId`: a tie between clusters goes to the one whose video came first. */
  add(video: TrendVideo): void;
  finish(): PackedVideos;
}

const DAY = 86_400_000;
const FIRST_ROOM = 1 << 10;

export function createVideoPacker(): VideoPacker {
  const videoIds: string[] = [];
  const days: number[] = [];
  const authors: number[] = [];
  const ends = [0];
  let termIds = new Int32Array(FIRST_ROOM);
  let size = 0;
  const vocabulary = new Map<string, number>();
  const authorNumbers = new Map<string, number>();
  return {
    add: ({ videoId, authorId, postedAt, terms }) => {
      const day = postedAt.getTime() / DAY;
      if (!Number.isFinite(day)) throw new RangeError(`video ${videoId} has no valid date`);
      videoIds.push(videoId);
      days.push(day);
      authors.push(numberOf(authorNumbers, authorId));
      for (const term of new Set(terms)) {
        if (size === termIds.length) {
          const larger = new Int32Array(size * 2);
          larger.set(termIds);
          termIds = larger;
        }
        termIds[size++] = numberOf(vocabulary, term);
      }
      ends.push(size);
    },
    finish: () => ({
      videoIds,
      days: Float64Array.from(days),
      authors: Int32Array.from(authors),
      offsets: Int32Array.from(ends),
      termIds: termIds.slice(0, size),
      vocabulary: [...vocabulary.keys()],
    }),
  };
}

function numberOf(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}
