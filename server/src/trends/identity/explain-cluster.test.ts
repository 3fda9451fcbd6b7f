import { expect, it } from 'vitest';
import { createVideoPacker } from '../testing/pack-videos.ts';
import { weighTerms } from '../weights/weigh-terms.ts';
import { explainCluster } from './explain-cluster.ts';

const DAY = 86_400_000;

it('an explanation has the common terms, the authors and the growth of a cluster', () => {
  const packer = createVideoPacker();
  const add = (day: number, author: string, terms: readonly string[]): void =>
    packer.add({ videoId: String(day), authorId: author, postedAt: new Date(day * DAY), terms });
  add(100.25, 'a', ['#x', '#y']);
  add(100.5, 'b', ['#x', '#y', '#z']);
  add(103, 'b', ['#x', '#z']);
  add(104, 'c', ['#x', '#y']);
  add(104.5, 'd', ['#z', '#other']);
  add(104.75, 'e', ['#other']);
  const packed = packer.finish();
  const { offsets, termIds, authors, days, vocabulary } = packed;
  const weighed = weighTerms({ rows: days.length, vocabulary: vocabulary.length, offsets, termIds, authors });
  const explained = explainCluster([0, 1, 2, 3], { packed, weighed }, 105);
  expect(explained).toMatchObject({
    videos: 4,
    authors: 3,
    firstSeen: 100.25,
    lastSeen: 104,
    daily: { firstDay: 100, counts: [2, 0, 0, 1, 1] },
    velocity: { recent: 2 / 3, before: 2 / 7 },
    center: 1,
  });
  expect(explained.terms.map(({ term, coverage }) => [term, coverage])).toEqual([
    ['#y', 0.75],
    ['#x', 1],
    ['#z', 0.5],
  ]);
  expect(explained.terms.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
});
