/**
 * The rule for every writer of a data table: begin, write, end, in one transaction. It keeps the row count exact and
 * records which chunks need new bitmaps. A writer that breaks the rule does no harm: a trigger moves the version, and
 * everything derived from the rows becomes invalid.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/database.ts';
import { databaseName } from './data-table.ts';

/** Rows a chunk has at most: those whose id, shifted right by this many bits, is the chunk's number. */
export const CHUNK_BITS = 15;

/** The row count of a table while it is unknown, after a write that did not record its changes. */
export const ROWS_NOT_COUNTED = -1;

interface TableChange {
  readonly tableName: string;
  /** Whether count and bitmaps were valid when the change began. */
  readonly wasDescribed: boolean;
}

/** Waits for other writers of the table, and keeps them out until the transaction ends. */
export async function beginTableChange(transaction: Transaction, definition: TableDefinition): Promise<TableChange> {
  const tableName = databaseName(definition);
  const { rows } = await transaction.execute<{ was_described: boolean }>(
    sql`select version = described_version as was_described from table_versions where table_name = ${tableName} for update`,
  );
  return { tableName, wasDescribed: rows[0]?.was_described === true };
}

interface ChangeSummary {
  /** Added less deleted. */
  readonly rowsAdded: number;
  /** Every chunk that holds, or held, a row that was added, changed or deleted. */
  readonly chunks: readonly number[];
}

export async function endTableChange(
  transaction: Transaction,
  { tableName, wasDescribed }: TableChange,
  { rowsAdded, chunks }: ChangeSummary,
): Promise<void> {
  if (!wasDescribed) return;
  await transaction.execute(
    sql`insert into table_dirty_chunks (table_name, chunk)
      select ${tableName}, unnest(${sql.param([...new Set(chunks)])}::int[]) on conflict do nothing`,
  );
  await transaction.execute(
    sql`update table_versions set described_version = version,
        row_count = case when row_count = ${ROWS_NOT_COUNTED} then row_count else row_count + ${rowsAdded} end
      where table_name = ${tableName}`,
  );
}
