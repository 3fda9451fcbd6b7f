/** When an account is done with its first steps. */
import type { Platform } from '../../platform.ts';
import { markFirstStepsEnded } from './first-steps.repository.ts';

type Marks = Pick<Platform, 'database' | 'now'>;

export function endFirstSteps({ database, now }: Marks, accountId: number): Promise<void> {
  return markFirstStepsEnded(database, accountId, now());
}
