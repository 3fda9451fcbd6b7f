import { describe, expect, it } from 'vitest';
import { seededNumbers } from '../testing/seeded-numbers.ts';
import { type Centroid, createCentroidIndex } from './centroids.ts';

const SETS = 200;
const TRENDS = 30;

function plainCosine(one: Centroid, other: Centroid): number {
  const length = (centroid: Centroid): number => Math.hypot(...centroid.map(({ weight }) => weight)) || 1;
  const dot = one.reduce((sum, { term, weight }) => sum + weight * (other.find((own) => own.term === term)?.weight ?? 0), 0);
  return dot / (length(one) * length(other));
}

describe('the index of centroids', () => {
  it('every trend that is near enough is found with its cosine', () => {
    let near = 0;
    for (let seed = 1; seed <= SETS; seed++) {
      const random = seededNumbers(seed);
      const invent = (): Centroid =>
        Array.from({ length: 1 + Math.floor(random() * 6) }, () => Math.floor(random() * random() * 12))
          .filter((term, at, all) => all.indexOf(term) === at)
          .map((term) => ({ term: `#${term}`, weight: 1 + random() * 9 }))
          .sort((one, other) => other.weight - one.weight);
      const least = [0.95, 0.7, 0.3, 0, -1][seed % 5] ?? 0;
      const index = createCentroidIndex();
      const centroids = Array.from({ length: TRENDS }, invent);
      for (const [trend, centroid] of centroids.entries()) index.set(trend, centroid);
      for (let trend = 0; trend < TRENDS; trend += 7) {
        const changed = invent();
        centroids[trend] = changed;
        index.set(trend, changed);
      }
      const asked = invent();
      const found = index.cosines(asked, least);
      centroids.forEach((centroid, trend) => {
        const cosine = plainCosine(asked, centroid);
        const told = found.get(trend);
        if (told !== undefined) expect(told).toBeCloseTo(cosine, 12);
        if (cosine <= 0 || cosine < least) return;
        expect({ seed, trend, isFound: told !== undefined }).toEqual({ seed, trend, isFound: true });
        near++;
      });
    }
    expect(near).toBeGreaterThan(500);
  });

  it('a trend with an empty centroid is dropped', () => {
    const index = createCentroidIndex();
    const centroid: Centroid = [{ term: '#a', weight: 2 }];
    index.set(0, centroid);
    expect([...index.cosines(centroid, 0.9)]).toEqual([[0, 1]]);
    index.set(0, []);
    expect([...index.cosines(centroid, 0.9)]).toEqual([]);
  });
});
