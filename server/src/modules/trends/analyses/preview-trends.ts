/**
 * Counts what other values of `eps` would find, without changing anything. A count takes a thread and much memory, so few run
 * at once, one per account, and each for a limited time.
 */
import type { EndpointRequest, EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { previewTrends } from '@leadloom/shared/contract/trends';
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { createGate } from '../../../limits/gate.ts';
import type { Platform } from '../../../platform.ts';
import { runInThread } from '../../../trends/thread/run-in-thread.ts';
import { trackedUserIds } from '../../tracking/tracking.service.ts';
import { completeParameters, windowOf } from './analysis-parameters.ts';
import { openVideoWindow } from './video-window.repository.ts';

export interface PreviewLimits {
  readonly maxVideos: number;
  /** Milliseconds for reading and counting together. */
  readonly maxTime: number;
  /** Previews that run at once in this process, and that wait for a slot. */
  readonly slots: number;
  readonly maxWaiting: number;
}

export const defaultPreviewLimits: PreviewLimits = { maxVideos: 300_000, maxTime: 25_000, slots: 2, maxWaiting: 8 };
const WAIT_MILLISECONDS = 10_000;
/** Bytes that the thread of a count may take. */
const MAX_MEMORY = 512 * 1024 ** 2;

class TooMuch extends Error {}

type PreviewRequest = EndpointRequest<typeof previewTrends>['body'];

export function createTrendPreviews(platform: Platform, limits: PreviewLimits = defaultPreviewLimits) {
  const { maxVideos, maxTime, slots, maxWaiting } = limits;
  const gate = createGate({ slots, waiting: maxWaiting, waitMilliseconds: WAIT_MILLISECONDS, perAccount: 1 });
  const closing = new AbortController();

  /** @param gone aborted when the client is gone @throws {AppError} TRENDS.RUNNING, TRENDS.TOO_MANY_VIDEOS, SERVER.BUSY */
  async function preview(
    workspaceId: WorkspaceId,
    body: PreviewRequest,
    gone: AbortSignal,
  ): Promise<EndpointResult<typeof previewTrends>> {
    const tooMany = new AppError('TRENDS.RUNNING', {
      message: 'A comparison is already running. Please wait until it finishes.',
    });
    const leave = await gate.enter(workspaceId, tooMany, gone);
    const overTime = AbortSignal.timeout(maxTime);
    try {
      return await count(workspaceId, body, AbortSignal.any([gone, overTime, closing.signal]));
    } catch (error) {
      if (error instanceof TooMuch || overTime.aborted) throw new AppError('TRENDS.TOO_MANY_VIDEOS', { cause: error });
      throw error;
    } finally {
      leave();
    }
  }

  async function count(workspaceId: WorkspaceId, { dbscan_eps: choices, ...given }: PreviewRequest, signal: AbortSignal) {
    const parameters = completeParameters(given);
    const userIds = await trackedUserIds(platform.database, workspaceId);
    signal.throwIfAborted();
    const rows = await openVideoWindow(platform.database, workspaceId, userIds, windowOf(parameters, platform.now()));
    const question = {
      choices,
      minSamples: parameters.dbscan_min_samples,
      decay: parameters.pairwise_decay_k,
      largeFrom: parameters.min_videos_for_new_trend_decision,
    };
    const options = { signal, maxVideos, maxMemory: MAX_MEMORY, grace: 0 };
    const outcome = await runInThread(rows, { kind: 'count', question }, options).finally(() => rows.close());
    signal.throwIfAborted();
    if (outcome.kind === 'failed' && (outcome.failure === 'too_many' || outcome.failure === 'too_large'))
      throw new TooMuch(outcome.message);
    if (outcome.kind !== 'done' || outcome.answer.kind !== 'counted')
      throw new Error(outcome.kind === 'failed' ? outcome.message : 'the count ended without an answer');
    const { answers, videos } = outcome.answer;
    return {
      videos,
      data: answers.map(({ eps, clusters, largeClusters, noiseShare }) => ({
        dbscan_eps: eps,
        clusters,
        large_clusters: largeClusters,
        noise_share: noiseShare,
      })),
    };
  }

  return { preview, close: () => closing.abort(new AppError('SERVER.BUSY')) };
}
