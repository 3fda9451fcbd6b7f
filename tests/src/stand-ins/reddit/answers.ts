/** Answers one request out of the subreddits: the endpoints our server calls, and 404 for every other. */
import { listingOf, postChild, type StandInPost, type StandInSubreddit, subredditChild } from './posts.ts';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** null: none. */
  readonly body: object | null;
}

const MOST_ITEMS = 100;
/** The position of the oldest post that a listing reaches. */
const DEEPEST_ITEM = 1000;

const json = (body: object): Answer => ({ status: 200, body });
const missing: Answer = { status: 404, body: { message: 'Not Found', error: 404 } };

/** @param subreddits by lower-case name */
export function answer(subreddits: ReadonlyMap<string, StandInSubreddit>, { pathname, searchParams }: URL): Answer {
  const name = /^\/r\/(\w+)\/new$/.exec(pathname)?.[1];
  if (name !== undefined) return newest(subreddits.get(name.toLowerCase()), searchParams);
  if (pathname === '/api/info') return byId(subreddits, (searchParams.get('id') ?? '').split(','));
  if (pathname === '/api/subreddit_autocomplete_v2') return suggestions(subreddits, searchParams);
  return missing;
}

function newest(subreddit: StandInSubreddit | undefined, query: URLSearchParams): Answer {
  if (subreddit === undefined) {
    const headers = { location: 'https://www.reddit.com/subreddits/search.json?q=unknown' };
    return { status: 302, headers, body: null };
  }
  const { state, posts } = subreddit;
  if (state === 'banned') return { status: 404, body: { reason: 'banned', message: 'Not Found', error: 404 } };
  if (state === 'restricted') return { status: 451, body: { message: 'Unavailable For Legal Reasons', error: 451 } };
  if (state !== 'open') return { status: 403, body: { reason: state, message: 'Forbidden', error: 403 } };
  const shown = posts
    .filter(({ removal }) => removal === null)
    .reverse()
    .slice(0, DEEPEST_ITEM);
  const after = query.get('after');
  const from = after === null ? 0 : shown.findIndex(({ id }) => id === after) + 1;
  // Reddit shows nothing behind a post it does not list.
  if (after !== null && from === 0) return json(listingOf([], null));
  const page = shown.slice(from, from + Math.min(MOST_ITEMS, Number(query.get('limit') ?? 25)));
  const isLast = from + page.length >= shown.length;
  return json(listingOf(page.map(postChild), isLast ? null : (page.at(-1)?.id ?? null)));
}

function byId(subreddits: ReadonlyMap<string, StandInSubreddit>, ids: readonly string[]): Answer {
  const all = new Map<string, StandInPost>();
  for (const { posts, state } of subreddits.values()) if (state === 'open') for (const post of posts) all.set(post.id, post);
  const found = ids.slice(0, MOST_ITEMS).flatMap((id) => all.get(id) ?? []);
  return json(listingOf(found.map(postChild), null));
}

function suggestions(subreddits: ReadonlyMap<string, StandInSubreddit>, query: URLSearchParams): Answer {
  const start = (query.get('query') ?? '').toLowerCase();
  const withAdult = query.get('include_over_18') !== 'false';
  const found = [...subreddits.values()]
    .filter(({ name, isAdult, state }) => state === 'open' && name.toLowerCase().startsWith(start) && (withAdult || !isAdult))
    .sort((one, other) => other.subscribers - one.subscribers)
    .slice(0, Math.min(10, Number(query.get('limit') ?? 5)));
  return json(listingOf(found.map(subredditChild), null));
}
