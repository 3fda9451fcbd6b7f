/** What members of a workspace keep about rows. Every statement names the workspace. */
import { visibilities } from '@leadloom/shared/contract/visibility';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection, Database, Transaction } from '../../../database/database.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import { columnsAs, isSeenBy } from '../../../schema/visible-rows.ts';

/** The rows of one table, by its name in the database, as one workspace sees them. */
export interface MyTableRows {
  readonly workspaceId: WorkspaceId;
  readonly tableName: string;
}

/** The same as one member sees them, with their private lists. */
export interface MemberRows extends MyTableRows, Member {}

/** Waits for other changes of the workspace to the same table; from then on the state is another. @returns its version */
export async function lockMyRows(transaction: Transaction, { workspaceId, tableName }: MyTableRows): Promise<number> {
  const { rows } = await transaction.execute<{ version: string }>(sql`
    insert into my_row_versions (account_id, table_name, version) values (${workspaceId}, ${tableName}, 1)
    on conflict (account_id, table_name) do update set version = my_row_versions.version + 1 returning version`);
  return Number(rows[0]?.version);
}

/** Reads one version for each, in their order; 0 where the account keeps nothing. */
export async function readMyVersions(database: Database, wanted: readonly MyTableRows[]): Promise<readonly number[]> {
  const { rows } = await database.$client.query<{ place: number; version: string }>({
    name: 'my_row_versions',
    text: `select wanted.place::int as place, known.version from my_row_versions known
      join unnest($1::bigint[], $2::text[]) with ordinality as wanted (account_id, table_name, place)
      using (account_id, table_name)`,
    values: [wanted.map(({ workspaceId }) => workspaceId), wanted.map(({ tableName }) => tableName)],
  });
  const versions = new Map(rows.map(({ place, version }) => [place, Number(version)]));
  return wanted.map((_, index) => versions.get(index + 1) ?? 0);
}

/** Marks of a row: its tags, the ids of its lists, the number of its notes. */
export interface Marks {
  readonly tags: readonly string[];
  readonly lists: readonly number[];
  readonly notes: number;
}

const marksSchema = z.array(
  z.object({
    row_id: z.coerce.number(),
    tags: z.array(z.string()).nullable(),
    lists: z.array(z.coerce.number()).nullable(),
    notes: z.coerce.number(),
  }),
);

/**
 * The marks are read by row and list, and by row and account: a row that many accounts keep must not be read for all of
 * them.
 */
export const MARKS = `
  with lists as materialized (select id from row_lists
    where account_id = $1 and table_name = $2 and deleted_at is null and pasted_lines is null
      and (visibility = 'workspace' or coalesce(created_by, account_id) = $4))
  select wanted.row_id,
    (select array_agg(tag order by folded) from row_tags
      where account_id = $1 and table_name = $2 and row_id = wanted.row_id) as tags,
    (select array_agg(list_id order by list_id) from row_list_rows
      where row_id = wanted.row_id and list_id = any (array(select id from lists))) as lists,
    (select count(*) from row_notes
      where account_id = $1 and table_name = $2 and row_id = wanted.row_id) as notes
  from unnest($3::bigint[]) as wanted (row_id)`;

