/** First steps of an account that nothing else records, and when the account is done with them. */
import type { Platform } from '../../../platform.ts';
import { markFirstStepsEnded, markRowsSeen } from './account-settings.repository.ts';

type Marks = Pick<Platform, 'database' | 'now'>;

export function endFirstSteps({ database, now }: Marks, accountId: number): Promise<void> {
  return markFirstStepsEnded(database, accountId, now());
}

export function markLookedAtTable({ database, now }: Marks, accountId: number): Promise<void> {
  return markRowsSeen(database, accountId, now());
}
