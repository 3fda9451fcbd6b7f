/**
 * Runs one analysis: passes the videos of the window to the engine's thread, and saves the trends together with the end of
 * the task.
 */
import type { AnalysisTask } from '@leadloom/shared/contract/trends';
import { causes, codeOf } from '../../../http/classify-error.ts';
import type { Platform } from '../../../platform.ts';
import type { AnalysisStep } from '../../../trends/analysis/analyze-videos.ts';
import type { FoundTrends } from '../../../trends/analysis/found-trends.ts';
import { runInThread } from '../../../trends/thread/run-in-thread.ts';
import { recordAlertEvents } from '../../events/alert-events.service.ts';
import { recordWebhookEvents } from '../../events/webhook-events.service.ts';
import { trackedUserIds } from '../../tracking/tracking.service.ts';
import { listKnownTrends } from '../trends.repository.ts';
import { completeParameters, windowOf } from './analysis-parameters.ts';
import { type ClaimedTask, succeed } from './analysis-tasks.repository.ts';
import { failureTexts } from './describe-task.ts';
import { saveTrends } from './save-analysis.repository.ts';
import { trendEvents } from './trend-events.ts';
import { readTrendPaces, readTrendSizes } from './trend-sizes.repository.ts';
import { trendWebhookEvents } from './trend-webhook-events.ts';
import { openVideoWindow } from './video-window.repository.ts';

const DAY = 86_400_000;
/** The engine would refuse more. */
const MAX_VIDEOS = 2_000_000;
const MAX_MEMORY = 1024 ** 3;
/** Milliseconds that a cancelled engine may take to stop. */
const GRACE = 50;
/** Deadlock and serialization failure: the transaction was rolled back and can be repeated. */
const RETRYABLE_CODES = new Set(['40P01', '40001']);
const SAVE_ATTEMPTS = 3;

/** A failure with a message for users. */
export class AnalysisProblem extends Error {}

/** The parts of the platform that analyses need. */
export type RunnerPlatform = Pick<Platform, 'database' | 'now'>;

export interface AnalysisRun {
  readonly signal: AbortSignal;
  readonly report: (status: string) => void;
}

/** @throws {AnalysisProblem}, the signal's reason, or an error of the database */
export async function analyzeAccount(
  { database, now }: RunnerPlatform,
  task: ClaimedTask,
  { signal, report }: AnalysisRun,
): Promise<void> {
  const { workspaceId } = task;
  const parameters = completeParameters(task.parameters);
  const at = now();
  report('Reading videos');
  const known = await listKnownTrends(database, workspaceId);
  const userIds = await trackedUserIds(database, workspaceId);
  signal.throwIfAborted();
  const rows = await openVideoWindow(database, workspaceId, userIds, windowOf(parameters, at));
  const outcome = await runInThread(
    rows,
    {
      kind: 'analyze',
      parameters: {
        eps: parameters.dbscan_eps,
        minSamples: parameters.dbscan_min_samples,
        decay: parameters.pairwise_decay_k,
      },
      known: known.map(({ id, centroid, lastSeenAt }) => ({ id, centroid, lastSeen: lastSeenAt.getTime() / DAY })),
      newFrom: parameters.min_videos_for_new_trend_decision,
      now: at.getTime() / DAY,
    },
    {
      signal,
      maxVideos: MAX_VIDEOS,
      maxMemory: MAX_MEMORY,
      grace: GRACE,
      onProgress: (step, percent) => reportStep(report, step, percent),
    },
  ).finally(() => rows.close());
  signal.throwIfAborted();
  if (outcome.kind === 'cancelled') throw new Error('the engine was cancelled without a request');
  if (outcome.kind === 'failed') {
    const { failure, message, videos } = outcome;
    if (failure === 'too_many') throw new AnalysisProblem(failureTexts.tooMany(formatCount(MAX_VIDEOS)));
    if (failure === 'too_large') throw new AnalysisProblem(failureTexts.tooLarge(formatCount(videos)));
    if (failure === 'invalid') throw new AnalysisProblem(failureTexts.invalid(message));
    throw new Error(`the engine failed: ${message}`);
  }
  if (outcome.answer.kind !== 'found') throw new Error('the engine counted instead of analysing');
  report('Saving trends');
  const { found } = outcome.answer;
  const knownIds = known.map(({ id }) => id);
  await withRetries(() =>
    database.transaction(async (transaction) => {
      const before = await readTrendSizes(transaction, workspaceId);
      const linked = await saveTrends(transaction, { workspaceId, knownIds, found }, signal);
      const after = await readTrendSizes(transaction, workspaceId);
      await recordAlertEvents(transaction, { workspaceId, kind: 'trends' }, trendEvents(before, after), now());
      const ids = after.map(({ id }) => id);
      const paces = await readTrendPaces(transaction, workspaceId, ids, now());
      await recordWebhookEvents(transaction, workspaceId, trendWebhookEvents(before, after, paces), now());
      const isOurs = await succeed(transaction, task, countsOf(found, linked), now());
      if (!isOurs) throw new Error('the task was lost before it finished');
    }),
  );
}

function reportStep(report: AnalysisRun['report'], step: AnalysisStep, percent: number): void {
  if (step === 'weighting') report('Weighting terms');
  // The steps after comparing take no noticeable time.
  else if (step === 'comparing') report(`Comparing videos ${percent}%`);
}

function countsOf({ videos, clusters, created, updated, merged }: FoundTrends, linked: number): AnalysisTask['info'] {
  return {
    status: 'Done',
    videos,
    clusters,
    trends_created: created,
    trends_updated: updated,
    trends_merged: merged.length,
    videos_linked: linked,
  };
}

async function withRetries(save: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await save();
    } catch (error) {
      if (attempt === SAVE_ATTEMPTS || !causes(error).some((cause) => RETRYABLE_CODES.has(codeOf(cause) ?? ''))) throw error;
    }
  }
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}
