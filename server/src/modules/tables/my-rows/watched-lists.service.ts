/** What decides about rows besides the rows: lists and tags of accounts, and linked tables, for alerts. The caller's transaction must see one moment: `repeatable read`. */
import { WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { linkedTable, linkNames } from '@leadloom/shared/tables/linked-tables';
import { tables } from '@leadloom/shared/tables/tables';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { bindMyFilters, hasLinkedFilters, hasMyFilters, LINK_NAMES, listedRows } from '../filters/my-filters.ts';
import type { MyTableRows } from './my-rows.repository.ts';
import { findTableOfNamedList } from './row-lists.repository.ts';

/** Whether a list, a tag or a linked row decides which rows match. */
export function dependsOnOthers(filters: TableFilters): boolean {
  return hasMyFilters(filters) || hasLinkedFilters(filters);
}

/** Each table with a table that its links lead to. */
const linkedPairs = Object.values(tables).flatMap((table) =>
  [...new Set(linkNames(table).flatMap((link) => linkedTable(table, link) ?? []))].map(
    (linked) => sql`(${databaseName(table)}, ${databaseName(linked)})`,
  ),
);

/** The filters of a list, for its account alone. */
export function filtersOfList(workspaceId: WorkspaceId, list: number): TableFilters {
  return bindMyFilters({ list: String(list) }, workspaceId);
}

/** The database's name of the list's table; null: the account has no such list. */
export function tableOfList(connection: Connection, workspaceId: WorkspaceId, list: number): Promise<string | null> {
  return findTableOfNamedList(connection, workspaceId, String(list));
}

/** The lists that exist, are of this account each, and are not deleted, by their ids. */
export async function existingLists(
  connection: Connection,
  lists: readonly { readonly workspaceId: WorkspaceId; readonly id: number }[],
): Promise<ReadonlySet<number>> {
  if (lists.length === 0) return new Set();
  const { rows } = await connection.execute<{ id: string }>(sql`
    select list.id from row_lists list join unnest(${sql.param(lists.map(({ id }) => id))}::bigint[],
      ${sql.param(lists.map(({ workspaceId }) => workspaceId))}::bigint[]) as wanted (id, account_id) using (id, account_id)
    where list.deleted_at is null`);
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Another number whenever lists or tags changed, or linked tables where the filters are about linked rows. */
export async function readMarksVersion(
  connection: Connection,
  { workspaceId, tableName }: MyTableRows,
  filters: TableFilters,
): Promise<number> {
  const version = marksVersion({
    workspaceId: sql`${workspaceId}::bigint`,
    tableName: sql`${tableName}::text`,
    filters: sql`${JSON.stringify(filters)}::jsonb`,
  });
  const { rows } = await connection.execute<{ version: string }>(sql`select ${version} as version`);
  return Number(rows[0]?.version ?? 0);
}

/** The same as an expression: both kinds of versions only grow, so their sum stays the same only where both do. */
export function marksVersion({
  workspaceId,
  tableName,
  filters,
}: {
  readonly workspaceId: SQLWrapper;
  readonly tableName: SQLWrapper;
  readonly filters: SQLWrapper;
}): SQL {
  const isLinked = sql`(exists (select from jsonb_object_keys(${filters}) name where position('.' in name) > 0)
    or ${filters} ->> ${WHERE_FILTER}::text ~* ${`\\m(?:${LINK_NAMES.join('|')})\\M`})`;
  return sql`(coalesce((select own.version from my_row_versions own
      where own.account_id = ${workspaceId} and own.table_name = ${tableName}), 0)
    + case when ${isLinked} then coalesce((select sum(known.version)
        from (values ${sql.join(linkedPairs, sql`, `)}) as link (of_table, to_table)
        join table_versions known on known.table_name = link.to_table where link.of_table = ${tableName}), 0) else 0 end)::bigint`;
}

/** Ids of all rows of a list. A list is bounded, so they are read at once. */
export async function* readListedIds(
  connection: Connection,
  { workspaceId, tableName }: MyTableRows,
  list: number,
): AsyncGenerator<readonly number[]> {
  const { rows } = await connection.execute<{ row_id: string }>(listedRows(tableName, workspaceId, list));
  yield rows.map(({ row_id: id }) => Number(id));
}
