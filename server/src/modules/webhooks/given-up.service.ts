/** Deliveries that were given up, for operators: they are sent again when one says so. */
import type { Connection } from '../../database/database.ts';
import { MOST_TRIES } from '../../leased-work/retry-schedule.ts';
import type { Platform } from '../../platform.ts';
import * as repository from './deliveries.repository.ts';

/** The reason of a webhook that did not fail. */
export const DISABLED_BY_OWNER = 'You disabled it.';

/**
 * Sends a delivery again that was given up, with all its tries.
 * @param record in the same transaction @returns false: none with this id was given up, or its webhook is disabled
 */
export function sendGivenUpAgain(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  id: string,
  record: (transaction: Connection) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const isRepeated = await repository.repeatGivenUp(transaction, { id, failures: MOST_TRIES, now: now() });
    if (isRepeated) await record(transaction);
    return isRepeated;
  });
}
