/** Counts the rows of a condition along some axes, within a transaction that sees one moment. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Dimension } from '@leadloom/shared/tables/dimensions';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { endsOf } from '../filters/condition-sql.ts';
import { filterCondition } from '../filters/filter-sql.ts';
import { type Axis, type NumberSpan, spannedColumns, toAxis } from './axes.ts';
import { countByRows } from './count-by-rows.ts';
import type { Counted } from './counted.ts';

export interface AskedCounts {
  readonly axes: readonly Axis[];
  /** As in `RowCount`. */
  readonly limit: number;
  readonly containing?: string | undefined;
}

export function countAlong(
  connection: Connection,
  definition: TableDefinition,
  filters: TableFilters,
  { axes, limit, containing }: AskedCounts,
): Promise<Counted> {
  const condition = filterCondition(definition, filters) ?? sql`true`;
  return countByRows(connection, { definition, condition, axes, limit, containing });
}

/** The dimensions with the ranges of their numbers, which are those of the whole column. */
export async function axesOf(
  connection: Connection,
  definition: TableDefinition,
  dimensions: readonly Dimension[],
): Promise<readonly Axis[]> {
  const spans = await readSpans(connection, definition, spannedColumns(dimensions));
  return dimensions.map((dimension) => toAxis(definition, dimension, spans));
}

async function readSpans(
  connection: Connection,
  definition: TableDefinition,
  columns: readonly string[],
): Promise<ReadonlyMap<string, NumberSpan>> {
  if (columns.length === 0) return new Map();
  const ends = columns.flatMap((column, at) => {
    const { low } = endsOf(definition, column);
    return [
      sql`min(${low})::double precision as ${sql.raw(`lowest${at}`)}`,
      sql`max(${low})::double precision as ${sql.raw(`highest${at}`)}`,
    ];
  });
  const { rows } = await connection.execute<Record<string, number | null>>(
    sql`select ${sql.join(ends, sql`, `)} from ${sql.identifier(databaseName(definition))}`,
  );
  const [row = {}] = rows;
  return new Map(
    columns.map((column, at) => {
      const [lowest, highest] = [row[`lowest${at}`], row[`highest${at}`]];
      return [column, lowest == null || highest == null ? null : [lowest, highest]];
    }),
  );
}
