/** Which open sources filled cells of a row. */
import { openSourceIds } from '@leadloom/shared/contract/open-source-ids';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';

const sourcesSchema = z.array(
  z.object({ source: z.enum(openSourceIds), url: z.string(), as_of: z.string(), fields: z.array(z.string()) }),
);
export type HeldSource = z.infer<typeof sourcesSchema>[number];

/** Cells that were made blank since, such as by an erasure, are nobody's. @returns null: there is no such row */
export async function readRowSources(
  database: Database,
  definition: TableDefinition,
  id: number,
): Promise<readonly HeldSource[] | null> {
  const { rows } = await database.execute<{ sources: unknown }>(sql`
    select coalesce((
      select jsonb_agg(jsonb_build_object('source', held.source, 'url', held.url, 'as_of', held.as_of,
        'fields', array(select field from unnest(held.fields) field where to_jsonb(known) -> field <> 'null'))
        order by held.as_of desc, held.source)
      from row_sources held where held.table_name = ${databaseName(definition)} and held.row_id = known.id
    ), '[]') as sources
    from ${sql.identifier(databaseName(definition))} known where known.id = ${id}::bigint`);
  return rows[0] === undefined ? null : sourcesSchema.parse(rows[0].sources);
}
