/**
 * Reads of the data tables that see one moment. A table that an import puts in the place of another one seems to be empty to
 * whoever took its snapshot before and reads the table for the first time afterwards. So the tables are locked before the
 * snapshot is taken, in the mode of readers: only the import waits for it.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tables } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../database/database.ts';
import { databaseName } from '../../schema/data-table.ts';

/** The first statement of a transaction that is `repeatable read`: locking takes no snapshot. */
export function keepTables(definitions: readonly Pick<TableDefinition, 'name'>[]): string {
  return `lock table ${definitions.map(databaseName).join(', ')} in access share mode`;
}

export function atOneMoment<Result>(database: Database, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  return database.transaction(
    async (transaction) => {
      await transaction.execute(sql.raw(keepTables(Object.values(tables))));
      return work(transaction);
    },
    { isolationLevel: 'repeatable read' },
  );
}
