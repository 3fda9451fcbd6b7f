/** A fake TikTok: videos by user, small pages, and faults on demand. */
import type { CountRequest, SourceRecord, TikTokAdapter } from '../sources/adapters.ts';

export interface FakeVideo {
  readonly id: string;
  readonly minutesAgo: number;
}

export interface FakeTikTok {
  readonly videos: Map<string, readonly FakeVideo[]>;
  readonly followers: Map<string, number>;
  readonly gone: Set<string>;
  readonly visits: { readonly names: readonly string[]; readonly cursor: number | null; readonly since: string }[];
  /** Users whose followers were requested. */
  readonly requested: string[];
  pageSize: number;
  /** Runs before every response; its error is the response. @param call `visit`, `followers name` or `gone` */
  before: (call: string, names: readonly string[]) => Promise<void> | void;
  adapter(count: CountRequest): TikTokAdapter;
  reset(): void;
}

export function createFakeTikTok(now: () => Date): FakeTikTok {
  const recordOf = (name: string, { id, minutesAgo }: FakeVideo): SourceRecord => ({
    author: `https://www.tiktok.com/@${name}`,
    video: `https://www.tiktok.com/@${name}/video/${id}`,
    hashtags: ['kettle'],
    play_count: 10,
    comment_count: 1,
    summary: `Video ${id}`,
    posted_at: new Date(now().getTime() - minutesAgo * 60_000).toISOString(),
    author_unique_id: name,
  });
  const tiktok: FakeTikTok = {
    videos: new Map(),
    followers: new Map(),
    gone: new Set(),
    visits: [],
    requested: [],
    pageSize: 2,
    before: () => undefined,
    adapter: (count) => ({
      visitUsers: async (names, { position, since }) => {
        count();
        tiktok.visits.push({ names, cursor: position?.cursor ?? null, since: since.toISOString() });
        await tiktok.before('visit', names);
        const all = names.flatMap((name) => (tiktok.videos.get(name) ?? []).map((video) => recordOf(name, video)));
        const from = position?.cursor ?? 0;
        const until = from + tiktok.pageSize;
        const next = { cursor: until, searchId: '7', from: '20260301', until: '20260331' };
        return { records: all.slice(from, until), goneIds: [], next: until < all.length ? next : null };
      },
      readFollowerCount: async (name) => {
        count();
        tiktok.requested.push(name);
        await tiktok.before(`followers ${name}`, [name]);
        return tiktok.followers.get(name) ?? null;
      },
      findGone: async (ids) => {
        count();
        await tiktok.before('gone', ids);
        return ids.filter((id) => tiktok.gone.has(id));
      },
    }),
    reset: () => {
      for (const known of [tiktok.videos, tiktok.followers, tiktok.gone]) known.clear();
      for (const list of [tiktok.visits, tiktok.requested]) list.length = 0;
      Object.assign(tiktok, { pageSize: 2, before: () => undefined });
    },
  };
  return tiktok;
}
