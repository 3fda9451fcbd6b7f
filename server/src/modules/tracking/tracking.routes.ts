/** The endpoints of tracking, and its background work: visits, and the removal of old rows. */
import * as reddit from '@leadloom/shared/contract/reddit';
import * as sources from '@leadloom/shared/contract/sources';
import * as tiktok from '@leadloom/shared/contract/tiktok';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { scheduleCleanUp } from '../../schedule/schedule-clean-up.ts';
import { scheduleJob } from '../../schedule/schedule-job.ts';
import type { TableValues } from '../tables/values/table-values.service.ts';
import { type MakeAdapters, makeAdapters } from './source-adapters.ts';
import { readSources } from './sources.service.ts';
import { createSubredditSuggestions } from './suggest-subreddits.ts';
import { createTracking } from './tracking.service.ts';
import type { ForgetVideos } from './visits/remove-gone.ts';
import { removeOldRows } from './visits/remove-old-rows.ts';
import type { VisitMetrics } from './visits/visit-metrics.ts';
import { createRequestTallies, createVisits } from './visits/visits.service.ts';

/** Polling costs the database almost nothing, and a newly tracked name is visited soon. */
const VISIT_INTERVAL_MILLISECONDS = 5_000;

export interface TrackingOptions {
  readonly metrics: VisitMetrics;
  readonly values: TableValues;
  /** Default: the networks' own. */
  readonly makeAdapters?: MakeAdapters | undefined;
  readonly forgetVideos: ForgetVideos;
}

export function registerTracking(
  app: FastifyInstance,
  platform: Platform,
  { metrics, values, forgetVideos, makeAdapters: make = makeAdapters }: TrackingOptions,
): void {
  const { config, now } = platform;
  const { log } = app;
  const tallies = createRequestTallies(platform, metrics);
  const countRequest = { reddit: tallies.reddit.count, tiktok: tallies.tiktok.count };
  const adapters = make(config.sources, { now, countRequest });
  const tracking = createTracking(platform, values);
  const warn = (error: unknown, message: string) => log.warn({ err: error }, message);
  const suggest = createSubredditSuggestions(platform, { reddit: adapters.reddit, warn, values });

  serveEndpoint(app, reddit.listTrackedSubreddits, async (_, { caller }) => ({
    data: await tracking.listSubreddits(caller.workspaceId),
  }));
  serveEndpoint(app, reddit.trackSubreddits, async ({ body }, { caller }) => ({
    data: await tracking.trackSubreddits(caller, body.subreddit_names),
  }));
  serveEndpoint(app, reddit.untrackSubreddit, async ({ body }, { caller }) => {
    await tracking.untrackSubreddit(caller.workspaceId, body.subreddit_name);
    return undefined;
  });
  serveEndpoint(app, reddit.suggestSubreddits, ({ query }, { caller }) => suggest(caller.workspaceId, query.q));
  serveEndpoint(app, tiktok.listTrackedUsers, async (_, { caller }) => ({ data: await tracking.listUsers(caller.workspaceId) }));
  serveEndpoint(app, tiktok.listTopAuthors, async () => {
    const data = await tracking.listTopAuthors();
    return { data, total: data.length };
  });
  serveEndpoint(app, tiktok.trackUsers, async ({ body }, { caller }) => ({
    data: await tracking.trackUsers(caller, body.unique_ids),
  }));
  serveEndpoint(app, tiktok.untrackUser, async ({ body }, { caller }) => {
    await tracking.untrackUser(caller.workspaceId, body.unique_id);
    return undefined;
  });
  serveEndpoint(app, sources.getSources, () => readSources(platform));

  for (const [network, run] of createVisits(platform, { adapters, tallies, metrics, log, forgetVideos }))
    scheduleJob(app, { name: `visits of ${network}`, intervalMilliseconds: VISIT_INTERVAL_MILLISECONDS, run });
  scheduleCleanUp(app, 'visited posts', (signal) => removeOldRows(platform, signal));
}
