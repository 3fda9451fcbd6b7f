/**
 * One sample video by its number. Half of them belong to a craze that several people film within days, so that an
 * analysis finds trends among the videos of a few.
 */
import { MARK } from './sample-names.ts';
import { type Draw, itemOf } from './sample-numbers.ts';
import { crazes, givenNames, hashtags, videoCategories } from './sample-words.ts';

const DAY = 24 * 3600 * 1000;
/**
 * The first number is so high that TikTok gives no video such a number before 2037; every seed has a hundred million of its
 * own.
 */
const FIRST_NUMBER = 9_100_000_000_000_000_000n;
const NUMBERS_OF_SEED = 100_000_000n;
const FEWEST_CREATORS = 12;
const MOST_CREATORS = 400;
const VIDEOS_OF_CREATOR = 20;

interface SampleVideoOptions {
  readonly seed: number;
  /** Rows of the table. */
  readonly rows: number;
  readonly index: number;
  readonly draw: Draw;
  /** The latest time of a post, in milliseconds since 1970. */
  readonly until: number;
}

/** Ids of the people whose videos a table of so many rows holds. */
export function sampleCreators(rows: number): readonly string[] {
  return Array.from({ length: creatorCount(rows) }, (_, index) => sampleCreator(index));
}

function creatorCount(rows: number): number {
  return Math.min(MOST_CREATORS, FEWEST_CREATORS + Math.floor(rows / VIDEOS_OF_CREATOR));
}

function sampleCreator(index: number): string {
  return `sample.${itemOf(givenNames, index).toLowerCase()}${index + 1}`;
}

export function sampleVideo({ seed, rows, index, draw, until }: SampleVideoOptions) {
  const author = sampleCreator(draw.below(creatorCount(rows), 'author'));
  const number = FIRST_NUMBER + BigInt(seed) * NUMBERS_OF_SEED + BigInt(index);
  const craze = draw.chance(50, 'craze') ? draw.of(crazes, 'which craze') : null;
  const plays = draw.below(draw.of([9000, 60_000, 900_000, 20_000_000], 'fame'), 'plays');
  const tags = craze?.hashtags ?? several(draw, hashtags);
  return {
    author: `https://www.tiktok.example/@${author}`,
    video: `https://www.tiktok.example/@${author}/video/${number}`,
    hashtags: tags,
    play_count: plays,
    comment_count: Math.floor(plays / (50 + draw.below(400, 'comments'))),
    like_count: Math.floor(plays / (5 + draw.below(30, 'likes'))),
    share_count: Math.floor(plays / (80 + draw.below(600, 'shares'))),
    category: draw.of(videoCategories, 'category'),
    summary: `An invented video about ${tags[0]} ${MARK}`,
    ...soundOf(craze === null ? -1 : crazes.indexOf(craze), { author, number, draw }),
    posted_at: new Date(until - postedBefore(craze, draw)).toISOString(),
    updated_at: new Date(until - draw.below(30 * DAY, 'updated')).toISOString(),
  };
}

function soundOf(
  craze: number,
  { author, number, draw }: { readonly author: string; readonly number: bigint; readonly draw: Draw },
) {
  const sound = crazes[craze]?.sound;
  if (sound !== undefined)
    return { sound_id: String(FIRST_NUMBER - BigInt(crazes.length - craze)), sound_title: `${sound} ${MARK}` };
  // The video has its own voice as its sound, which no other video has.
  return draw.chance(70, 'sound') ? { sound_id: String(number), sound_title: `original sound - ${author}` } : {};
}

/** How long before the last day a video was posted, in milliseconds. */
function postedBefore(craze: (typeof crazes)[number] | null, draw: Draw): number {
  const [first, last] = craze === null ? [120, 0] : [craze.firstDay, craze.lastDay];
  return last * DAY + draw.below((first - last) * DAY, 'posted');
}

function several(draw: Draw, items: readonly string[]): readonly string[] {
  const count = 1 + draw.below(4, 'hashtags count');
  return [...new Set(Array.from({ length: count }, (_, index) => draw.of(items, `hashtags ${index}`)))];
}
