import { describe, expect, it } from 'vitest';
import { createVideoPacker } from '../testing/pack-videos.ts';
import { createVideos, StoredTrends } from '../testing/videos.fixture.ts';
import { weighTerms } from '../weights/weigh-terms.ts';
import { type KnownTrend, type MatchInput, matchTrends } from './match-trends.ts';

const DAY = 86_400_000;
const NOISE = -1;

/** Videos of two authors, one per day from day 100; clusters by letter, '.' for none. */
function situation(
  clusters: string,
  links: readonly number[],
  known: readonly KnownTrend[],
  tags?: readonly string[],
): MatchInput {
  const packer = createVideoPacker();
  const letters = [...new Set(clusters.replaceAll('.', ''))];
  [...clusters].forEach((letter, row) => {
    const terms = [`#${tags?.[row] ?? letter}`];
    packer.add({ videoId: String(row), authorId: String(row % 2), postedAt: new Date((100 + row) * DAY), terms });
  });
  const packed = packer.finish();
  const { offsets, termIds, authors, days, vocabulary } = packed;
  const weighed = weighTerms({ rows: days.length, vocabulary: vocabulary.length, offsets, termIds, authors });
  const labels = Int32Array.from(clusters, (letter) => (letter === '.' ? NOISE : letters.indexOf(letter)));
  return {
    videos: { packed, weighed },
    clustering: { labels, clusters: letters.length },
    known,
    links: Int32Array.from(links),
    soundTitles: new Map(),
    eps: 0.05,
    decay: 0.017,
    newFrom: 3,
  };
}
const about = (term: string, lastSeen = 100): KnownTrend => ({ centroid: [{ term, weight: 1 }], lastSeen });

describe('recognising trends', () => {
  it('a large enough cluster becomes a trend, and smaller ones do not', () => {
    const { created, updated, newLinks, trendOfCluster } = matchTrends(situation('aaabb.', [-1, -1, -1, -1, -1, -1], []));
    expect(created).toMatchObject([{ trend: 0, name: '#a', lastSeen: 102, centroid: [{ term: '#a' }] }]);
    expect(updated).toEqual([]);
    expect([...newLinks]).toEqual([0, 0, 0, -1, -1, -1]);
    expect([...trendOfCluster]).toEqual([0, -1]);
  });

  it('a cluster joins the trend of most of its links, and its other videos are linked too', () => {
    const known = [about('#x', 300), about('#y', 101)];
    const { created, updated, merged, newLinks } = matchTrends(situation('aaaaabb', [1, 0, 1, -1, -1, 0, 0], known));
    expect(created).toEqual([]);
    expect(merged).toEqual([]);
    expect(updated).toMatchObject([{ trend: 1, lastSeen: 104, isRenamed: false }]);
    expect([...newLinks]).toEqual([-1, -1, -1, 1, 1, -1, -1]);
  });

  it('a trend with half of its videos in another trend’s cluster is merged into the older one', () => {
    const { merged, updated } = matchTrends(situation('aaaab', [0, 0, 0, 1, 1], [about('#x', 103), about('#y', 104)]));
    expect(merged).toEqual([{ from: 1, into: 0 }]);
    expect(updated).toMatchObject([{ trend: 0, isRenamed: true, name: '#a', lastSeen: 104, centroid: [{ term: '#y' }] }]);
  });

  it('a trend with most of its videos elsewhere is not merged', () => {
    const { merged } = matchTrends(situation('aaaabbb', [0, 0, 0, 1, 1, 1, 1], [about('#x', 200), about('#y', 200)]));
    expect(merged).toEqual([]);
  });

  it('the last-seen time of a trend is that of its own latest video', () => {
    const known = [about('#x', 102), about('#y', 107)];
    expect(matchTrends(situation('aaaabbb', [0, 0, 0, 1, 1, 1, 1], known)).updated).toEqual([]);
    const { updated, newLinks } = matchTrends(situation('aaaaabbb', [0, 0, 0, -1, 1, 1, 1, 1], known));
    expect(updated).toMatchObject([{ trend: 0, lastSeen: 103 }]);
    expect([...newLinks]).toEqual([-1, -1, -1, 0, -1, -1, -1, -1]);
  });

  it('a recent trend without videos in the window continues if a cluster is similar', () => {
    const none = [-1, -1];
    expect(matchTrends(situation('aa', none, [about('#a', 98)])).updated).toMatchObject([{ trend: 0, lastSeen: 101 }]);
    expect(matchTrends(situation('aa', none, [about('#a', 96)])).newLinkCount).toBe(0);
    expect(matchTrends(situation('aa', none, [about('#b', 98)])).newLinkCount).toBe(0);
    expect(matchTrends(situation('aa', none, [about('#a', 98), about('#a', 98)])).updated).toMatchObject([{ trend: 0 }]);
  });

  it('a run removes no link and does not rename a growing trend', () => {
    const { updated, newLinks } = matchTrends(situation('aaa..', [0, 0, -1, 0, 0], [about('#x', 101)]));
    expect(updated).toMatchObject([{ trend: 0, isRenamed: false, lastSeen: 102 }]);
    expect([...newLinks]).toEqual([-1, -1, 0, -1, -1]);
  });

  it('the input is not changed', () => {
    const input = situation('aaabb', [-1, 0, -1, -1, -1], [about('#x')]);
    const links = [...input.links];
    matchTrends(input);
    expect([...input.links]).toEqual(links);
    expect(input.known).toEqual([about('#x')]);
  });
});

describe('ninety daily runs', () => {
  const videos = createVideos(90, 6_000, 7);
  const stored = new StoredTrends();
  let again = 0;
  for (let now = 1; now <= 90; now++) {
    stored.analyze(videos, now);
    again += stored.analyze(videos, now);
  }
  const truth = new Map(videos.map((video) => [video.videoId, video.truth]));

  it('a repeated run changes nothing', () => {
    expect(again).toBe(0);
    expect(stored.created).toBeGreaterThan(50);
    expect(stored.trends).toHaveLength(stored.created - stored.merged);
  });

  it('daily runs keep trends apart', () => {
    const counts = new Map<number, Map<number, number>>();
    for (const [videoId, id] of stored.linkedTo) {
      const made = truth.get(videoId) ?? -1;
      const count = counts.get(id) ?? new Map<number, number>();
      counts.set(id, count.set(made, (count.get(made) ?? 0) + 1));
    }
    const pure = [...counts.values()].reduce((sum, count) => sum + Math.max(...count.values()), 0);
    expect(pure / stored.linkedTo.size).toBeGreaterThan(0.95);
  });

  it('daily runs name trends by what their videos share', () => {
    expect(stored.trends.filter(({ name }) => name !== null && /^#(?:trend|also)\d+/u.test(name)).length).toBeGreaterThan(
      stored.trends.length * 0.8,
    );
  });
});
