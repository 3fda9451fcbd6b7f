/** Ends the analyses of an account that was blocked, on whatever server they run. */
import type { Connection } from '../../database/database.ts';
import { failActiveOf } from './analyses/analysis-tasks.repository.ts';
import { failureTexts } from './analyses/describe-task.ts';

/** A running one loses its lease and saves nothing. */
export function endAnalyses(transaction: Connection, accountId: number, now: Date): Promise<void> {
  return failActiveOf(transaction, accountId, failureTexts.cancelled, now);
}
