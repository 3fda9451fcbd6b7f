/**
 * The statement that counts the rows of a condition by bitmaps. Chunks without valid bitmaps are counted by their rows in the
 * same statement, so that the total is exact for one moment.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { databaseName } from '../../../schema/data-table.ts';
import type { Bits } from '../filters/bits.ts';
import { UNCOUNTED } from './chunk-bitmaps.ts';
import { chunkBits, inChunks } from './chunk-bits.ts';

/**
 * Answers `total`, the table's `version`, and whether the dirty chunks were the ones named, as `dirty`; null: the expression is
 * too large. `is_uncounted`: a column has no bitmaps somewhere, and the total is wrong.
 * @param condition what the bits mean, for rows
 * @param dirty chunks to count by their rows
 */
export function bitmapCount(definition: TableDefinition, bits: Bits, condition: SQL, dirty: readonly number[]): SQL | null {
  const clean = chunkBits(definition, bits, dirty);
  if (clean === null) return null;
  const name = databaseName(definition);
  return sql`select ((select coalesce(sum(bit_count(bits::bit varying)), 0) from (${clean.query}) as counted)
        + ${dirtyCount(name, condition, dirty)})::bigint as total,
      (select version from table_versions where table_name = ${name}) as version,
      (select coalesce(array_agg(chunk order by chunk), '{}') from stale_chunks where table_name = ${name}) as dirty,
      exists (select 1 from chunk_bitmaps where table_name = ${name}
        and facet = any(${sql.param(clean.facets)}::text[]) and value = ${UNCOUNTED}) as is_uncounted`;
}

function dirtyCount(name: string, condition: SQL, dirty: readonly number[]): SQL {
  if (dirty.length === 0) return sql`0`;
  return sql`(select count(*) from ${sql.identifier(name)} where ${inChunks(dirty)} and (${condition}))`;
}
