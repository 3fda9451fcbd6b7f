/** Rows for tests, put into a data table behind the importer's back. */

import { readRangeCell } from '@leadloom/shared/domain/read-number-range';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { databaseName, rangeColumns } from '../schema/data-table.ts';

/** Cells by field: lists as arrays, days and moments as text; blank where absent. */
export type RowCells = Readonly<Record<string, unknown>>;

/** Ends of ranges, as an import stores them. */
export function endsOfRanges(definition: TableDefinition, row: RowCells): RowCells {
  return Object.fromEntries(
    rangeColumns(definition).flatMap(({ range, from, to }) => {
      if (row[range] === undefined) return [];
      const text = row[range];
      const ends = typeof text === 'string' ? readRangeCell(text) : null;
      return [
        [from, ends?.from ?? null],
        [to, ends?.to ?? null],
      ];
    }),
  );
}

/** Adds rows in the order given, so that ids grow along. Every row is about another entity. @returns their ids */
export async function addRows(database: Database, definition: TableDefinition, rows: readonly RowCells[]): Promise<number[]> {
  const table = sql.identifier(databaseName(definition));
  const written = rows.map((row) => ({ ...row, ...endsOfRanges(definition, row) }));
  const fields = [...new Set(written.flatMap((row) => Object.keys(row)))];
  const names = sql.join(
    [...fields, 'canonical_key', 'source'].map((field) => sql.identifier(field)),
    sql`, `,
  );
  const cells = fields.map((field) => sql`given.${sql.identifier(field)}`);
  const values = sql.join([...cells, sql`gen_random_uuid()::text`, sql`'test'`], sql`, `);
  const { rows: added } = await database.execute<{ id: string }>(
    sql`insert into ${table} (${names}) select ${values}
      from jsonb_array_elements(${JSON.stringify(written)}::jsonb) with ordinality as list(cells, place),
        jsonb_populate_record(null::${table}, list.cells) given
      order by place returning id`,
  );
  return added.map(({ id }) => Number(id));
}
