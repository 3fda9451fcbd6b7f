import { describe, expect, it } from 'vitest';
import { compareWithPlain } from '../testing/compare-with-plain.ts';
import { hostileShape, hostileShapeNames } from '../testing/hostile-shapes.ts';
import { packVectors } from '../testing/random-videos.ts';
import { weighTerms } from '../weights/weigh-terms.ts';
import { clusterVideos } from './cluster-videos.ts';

const RUNS = 600;
const SEED = 1;
const HOSTILE_ROWS = 5_000;
/** Comparisons per video; comparing all pairs would take 2,500. */
const MAX_COMPARED = 200;

const usual = { eps: 0.05, minSamples: 2, decay: 0.017 };

describe('clusters of videos', () => {
  it('hundreds of runs find the clusters, numbers and cores of the plain algorithm', () => {
    const { runs, borders, clusters, differences } = compareWithPlain(RUNS, SEED);
    expect(differences).toEqual([]);
    expect(runs).toBeGreaterThanOrEqual(RUNS);
    // Without border videos and clusters the comparison would show little.
    expect(borders).toBeGreaterThan(200);
    expect(clusters).toBeGreaterThan(2_000);
  });

  it('a distance of exactly eps belongs to a cluster', () => {
    // The cosine of both is 0.6, and 1 - 0.6 is not exactly 0.4 in floating point.
    const vectors = packVectors(
      [
        [[0, 1]],
        [
          [0, 3],
          [1, 4],
        ],
      ],
      2,
    );
    const days = Float64Array.of(0, 0);
    expect([...clusterVideos(vectors, days, { ...usual, eps: 0.4 }).labels]).toEqual([0, 0]);
    expect([...clusterVideos(vectors, days, { ...usual, eps: 0.399_999_999 }).labels]).toEqual([-1, -1]);
  });

  it('equal videos up to three days apart are in one cluster with the default parameters', () => {
    const vectors = packVectors([[[0, 1]], [[0, 1]]], 1);
    expect([...clusterVideos(vectors, Float64Array.of(10, 13.017), usual).labels]).toEqual([0, 0]);
    expect([...clusterVideos(vectors, Float64Array.of(10, 13.018), usual).labels]).toEqual([-1, -1]);
  });

  it('an eps of 1 or more gives one cluster, including videos without terms', () => {
    const vectors = packVectors([[], [[0, 1]], [[1, 1]]], 2);
    const days = Float64Array.of(0, 100, 200);
    expect([...clusterVideos(vectors, days, { ...usual, eps: 1 }).labels]).toEqual([0, 0, 0]);
    expect([...clusterVideos(vectors, days, { ...usual, eps: 1.5, minSamples: 4 }).labels]).toEqual([-1, -1, -1]);
  });

  it('no videos give no clusters', () => {
    const { labels, clusters } = clusterVideos(packVectors([], 0), new Float64Array(), usual);
    expect(labels).toHaveLength(0);
    expect(clusters).toBe(0);
  });

  it.each([
    { eps: 0 },
    { eps: Number.NaN },
    { minSamples: 0 },
    { minSamples: 1.5 },
    { decay: -0.1 },
    { decay: Number.POSITIVE_INFINITY },
  ])('are refused with %o', (wrong) => {
    expect(() => clusterVideos(packVectors([], 0), new Float64Array(), { ...usual, ...wrong })).toThrow(RangeError);
  });

  it('progress is reported up to the end, and clustering stops when the caller throws', () => {
    const { terms, days } = hostileShape('all identical', 1_000);
    const { vectors } = weighTerms(terms);
    for (const minSamples of [2, 5]) {
      const told: number[] = [];
      clusterVideos(vectors, days, { ...usual, minSamples }, { onProgress: (done) => told.push(done) });
      expect(told.at(-1)).toBeCloseTo(1);
      expect(told).toEqual([...told].sort((one, other) => one - other));
    }
    const stop = (): void => {
      throw new Error('stopped');
    };
    expect(() => clusterVideos(vectors, days, usual, { onProgress: stop })).toThrow('stopped');
  });

  describe.each([usual, { ...usual, decay: 0 }, { ...usual, minSamples: 5 }])('at %o', (parameters) => {
    it.each(hostileShapeNames)('few comparisons are needed when videos are %s', (name) => {
      const { terms, days } = hostileShape(name, HOSTILE_ROWS);
      const { operations } = clusterVideos(weighTerms(terms).vectors, days, parameters);
      expect(operations.compared).toBeLessThan(MAX_COMPARED * HOSTILE_ROWS);
    });
  });
});
