/** Converts the row of a task to the contract, and holds the messages of failed analyses. */
import type { AnalysisTask } from '@leadloom/shared/contract/trends';
import type { TaskRow } from './analysis-tasks.repository.ts';

export const failureTexts = {
  stopped: 'The server stopped during this analysis. Please run it again.',
  cancelled: 'This analysis was cancelled. No trends were changed.',
  tooMany: (max: string) => `There are more than ${max} videos to compare. Choose fewer days.`,
  tooLarge: (videos: string) => `There are too many videos (${videos}) to compare at once. Choose fewer days.`,
  invalid: (reason: string) => `The analysis parameters are invalid: ${reason}.`,
  unknown: 'The analysis failed because of a server error. No trends were changed. Please run it again.',
} as const;

export function describeTask(row: TaskRow): AnalysisTask {
  return {
    task_id: row.id,
    status: row.status,
    info: row.info,
    error_details: row.errorDetails,
    parameters: row.parameters,
    is_scheduled: row.isScheduled,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
