/** Totals counted in a column store. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { sql } from 'drizzle-orm';
import type { ColumnStore } from '../../../column-store/column-store.ts';
import { countIn } from '../../../column-store/engine-answer.ts';
import type { Database } from '../../../database/database.ts';
import { engineRows, tablesOfFilters } from '../filters/engine-rows.ts';

/** The total, and the table's version of it. null: the database has to count. */
export function countInEngine(
  columnStore: ColumnStore,
  database: Database,
  definition: TableDefinition,
  filters: TableFilters,
): Promise<{ readonly total: number; readonly version: number } | null> {
  return columnStore.read('total', tablesOfFilters(definition, filters), async (reading) => {
    const rows = await engineRows(database, reading, definition, filters);
    if (rows === null) return null;
    return { total: countIn(await reading.rows(sql`select count() ${rows}`)), version: reading.versionOf(definition) };
  });
}
