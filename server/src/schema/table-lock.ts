/** The lock that triggers take with the first write to a data table, for writers that read before they write. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../database/database.ts';
import { databaseName } from './data-table.ts';

/** Waits for other writers of the table, and keeps them out until the transaction ends. */
export async function lockTableForWriting(transaction: Transaction, definition: TableDefinition): Promise<void> {
  await transaction.execute(sql`select from table_versions where table_name = ${databaseName(definition)} for no key update`);
}

/** A number lower than those of all changes that the transaction makes next. @param transaction that holds the table's lock, or of whoever checks under it that nobody else took a number */
export async function nextVersion(transaction: Connection): Promise<number> {
  const { rows } = await transaction.execute<{ version: string }>(sql`select nextval('table_changes') as version`);
  return Number(rows[0]?.version);
}

/** The time of a commit is that of its last version: raised again at the end, it is later than all that took long before. */
export async function raiseVersion(transaction: Transaction, definition: TableDefinition): Promise<void> {
  await transaction.execute(
    sql`update table_versions set version = nextval('table_changes') where table_name = ${databaseName(definition)}`,
  );
}
