/**
 * Reads Reddit's Data API with application-only access. Names are validated before they become paths. Responses are
 * validated as well; one unreadable post does not affect the rest of its page.
 */
import { readSubredditName, subredditKey } from '@leadloom/shared/social/names';
import { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import type { RedditSettings } from '../../config.ts';
import type { CountRequest, RedditAdapter, RedditPosition, Suggestion } from '../adapters.ts';
import { parseJsonAnswer } from '../http/parse-json-answer.ts';
import type { Sleep } from '../http/pause.ts';
import { createSourceHttp, type SourceAnswer, type SourceHttp } from '../http/source-http.ts';
import { SourceError } from '../source-error.ts';
import { readRedditPost } from './read-reddit-post.ts';
import type { Priority } from './reddit-pace.ts';
import { createRedditRequests } from './reddit-requests.ts';
import { createRedditToken } from './reddit-token.ts';
import { type RequestSubject, refuseAnswer } from './refuse-answer.ts';

/** Reddit's maximum. */
const PAGE_SIZE = 100;
/** Reddit's listings end at about this item. */
const DEEPEST_ITEM = 1000;
/** If none of this many posts can be read, Reddit's format has changed. */
const SUSPICIOUS_PAGE = 10;
const MAX_IDS = 100;
const MAX_SUGGESTIONS = 10;
const MAX_QUERY = 50;
const POST_ID = /^t3_[0-9a-z]{1,13}$/;

const listingSchema = z.object({
  data: z.object({
    after: z.string().regex(POST_ID).nullish(),
    children: z.array(z.unknown()),
  }),
});
const childSchema = z.object({ kind: z.string(), data: z.unknown() });
const postedSchema = z.object({ created_utc: z.number() });
const ownSubredditSchema = z.object({ subreddit: z.string() });
const namedSchema = z.object({ name: z.string() });
const subredditSchema = z.object({
  display_name: z.string(),
  subscribers: z.int().nonnegative().nullish().catch(null),
  over18: z.boolean().nullish().catch(true),
});

export interface RedditAdapterOptions {
  readonly settings: RedditSettings;
  /** If absent: a client for the origins of the settings only. */
  readonly http?: SourceHttp | undefined;
  readonly now?: (() => Date) | undefined;
  readonly sleep?: Sleep | undefined;
  readonly countRequest: CountRequest;
  /** Our version in the user agent. */
  readonly userAgentVersion?: string | undefined;
}

interface ListingRequest extends RequestSubject {
  /** A path below the API's origin. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly haste: Priority;
  readonly signal: AbortSignal;
}

export function createRedditAdapter({
  settings,
  http = createSourceHttp({ allowedOrigins: [settings.apiUrl, settings.authUrl] }),
  now = () => new Date(),
  sleep,
  countRequest,
  userAgentVersion = manifest.version,
}: RedditAdapterOptions): RedditAdapter {
  const requests = createRedditRequests({ http, now, sleep, countRequest });
  const userAgent = `server:leadloom:${userAgentVersion} (by /u/${settings.username})`;
  const token = createRedditToken({ settings, requests, now, userAgent });

  /** The children of a listing, of one kind. */
  async function readListing(
    request: ListingRequest,
    kind: 't3' | 't5',
  ): Promise<{ after: string | null; items: readonly unknown[] }> {
    const answer = await requestWithToken(request, true);
    const refusal = refuseAnswer(answer, request);
    if (refusal !== null) throw refusal;
    const listing = listingSchema.safeParse(parseJsonAnswer(answer.text, request.what));
    if (!listing.success) {
      throw new SourceError('failed', `${request.what}: the response is not a listing`, {
        isOfNetwork: false,
        cause: listing.error,
      });
    }
    const { after, children } = listing.data.data;
    const items = children.flatMap((child) => {
      const read = childSchema.safeParse(child);
      return read.success && read.data.kind === kind ? [read.data.data] : [];
    });
    return { after: after ?? null, items };
  }

  async function requestWithToken(request: ListingRequest, mayRenew: boolean): Promise<SourceAnswer> {
    const { path, query, haste, signal } = request;
    const bearer = await token.read(haste, signal);
    const answer = await requests.send({
      method: 'GET',
      url: `${settings.apiUrl}${path}?${new URLSearchParams({ ...query, raw_json: '1' })}`,
      headers: { authorization: `Bearer ${bearer}`, 'user-agent': userAgent, accept: 'application/json' },
      signal,
      haste,
      isPaced: true,
    });
    if (answer.status !== 401) return answer;
    token.forget(bearer);
    // The token may have been revoked early. A new token is tried once.
    return mayRenew ? requestWithToken(request, false) : answer;
  }

  return {
    visitSubreddit: async (name, { position, seenUntil, signal }) => {
      const what = `r/${name}`.slice(0, 60);
      if (readSubredditName(name) !== name)
        throw new SourceError('not_found', `${what} is not a subreddit name`, { isOfNetwork: false });
      const { after, items } = await readListing(
        {
          what,
          isName: true,
          path: `/r/${encodeURIComponent(name)}/new`,
          query: {
            limit: String(PAGE_SIZE),
            ...(position === null ? {} : { after: position.after, count: String(position.count) }),
          },
          haste: 'visit',
          signal,
        },
        't3',
      );
      const posts = items.map((item) => readRedditPost(item));
      if (items.length >= SUSPICIOUS_PAGE && posts.every(({ kind }) => kind === 'other'))
        throw new SourceError('failed', `${what}: none of ${items.length} posts can be read`, { isOfNetwork: false });
      const spellings = items.flatMap((item) => ownSubredditSchema.safeParse(item).data?.subreddit ?? []);
      return {
        records: posts.flatMap((post) => (post.kind === 'post' ? [post.record] : [])),
        goneIds: posts.flatMap((post) => (post.kind === 'gone' ? [post.id] : [])),
        displayName: spellings.find((spelling) => subredditKey(spelling) === subredditKey(name)) ?? null,
        next: nextPosition({ position, after, items, seenUntil }),
      };
    },

    findGone: async (postIds, signal) => {
      const ids = [...new Set(postIds)].filter((id) => POST_ID.test(id)).slice(0, MAX_IDS);
      if (ids.length === 0) return [];
      const request = { what: 'posts by id', isName: false, path: '/api/info', query: { id: ids.join(',') } };
      const { items } = await readListing({ ...request, haste: 'visit', signal }, 't3');
      const asked = new Set(ids);
      const met = new Set(items.flatMap((item) => namedSchema.safeParse(item).data?.name ?? []).filter((id) => asked.has(id)));
      // A response without any of the posts is more likely wrong than right.
      if (met.size === 0) return [];
      const gone = new Set(items.flatMap((item) => goneId(item) ?? []));
      return ids.filter((id) => gone.has(id) || !met.has(id));
    },

    suggest: async (query, signal) => {
      const text = [...query.replace(/\p{C}/gu, '').trim()].slice(0, MAX_QUERY).join('');
      if (text === '') return [];
      const request = {
        what: 'suggestions',
        isName: false,
        path: '/api/subreddit_autocomplete_v2',
        query: {
          query: text,
          limit: String(MAX_SUGGESTIONS),
          include_over_18: 'false',
          include_profiles: 'false',
          typeahead_active: 'true',
        },
      };
      const { items } = await readListing({ ...request, haste: 'person', signal }, 't5');
      return items.flatMap(suggestionOf).slice(0, MAX_SUGGESTIONS);
    },
  };
}

interface PageEnd {
  readonly position: RedditPosition | null;
  readonly after: string | null;
  readonly items: readonly unknown[];
  readonly seenUntil: Date | null;
}

function nextPosition({ position, after, items, seenUntil }: PageEnd): RedditPosition | null {
  const count = (position?.count ?? 0) + items.length;
  if (after === null || items.length === 0 || count >= DEEPEST_ITEM || after === position?.after) return null;
  const last = items.flatMap((item) => postedSchema.safeParse(item).data?.created_utc ?? []).at(-1);
  return seenUntil !== null && last !== undefined && last * 1000 <= seenUntil.getTime() ? null : { after, count };
}

function goneId(item: unknown): string | null {
  const post = readRedditPost(item);
  return post.kind === 'gone' ? post.id : null;
}

function suggestionOf(item: unknown): Suggestion[] {
  const read = subredditSchema.safeParse(item);
  if (!read.success || read.data.over18 === true) return [];
  const { display_name: name, subscribers } = read.data;
  return readSubredditName(name) === name ? [{ name, subscribers: subscribers ?? null }] : [];
}
