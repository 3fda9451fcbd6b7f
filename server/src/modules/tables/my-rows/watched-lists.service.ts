/** What decides about rows besides the rows: lists and tags of accounts, and linked tables, for alerts. The caller's transaction must see one moment: `repeatable read`. */
import { WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { linkedTable, linkNames } from '@leadloom/shared/tables/linked-tables';
import { tables } from '@leadloom/shared/tables/tables';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { Member } from '../../../http/workspace-id.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { authorOf, columnsAs } from '../../../schema/visible-rows.ts';
import { bindMyFilters, hasLinkedFilters, hasMyFilters, LINK_NAMES, listedRows } from '../filters/my-filters.ts';
import type { MemberRows, MyTableRows } from './my-rows.repository.ts';
import { findTableOfNamedList, findVisibleList } from './row-lists.repository.ts';

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

/** The filters of a list, for this member alone. */
export function filtersOfList(member: Member, list: number): TableFilters {
  return bindMyFilters({ list: String(list) }, member);
}

/** The database's name of the list's table; null: the member sees no such list. */
export function tableOfList(connection: Connection, member: Member, list: number): Promise<string | null> {
  return findTableOfNamedList(connection, member, String(list));
}

/** The name that somebody gave the list; null: the member sees no such list, or it has none. */
export async function nameOfList(connection: Connection, member: Member, list: string): Promise<string | null> {
  const found = await findVisibleList(connection, member, list);
  return found?.isNamed === true ? found.name : null;
}

/** Which of the lists exist, are not deleted, and are seen by the member they are named with, by their place. */
export async function existingLists(
  connection: Connection,
  lists: readonly (Member & { readonly id: number })[],
): Promise<ReadonlySet<number>> {
  if (lists.length === 0) return new Set();
  const list = columnsAs('list');
  const { rows } = await connection.execute<{ place: string }>(sql`
    select wanted.place from row_lists list
    join unnest(${sql.param(lists.map(({ id }) => id))}::bigint[],
      ${sql.param(lists.map(({ workspaceId }) => workspaceId))}::bigint[],
      ${sql.param(lists.map(({ accountId }) => accountId))}::bigint[]) with ordinality as wanted (id, account_id, member_id, place)
      on wanted.id = list.id and wanted.account_id = list.account_id
    where list.deleted_at is null and (${list.visibility} = 'workspace' or ${authorOf(list)} = wanted.member_id)`);
  return new Set(rows.map(({ place }) => Number(place) - 1));
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
  { tableName, ...member }: MemberRows,
  list: number,
): AsyncGenerator<readonly number[]> {
  const { rows } = await connection.execute<{ row_id: string }>(listedRows(tableName, member, list));
  yield rows.map(({ row_id: id }) => Number(id));
}