/** The marks of the rows that carry any, by row. */
export async function readMarks(
  database: Database,
  { accountId, workspaceId, tableName }: MemberRows,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Marks>> {
  const { rows } = await database.$client.query({
    name: 'row_marks',
    text: MARKS,
    values: [workspaceId, tableName, ids, accountId],
  });
  const marks = marksSchema.parse(rows).map(({ row_id: id, tags, lists, notes }) => {
    return [id, { tags: tags ?? [], lists: lists ?? [], notes }] as const;
  });
  return new Map(marks.filter(([, { tags, lists, notes }]) => tags.length > 0 || lists.length > 0 || notes > 0));
}

export type StoredTag = { readonly tag: string; readonly folded: string };

/** Tags that are listed: nobody chooses from more, and accounts that make tags up are bounded. */
const MAX_LISTED_TAGS = 1_000;

/** Tags of a table in alphabetical order, with the number of rows that carry each; at most MAX_LISTED_TAGS. */
export async function countTags(connection: Connection, { workspaceId, tableName }: MyTableRows) {
  const { rows } = await connection.execute<{ tag: string; count: string }>(sql`
    select min(tag) as tag, count(*) as count from row_tags
    where account_id = ${workspaceId} and table_name = ${tableName} group by folded order by folded
    limit ${MAX_LISTED_TAGS}`);
  return rows.map(({ tag, count }) => ({ tag, count: Number(count) }));
}

export async function readTags(connection: Connection, { workspaceId, tableName }: MyTableRows, id: number): Promise<string[]> {
  const { rows } = await connection.execute<{ tag: string }>(sql`
    select tag from row_tags where account_id = ${workspaceId} and table_name = ${tableName} and row_id = ${id} order by folded`);
  return rows.map(({ tag }) => tag);
}

/** Replaces the tags of a row; a tag that the account uses already keeps its spelling. */
export async function replaceTags(
  transaction: Transaction,
  { workspaceId, tableName }: MyTableRows,
  id: number,
  tags: readonly StoredTag[],
): Promise<void> {
  const folded = sql.param(tags.map((tag) => tag.folded));
  await transaction.execute(sql`delete from row_tags where account_id = ${workspaceId} and table_name = ${tableName}
    and row_id = ${id} and folded <> all(${folded}::text[])`);
  await transaction.execute(sql`insert into row_tags (account_id, table_name, row_id, folded, tag)
    select ${workspaceId}, ${tableName}, ${id}, given.folded, coalesce((select min(known.tag) from row_tags known
      where known.account_id = ${workspaceId} and known.table_name = ${tableName} and known.folded = given.folded), given.tag)
    from unnest(${folded}::text[], ${sql.param(tags.map(({ tag }) => tag))}::text[]) as given (folded, tag)
    on conflict do nothing`);
}

export async function countTagged(transaction: Transaction, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await transaction.execute<{ count: string }>(
    sql`select count(*) as count from row_tags where account_id = ${workspaceId}`,
  );
  return Number(rows[0]?.count);
}

/**
 * Adds tags to rows; a tag that the account uses already keeps its spelling, which is looked up once: for each row, the
 * search would pass all tags added before it.
 * @param rows a query of ids, as column `id`, of rows that stay until the transaction ends
 * @param addition under which `removeAddedTags` finds them
 * @returns how many rows there are, and how many of them got a tag that they did not have
 */
export async function addTags(
  transaction: Transaction,
  { workspaceId, tableName }: MyTableRows,
  rows: SQL,
  tags: readonly StoredTag[],
  addition: number,
): Promise<{ chosen: number; tagged: number }> {
  const { rows: counted } = await transaction.execute<{ chosen: string; tagged: string }>(sql`
    with chosen as materialized (${rows}),
    given as materialized (select given.folded, coalesce((select min(known.tag) from row_tags known
        where known.account_id = ${workspaceId} and known.table_name = ${tableName} and known.folded = given.folded), given.tag) as tag
      from unnest(${sql.param(tags.map(({ folded }) => folded))}::text[], ${sql.param(tags.map(({ tag }) => tag))}::text[])
        as given (folded, tag)),
    added as (insert into row_tags (account_id, table_name, row_id, folded, tag, addition)
      select ${workspaceId}, ${tableName}, chosen.id, given.folded, given.tag, ${addition}::bigint from chosen cross join given
      on conflict do nothing returning row_id)
    select (select count(*) from chosen) as chosen, (select count(distinct row_id) from added) as tagged`);
  return { chosen: Number(counted[0]?.chosen), tagged: Number(counted[0]?.tagged) };
}

/** @returns from how many rows */
export async function removeAddedTags(
  transaction: Transaction,
  { workspaceId, tableName }: MyTableRows,
  addition: number,
): Promise<number> {
  const { rows } = await transaction.execute<{ count: string }>(sql`
    with removed as (delete from row_tags
      where account_id = ${workspaceId} and table_name = ${tableName} and addition = ${addition} returning row_id)
    select count(distinct row_id) as count from removed`);
  return Number(rows[0]?.count);
}

/** Whether a row of the account in this table carries more tags than this. */
export async function hasRowsBeyond(
  transaction: Transaction,
  { workspaceId, tableName }: MyTableRows,
  max: number,
): Promise<boolean> {
  const { rows } = await transaction.execute(sql`select row_id from row_tags
    where account_id = ${workspaceId} and table_name = ${tableName} group by row_id having count(*) > ${max} limit 1`);
  return rows.length > 0;
}

const pinnedSchema = z.array(
  z.object({
    kind: z.enum(['list', 'view']),
    id: z.string(),
    table_name: z.string(),
    name: z.string(),
    visibility: z.enum(visibilities),
  }),
);

/** Pinned lists and views that the member sees, ordered by name. The table's name is the one in the database. */
export async function findPins(connection: Connection, member: Member): Promise<z.infer<typeof pinnedSchema>> {
  const { rows } = await connection.execute(sql`
    select 'list' as kind, id::text, table_name, name, visibility from row_lists
      where ${isSeenBy(columnsAs('row_lists'), member)} and is_pinned and deleted_at is null and pasted_lines is null
    union all
    select 'view' as kind, id, table_name, name, visibility from table_views
      where ${isSeenBy(columnsAs('table_views'), member)} and is_pinned
    order by name, id`);
  return pinnedSchema.parse(rows);
}
