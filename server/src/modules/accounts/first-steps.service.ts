/** The marks by which the first steps of an account tick themselves off, where nothing else says so. */
import type { Platform } from '../../platform.ts';
import { markFirstStepsEnded, markTableSeen } from './first-steps.repository.ts';

type Marks = Pick<Platform, 'database' | 'now'>;

/** Writes once for each account. */
export function noteTableSeen({ database, now }: Marks, accountId: number): Promise<void> {
  return markTableSeen(database, accountId, now());
}

export function endFirstSteps({ database, now }: Marks, accountId: number): Promise<void> {
  return markFirstStepsEnded(database, accountId, now());
}
