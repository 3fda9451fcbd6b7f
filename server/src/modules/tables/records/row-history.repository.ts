/** The stored changes of a row, with the imports they belong to. */
import { openSourceIds } from '@leadloom/shared/contract/open-source-ids';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { imports } from '../../../schema/imports.table.ts';

/** The most changes that are read of one row. */
const CHANGES_LIMIT = 1_000;

const cellsSchema = z.record(z.string(), z.unknown());
const importSchema = z.nullable(
  z.object({
    id: z.string(),
    file: z.string(),
    is_undoing: z.boolean(),
    finished_at: z.string().nullable(),
    open_source: z.enum(openSourceIds).nullable(),
  }),
);
const factsSchema = z.object({
  /** Every column of the row as it is now. */
  row: cellsSchema,
  /** Newest first. */
  changes: z.array(z.object({ at: z.string(), before: cellsSchema, import: importSchema })),
  /** The import that added the row, if no change is missing. */
  added_by: importSchema,
});
export type HistoryFacts = z.infer<typeof factsSchema>;

/** Reads all facts at one moment. null: there is no such row. */
export async function readHistoryFacts(
  database: Database,
  definition: TableDefinition,
  id: number,
  since: Date,
): Promise<HistoryFacts | null> {
  const name = databaseName(definition);
  // The numbers of an import lie between its first and last, and those of no two imports overlap.
  const importOf = (version: ReturnType<typeof sql>) => sql`(
    select case when near.first_version < ${version} then jsonb_build_object('id', near.id, 'file', coalesce(undone.file_name, near.file_name),
      'is_undoing', near.undoes is not null, 'finished_at', near.finished_at,
      'open_source', coalesce(undone.open_source, near.open_source)) end
    from (select * from ${imports} where table_name = ${name} and last_version > ${version} order by last_version limit 1) near
    left join ${imports} undone on undone.id = near.undoes)`;
  const { rows } = await database.execute(sql`
    select to_jsonb(held) as row, coalesce(told.changes, '[]') as changes, ${importOf(sql`coalesce(told.first, held.changed_in)`)} as added_by
    from ${sql.identifier(name)} held
    left join lateral (
      select min(kept.replaced) as first, jsonb_agg(jsonb_build_object('at', kept.changed_at, 'before', kept.before,
        'import', ${importOf(sql`kept.version`)}) order by kept.version desc) as changes
      from (select * from row_changes where table_name = ${name} and row_id = held.id and changed_at > ${since.toISOString()}::timestamptz
        order by version desc limit ${CHANGES_LIMIT}) kept
    ) told on true
    where held.id = ${id}::bigint`);
  return rows[0] === undefined ? null : factsSchema.parse(rows[0]);
}
