/**
 * Runs one analysis: reads the videos of the window, passes them to the engine's thread, and saves the trends together with
 * the end of the task. Takes the memory of the packed videos.
 */
import type { AnalysisTask } from '@leadloom/shared/contract/trends';
import { causes, codeOf } from '../../../http/classify-error.ts';
import type { Platform } from '../../../platform.ts';
import type { AnalysisResult, AnalysisStep } from '../../../trends/analysis/analyze-videos.ts';
import { runTrendAnalysis } from '../../../trends/analysis/run-trend-analysis.ts';
import { recordAlertEvents } from '../../alerts/alert-events.service.ts';
import { trackedUserIds } from '../../tracking/tracking.service.ts';
import { recordWebhookEvents } from '../../webhooks/webhook-events.service.ts';
import { type KnownTrendRow, listKnownTrends } from '../trends.repository.ts';
import { completeParameters, windowOf } from './analysis-parameters.ts';
import { type ClaimedTask, succeed } from './analysis-tasks.repository.ts';
import { failureTexts } from './describe-task.ts';
import { type PackedWindow, packWindow, TooManyVideos } from './pack-window.ts';
import { type FoundTrends, saveTrends } from './save-analysis.repository.ts';
import { trendEvents } from './trend-events.ts';
import { readTrendPaces, readTrendSizes } from './trend-sizes.repository.ts';
import { trendWebhookEvents } from './trend-webhook-events.ts';
import { readVideoWindow } from './video-window.repository.ts';

const DAY = 86_400_000;
const NO_TREND = -1;
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
  const { accountId } = task;
  const parameters = completeParameters(task.parameters);
  const at = now();
  report('Reading videos');
  const known = await listKnownTrends(database, accountId);
  const userIds = await trackedUserIds(database, accountId);
  signal.throwIfAborted();
  const window = await packWindow(
    readVideoWindow(database, accountId, userIds, windowOf(parameters, at)),
    MAX_VIDEOS,
    signal,
  ).catch((error: unknown) => {
    if (error instanceof TooManyVideos) throw new AnalysisProblem(failureTexts.tooMany(formatCount(MAX_VIDEOS)));
    throw error;
  });
  const { videoIds, ...videos } = window.packed;
  const outcome = await runTrendAnalysis(
    {
      videos,
      parameters: {
        eps: parameters.dbscan_eps,
        minSamples: parameters.dbscan_min_samples,
        decay: parameters.pairwise_decay_k,
      },
      known: known.map(({ centroid, lastSeenAt }) => ({
        centroid: centroid.map(([term, weight]) => ({ term, weight })),
        lastSeen: lastSeenAt.getTime() / DAY,
      })),
      links: linksOf(window, known),
      soundTitles: window.soundTitles,
      newFrom: parameters.min_videos_for_new_trend_decision,
      now: at.getTime() / DAY,
    },
    { signal, maxMemory: MAX_MEMORY, grace: GRACE, onProgress: (step, percent) => reportStep(report, step, percent) },
  );
  signal.throwIfAborted();
  if (outcome.kind === 'cancelled') throw new Error('the engine was cancelled without a request');
  if (outcome.kind === 'failed') {
    if (outcome.failure === 'too_large') throw new AnalysisProblem(failureTexts.tooLarge(formatCount(videoIds.length)));
    if (outcome.failure === 'invalid') throw new AnalysisProblem(failureTexts.invalid(outcome.message));
    throw new Error(`the engine failed: ${outcome.message}`);
  }
  report('Saving trends');
  const { result } = outcome;
  const found: FoundTrends = {
    accountId,
    videoIds,
    knownIds: known.map(({ id }) => id),
    result,
    soundTitles: window.soundTitles,
  };
  await withRetries(() =>
    database.transaction(async (transaction) => {
      const before = await readTrendSizes(transaction, accountId);
      const linked = await saveTrends(transaction, found, signal);
      const after = await readTrendSizes(transaction, accountId);
      await recordAlertEvents(transaction, { accountId, kind: 'trends' }, trendEvents(before, after), now());
      const ids = after.map(({ id }) => id);
      const paces = await readTrendPaces(transaction, accountId, ids, now());
      await recordWebhookEvents(transaction, accountId, trendWebhookEvents(before, after, paces), now());
      const isOurs = await succeed(transaction, task, countsOf(result, videoIds.length, linked), now());
      if (!isOurs) throw new Error('the task was lost before it finished');
    }),
  );
}

/** The engine refers to trends by their index among the known ones. */
function linksOf({ trendIds }: PackedWindow, known: readonly KnownTrendRow[]): Int32Array {
  const indexes = new Map(known.map(({ id }, index) => [id, index]));
  return Int32Array.from(trendIds, (id) => (id === null ? NO_TREND : (indexes.get(id) ?? NO_TREND)));
}

function reportStep(report: AnalysisRun['report'], step: AnalysisStep, percent: number): void {
  if (step === 'weighting') report('Weighting terms');
  // The steps after comparing take no noticeable time.
  else if (step === 'comparing') report(`Comparing videos ${percent}%`);
}

function countsOf({ changes, clusters }: AnalysisResult, videos: number, linked: number): AnalysisTask['info'] {
  const { created, updated, merged } = changes;
  return {
    status: 'Done',
    videos,
    clusters,
    trends_created: created.length,
    trends_updated: updated.length,
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
