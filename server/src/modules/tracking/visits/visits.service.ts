/** Creates the visits of each configured network from its adapter and the platform. */
import { type NetworkName, networkNames } from '@leadloom/shared/contract/sources';
import type { Platform } from '../../../platform.ts';
import type { RedditAdapter, TikTokAdapter } from '../../../sources/adapters.ts';
import { type ForgetVideos, removeGone } from './remove-gone.ts';
import { createRequestTally, type RequestTally } from './request-tally.ts';
import { networkTables } from './row-ids.ts';
import { type NetworkVisits, runTurn } from './run-turn.ts';
import type { VisitLog, VisitSetting } from './turn.ts';
import type { VisitMetrics } from './visit-metrics.ts';
import { visitNextSubreddit } from './visit-subreddit.ts';
import { visitNextUsers } from './visit-users.ts';
import { forgetRefusal } from './visits.repository.ts';

/** null: not configured. */
export interface Adapters {
  readonly reddit: RedditAdapter | null;
  readonly tiktok: TikTokAdapter | null;
}

export type RequestTallies = Readonly<Record<NetworkName, RequestTally>>;

export function createRequestTallies({ database, now }: Platform, metrics: VisitMetrics): RequestTallies {
  const tallyOf = (network: NetworkName) =>
    createRequestTally(database, network, { now, onRequest: () => metrics.requested(network) });
  return { reddit: tallyOf('reddit'), tiktok: tallyOf('tiktok') };
}

export interface VisitParts {
  readonly adapters: Adapters;
  readonly tallies: RequestTallies;
  readonly metrics: VisitMetrics;
  readonly log: VisitLog;
  readonly forgetVideos: ForgetVideos;
  /** A random number from 0 to 1, which spreads the times of visits. */
  readonly random?: () => number;
}

/** One turn for each configured network, by name. A turn can run repeatedly and on several servers. */
export function createVisits(
  { config, database, direct, now, secrets }: Platform,
  { adapters, tallies, metrics, log, forgetVideos, random = Math.random }: VisitParts,
): ReadonlyMap<NetworkName, (closing: AbortSignal) => Promise<void>> {
  const { reddit, tiktok } = adapters;
  const visitsOf: Readonly<Record<NetworkName, NetworkVisits | null>> = {
    reddit: reddit && { visitNext: (turn) => visitNextSubreddit(turn, reddit), findGone: reddit.findGone },
    tiktok: tiktok && { visitNext: (turn) => visitNextUsers(turn, tiktok), findGone: tiktok.findGone },
  };
  return new Map(
    networkNames.flatMap((network) => {
      const visits = visitsOf[network];
      if (visits === null) return [];
      const setting: VisitSetting = {
        network,
        definition: networkTables[network].definition,
        database,
        direct,
        now,
        secrets,
        log,
        tally: tallies[network],
        metrics,
        intervalMinutes: config.sources.visitIntervalMinutes,
        removeGone: (ids, lease) => removeGone(database, network, ids, lease, forgetVideos),
        random,
      };
      let isFirst = true;
      const run = async (closing: AbortSignal) => {
        if (isFirst) await forgetRefusal(database, network);
        isFirst = false;
        await runTurn(setting, visits, closing);
      };
      return [[network, run] as const];
    }),
  );
}
