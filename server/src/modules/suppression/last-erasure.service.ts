/** The time of the last erasure, for files that were begun before it and are still being sent. */
import type { Database } from '../../database/database.ts';
import { lastCarriedOut } from './suppressions.repository.ts';

/** Changes each time somebody was removed from everything. Equal values: nobody was in between. */
export function lastErasure(database: Database): Promise<number> {
  return lastCarriedOut(database);
}
