/**
 * Joins neighbours into sets. Rows of one set are not compared again: within a block they form a linked list,
 * and one neighbour in it is enough to join all. So a block of a hundred thousand near-identical videos does
 * not take quadratic time.
 */
import type { Vectors } from '../weights/vectors.ts';
import { defaultLimits, visitBlocks } from './candidate-blocks.ts';
import { type DisjointSets, findRoot, joinRoots, singleSets } from './disjoint-sets.ts';
import { createEqualRows } from './equal-rows.ts';
import { anyPair } from './similarity.ts';
import type { Work } from './work.ts';

const NONE = -1;

/** @param rows by the time they were posted; all others stay alone */
export function joinNeighbours(vectors: Vectors, days: Float64Array, rows: Int32Array, work: Work): DisjointSets {
  const sets = singleSets(vectors.rows);
  const { reach, moments, similarity, mayBeNear, operations } = work;
  const { longBlock } = work.options.limits ?? defaultLimits;
  // Entries of the current block in a list: `next` is the next entry, `tail` (of a head) the last.
  let chained = new Int32Array(1024);
  let next = new Int32Array(1024);
  let tail = new Int32Array(1024);
  let nodes = 0;
  let chains: number[] = [];
  let lone = new Int32Array(1024);

  /** Inserts a row after the head, which is the row that last had a neighbour. */
  const addNode = (row: number, head: number): number => {
    chained[nodes] = row;
    if (head === NONE) {
      next[nodes] = NONE;
      tail[nodes] = nodes;
      return nodes++;
    }
    next[nodes] = next[head] ?? NONE;
    if (next[nodes] === NONE) tail[head] = nodes;
    next[head] = nodes++;
    return head;
  };
  const append = (chain: number, other: number): number => {
    if (chain === NONE) return other;
    next[tail[chain] ?? 0] = other;
    tail[chain] = tail[other] ?? 0;
    return chain;
  };

  const belongTogether = (row: number, other: number): boolean => {
    operations.verified++;
    return similarity(row, other, anyPair) >= 0;
  };

  const equals = createEqualRows(vectors);
  /**
   * By row: the last block in which an equal row follows. A neighbour of this row is at least as near to that
   * one.
   */
  const supersededIn = new Int32Array(vectors.rows);
  let block = 0;
  /** Joins the row with the last equal one, without comparing it with any other. */
  const joinEqual = (row: number): void => {
    const equal = equals.meet(row);
    if (equal === NONE) return;
    supersededIn[equal] = block;
    const root = findRoot(sets, row);
    const rootOfEqual = findRoot(sets, equal);
    if (root !== rootOfEqual && belongTogether(row, equal)) joinRoots(sets, root, rootOfEqual);
  };

  /** Most blocks are a pair, and need none of the steps below. */
  const joinPair = (row: number, other: number): void => {
    operations.compared++;
    if (Math.abs((moments[other * 2 + 1] ?? 0) - (moments[row * 2 + 1] ?? 0)) > reach.horizon || !mayBeNear(row, other)) return;
    const root = findRoot(sets, row);
    const rootOfOther = findRoot(sets, other);
    if (root !== rootOfOther && belongTogether(row, other)) joinRoots(sets, root, rootOfOther);
  };

  const joinBlock = (entries: Int32Array, from: number, to: number): void => {
    const size = to - from;
    if (size === 2) {
      joinPair(entries[from] ?? 0, entries[from + 1] ?? 0);
      return;
    }
    if (size > lone.length) {
      // A row is at most two nodes: one when it is added, and one from when it was alone.
      lone = new Int32Array(size * 2);
      chained = new Int32Array(size * 4);
      next = new Int32Array(size * 4);
      tail = new Int32Array(size * 4);
    }
    block++;
    const isLong = size >= longBlock;
    if (isLong) equals.clear(size);
    nodes = 0;
    if (chains.length > 0) chains = [];
    let firstLone = 0;
    let endLone = 0;
    for (let entry = from; entry < to; entry++) {
      const row = entries[entry] ?? 0;
      const dead = (moments[row * 2 + 1] ?? 0) - reach.horizon;
      if (isLong) joinEqual(row);
      // The root is computed on first use; most rows never need it.
      let root = chains.length > 0 ? findRoot(sets, row) : NONE;
      let mine = NONE;

      let openChains = 0;
      for (let c = 0; c < chains.length; c++) {
        let head = chains[c] ?? NONE;
        let isJoined = findRoot(sets, chained[head] ?? 0) === root;
        if (!isJoined) {
          let before = NONE;
          for (let node = head; node !== NONE; ) {
            const other = chained[node] ?? 0;
            const following = next[node] ?? NONE;
            operations.compared++;
            if ((moments[other * 2 + 1] ?? 0) < dead || (isLong && supersededIn[other] === block)) {
              if (before === NONE) {
                if (following !== NONE) tail[following] = tail[head] ?? 0;
                head = following;
              } else {
                next[before] = following;
                if (following === NONE) tail[head] = before;
              }
            } else if (mayBeNear(row, other) && belongTogether(row, other)) {
              root = joinRoots(sets, root, findRoot(sets, other));
              isJoined = true;
              if (before !== NONE) {
                // The node is moved to the front: a row near one row of a list is likely near the next.
                next[before] = following;
                tail[node] = following === NONE ? before : (tail[head] ?? 0);
                next[node] = head;
                head = node;
              }
              break;
            } else before = node;
            node = following;
          }
        }
        if (head === NONE) continue;
        if (isJoined) mine = append(mine, head);
        else chains[openChains++] = head;
      }
      chains.length = openChains;

      while (firstLone < endLone && (moments[(lone[firstLone] ?? 0) * 2 + 1] ?? 0) < dead) firstLone++;
      operations.compared += endLone - firstLone;
      let kept = firstLone;
      for (let at = firstLone; at < endLone; at++) {
        const other = lone[at] ?? 0;
        if (isLong && supersededIn[other] === block) continue;
        let isJoined = false;
        if (mayBeNear(row, other)) {
          if (root === NONE) root = findRoot(sets, row);
          const rootOfOther = findRoot(sets, other);
          isJoined = rootOfOther === root;
          if (!isJoined && belongTogether(row, other)) {
            root = joinRoots(sets, root, rootOfOther);
            isJoined = true;
          }
        }
        if (isJoined) mine = addNode(other, mine);
        else if (kept !== at) lone[kept++] = other;
        else kept++;
      }
      endLone = kept;

      if (mine === NONE) lone[endLone++] = row;
      else chains.push(addNode(row, mine));
    }
  };
  visitBlocks({ vectors, days, reach, rows, visit: joinBlock, options: work.options });
  return sets;
}
