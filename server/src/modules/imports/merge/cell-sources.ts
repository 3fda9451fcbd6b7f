/**
 * Keeps `row_sources` true: which cells of which rows are those of open sources. An open source notes the cells that it
 * filled; a file that changes a cell takes it from its source. Both note what was there before beside the cells of the changed
 * rows (`row_changes`), so that undoing the import gives it back. Rows that are deleted lose theirs by a trigger.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { STAGED } from '../staging/staging-table.ts';
import type { CellPlan } from './cell-plan.ts';
import { MATCHED } from './merge-statements.ts';

/** The key under which `row_changes.before` holds the sources of a row; no column has this name. */
const SOURCES_BEFORE = 'row_sources';

interface WrittenRows {
  /** The table in which the rows are already. */
  readonly relation: SQL;
  /** Columns of which a match says, bit by bit, whether they differ. */
  readonly compared: readonly string[];
  readonly plan?: CellPlan | undefined;
}

/** @param transaction that holds the table's lock, once the rows are written */
export async function settleCellSources(
  transaction: Transaction,
  definition: TableDefinition,
  { relation, compared, plan }: WrittenRows,
): Promise<void> {
  const name = databaseName(definition);
  if (plan === undefined) {
    const { rows } = await transaction.execute(sql`select from row_sources where table_name = ${name} limit 1`);
    if (rows.length > 0) await takeFromSources(transaction, name, relation, compared);
    return;
  }
  await noteBefore(transaction, name, relation, sql`true`);
  await noteSource(transaction, name, relation, plan);
}

/** Notes the sources of changed rows beside the cells that the rows had. */
async function noteBefore(transaction: Transaction, name: string, relation: SQL, isNoted: SQL): Promise<void> {
  await transaction.execute(sql`
    update row_changes change set before = change.before || jsonb_build_object(${SOURCES_BEFORE}::text, coalesce((
      select jsonb_agg(jsonb_build_object('source', held.source, 'url', held.url, 'as_of', held.as_of, 'fields', held.fields))
      from row_sources held where held.table_name = ${name} and held.row_id = matched.id), '[]'))
    from ${MATCHED} matched join ${relation} written on written.id = matched.id
    where matched.differences <> 0 and change.table_name = ${name} and change.version = written.changed_in and ${isNoted}`);
}

async function noteSource(transaction: Transaction, name: string, relation: SQL, { source, filled }: CellPlan): Promise<void> {
  await transaction.execute(sql`
    update row_sources held set fields = array(select field from unnest(held.fields) field where not field = any(matched.ours))
    from ${MATCHED} matched
    where held.table_name = ${name} and held.row_id = matched.id and held.source <> ${source.id} and held.fields && matched.ours`);
  await transaction.execute(sql`
    insert into row_sources as held (table_name, row_id, source, url, as_of, fields)
    select ${name}, written.id, ${source.id}, staged.record_url, staged.record_as_of, coalesce(matched.ours, ${filled})
    from ${STAGED} staged join ${relation} written on written.canonical_key = staged.canonical_key
      left join ${MATCHED} matched on matched.line = staged.line
    on conflict (table_name, row_id, source) do update set url = excluded.url, as_of = excluded.as_of, fields = excluded.fields
      where (held.url, held.as_of, held.fields) is distinct from (excluded.url, excluded.as_of, excluded.fields)`);
}

/** A cell that a file changed is the file's. */
async function takeFromSources(
  transaction: Transaction,
  name: string,
  relation: SQL,
  compared: readonly string[],
): Promise<void> {
  const changed = sql`array_remove(array[${sql.join(
    compared.map((column, bit) => sql.raw(`case when matched.differences & (1::bigint << ${bit}) <> 0 then '${column}' end`)),
    sql`, `,
  )}]::text[], null)`;
  const isTaken = sql`exists (select from row_sources held
    where held.table_name = ${name} and held.row_id = matched.id and held.fields && ${changed})`;
  await noteBefore(transaction, name, relation, isTaken);
  await transaction.execute(sql`
    update row_sources held set fields = array(select field from unnest(held.fields) field where not field = any(${changed}))
    from ${MATCHED} matched
    where held.table_name = ${name} and held.row_id = matched.id and matched.differences <> 0 and held.fields && ${changed}`);
}

/** Gives rows the sources that they had before a change. @param undone rows with their `id` and the cells before, as `undone` */
export async function restoreCellSources(transaction: Transaction, name: string, undone: SQL): Promise<void> {
  const isNoted = sql`jsonb_exists(undone.before, ${SOURCES_BEFORE})`;
  await transaction.execute(sql`
    delete from row_sources held using (select undone.id from ${undone} where ${isNoted}) given
    where held.table_name = ${name} and held.row_id = given.id`);
  await transaction.execute(sql`
    insert into row_sources (table_name, row_id, source, url, as_of, fields)
    select ${name}, undone.id, noted.source, noted.url, noted.as_of, noted.fields
    from ${undone} cross join lateral jsonb_to_recordset(undone.before -> ${SOURCES_BEFORE})
      as noted (source text, url text, as_of date, fields text[])
    where ${isNoted}`);
}
