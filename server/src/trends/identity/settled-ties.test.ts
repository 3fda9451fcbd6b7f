/**
 * Values that are equal except for rounding: one unrelated video changes every weight slightly, and must change
 * no choice.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVideoPacker } from '../testing/pack-videos.ts';
import { weighTerms } from '../weights/weigh-terms.ts';
import { explainCluster } from './explain-cluster.ts';
import { type KnownTrend, matchTrends } from './match-trends.ts';
import type { WeighedVideos } from './weighed-videos.ts';

const DAY = 86_400_000;
const NOISE = -1;

/** Videos an hour apart, each by its own author. Those of `elsewhere` come last and have their own tags. */
function weigh(tags: readonly (readonly string[])[], elsewhere: number): WeighedVideos {
  const packer = createVideoPacker();
  const all = [...tags, ...Array.from({ length: elsewhere }, (_, index) => [`elsewhere${index}`])];
  all.forEach((own, row) => {
    const postedAt = new Date(100 * DAY + row * 3_600_000);
    packer.add({ videoId: String(row), authorId: String(row), postedAt, terms: own.map((tag) => `#${tag}`) });
  });
  const packed = packer.finish();
  const { offsets, termIds, authors, days, vocabulary } = packed;
  const weighed = weighTerms({ rows: days.length, vocabulary: vocabulary.length, offsets, termIds, authors });
  return { packed, weighed };
}

function trendOf(tags: readonly (readonly string[])[], known: readonly KnownTrend[], elsewhere: number): number | undefined {
  const videos = weigh(tags, elsewhere);
  const rows = videos.packed.days.length;
  const labels = Int32Array.from({ length: rows }, (_, row) => (row < tags.length ? 0 : NOISE));
  const { trendOfCluster } = matchTrends({
    videos,
    clustering: { labels, clusters: 1 },
    known,
    links: new Int32Array(rows).fill(NOISE),
    soundTitles: new Map(),
    eps: 0.05,
    decay: 0.017,
    newFrom: 3,
  });
  return trendOfCluster[0];
}

const tagSets = fc.uniqueArray(fc.stringMatching(/^[a-z]{2,8}$/), { minLength: 2, maxLength: 12 });

describe('ties', () => {
  it('between trends that are equally near go to the oldest, and one video elsewhere changes nothing', () => {
    const situations = fc.record({
      tags: tagSets,
      videos: fc.integer({ min: 2, max: 6 }),
      scales: fc.array(fc.double({ min: 0.1, max: 50, noNaN: true }), { minLength: 2, maxLength: 6 }),
      elsewhere: fc.integer({ min: 1, max: 40 }),
      turn: fc.nat(11),
    });
    fc.assert(
      fc.property(situations, ({ tags, videos, scales, elsewhere, turn }) => {
        // All with about the same terms, in different numbers and orders.
        const known = scales.map((weight, index) => {
          const at = (turn * index) % tags.length;
          const centroid = [...tags.slice(at), ...tags.slice(0, at)].map((tag) => ({ term: `#${tag}`, weight }));
          return { centroid, lastSeen: 100 };
        });
        const cluster = Array.from({ length: videos }, () => tags);
        expect(trendOf(cluster, known, 0)).toBe(0);
        expect(trendOf(cluster, known, elsewhere)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('a trend that is nearer by more than rounding is chosen, whichever is older', () => {
    const tags = ['kettle', 'tea', 'cup'];
    const about = (weights: readonly number[]): KnownTrend => ({
      centroid: tags.map((tag, index) => ({ term: `#${tag}`, weight: weights[index] ?? 0 })),
      lastSeen: 100,
    });
    expect(trendOf([tags, tags], [about([1, 1, 0.999]), about([2, 2, 2])], 1)).toBe(1);
  });

  it('between videos in the middle of a cluster go to the first', () => {
    fc.assert(
      fc.property(tagSets, fc.integer({ min: 0, max: 40 }), (shared, elsewhere) => {
        // The last two make all tags equally frequent.
        const videos = [['left', ...shared], [...shared, 'right'], ['left'], ['right']];
        expect(explainCluster([0, 1], weigh(videos, elsewhere), 101).center).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('between reasons of equal share go to the first by name', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 40 }), (others, elsewhere) => {
        // Both are in as many videos, with as many other tags, in opposite order.
        const named = (tag: string, counts: readonly number[]) =>
          counts.map((count, group) => [tag, ...Array.from({ length: count }, (_, index) => `${tag}${group}x${index}`)]);
        const cluster = [...named('left', others), ...named('alike', others.toReversed())];
        const again = cluster.flatMap(([, ...rest]) => rest.map((tag) => [tag]));
        const { terms } = explainCluster([...cluster.keys()], weigh([...cluster, ...again], elsewhere), 101);
        const indexes = ['#alike', '#left'].map((tag) => terms.findIndex(({ term }) => term === tag));
        expect(indexes[0]).toBeLessThan(indexes[1] ?? 0);
      }),
      { numRuns: 300 },
    );
  });
});
