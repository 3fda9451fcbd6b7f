/** What can be counted by bitmaps, read in the transaction that counts. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { facetsOf } from '../filters/facets.ts';
import { isWorthIt } from '../list/count-rows.ts';
import { UNCOUNTED } from '../totals/chunk-bitmaps.ts';

export interface BitmapState {
  readonly version: number;
  /** Chunks whose bitmaps are out of date; their rows are counted one by one. */
  readonly dirty: readonly number[];
  /** Columns that have no bitmaps somewhere. */
  readonly uncounted: ReadonlySet<string>;
  /** Whether bitmaps help: not where too much of the table has changed. */
  readonly isUsable: boolean;
}

export async function readBitmapState(connection: Connection, definition: TableDefinition): Promise<BitmapState> {
  const name = databaseName(definition);
  const facets = facetsOf(definition).map(({ key }) => key);
  const { rows } = await connection.execute<{ version: string; row_count: string; dirty: number[]; uncounted: string[] }>(
    sql`select version, row_count,
        (select coalesce(array_agg(chunk order by chunk), '{}') from stale_chunks where table_name = ${name}) as dirty,
        (select coalesce(array_agg(distinct facet), '{}') from chunk_bitmaps
          where table_name = ${name} and facet = any(${sql.param(facets)}::text[]) and value = ${UNCOUNTED}) as uncounted
      from table_versions where table_name = ${name}`,
  );
  const [row] = rows;
  if (row === undefined) return { version: 0, dirty: [], uncounted: new Set(), isUsable: false };
  const { dirty, uncounted } = row;
  const isUsable = isWorthIt({ rowCount: Number(row.row_count), dirty });
  return { version: Number(row.version), dirty, uncounted: new Set(uncounted), isUsable };
}
