/** Disjoint sets of rows (Tarjan 1975, with path halving). The smallest row represents its set. */
export type DisjointSets = Int32Array;

export function singleSets(rows: number): DisjointSets {
  const parents = new Int32Array(rows);
  for (let row = 0; row < rows; row++) parents[row] = row;
  return parents;
}

export function findRoot(parents: DisjointSets, row: number): number {
  let at = row;
  for (;;) {
    const parent = parents[at] ?? 0;
    if (parent === at) return at;
    const above = parents[parent] ?? 0;
    parents[at] = above;
    at = above;
  }
}

/**
 * @param one one root; `other` another
 * @returns the root of both
 */
export function joinRoots(parents: DisjointSets, one: number, other: number): number {
  const root = Math.min(one, other);
  parents[one] = root;
  parents[other] = root;
  return root;
}
