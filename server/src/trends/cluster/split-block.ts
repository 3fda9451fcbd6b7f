/**
 * Splits a block of rows by the next term that pairs may share. A row is listed under every term that it can
 * reach without skipping more weight than a neighbour may lack, so no pair is lost.
 */
import type { Vectors } from '../weights/vectors.ts';
import type { PairScope } from './similarity.ts';

/**
 * Rows `entries[from]` up to `entries[to]`; for each, the position of the last shared term and the weight
 * skipped so far.
 */
export interface Block {
  readonly entries: Int32Array;
  readonly positions: Int32Array;
  readonly skipped: Float64Array;
  readonly from: number;
  readonly to: number;
  readonly scope: PairScope;
  /** Number of successive splits that gained nothing. */
  readonly futile: number;
}

/** Splitting may list the rows of a block this many times in total. */
const MAX_COPIES = 4;
const FEW_COPIES = 1.25;
const WORTH_SPLITTING = 0.7;
/** The next term may split rows that this one did not; after this many attempts, comparing costs less. */
const MAX_FUTILE = 2;
/** How many entries are sampled to estimate whether splitting gains anything. */
const SAMPLE = 512;

/** @param entries rows that have the term */
export function firstBlock(entries: Int32Array, term: number, { offsets, termIds, weights }: Vectors): Block {
  const positions = new Int32Array(entries.length);
  const skipped = new Float64Array(entries.length);
  for (let entry = 0; entry < entries.length; entry++) {
    let at = offsets[entries[entry] ?? 0] ?? 0;
    let sum = 0;
    for (; (termIds[at] ?? 0) !== term; at++) {
      const weight = weights[at] ?? 0;
      sum += weight * weight;
    }
    positions[entry] = at;
    skipped[entry] = sum;
  }
  return { entries, positions, skipped, from: 0, to: entries.length, scope: { depth: 1, lastTerm: term }, futile: 0 };
}

/**
 * Skips the terms that all rows have next and must not skip, so that a million equal videos need no second
 * list.
 * @returns the block after those terms; its positions are those of `block`, advanced in place
 */
export function readOn(block: Block, vectors: Vectors, spare: number): Block {
  let read = block;
  while (isOfOneMind(read, vectors, spare)) {
    for (let entry = block.from; entry < block.to; entry++) block.positions[entry] = (block.positions[entry] ?? 0) + 1;
    const lastTerm = vectors.termIds[block.positions[block.from] ?? 0] ?? 0;
    read = { ...block, scope: { depth: read.scope.depth + 1, lastTerm } };
  }
  return read;
}

function isOfOneMind(
  { entries, positions, skipped, from, to }: Block,
  { offsets, termIds, weights }: Vectors,
  spare: number,
): boolean {
  const term = termIds[(positions[from] ?? 0) + 1];
  for (let entry = from; entry < to; entry++) {
    const at = (positions[entry] ?? 0) + 1;
    if (at >= (offsets[(entries[entry] ?? 0) + 1] ?? 0) || termIds[at] !== term) return false;
    const weight = weights[at] ?? 0;
    if ((skipped[entry] ?? 0) + weight * weight <= spare) return false;
  }
  return true;
}

export interface Splitter {
  /** @returns the parts with at least two rows, or null if they would be as large as the block */
  split(block: Block): Block[] | null;
}

export function createSplitter(vectors: Vectors, spare: number): Splitter {
  const { offsets, termIds, weights, terms } = vectors;
  /** By term, and one more for rows without a further shared term: first the count, then the next index to fill. */
  const nexts = new Int32Array(terms + 1);
  const ALONE = -1;

  const eachNext = (
    { entries, positions, skipped: before, from, to }: Block,
    step: number,
    take: (entry: number, term: number, position: number, skipped: number) => void,
  ): void => {
    for (let entry = from; entry < to; entry += step) {
      const end = offsets[(entries[entry] ?? 0) + 1] ?? 0;
      let skipped = before[entry] ?? 0;
      for (let at = (positions[entry] ?? 0) + 1; at < end && skipped <= spare; at++) {
        take(entry, termIds[at] ?? 0, at, skipped);
        const weight = weights[at] ?? 0;
        skipped += weight * weight;
      }
      if (skipped <= spare) take(entry, terms, end, skipped);
    }
  };
  /** @returns each term that comes next, once. `nexts` then holds the counts and must be cleared by the caller */
  const countNexts = (block: Block, step: number): { met: number[]; copies: number } => {
    const met: number[] = [];
    let copies = 0;
    eachNext(block, step, (_entry, term) => {
      const count = nexts[term] ?? 0;
      if (count === 0) met.push(term);
      nexts[term] = count + 1;
      copies++;
    });
    return { met, copies };
  };
  /**
   * Estimates the gain from a sample, because listing a block of near-identical rows in full gains nothing. @returns null:
   * not worth it
   */
  const judgeSplit = (block: Block): 'gain' | 'hope' | null => {
    const size = block.to - block.from;
    // The step is odd, so that two kinds of rows in alternation are both sampled.
    const step = Math.floor(size / SAMPLE) | 1;
    const sampled = Math.ceil(size / step);
    const { met, copies } = countNexts(block, step);
    let squares = 0;
    for (const term of met) {
      const count = nexts[term] ?? 0;
      nexts[term] = 0;
      if (term !== terms) squares += count * count;
    }
    if (copies > sampled * MAX_COPIES) return null;
    if (squares <= WORTH_SPLITTING * sampled * sampled) return 'gain';
    return copies <= sampled * FEW_COPIES && block.futile < MAX_FUTILE ? 'hope' : null;
  };
  return {
    split: (block) => {
      const judgement = judgeSplit(block);
      if (judgement === null) return null;
      const futile = judgement === 'gain' ? 0 : block.futile + 1;
      const { met } = countNexts(block, 1);
      const { depth } = block.scope;
      const parts: { from: number; to: number; scope: PairScope }[] = [];
      let size = 0;
      for (const term of met) {
        const count = nexts[term] ?? 0;
        nexts[term] = count > 1 ? size : ALONE;
        if (count < 2) continue;
        const scope = term === terms ? { depth, lastTerm: -1 } : { depth: depth + 1, lastTerm: term };
        parts.push({ from: size, to: size + count, scope });
        size += count;
      }
      const lists = { entries: new Int32Array(size), positions: new Int32Array(size), skipped: new Float64Array(size) };
      eachNext(block, 1, (entry, term, position, skipped) => {
        const at = nexts[term] ?? ALONE;
        if (at === ALONE) return;
        nexts[term] = at + 1;
        lists.entries[at] = block.entries[entry] ?? 0;
        lists.positions[at] = position;
        lists.skipped[at] = skipped;
      });
      for (const term of met) nexts[term] = 0;
      return parts.map((part) => ({ ...lists, ...part, futile }));
    },
  };
}
