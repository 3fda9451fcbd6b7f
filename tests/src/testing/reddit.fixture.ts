/** Reddit's adapter with the stand-in, both on a clock that waits advance. */
import type { RedditAdapter } from '@leadloom/server/sources/adapters';
import { createRedditAdapter } from '@leadloom/server/sources/reddit/reddit-adapter';
import { SourceError } from '@leadloom/server/sources/source-error';
import { createTestClock, type TestClock } from '@leadloom/server/testing/clock';
import { type RedditStandIn, startRedditStandIn } from '../stand-ins/reddit/server.ts';

export interface RedditFixture {
  readonly reddit: RedditStandIn;
  readonly adapter: RedditAdapter;
  readonly clock: TestClock;
  /** Each wait, in milliseconds. */
  readonly waits: number[];
  readonly signal: AbortSignal;
  /** The number of requests that the adapter reported. */
  readonly counted: () => number;
  /** The requested paths, without the token's. */
  readonly paths: () => string[];
  readonly tokens: () => number;
  close(): Promise<void>;
}

export async function openRedditFixture(): Promise<RedditFixture> {
  const clock = createTestClock(new Date('2026-03-01T12:00:00Z'));
  const reddit = await startRedditStandIn({ now: clock.now });
  const waits: number[] = [];
  let counted = 0;
  const adapter = createRedditAdapter({
    settings: reddit.settings,
    now: clock.now,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      clock.advance(milliseconds);
    },
    countRequest: () => {
      counted += 1;
    },
    userAgentVersion: '1.2.3',
  });
  const isToken = (path: string) => path === '/api/v1/access_token';
  return {
    reddit,
    adapter,
    clock,
    waits,
    signal: new AbortController().signal,
    counted: () => counted,
    paths: () => reddit.requests.map(({ path }) => path).filter((path) => !isToken(path)),
    tokens: () => reddit.requests.filter(({ path }) => isToken(path)).length,
    close: () => reddit.close(),
  };
}

/** @throws where there is no fault, or another error */
export async function faultOf(asked: Promise<unknown>): Promise<SourceError> {
  const error: unknown = await asked.then(
    () => new Error('it was answered'),
    (reason: unknown) => reason,
  );
  if (error instanceof SourceError) return error;
  throw error;
}
