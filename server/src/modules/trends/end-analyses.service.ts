/** Ends the analyses of an account that was blocked, on whatever server they run. */
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { failActiveOf } from './analyses/analysis-tasks.repository.ts';
import { failureTexts } from './analyses/describe-task.ts';

/** A running one loses its lease and saves nothing. */
export function endAnalyses(transaction: Connection, workspaceId: WorkspaceId, now: Date): Promise<void> {
  return failActiveOf(transaction, workspaceId, failureTexts.cancelled, now);
}
