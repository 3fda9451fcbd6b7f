/**
 * Turns terms into vectors. A term that only one video has cannot match anything and would only make its video
 * look different, so it is left out. Rare terms weigh far more than frequent ones (the square of their inverse
 * document frequency, Spärck Jones 1972). A term used by only one author weighs a quarter.
 */
import type { Vectors } from './vectors.ts';

/** Videos by their terms, packed like `Vectors`. A term occurs at most once per row. */
export interface TermRows {
  readonly rows: number;
  /** Size of the vocabulary; term ids are below it. */
  readonly vocabulary: number;
  readonly offsets: Int32Array;
  readonly termIds: Int32Array;
  /** A number for each video's author. */
  readonly authors: Int32Array;
}

export interface WeighedTerms {
  readonly vectors: Vectors;
  /** By term id of the vectors: its id in the vocabulary. */
  readonly vocabularyIds: Int32Array;
  /** By term id of the vectors, before rows are scaled to length one; descending. */
  readonly termWeights: Float64Array;
  /** By term id of the vectors: how many videos have it. */
  readonly frequencies: Int32Array;
}

export const HOUSE_TAG_FACTOR = 0.25;
const MIN_VIDEOS = 2;
const SEVERAL_AUTHORS = -1;

/** @param rows authors' numbers are 0 or greater */
export function weighTerms({ rows, vocabulary, offsets, termIds, authors }: TermRows): WeighedTerms {
  const { frequency, isShared } = countTerms(rows, vocabulary, offsets, termIds, authors);
  const weightOf = (id: number): number => {
    const idf = Math.log((1 + rows) / (1 + (frequency[id] ?? 0))) + 1;
    return idf * idf * (isShared[id] === 1 ? 1 : HOUSE_TAG_FACTOR);
  };
  const vocabularyIds = orderByWeight(frequency, isShared, weightOf);
  const terms = vocabularyIds.length;
  const termWeights = new Float64Array(terms);
  const frequencies = new Int32Array(terms);
  // The index of a term in the order, by its id in the vocabulary; -1: left out.
  const ranks = new Int32Array(vocabulary).fill(-1);
  let kept = 0;
  for (let rank = 0; rank < terms; rank++) {
    const id = vocabularyIds[rank] ?? 0;
    ranks[id] = rank;
    termWeights[rank] = weightOf(id);
    frequencies[rank] = frequency[id] ?? 0;
    kept += frequency[id] ?? 0;
  }
  const vectors = packVectors(rows, offsets, termIds, ranks, termWeights, kept);
  return { vectors, vocabularyIds, termWeights, frequencies };
}

function countTerms(rows: number, vocabulary: number, offsets: Int32Array, termIds: Int32Array, authors: Int32Array) {
  // Count and author are stored together, because each video uses both at once: at 2 × id the count, next to it the author.
  const counts = new Int32Array(vocabulary * 2);
  for (let row = 0; row < rows; row++) {
    // The number is increased by one, because 0 means no author yet.
    const by = (authors[row] ?? 0) + 1;
    const end = offsets[row + 1] ?? 0;
    for (let at = offsets[row] ?? 0; at < end; at++) {
      const position = (termIds[at] ?? 0) * 2;
      counts[position] = (counts[position] ?? 0) + 1;
      const known = counts[position + 1] ?? 0;
      if (known === 0) counts[position + 1] = by;
      else if (known !== by) counts[position + 1] = SEVERAL_AUTHORS;
    }
  }
  const frequency = new Int32Array(vocabulary);
  const isShared = new Uint8Array(vocabulary);
  for (let id = 0; id < vocabulary; id++) {
    frequency[id] = counts[id * 2] ?? 0;
    isShared[id] = counts[id * 2 + 1] === SEVERAL_AUTHORS ? 1 : 0;
  }
  return { frequency, isShared };
}

/**
 * Orders terms, heaviest first. Among terms of one author, and among all others, weight decreases with frequency, so
 * counting and one merge are enough.
 */
function orderByWeight(frequency: Int32Array, isShared: Uint8Array, weightOf: (id: number) => number): Int32Array {
  const shared = orderByFrequency(frequency, isShared, 1);
  const house = orderByFrequency(frequency, isShared, 0);
  const order = new Int32Array(shared.length + house.length);
  let nextShared = 0;
  let nextHouse = 0;
  for (let position = 0; position < order.length; position++) {
    const isNextShared =
      nextHouse >= house.length ||
      (nextShared < shared.length && weightOf(shared[nextShared] ?? 0) >= weightOf(house[nextHouse] ?? 0));
    order[position] = (isNextShared ? shared[nextShared++] : house[nextHouse++]) ?? 0;
  }
  return order;
}

function orderByFrequency(frequency: Int32Array, isShared: Uint8Array, targetShare: number): Int32Array {
  let most = 0;
  let wanted = 0;
  for (let id = 0; id < frequency.length; id++) {
    const count = frequency[id] ?? 0;
    if (count < MIN_VIDEOS || isShared[id] !== targetShare) continue;
    wanted++;
    if (count > most) most = count;
  }
  const starts = new Int32Array(most + 2);
  for (let id = 0; id < frequency.length; id++) {
    const count = frequency[id] ?? 0;
    if (count >= MIN_VIDEOS && isShared[id] === targetShare) starts[count + 1] = (starts[count + 1] ?? 0) + 1;
  }
  for (let count = 1; count < starts.length; count++) starts[count] = (starts[count] ?? 0) + (starts[count - 1] ?? 0);
  const order = new Int32Array(wanted);
  for (let id = 0; id < frequency.length; id++) {
    const count = frequency[id] ?? 0;
    if (count < MIN_VIDEOS || isShared[id] !== targetShare) continue;
    const position = starts[count] ?? 0;
    order[position] = id;
    starts[count] = position + 1;
  }
  return order;
}

function packVectors(
  rows: number,
  offsets: Int32Array,
  termIds: Int32Array,
  ranks: Int32Array,
  termWeights: Float64Array,
  kept: number,
): Vectors {
  const packed = new Int32Array(rows + 1);
  const ids = new Int32Array(kept);
  const weights = new Float64Array(kept);
  let end = 0;
  for (let row = 0; row < rows; row++) {
    const start = end;
    const last = offsets[row + 1] ?? 0;
    let squares = 0;
    for (let at = offsets[row] ?? 0; at < last; at++) {
      const rank = ranks[termIds[at] ?? 0] ?? -1;
      if (rank < 0) continue;
      // Rows are short: the new term is inserted among those before it.
      let position = end++;
      for (; position > start && (ids[position - 1] ?? 0) > rank; position--) ids[position] = ids[position - 1] ?? 0;
      ids[position] = rank;
    }
    for (let at = start; at < end; at++) {
      const weight = termWeights[ids[at] ?? 0] ?? 0;
      weights[at] = weight;
      squares += weight * weight;
    }
    const factor = 1 / Math.sqrt(squares || 1);
    for (let at = start; at < end; at++) weights[at] = (weights[at] ?? 0) * factor;
    packed[row + 1] = end;
  }
  return { rows, terms: termWeights.length, offsets: packed, termIds: ids, weights };
}
