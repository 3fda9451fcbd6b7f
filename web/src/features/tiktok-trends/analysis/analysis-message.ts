/** The message about an analysis, by its state. */
import { formatCount } from '../../../lib/format-count.ts';
import type { ReadTask } from './analysis-rows.ts';

export interface AnalysisMessage {
  readonly severity: 'info' | 'success' | 'error' | 'warning';
  readonly text: string;
  /** A second sentence, such as what was found. */
  readonly more?: string | null;
}

const running: readonly string[] = ['PENDING', 'STARTED', 'PROGRESS'];

export function isRunning(status: string): boolean {
  return running.includes(status);
}

export const queueing: AnalysisMessage = { severity: 'info', text: 'Queueing trend analysis task...' };
export const checkFailed: AnalysisMessage = {
  severity: 'error',
  text: 'Error checking analysis status. It might still be running. Polling stopped.',
};

export function queued(taskId: string): AnalysisMessage {
  return { severity: 'info', text: `Trend analysis task queued (ID: ${taskId}). Awaiting status...` };
}

export function messageOf({ status, info, error_details }: Pick<ReadTask, 'status' | 'info' | 'error_details'>): AnalysisMessage {
  const doing = info?.status.trim() ?? '';
  switch (status) {
    case 'SUCCESS':
      return {
        severity: 'success',
        text: 'Trend analysis completed successfully. Refreshing trends list...',
        more: foundText(info),
      };
    case 'FAILURE':
      return { severity: 'error', text: `Trend analysis failed: ${error_details?.trim() || 'Unknown error'}` };
    case 'STARTED':
      return { severity: 'info', text: 'Analysis has started...' };
    case 'PROGRESS':
      return { severity: 'info', text: doing === '' ? 'Analysis status: PROGRESS' : `Analysis in progress: ${doing}` };
    case 'PENDING':
      return { severity: 'info', text: 'Analysis status: PENDING' };
    default:
      return { severity: 'warning', text: `Task is in an unexpected state: ${status}. Stopping polling.` };
  }
}

/** What an analysis found, in a sentence; null where the server counted nothing. */
export function foundText(info: ReadTask['info']): string | null {
  if (info === null) return null;
  const { videos, clusters, trends_created, trends_updated, trends_merged, videos_linked } = info;
  const counts = [
    countText(videos, 'video compared', 'videos compared'),
    countText(clusters, 'group', 'groups'),
    countText(trends_created, 'new trend', 'new trends'),
    trends_updated === 0 ? null : countText(trends_updated, 'trend updated', 'trends updated'),
    trends_merged === 0 ? null : countText(trends_merged, 'trend merged', 'trends merged'),
    countText(videos_linked, 'video added', 'videos added'),
  ].filter((text) => text !== null);
  return counts.length === 0 ? null : `${counts.join(', ')}.`;
}

function countText(count: number | undefined, one: string, many: string): string | null {
  return count === undefined ? null : `${formatCount(count)} ${count === 1 ? one : many}`;
}
