/** How far the bitmaps of a table are up to date, and whether they help. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { facetsOf } from '../filters/facets.ts';
import { CHUNK_BITS, UNCOUNTED } from './chunk-bitmaps.ts';

/** Up to this many dirty chunks are counted by their rows, whatever the table's size. */
const FEW_CHUNKS = 4;
/** The share of the chunks in larger tables. */
const DIRTY_SHARE = 0.2;

export interface BitmapState {
  readonly version: number;
  readonly rowCount: number;
  /** Chunks whose bitmaps are out of date; their rows are counted one by one. */
  readonly dirty: readonly number[];
}

export async function readBitmapState(connection: Connection, definition: TableDefinition): Promise<BitmapState> {
  const name = databaseName(definition);
  const { rows } = await connection.execute<{ version: string; row_count: string; dirty: number[] }>(
    sql`select version, row_count,
        (select coalesce(array_agg(chunk order by chunk), '{}') from stale_chunks where table_name = ${name}) as dirty
      from table_versions where table_name = ${name}`,
  );
  const [row] = rows;
  if (row === undefined) return { version: 0, rowCount: 0, dirty: [] };
  return { version: Number(row.version), rowCount: Number(row.row_count), dirty: row.dirty };
}

export interface ColumnsState extends BitmapState {
  /** Columns that have no bitmaps somewhere. */
  readonly uncounted: ReadonlySet<string>;
}

export async function readColumnsState(connection: Connection, definition: TableDefinition): Promise<ColumnsState> {
  const state = await readBitmapState(connection, definition);
  const facets = facetsOf(definition).map(({ key }) => key);
  const { rows } = await connection.execute<{ facet: string }>(
    sql`select distinct facet from chunk_bitmaps where table_name = ${databaseName(definition)}
      and facet = any(${sql.param(facets)}::text[]) and value = ${UNCOUNTED}`,
  );
  return { ...state, uncounted: new Set(rows.map(({ facet }) => facet)) };
}

/** Whether counting by bitmaps is quicker, for all that has changed. */
export function isWorthIt({ rowCount, dirty }: Pick<BitmapState, 'rowCount' | 'dirty'>): boolean {
  return dirty.length <= Math.max(FEW_CHUNKS, (rowCount / 2 ** CHUNK_BITS) * DIRTY_SHARE);
}
