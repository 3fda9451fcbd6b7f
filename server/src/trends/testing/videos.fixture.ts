/** Ninety days of generated videos, some of which follow trends, analysed run by run as a server would. */
import { type AnalysisInput, type AnalysisResult, analyzeVideos } from '../analysis/analyze-videos.ts';
import type { KnownTrend } from '../identity/match-trends.ts';
import { createVideoPacker } from './pack-videos.ts';
import { seededNumbers } from './seeded-numbers.ts';

export interface FixtureVideo {
  readonly videoId: string;
  readonly authorId: string;
  readonly day: number;
  readonly terms: readonly string[];
  /** Number of the trend it was made for, or -1. */
  readonly truth: number;
}

const DAY = 86_400_000;
const WINDOW = 30;
const NEW_FROM = 5;

export const fixtureParameters = { eps: 0.05, minSamples: 2, decay: 0.017 };

export function createVideos(days: number, videos: number, seed: number): FixtureVideo[] {
  const random = seededNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const told: Omit<FixtureVideo, 'videoId'>[] = [];
  const author = (): string => `author${below(200)}`;
  for (let trend = 0; told.length < videos / 3; trend++) {
    const start = random() * days;
    const size = 5 + Math.floor(5 / random() ** 0.8);
    for (let left = Math.min(size, 200); left > 0; left--) {
      const terms = [`#trend${trend}`, `#also${trend}`];
      if (random() < 0.5) terms.push(`~sound${trend}`);
      if (random() < 0.3) terms.push(`#common${below(10)}`);
      told.push({ authorId: author(), day: Math.min(days - 0.001, start - Math.log(1 - random()) * 4), terms, truth: trend });
    }
  }
  while (told.length < videos) {
    const terms = Array.from({ length: 1 + below(5) }, () => `#tag${Math.floor(3_000 * random() ** 2)}`);
    told.push({ authorId: author(), day: random() * days, terms: [...new Set(terms)], truth: -1 });
  }
  return told
    .sort((one, other) => one.day - other.day)
    .map((video, at) => ({ ...video, videoId: String(at), day: Math.round(video.day * DAY) / DAY }));
}

interface StoredTrend extends KnownTrend {
  readonly id: number;
  readonly name: string | null;
}

/** Stores what a server stores in its database. */
export class StoredTrends {
  readonly linkedTo = new Map<string, number>();
  trends: StoredTrend[] = [];
  created = 0;
  merged = 0;

  input(videos: readonly FixtureVideo[], now: number): { input: AnalysisInput; window: readonly FixtureVideo[] } {
    const window = videos.filter(({ day }) => day <= now && day > now - WINDOW);
    const packer = createVideoPacker();
    for (const { videoId, authorId, day, terms } of window)
      packer.add({ videoId, authorId, terms, postedAt: new Date(Math.round(day * DAY)) });
    const indexes = new Map(this.trends.map(({ id }, index) => [id, index]));
    const links = Int32Array.from(window, ({ videoId }) => indexes.get(this.linkedTo.get(videoId) ?? -1) ?? -1);
    const soundTitles = new Map<string, string>();
    const input = { videos: packer.finish(), parameters: fixtureParameters, known: this.trends, links, soundTitles };
    return { input: { ...input, newFrom: NEW_FROM, now }, window };
  }

  /** @returns changes made */
  analyze(videos: readonly FixtureVideo[], now: number): number {
    const { input, window } = this.input(videos, now);
    return this.save(analyzeVideos(input), window);
  }

  save({ changes }: AnalysisResult, window: readonly FixtureVideo[]): number {
    const { created, updated, merged, newLinks, newLinkCount } = changes;
    const ids = this.trends.map(({ id }) => id);
    for (const { trend } of created) ids[trend] = this.created++;
    window.forEach(({ videoId }, row) => {
      const id = ids[newLinks[row] ?? -1];
      if (id !== undefined) this.linkedTo.set(videoId, id);
    });
    for (const { from, into } of merged)
      for (const [videoId, id] of this.linkedTo) if (id === ids[from]) this.linkedTo.set(videoId, ids[into] ?? -1);
    const byId = new Map(this.trends.map((trend) => [trend.id, trend]));
    for (const { trend, name, lastSeen, centroid, isRenamed } of updated) {
      const known = this.trends[trend];
      if (known !== undefined) byId.set(known.id, { id: known.id, name: isRenamed ? name : known.name, lastSeen, centroid });
    }
    for (const { trend, name, lastSeen, centroid } of created) {
      const id = ids[trend] ?? -1;
      byId.set(id, { id, name, lastSeen, centroid });
    }
    for (const { from } of merged) byId.delete(ids[from] ?? -1);
    this.trends = [...byId.values()].sort((one, other) => one.id - other.id);
    this.merged += merged.length;
    return created.length + updated.length + merged.length + newLinkCount;
  }
}
