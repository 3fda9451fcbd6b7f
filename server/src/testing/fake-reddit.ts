/** A fake Reddit: posts by subreddit, small pages, and faults on demand. */
import type { CountRequest, RedditAdapter, SourceRecord, Suggestion } from '../sources/adapters.ts';

export interface FakePost {
  /** The id without `t3_`. */
  readonly id: string;
  readonly minutesAgo: number;
  readonly score?: number;
  readonly title?: string;
}

export interface FakeReddit {
  /** Posts by name, in lower case. */
  readonly posts: Map<string, readonly FakePost[]>;
  /** Ids with `t3_`. */
  readonly gone: Set<string>;
  /** The requests of visits alone, as `name after`. */
  readonly visits: string[];
  readonly requests: { readonly gone: string[][]; readonly suggestions: string[] };
  pageSize: number;
  suggestions: readonly Suggestion[];
  /** Runs before every response; its error is the response. @param call `visit name`, `gone` or `suggest text` */
  before: (call: string, signal: AbortSignal) => Promise<void> | void;
  adapter(count: CountRequest): RedditAdapter;
  reset(): void;
}

export function createFakeReddit(now: () => Date): FakeReddit {
  const recordOf = (name: string, { id, minutesAgo, score = 1, title = `Post ${id}` }: FakePost): SourceRecord => ({
    title,
    author: 'quiet_otter',
    subreddit_name: name,
    permalink: `https://www.reddit.com/r/${name}/comments/${id}/post_${id}/`,
    image_url: null,
    comment_count: 0,
    score,
    type: 'self',
    flair: null,
    text: null,
    posted_at: new Date(now().getTime() - minutesAgo * 60_000).toISOString(),
  });
  const reddit: FakeReddit = {
    posts: new Map(),
    gone: new Set(),
    visits: [],
    requests: { gone: [], suggestions: [] },
    pageSize: 2,
    suggestions: [],
    before: () => undefined,
    adapter: (count) => ({
      visitSubreddit: async (name, { position, seenUntil, signal }) => {
        count();
        reddit.visits.push(`${name} ${position?.after ?? '-'}`);
        await reddit.before(`visit ${name}`, signal);
        const all = reddit.posts.get(name.toLowerCase()) ?? [];
        const listed = all.filter(({ id }) => !reddit.gone.has(`t3_${id}`));
        const from = position === null ? 0 : all.findIndex(({ id }) => `t3_${id}` === position.after) + 1;
        const page = all.slice(from, from + reddit.pageSize);
        const records = page.filter((post) => listed.includes(post)).map((post) => recordOf(name, post));
        const last = page.at(-1);
        const isKnown = seenUntil !== null && records.some(({ posted_at: time }) => new Date(String(time)) <= seenUntil);
        const isLast = last === undefined || from + page.length >= all.length || isKnown;
        return {
          records,
          goneIds: page.filter((post) => !listed.includes(post)).map(({ id }) => `t3_${id}`),
          displayName: all.length === 0 ? null : name,
          next: isLast ? null : { after: `t3_${last.id}`, count: from + page.length },
        };
      },
      findGone: async (ids, signal) => {
        count();
        reddit.requests.gone.push([...ids]);
        await reddit.before('gone', signal);
        return ids.filter((id) => reddit.gone.has(id));
      },
      suggest: async (text, signal) => {
        count();
        reddit.requests.suggestions.push(text);
        await reddit.before(`suggest ${text}`, signal);
        return reddit.suggestions;
      },
    }),
    reset: () => {
      reddit.posts.clear();
      reddit.gone.clear();
      for (const list of [reddit.visits, reddit.requests.gone, reddit.requests.suggestions]) list.length = 0;
      Object.assign(reddit, { pageSize: 2, suggestions: [], before: () => undefined });
    },
  };
  return reddit;
}
