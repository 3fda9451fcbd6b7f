/**
 * Groups rows that may be neighbours into blocks. Rows without a common block are never compared.
 *
 * All terms have one order. Two neighbours share a first term in this order, and neither can have skipped more
 * weight before it than `spare`. So a row belongs to the block of its first term, and to those of further terms
 * while the skipped weight allows it (prefix filtering: Bayardo, Ma & Srikant 2007; with the horizon of De
 * Francisci Morales & Gionis 2016). A long block is split by the second term its pairs share, then by the
 * third, with the same allowance. The rows that remain together share nearly all terms.
 */
import type { Vectors } from '../weights/vectors.ts';
import type { BlockLimits } from './block-limits.ts';
import type { Reach } from './parameters.ts';
import type { PairScope } from './similarity.ts';
import { type Block, createSplitter, firstBlock, readOn } from './split-block.ts';
import type { WorkOptions } from './work.ts';

/**
 * Rows `entries[from]` up to `entries[to]`, in the order of `rows`. Every pair of neighbours is in at least one
 * block, and in the scope of exactly one.
 */
export type VisitBlock = (entries: Int32Array, from: number, to: number, scope: PairScope) => void;

export interface BlockSource {
  readonly vectors: Vectors;
  readonly days: Float64Array;
  readonly reach: Reach;
  /** The rows to group, by the time they were posted. */
  readonly rows: Int32Array;
  readonly visit: VisitBlock;
  readonly options: WorkOptions;
}

export const defaultLimits: BlockLimits = { shortBlock: 32, fewComparisons: 24, longBlock: 256 };
const BLOCKS_A_REPORT = 4096;

export function visitBlocks({ vectors, days, reach, rows, visit, options }: BlockSource): void {
  const { onProgress = () => undefined, limits = defaultLimits } = options;
  const { offsets, termIds, weights, terms } = vectors;
  const { spare, horizon } = reach;

  // The same loop twice, to count and to fill. A callback would cost more than the loop.
  const starts = new Int32Array(terms + 1);
  for (let entry = 0; entry < rows.length; entry++) {
    const row = rows[entry] ?? 0;
    const end = offsets[row + 1] ?? 0;
    for (let at = offsets[row] ?? 0, skipped = 0; at < end && skipped <= spare; at++) {
      const above = (termIds[at] ?? 0) + 1;
      starts[above] = (starts[above] ?? 0) + 1;
      const weight = weights[at] ?? 0;
      skipped += weight * weight;
    }
  }
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const entries = new Int32Array(starts[terms] ?? 0);
  const ends = starts.slice(0, terms);
  for (let entry = 0; entry < rows.length; entry++) {
    const row = rows[entry] ?? 0;
    const end = offsets[row + 1] ?? 0;
    for (let at = offsets[row] ?? 0, skipped = 0; at < end && skipped <= spare; at++) {
      const term = termIds[at] ?? 0;
      const position = ends[term] ?? 0;
      entries[position] = row;
      ends[term] = position + 1;
      const weight = weights[at] ?? 0;
      skipped += weight * weight;
    }
  }

  /** Pairs within the horizon; counting stops above `enough`. */
  const countPairs = (list: Int32Array, from: number, to: number, enough: number): number => {
    let pairs = 0;
    for (let at = from, oldest = from; at < to && pairs <= enough; at++) {
      const dead = (days[list[at] ?? 0] ?? 0) - horizon;
      while ((days[list[oldest] ?? 0] ?? 0) < dead) oldest++;
      pairs += at - oldest;
    }
    return pairs;
  };
  const isShort = (list: Int32Array, from: number, to: number): boolean =>
    to - from <= limits.shortBlock ||
    countPairs(list, from, to, limits.fewComparisons * (to - from)) <= limits.fewComparisons * (to - from);

  const splitter = createSplitter(vectors, spare);
  const visitBlock = (block: Block): void => {
    const { entries: list, from, to } = block;
    // Rows that share no other term cannot be split further.
    const isWhole = block.scope.lastTerm < 0 || isShort(list, from, to);
    const read = isWhole ? block : readOn(block, vectors, spare);
    const parts = isWhole ? null : splitter.split(read);
    if (parts === null) visit(list, from, to, read.scope);
    else for (const part of parts) visitBlock(part);
  };

  for (let term = 0; term < terms; term++) {
    if (term % BLOCKS_A_REPORT === 0) onProgress((starts[term] ?? 0) / (entries.length || 1));
    const from = starts[term] ?? 0;
    const to = starts[term + 1] ?? 0;
    if (to - from < 2) continue;
    if (isShort(entries, from, to)) visit(entries, from, to, { depth: 1, lastTerm: term });
    else visitBlock(firstBlock(entries.subarray(from, to), term, vectors));
  }
  onProgress(1);
}
