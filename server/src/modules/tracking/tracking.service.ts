/** Tracking subreddits and TikTok users. A name is stored once for all workspaces, and each has its own list. */
import { MAX_TRACKED_SUBREDDITS, type TrackedSubreddit } from '@leadloom/shared/contract/reddit';
import type { NetworkName } from '@leadloom/shared/contract/sources';
import { MAX_TOP_AUTHORS, type TrackedUser } from '@leadloom/shared/contract/tiktok';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import type { TableValues } from '../tables/values/table-values.service.ts';
import { readName, readNames } from './read-names.ts';
import { sourceHealth } from './source-health.ts';
import { listTracked, readNetwork, type TrackedSource, type Tracker, trackNames, untrackName } from './tracking.repository.ts';

const SUBREDDITS = '/reddit/search/subreddit';
const USERS = '/tiktok/search/unique-id';

export function createTracking({ config, database, now }: Platform, values: TableValues) {
  /** The workspace's names, with a function for the health of each. */
  async function readTracked(workspaceId: WorkspaceId, network: NetworkName) {
    const [tracked, networkRow] = await Promise.all([
      listTracked(database, workspaceId, network),
      readNetwork(database, network),
    ]);
    const circumstances = { isConfigured: config.sources[network] !== null, now: now() };
    return { tracked, healthOf: (source: TrackedSource) => sourceHealth(source, networkRow, circumstances) };
  }

  async function listSubreddits(workspaceId: WorkspaceId): Promise<TrackedSubreddit[]> {
    const { tracked, healthOf } = await readTracked(workspaceId, 'reddit');
    const spelled = await Promise.all(
      tracked.map(async (source) => {
        const met = await values.spellings(SUBREDDITS, source.key);
        // Imported rows may have the network's spelling before the first visit.
        const isTyped = source.lastCollectedAt === null && met.length > 0;
        return { source, spellings: isTyped ? met : [...new Set([source.displayName, ...met])] };
      }),
    );
    const counts = await values.count(
      SUBREDDITS,
      tracked.map(({ key }) => key),
    );
    return spelled.map(({ source, spellings }) => ({
      subreddit_name: spellings[0] ?? source.displayName,
      spellings,
      last_collected_at: source.lastCollectedAt?.toISOString() ?? null,
      post_count: counts.get(source.key) ?? 0,
      health: healthOf(source),
    }));
  }

  async function listUsers(workspaceId: WorkspaceId): Promise<TrackedUser[]> {
    const { tracked, healthOf } = await readTracked(workspaceId, 'tiktok');
    const counts = await values.count(
      USERS,
      tracked.map(({ key }) => key),
    );
    return tracked.map((source) => ({
      unique_id: source.key,
      last_collected_at: source.lastCollectedAt?.toISOString() ?? null,
      follower_count: source.followerCount,
      video_count: counts.get(source.key) ?? 0,
      health: healthOf(source),
    }));
  }

  /** The same for all accounts. Names that cannot be tracked are left out. */
  async function listTopAuthors(): Promise<{ unique_id: string; video_count: number }[]> {
    const frequent = await values.frequentValues(USERS, 2 * MAX_TOP_AUTHORS);
    const names = frequent.filter((name) => readName('tiktok', name)?.key === name).slice(0, MAX_TOP_AUTHORS);
    const counts = await values.count(USERS, names);
    return names
      .map((name) => ({ unique_id: name, video_count: counts.get(name) ?? 0 }))
      .filter(({ video_count: count }) => count > 0)
      .sort((one, other) => other.video_count - one.video_count);
  }

  async function track(tracker: Tracker, network: NetworkName, texts: readonly string[], limit: number): Promise<void> {
    const names = readNames(network, texts);
    const { isOverLimit, tracked, added } = await trackNames(database, tracker, { network, names, limit, now: now() });
    if (!isOverLimit) return;
    if (network === 'reddit') throw new AppError('TRACKING.SUBREDDIT_LIMIT');
    throw new AppError('TRACKING.USER_LIMIT', { message: userLimitMessage({ tracked, added, limit }) });
  }

  /** Nobody tracks an invalid name, so there is nothing to do. */
  async function untrack(workspaceId: WorkspaceId, network: NetworkName, text: string): Promise<void> {
    const name = readName(network, text);
    if (name !== null) await untrackName(database, workspaceId, network, name.key);
  }

  return {
    listSubreddits,
    listUsers,
    listTopAuthors,
    /** Tracks all of the subreddits or none. @throws {AppError} TRACKING.NAME_INVALID, TRACKING.SUBREDDIT_LIMIT */
    async trackSubreddits(tracker: Tracker, names: readonly string[]): Promise<TrackedSubreddit[]> {
      await track(tracker, 'reddit', names, MAX_TRACKED_SUBREDDITS);
      return listSubreddits(tracker.workspaceId);
    },
    /** Tracks all of the users or none. @throws {AppError} TRACKING.NAME_INVALID, TRACKING.USER_LIMIT */
    async trackUsers(tracker: Tracker, ids: readonly string[]): Promise<TrackedUser[]> {
      await track(tracker, 'tiktok', ids, config.sources.trackedUserLimit);
      return listUsers(tracker.workspaceId);
    },
    untrackSubreddit: (workspaceId: WorkspaceId, name: string) => untrack(workspaceId, 'reddit', name),
    untrackUser: (workspaceId: WorkspaceId, id: string) => untrack(workspaceId, 'tiktok', id),
  };
}
export type Tracking = ReturnType<typeof createTracking>;

/** Ids of the TikTok users that an account tracks, as stored in the table of videos. */
export async function trackedUserIds(database: Database, workspaceId: WorkspaceId): Promise<readonly string[]> {
  return (await listTracked(database, workspaceId, 'tiktok')).map(({ key }) => key);
}

function userLimitMessage({ tracked, added, limit }: Readonly<Record<'tracked' | 'added' | 'limit', number>>): string {
  const number = (count: number) => count.toLocaleString('en');
  const already = tracked === 0 ? 'You track none yet' : `You track ${number(tracked)} already`;
  return `You can track at most ${number(limit)} TikTok ${limit === 1 ? 'user' : 'users'}. ${already}, and ${number(added)} more would be added.`;
}
