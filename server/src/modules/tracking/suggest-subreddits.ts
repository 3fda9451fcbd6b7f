/**
 * Suggests subreddits that contain the typed text, those that start with it first. Of equally good ones, names known here
 * come before those from Reddit. Reddit is optional: it gets little time, is asked the same text once an hour, and is
 * not asked for a while after a failure.
 */
import { rankSuggestions, suggestionRank } from '@leadloom/shared/domain/suggestion-rank';
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import type { Database } from '../../database/database.ts';
import { isStillToCome } from '../../database/plausible-time.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import type { RedditAdapter, Suggestion } from '../../sources/adapters.ts';
import { SourceError } from '../../sources/source-error.ts';
import type { TableValues } from '../tables/values/table-values.service.ts';
import { findVisitedNames, listTracked, readNetwork } from './tracking.repository.ts';
import { LONGEST_PAUSE } from './visits/settle-fault.ts';

const LIMIT = 10;
/** Shorter texts are not sent to Reddit. */
const MIN_CHARACTERS = 2;
const TIMEOUT_MILLISECONDS = 1_500;
const HOUR = 3600 * 1000;
const CACHED_TEXTS = 1_000;
/** No requests are sent for this long after a failure, or until the time that Reddit names. */
const BACK_OFF_MILLISECONDS = 60_000;

export interface SuggestedSubreddit {
  readonly id: string;
  readonly name: string;
  readonly subscribers: number | null;
}

interface Helper {
  /** null: not configured. */
  readonly reddit: RedditAdapter | null;
  readonly warn: (error: unknown, message: string) => void;
  readonly values: TableValues;
}

export function createSubredditSuggestions(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  { reddit, warn, values }: Helper,
) {
  const cache = createBoundedCache<{ readonly until: number; readonly suggestions: readonly Suggestion[] }>(CACHED_TEXTS);
  let backOffUntil = 0;

  async function fetchFromReddit(text: string): Promise<readonly Suggestion[]> {
    const key = text.toLowerCase();
    const known = cache.get(key);
    const time = now().getTime();
    if (known !== undefined && known.until > time) return known.suggestions;
    if (reddit === null || time < backOffUntil || (await isPaused(database, now()))) return [];
    try {
      const suggestions = await inTime((signal) => reddit.suggest(text, signal));
      cache.set(key, { until: time + HOUR, suggestions });
      return suggestions;
    } catch (error) {
      const retryAt = error instanceof SourceError ? (error.retryAt?.getTime() ?? 0) : 0;
      backOffUntil = Math.max(time + BACK_OFF_MILLISECONDS, retryAt);
      warn(error, 'suggestions from Reddit failed and are paused');
      return [];
    }
  }

  /** Names that the account tracks, names that were visited, and names with imported rows. */
  async function readKnown(workspaceId: WorkspaceId, text: string): Promise<string[]> {
    const [tracked, visited, met] = await Promise.all([
      listTracked(database, workspaceId, 'reddit'),
      findVisitedNames(database, 'reddit', text.toLowerCase(), LIMIT),
      values.lookup('/reddit/search/subreddit', text, []),
    ]);
    const own = tracked.filter(({ key }) => key.includes(text.toLowerCase())).map(({ displayName }) => displayName);
    return [...met.map(({ name }) => name), ...visited, ...own];
  }

  /** @param typed a name in any of its forms, or the start of one @returns at most ten */
  return async (workspaceId: WorkspaceId, typed: string): Promise<SuggestedSubreddit[]> => {
    const text = typed.replace(/^\/?r\//i, '').trim();
    if (text === '') return [];
    const query = text.toLowerCase();
    const found = new Map<string, Suggestion>();
    for (const name of await readKnown(workspaceId, text))
      if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), { name, subscribers: null });
    // Names on Reddit have no other characters.
    const prefixMatches = [...found.keys()].filter((name) => suggestionRank(name, query) === 0).length;
    const mayAsk = prefixMatches < LIMIT && text.length >= MIN_CHARACTERS && /^\w{1,50}$/.test(text);
    for (const suggestion of mayAsk ? await fetchFromReddit(text) : []) {
      const key = suggestion.name.toLowerCase();
      found.set(key, { name: found.get(key)?.name ?? suggestion.name, subscribers: suggestion.subscribers });
    }
    const ranked = rankSuggestions([...found.values()], query, ({ name }) => name.toLowerCase());
    // Reddit's suggestions that do not contain the text come last.
    return [...new Set([...ranked, ...found.values()])]
      .slice(0, LIMIT)
      .map(({ name, subscribers }) => ({ id: name, name, subscribers }));
  };
}

async function isPaused(database: Database, at: Date): Promise<boolean> {
  const { pausedUntil } = await readNetwork(database, 'reddit');
  return isStillToCome(pausedUntil, at, LONGEST_PAUSE);
}

/** Rejects in time even if the callback ignores the signal. */
async function inTime<Value>(ask: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([ask(signal), tooLate]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
