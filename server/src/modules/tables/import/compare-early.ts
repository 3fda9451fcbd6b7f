/**
 * Compares staged rows with the stored ones while the rest of a file is still read: the database has little to do meanwhile.
 * The matches hold as long as nobody writes to the table and the staged rows keep their keys.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type EarlyMatches, readState, type TableState } from './compare-before.ts';
import type { ImportSession } from './import-session.ts';
import type { Merge } from './merge-statements.ts';

export interface EarlyComparison {
  /** Of the rows that were staged since the last time. On the connection of the import. */
  compare(): Promise<void>;
  /** null: no row was compared, or none is stored */
  matches(): EarlyMatches | null;
}

export function createEarlyComparison(
  { connection }: Pick<ImportSession, 'connection'>,
  definition: TableDefinition,
  merge: Merge,
): EarlyComparison {
  let state: TableState | null = null;
  let last: string | null = null;
  return {
    compare: async () => {
      state ??= await readState(connection, definition);
      if (state.rowCount > 0) last = await merge.noteMatches(connection, last);
    },
    matches: () => (state === null || last === null ? null : { state, columns: merge.columns }),
  };
}
