/**
 * Compares staged rows with the stored ones while the rest of a file is still read: the database has little to do meanwhile.
 * The matches hold as long as nobody writes to the table and the staged rows keep their keys.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type EarlyMatches, readState, type TableState } from '../merge/compare-before.ts';
import type { Merge } from '../merge/merge-statements.ts';
import type { ImportSession } from './import-session.ts';

export interface EarlyComparison {
  /** Of the rows of one part, on the connection of the import. Called for every part. */
  compare(part: number): Promise<void>;
  /** null: no row was compared, or none is stored */
  matches(): EarlyMatches | null;
}

export function createEarlyComparison(
  { connection }: Pick<ImportSession, 'connection'>,
  definition: TableDefinition,
  merge: Merge,
): EarlyComparison {
  let state: TableState | null = null;
  return {
    compare: async (part) => {
      state ??= await readState(connection, definition);
      if (state.rowCount > 0) await merge.noteMatches(connection, part);
    },
    matches: () => (state === null || state.rowCount === 0 ? null : { state, columns: merge.columns }),
  };
}
