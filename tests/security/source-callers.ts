/** Every request of our server to the visited networks, made by the adapters themselves. */
import type { RedditAdapter, TikTokAdapter } from '@leadloom/server/sources/adapters';
import { createSourceHttp, type SourceHttp, type SourceHttpOptions } from '@leadloom/server/sources/http/source-http';
import { createRedditAdapter } from '@leadloom/server/sources/reddit/reddit-adapter';
import { createTikTokAdapter } from '@leadloom/server/sources/tiktok/tiktok-adapter';
import { createTestClock, type TestClock } from '@leadloom/server/testing/clock';

export interface SourceCallers {
  readonly reddit: RedditAdapter;
  readonly tiktok: TikTokAdapter;
  /** Waits move it on. */
  readonly clock: TestClock;
  /** When each request left, by that clock. */
  readonly departures: number[];
}

export interface CallersOptions extends Omit<SourceHttpOptions, 'allowedOrigins'> {
  /** The origin of both networks. */
  readonly origin: string;
}

export function createSourceCallers({ origin, ...options }: CallersOptions): SourceCallers {
  const http: SourceHttp = createSourceHttp({ allowedOrigins: [origin], ...options });
  const clock = createTestClock(new Date('2026-03-01T12:00:00Z'));
  const departures: number[] = [];
  const shared = {
    http,
    now: clock.now,
    sleep: async (milliseconds: number) => clock.advance(milliseconds),
    countRequest: () => void departures.push(clock.now().getTime()),
  };
  const redditSettings = {
    clientId: 'client-id',
    clientSecret: 'client-secret',
    username: 'leadloom_test',
    apiUrl: origin,
    authUrl: origin,
  };
  return {
    reddit: createRedditAdapter({ settings: redditSettings, ...shared }),
    tiktok: createTikTokAdapter({
      settings: { clientKey: 'client-key', clientSecret: 'client-secret', apiUrl: origin },
      ...shared,
    }),
    clock,
    departures,
  };
}

/** Each request by its name. Names, ids and queries are passed on unchanged. */
export type SourceCall = readonly [name: string, ask: (callers: SourceCallers, signal: AbortSignal) => Promise<unknown>];

const VIDEO = '7600000000000000000';

export function sourceCalls({ name = 'SlowCoffee', id = '' } = {}): readonly SourceCall[] {
  const since = new Date('2026-02-20T00:00:00Z');
  return [
    ['Reddit, a visit', ({ reddit }, signal) => reddit.visitSubreddit(name, { position: null, seenUntil: null, signal })],
    ['Reddit, posts that are gone', ({ reddit }, signal) => reddit.findGone([id || 't3_1abc'], signal)],
    ['Reddit, suggestions', ({ reddit }, signal) => reddit.suggest(name, signal)],
    ['TikTok, a visit', ({ tiktok }, signal) => tiktok.visitUsers([name], { position: null, since, signal })],
    ['TikTok, followers', ({ tiktok }, signal) => tiktok.readFollowerCount(name, signal)],
    ['TikTok, videos that are gone', ({ tiktok }, signal) => tiktok.findGone([id || VIDEO], signal)],
  ];
}
