/**
 * Compares the staged rows of a big import with the stored ones before any lock of writers is taken. The comparison still
 * holds under the lock if nobody wrote to the table meanwhile. So a file that changes nothing is compared once, and a file
 * that changes rows keeps other writers waiting only while these are written.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import type { ImportSession } from '../staging/import-session.ts';
import type { Counted, Merge } from './merge-statements.ts';

/** The state of a table. Two equal states have the same rows with the same keys. */
export interface TableState {
  readonly version: number;
  readonly rowCount: number;
  /** A checksum of the stored rows' keys. Keys can change without a new version. */
  readonly keys: string;
}

export interface Compared {
  readonly counted: Counted;
  readonly state: TableState;
}

/** @param staged how many rows are staged @returns null: no row is stored */
export async function compareBefore(
  { connection }: ImportSession,
  definition: TableDefinition,
  { merge, staged }: { readonly merge: Merge; readonly staged: number },
): Promise<Compared | null> {
  return connection.transaction(
    async (transaction) => {
      await lockForReading(transaction, definition);
      const state = await readState(transaction, definition);
      if (state.rowCount === 0) return null;
      return { state, counted: await merge.count(transaction, staged, { areKeysNoted: false }) };
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** Locks the table before the transaction takes its snapshot: another import may put a table in the place of this one. */
export async function lockForReading(transaction: Transaction, definition: TableDefinition): Promise<void> {
  await transaction.execute(sql`lock table ${sql.identifier(databaseName(definition))} in access share mode`);
}

/** @param transaction that sees one moment, or keeps writers out */
export async function readState(transaction: Transaction, definition: TableDefinition): Promise<TableState> {
  const { rows } = await transaction.execute<{ version: string; row_count: string }>(
    sql`select version, row_count from table_versions where table_name = ${databaseName(definition)}`,
  );
  const keys = await sumKeys(transaction, definition);
  return { version: Number(rows[0]?.version), rowCount: Number(rows[0]?.row_count), keys };
}

export async function isInState(transaction: Transaction, definition: TableDefinition, state: TableState): Promise<boolean> {
  const { version, keys } = await readState(transaction, definition);
  return version === state.version && keys === state.keys;
}

/** The same while no row has another key. */
async function sumKeys(transaction: Connection, definition: TableDefinition): Promise<string> {
  const { rows } = await transaction.execute<{ sum: string | null }>(
    sql`select sum(hashtextextended(canonical_key, id)) as sum from ${sql.identifier(databaseName(definition))}`,
  );
  return rows[0]?.sum ?? '0';
}
