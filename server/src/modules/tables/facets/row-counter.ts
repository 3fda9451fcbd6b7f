/** Counts by rows alone, for rows without bitmaps: those of an account, which are few enough. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { endsOf } from '../filters/condition-sql.ts';
import { type NumberSpan, spannedColumns, toAxis } from './axes.ts';
import { cellsByRows } from './cells-by-rows.ts';
import { countByRows } from './count-by-rows.ts';
import type { Counter, Filters } from './counter.ts';

/**
 * @param connection a transaction that sees one moment
 * @param rowsOf the rows that pass filters, as they follow `from`: with their id and the columns of the definition
 */
export function createRowCounter<Value>(
  connection: Connection,
  definition: TableDefinition,
  rowsOf: (filters: Filters<Value>) => SQL,
): Counter<Value> {
  return {
    async axesOf(dimensions) {
      const spans = new Map<string, NumberSpan>();
      for (const column of spannedColumns(dimensions.map(([dimension]) => dimension)))
        spans.set(column, await readSpanOfRows(connection, definition, column, rowsOf({})));
      return dimensions.map(([dimension, limits]) => toAxis(definition, dimension, spans, limits));
    },
    count: (filters, axes, containing) =>
      countByRows(connection, { definition, rows: rowsOf(filters), axes, isWhole: false, containing }),
    cells: (filters, axes, measured) => cellsByRows(connection, definition, rowsOf(filters), axes, measured),
    spell: async () => (piece) => piece.spelling ?? piece.value,
  };
}

/** The lowest and the highest number of a column. @param rows as in `RowCount` */
export async function readSpanOfRows(
  connection: Connection,
  definition: TableDefinition,
  column: string,
  rows: SQL,
): Promise<NumberSpan> {
  const { low } = endsOf(definition, column);
  const { rows: found } = await connection.execute<{ lowest: number | null; highest: number | null }>(
    sql`select min(${low})::double precision as lowest, max(${low})::double precision as highest from ${rows}`,
  );
  const { lowest = null, highest = null } = found[0] ?? {};
  return lowest === null || highest === null ? null : [lowest, highest];
}
