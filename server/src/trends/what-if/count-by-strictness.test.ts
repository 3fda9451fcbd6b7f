import { describe, expect, it } from 'vitest';
import { clusterVideos } from '../cluster/cluster-videos.ts';
import { hostileShape } from '../testing/hostile-shapes.ts';
import { randomVideos } from '../testing/random-videos.ts';
import { weighTerms } from '../weights/weigh-terms.ts';
import { countByStrictness, MAX_CHOICES } from './count-by-strictness.ts';

const SETS = 150;
const CHOICES = [0.3, 0.001, 0.05, 0.05, 0.1, 0.5, 0.99, 1, 1.5];
const LARGE = [1, 3, 5];

describe('counts by strictness', () => {
  it('counts equal those of one run for each eps', () => {
    for (let seed = 1; seed <= SETS; seed++) {
      const { vectors, days } = randomVideos(seed);
      const minSamples = 1 + (seed % 4);
      const decay = [0, 0.017, 0.2, 5][Math.floor(seed / 4) % 4] ?? 0;
      const largeFrom = LARGE[seed % 3] ?? 1;
      const limits = { shortBlock: 2, fewComparisons: 0, longBlock: 2 };
      const answers = countByStrictness(
        vectors,
        days,
        { choices: CHOICES, minSamples, decay, largeFrom },
        seed % 2 === 0 ? { limits } : {},
      );
      expect(answers.map(({ eps }) => eps)).toEqual([0.001, 0.05, 0.1, 0.3, 0.5, 0.99, 1, 1.5]);
      for (const { eps, clusters, largeClusters, noiseShare } of answers) {
        const run = clusterVideos(vectors, days, { eps, minSamples, decay });
        const sizes = Array.from({ length: run.clusters }, (_, label) => run.labels.filter((other) => other === label).length);
        expect({ seed, eps, clusters, largeClusters }).toEqual({
          seed,
          eps,
          clusters: run.clusters,
          largeClusters: sizes.filter((size) => size >= largeFrom).length,
        });
        expect(noiseShare).toBeCloseTo(run.labels.filter((label) => label < 0).length / days.length, 12);
      }
    }
  });

  it('a count reports progress up to the end', () => {
    const { terms, days } = hostileShape('near-identical', 2_000);
    const told: number[] = [];
    const onProgress = (done: number): number => told.push(done);
    countByStrictness(
      weighTerms(terms).vectors,
      days,
      { choices: [0.01, 0.02, 0.05], minSamples: 2, decay: 0.017, largeFrom: 5 },
      { onProgress },
    );
    expect(told.at(-1)).toBeCloseTo(1);
    expect(told).toEqual([...told].sort((one, other) => one - other));
  });

  it('too many values of eps, or one that is not above 0, are refused', () => {
    const { vectors, days } = randomVideos(1);
    const question = { minSamples: 2, decay: 0, largeFrom: 5 };
    const choices = Array.from({ length: MAX_CHOICES + 1 }, (_, at) => (at + 1) / 1_000);
    expect(() => countByStrictness(vectors, days, { ...question, choices })).toThrow(RangeError);
    expect(() => countByStrictness(vectors, days, { ...question, choices: [0] })).toThrow(RangeError);
  });
});
