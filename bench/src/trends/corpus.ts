/**
 * Generated videos of thirty days, shaped like those of short-video platforms: a few hashtags that everybody uses, topics
 * with their own tags, a long tail, sounds by Zipf's law, and a quarter of the videos in trends, whose sizes follow a Pareto
 * distribution.
 */
import { seededNumbers } from '@leadloom/server/trends/testing/seeded-numbers';
import type { TermRows } from '@leadloom/server/trends/weights/weigh-terms';

export interface Corpus {
  readonly terms: TermRows;
  readonly days: Float64Array;
}

const WINDOW_DAYS = 30;
const SECONDS_A_DAY = 86_400;
const TREND_SHARE = 0.25;
/** The share of all videos in the largest trend. */
const GREATEST_TREND = 0.02;
const SMALLEST_PARETO = 5;
const PARETO_EXPONENT = 0.9;
const GENERIC_TAGS = 40;
const TOPICS = 2_000;
const TAGS_A_TOPIC = 30;
const SOUNDS = 20_000;
const FEWEST_TAIL_TAGS = 20_000;
const TAGS_A_TREND = 3;
const SOUND_SHARE = 0.4;

export function makeCorpus(videos: number, seed: number): Corpus {
  const random = seededNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const tailTags = Math.max(FEWEST_TAIL_TAGS, videos);
  const generic = zipf(GENERIC_TAGS, 0.9, random);
  const topic = zipf(TOPICS, 0.8, random);
  const topicTag = zipf(TAGS_A_TOPIC, 0.9, random);
  const tail = zipf(tailTags, 1, random);
  const sound = zipf(SOUNDS, 1, random);
  const firstTopicTag = GENERIC_TAGS;
  const firstTail = firstTopicTag + TOPICS * TAGS_A_TOPIC;
  const firstSound = firstTail + tailTags;
  const firstTrendTerm = firstSound + SOUNDS;

  const rows: number[][] = [];
  const moments: number[] = [];
  const addVideo = (day: number, tags: Set<number>): void => {
    moments.push(Math.round(Math.min(WINDOW_DAYS, day) * SECONDS_A_DAY));
    rows.push([...tags]);
  };
  const addGeneric = (tags: Set<number>): void => {
    for (let left = below(5); left > 0; left--) tags.add(generic());
  };

  const inTrends = Math.floor(videos * TREND_SHARE);
  let trends = 0;
  while (rows.length < inTrends) {
    const greatest = Math.min(Math.max(SMALLEST_PARETO, Math.floor(videos * GREATEST_TREND)), inTrends - rows.length);
    const size = Math.min(Math.floor(SMALLEST_PARETO / random() ** PARETO_EXPONENT), greatest);
    const start = random() * WINDOW_DAYS;
    const spread = (0.5 - Math.log(1 - random()) * 4) * 0.6;
    const ownTags = 1 + below(TAGS_A_TREND);
    const hasSound = random() < 0.7;
    const about = topic();
    const firstTerm = firstTrendTerm + trends * (TAGS_A_TREND + 1);
    for (let left = size; left > 0; left--) {
      const tags = new Set([firstTerm]);
      for (let own = 1; own < ownTags; own++) if (random() < 0.85) tags.add(firstTerm + own);
      addGeneric(tags);
      for (let more = below(3); more > 0; more--) tags.add(firstTopicTag + about * TAGS_A_TOPIC + topicTag());
      if (hasSound && random() < 0.8) tags.add(firstTerm + TAGS_A_TREND);
      else if (random() < SOUND_SHARE) tags.add(firstSound + sound());
      addVideo(start - Math.log(1 - random()) * spread, tags);
    }
    trends++;
  }
  while (rows.length < videos) {
    const about = topic();
    const tags = new Set<number>();
    addGeneric(tags);
    for (let more = 1 + below(5); more > 0; more--) tags.add(firstTopicTag + about * TAGS_A_TOPIC + topicTag());
    for (let more = below(3); more > 0; more--) tags.add(firstTail + tail());
    if (random() < SOUND_SHARE) tags.add(firstSound + sound());
    addVideo(random() * WINDOW_DAYS, tags);
  }
  const authors = Math.max(10, Math.min(20_000, Math.floor(videos / 5)));
  return inTimeOrder(rows, moments, firstTrendTerm + trends * (TAGS_A_TREND + 1), () => below(authors));
}

/** Videos in the order of a table: by the time they were posted. */
function inTimeOrder(rows: readonly number[][], moments: readonly number[], vocabulary: number, author: () => number): Corpus {
  const order = Float64Array.from(moments, (moment, row) => moment * rows.length + row).sort();
  const offsets = new Int32Array(rows.length + 1);
  const termIds = new Int32Array(rows.reduce((sum, row) => sum + row.length, 0));
  const days = new Float64Array(rows.length);
  let end = 0;
  order.forEach((key, place) => {
    for (const term of rows[key % rows.length] ?? []) termIds[end++] = term;
    offsets[place + 1] = end;
    days[place] = Math.floor(key / rows.length) / SECONDS_A_DAY;
  });
  const authors = Int32Array.from({ length: rows.length }, author);
  return { terms: { rows: rows.length, vocabulary, offsets, termIds, authors }, days };
}

/** @returns ranks from 0, the most frequent first */
function zipf(ranks: number, exponent: number, random: () => number): () => number {
  const sums = new Float64Array(ranks);
  let sum = 0;
  for (let rank = 0; rank < ranks; rank++) {
    sum += 1 / (rank + 1) ** exponent;
    sums[rank] = sum;
  }
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = ranks - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
