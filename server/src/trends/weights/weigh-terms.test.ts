import { describe, expect, it } from 'vitest';
import { HOUSE_TAG_FACTOR, type TermRows, weighTerms } from './weigh-terms.ts';

function rowsOf(rows: readonly number[][], authors: readonly number[], vocabulary: number): TermRows {
  return {
    rows: rows.length,
    vocabulary,
    offsets: Int32Array.from([0, ...rows.map((_, row) => rows.slice(0, row + 1).flat().length)]),
    termIds: Int32Array.from(rows.flat()),
    authors: Int32Array.from(authors),
  };
}
const squaredIdf = (videos: number, having: number): number => (Math.log((1 + videos) / (1 + having)) + 1) ** 2;

describe('weights of terms', () => {
  // Term 0: three videos; 1: two by one author; 2: two by two authors; 3: one video.
  const weighed = weighTerms(rowsOf([[0, 1], [1, 0, 2], [0, 3, 2], []], [7, 7, 8, 9], 4));

  it('terms of a single video have no weight', () => {
    expect([...weighed.vocabularyIds].sort()).toEqual([0, 1, 2]);
  });

  it('weights are squared inverse frequencies, a quarter for terms of one author, largest first', () => {
    expect([...weighed.vocabularyIds]).toEqual([2, 0, 1]);
    expect([...weighed.termWeights]).toEqual([squaredIdf(4, 2), squaredIdf(4, 3), squaredIdf(4, 2) * HOUSE_TAG_FACTOR]);
    expect([...weighed.frequencies]).toEqual([2, 3, 2]);
  });

  it('the rows have length one, in the order of terms', () => {
    const { offsets, termIds, weights } = weighed.vectors;
    expect([...offsets]).toEqual([0, 2, 5, 7, 7]);
    expect([...termIds]).toEqual([1, 2, 0, 1, 2, 0, 1]);
    for (const [from, to] of [
      [0, 2],
      [2, 5],
      [5, 7],
    ])
      expect(weights.slice(from, to).reduce((sum, weight) => sum + weight * weight, 0)).toBeCloseTo(1, 12);
  });
});
