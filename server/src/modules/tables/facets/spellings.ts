/** How values are written that are compared in lower case: as the filter offers them, else as a row has them. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { databaseName, isListColumn } from '../../../schema/data-table.ts';
import { isChoice } from '../filters/facets.ts';
import type { BitmapState } from '../totals/bitmap-state.ts';
import { CHUNK_BITS } from '../totals/chunk-bitmaps.ts';
import type { Axis } from './axes.ts';
import type { ShownPiece } from './facet-answer.ts';

export type Spell = (piece: ShownPiece) => string;

/**
 * Of a column with bitmaps, a value that the filter does not offer is spelled as in the row of the lowest id that has it, so that it
 * is spelled alike whatever else is asked. Of other columns, the smallest spelling of the rows that were counted is shown.
 */
export async function spellingOf(
  connection: Connection,
  definition: TableDefinition,
  axis: Axis,
  shown: readonly ShownPiece[],
  { dirty }: BitmapState,
): Promise<Spell> {
  const { filter, pieces } = axis;
  const spellings = offeredSpellings(axis);
  const unknown = shown.flatMap(({ value }) => (spellings.has(value) ? [] : [value]));
  if (pieces.kind === 'values' && 'column' in filter && isChoice(definition, filter.column) && unknown.length > 0)
    for (const [value, spelling] of await readSpellings(connection, definition, filter.column, unknown, dirty))
      spellings.set(value, spelling);
  return spellBy(spellings);
}

/** By the value in lower case, as the filter offers it. */
export function offeredSpellings({ filter }: Axis): Map<string, string> {
  return new Map(filter.kind === 'choice' ? filter.options.map(({ value }) => [value.toLowerCase(), value]) : []);
}

export function spellBy(spellings: ReadonlyMap<string, string>): Spell {
  return ({ value, spelling }) => spellings.get(value) ?? spelling ?? value;
}

async function readSpellings(
  connection: Connection,
  definition: TableDefinition,
  field: string,
  values: readonly string[],
  dirty: readonly number[],
): Promise<readonly (readonly [value: string, spelling: string])[]> {
  const [table, column] = [databaseName(definition), sql.identifier(field)];
  const chunkRows = sql.raw(String(2 ** CHUNK_BITS));
  const cell = isListColumn(definition, field)
    ? sql`(select item from unnest(${column}) item where lower(item) = wanted.value limit 1)`
    : sql`${column}`;
  const { rows } = await connection.execute<{ value: string; spelling: string | null }>(
    sql`select wanted.value, ${cell} as spelling from unnest(${sql.param(values)}::text[]) wanted (value)
      cross join lateral (select chunk, position(B'1' in bits) as at from chunk_bitmaps where table_name = ${table}
        and facet = ${field} and value = wanted.value and chunk <> all(${sql.param(dirty)}::int[]) order by chunk limit 1) first
      join ${sql.identifier(table)} on id = first.chunk::bigint * ${chunkRows} + first.at - 1`,
  );
  return rows.flatMap(({ value, spelling }) => (spelling === null ? [] : [[value, spelling] as const]));
}
