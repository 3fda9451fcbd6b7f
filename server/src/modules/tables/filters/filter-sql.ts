/** A table's filters as an SQL condition: read as one condition, and written by `condition-sql.ts`. */
import { filterCondition as readFilterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type SQL, sql } from 'drizzle-orm';
import { conditionSql } from './condition-sql.ts';
import { askerOf } from './my-filters.ts';

/** All filters combined; null if none is set. */
export function filterCondition(definition: TableDefinition, filters: TableFilters): SQL | null {
  const condition = readFilterCondition(definition, filters);
  if (condition.kind === 'all' && condition.of.length === 0) return null;
  // Callers join it with conditions of their own.
  return sql`(${conditionSql({ definition, asker: askerOf(filters) }, condition)})`;
}

/** `where …`, or nothing. */
export function whereClause(definition: TableDefinition, filters: TableFilters): SQL {
  const condition = filterCondition(definition, filters);
  return condition === null ? sql`` : sql` where ${condition}`;
}
