/**
 * Undoes an import as a whole, in one transaction under the lock of the table's writers: rows that it added are deleted, and
 * rows that it changed get the cells they had before. A row that somebody changed since stays as it is.
 *
 * A row is as the import left it if its number is one of the import's, or if a later change was undone and restored the row
 * to such a number (`restores`).
 */
import type { UndoCounts } from '@leadloom/shared/contract/imports';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { holdBack } from '../../suppression/hold-back.service.ts';
import { restoreCellSources } from '../merge/cell-sources.ts';

const UNDONE = sql.identifier('undone_rows');
const RESTORED = sql.identifier('restored_rows');
/** Columns that a restored row keeps or gets anew. */
const OWN_COLUMNS: readonly string[] = ['id', 'canonical_key', 'imported_at', 'needs_escape', 'changed_in'];

export interface VersionRange {
  readonly firstVersion: number;
  readonly lastVersion: number;
}

export interface UndoneImport extends VersionRange {
  readonly definition: TableDefinition;
  /** Rows that it added or changed. */
  readonly written: number;
}

/** Notes the rows in a temporary table. @param transaction that holds the table's lock, unless it only counts */
export async function planUndo(transaction: Transaction, undone: UndoneImport): Promise<UndoCounts> {
  const { definition, firstVersion, lastVersion, written } = undone;
  const name = databaseName(definition);
  const table = sql.identifier(name);
  const isOurs = (version: SQL) => sql`${version} > ${firstVersion}::bigint and ${version} < ${lastVersion}::bigint`;
  await transaction.execute(sql`
    create temporary table ${UNDONE} on commit drop as
    select held.id, held.version, change.version is not null as was_changed, change.replaced, change.before
    from (
      select id, changed_in as version from ${table} where ${isOurs(sql`changed_in`)}
      union all
      select known.id, change.restores from row_changes change
        join ${table} known on known.id = change.row_id and known.changed_in = change.version
      where change.table_name = ${name} and change.restores is not null and ${isOurs(sql`change.restores`)}
    ) held
    left join row_changes change on change.table_name = ${name} and change.version = held.version`);
  await transaction.execute(sql`analyze ${UNDONE} (id)`);
  const { rows } = await transaction.execute<Record<'deleted' | 'restored' | 'changed_since', string>>(sql`
    select count(*) filter (where not was_changed) as deleted, count(*) filter (where was_changed) as restored,
      (select count(distinct row_id) from row_changes change
        where table_name = ${name} and version > ${firstVersion}::bigint
          and (${isOurs(sql`version`)} or ${isOurs(sql`replaced`)})
          and not exists (select from ${UNDONE} undone where undone.id = change.row_id)) as changed_since
    from ${UNDONE}`);
  const number = (key: 'deleted' | 'restored' | 'changed_since') => Number(rows[0]?.[key] ?? 0);
  const counts = { deleted: number('deleted'), restored: number('restored'), changed_since: number('changed_since') };
  const left = written - counts.deleted - counts.restored - counts.changed_since;
  return { ...counts, deleted_since: Math.max(0, left) };
}

/**
 * Does what was planned in the same transaction. Nobody who was erased comes back: such a row stays as it is.
 * @param suppressionKey of the suppression list
 * @returns how many rows were held back
 */
export async function carryOutUndo(
  transaction: Transaction,
  { definition }: UndoneImport,
  { now, suppressionKey }: { readonly now: Date; readonly suppressionKey: Buffer },
): Promise<number> {
  const name = databaseName(definition);
  const table = sql.identifier(name);
  const columns = await restoredColumns(transaction, name);
  await transaction.execute(sql`
    delete from ${table} known using ${UNDONE} undone where undone.id = known.id and not undone.was_changed`);
  await transaction.execute(sql`
    create temporary table ${RESTORED} on commit drop as
    select restored.*, undone.replaced from ${UNDONE} undone join ${table} known on known.id = undone.id
    cross join lateral jsonb_populate_record(known, undone.before) restored
    where undone.was_changed`);
  const restoredRows = { table: definition.name, relation: sql`${RESTORED}`, columns };
  const held = await holdBack(transaction, restoredRows, suppressionKey);
  await transaction.execute(sql`analyze ${RESTORED} (id)`);
  const sets = columns.map((column) => sql`${sql.identifier(column)} = restored.${sql.identifier(column)}`);
  // Clients that follow the table by time get the row, although its own time is the earlier one again.
  await transaction.execute(sql`
    update ${table} known
    set ${sql.join(sets, sql`, `)}, imported_at = ${now.toISOString()}::timestamptz, needs_escape = true
    from ${RESTORED} restored where restored.id = known.id`);
  await transaction.execute(sql`
    update row_changes change
    set restores = coalesce(before.restores, restored.replaced)
    from ${RESTORED} restored
    join ${table} known on known.id = restored.id
    left join row_changes before on before.table_name = ${name} and before.version = restored.replaced
    where change.table_name = ${name} and change.version = known.changed_in`);
  await restoreCellSources(transaction, name, sql`${UNDONE} undone join ${RESTORED} restored on restored.id = undone.id`);
  return held.rows;
}

async function restoredColumns(transaction: Transaction, name: string): Promise<readonly string[]> {
  const { rows } = await transaction.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
  return rows.map((column) => column.name).filter((column) => !OWN_COLUMNS.includes(column));
}
