/** The rows that filters select, as the column store finds them. */
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type SQL, sql } from 'drizzle-orm';
import type { ColumnReading } from '../../../column-store/column-store.ts';
import type { Connection } from '../../../database/database.ts';
import { conditionEngine, tablesOf } from './condition-engine.ts';
import { createDatabaseTexts } from './database-texts.ts';
import { askerOf } from './my-filters.ts';

/** The tables that a reading of the filters needs, that of the rows first. */
export function tablesOfFilters(definition: TableDefinition, filters: TableFilters): readonly TableDefinition[] {
  return tablesOf(definition, filterCondition(definition, filters));
}

/**
 * `from … where …` of the rows. null: the column store cannot say it exactly.
 * @param connection where the texts of the filters are read, and lists and tags
 */
export async function engineRows(
  connection: Connection,
  reading: ColumnReading,
  definition: TableDefinition,
  filters: TableFilters,
): Promise<SQL | null> {
  const question = { definition, asker: askerOf(filters), reading, texts: createDatabaseTexts(connection) };
  const condition = await conditionEngine(question, filterCondition(definition, filters));
  return condition === null ? null : sql`${everyRow(reading, definition)} and (${condition})`;
}

/** `from … where …` of all rows. */
export function everyRow(reading: ColumnReading, definition: TableDefinition): SQL {
  return sql`from ${reading.tableOf(definition)} where ${reading.isVisible(definition)}`;
}
