/**
 * Finds the cores for more than two samples. Neighbours are counted only as far as needed: two rows that both
 * have enough are never compared, so that a dense block takes only a few comparisons per row.
 */
import type { Vectors } from '../weights/vectors.ts';
import { visitBlocks } from './candidate-blocks.ts';
import type { PairScope } from './similarity.ts';
import type { Work } from './work.ts';

export interface CoreRows {
  /** 1 for the rows that are cores. */
  readonly core: Uint8Array;
  /** Pairs of neighbours: `first[i]` with `second[i]`. Contains every pair of which one row is not a core. */
  readonly first: Int32Array;
  readonly second: Int32Array;
}

const FIRST_ROOM = 1 << 12;

export function findCoreRows(vectors: Vectors, days: Float64Array, rows: Int32Array, minSamples: number, work: Work): CoreRows {
  const { reach, moments, similarity, mayBeNear, operations } = work;
  const neighbours = new Int32Array(vectors.rows).fill(1);
  const hasEnough = (row: number): boolean => (neighbours[row] ?? 0) >= minSamples;
  const pairs = createPairList(hasEnough);
  /** @returns whether the two are neighbours */
  const meet = (row: number, other: number, scope: PairScope): boolean => {
    operations.compared++;
    if (!mayBeNear(row, other)) return false;
    operations.verified++;
    if (similarity(row, other, scope) < 0) return false;
    pairs.add(row, other);
    neighbours[row] = (neighbours[row] ?? 0) + 1;
    neighbours[other] = (neighbours[other] ?? 0) + 1;
    return true;
  };
  let open = new Int32Array(1024);
  let full = new Int32Array(1024);

  const visit = (entries: Int32Array, from: number, to: number, scope: PairScope): void => {
    if (to - from > open.length) {
      open = new Int32Array((to - from) * 2);
      full = new Int32Array((to - from) * 2);
    }
    let openSize = 0;
    let fullSize = 0;
    for (let entry = from; entry < to; entry++) {
      const row = entries[entry] ?? 0;
      const dead = (moments[row * 2 + 1] ?? 0) - reach.horizon;
      // Full rows are compared before the open rows, because this may complete the row.
      for (let at = fullSize - 1; at >= 0 && !hasEnough(row); at--) {
        const other = full[at] ?? 0;
        if ((moments[other * 2 + 1] ?? 0) < dead) full[at] = full[--fullSize] ?? 0;
        else if (meet(row, other, scope) && at < fullSize - 1) {
          // The row is moved to the end, where the next row starts: a row near one is likely near the next.
          full[at] = full[fullSize - 1] ?? 0;
          full[fullSize - 1] = other;
        }
      }
      let kept = 0;
      for (let at = 0; at < openSize; at++) {
        const other = open[at] ?? 0;
        if ((moments[other * 2 + 1] ?? 0) < dead) continue;
        // The other row may have got enough neighbours in another block.
        if (!hasEnough(other) || !hasEnough(row)) meet(row, other, scope);
        if (hasEnough(other)) full[fullSize++] = other;
        else open[kept++] = other;
      }
      openSize = kept;
      if (hasEnough(row)) full[fullSize++] = row;
      else open[openSize++] = row;
    }
  };
  visitBlocks({ vectors, days, reach, rows, visit, options: work.options });
  const core = new Uint8Array(vectors.rows);
  for (let row = 0; row < core.length; row++) core[row] = hasEnough(row) ? 1 : 0;
  return { core, ...pairs.finish() };
}

/** A list of pairs. When it is full, pairs of two cores are removed; at most `minSamples` pairs per row remain. */
function createPairList(isCore: (row: number) => boolean) {
  let first = new Int32Array(FIRST_ROOM);
  let second = new Int32Array(FIRST_ROOM);
  let size = 0;
  const forget = (): void => {
    let kept = 0;
    for (let at = 0; at < size; at++) {
      const one = first[at] ?? 0;
      const other = second[at] ?? 0;
      if (isCore(one) && isCore(other)) continue;
      first[kept] = one;
      second[kept++] = other;
    }
    size = kept;
  };
  const enlarge = (list: Int32Array): Int32Array<ArrayBuffer> => {
    const larger = new Int32Array(list.length * 2);
    larger.set(list);
    return larger;
  };
  return {
    add: (one: number, other: number): void => {
      if (size === first.length) {
        forget();
        if (size > first.length / 2) {
          first = enlarge(first);
          second = enlarge(second);
        }
      }
      first[size] = one;
      second[size++] = other;
    },
    finish: (): { first: Int32Array; second: Int32Array } => {
      forget();
      return { first: first.subarray(0, size), second: second.subarray(0, size) };
    },
  };
}
