/** Lists of collected people, and what an account keeps about them, for the module that holds them. */
import type { ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import { readMarks } from './my-rows.repository.ts';
import { requireLists } from './require-list.ts';

/** The name under which lists hold them. */
export const COLLECTED_PEOPLE_ROWS = 'collected_people';

/** A query of the ids of profiles on a list of the workspace, which `requirePeopleLists` has let the member ask about. */
export function listedPeople(workspaceId: WorkspaceId, list: string): SQL {
  return sql`select listed.row_id from row_list_rows listed where listed.list_id = (select own.id from row_lists own
    where own.id = ${list}::bigint and own.account_id = ${workspaceId}::bigint and own.table_name = ${COLLECTED_PEOPLE_ROWS}
      and own.deleted_at is null)`;
}

/** @throws {AppError} ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE */
export async function requirePeopleLists(
  connection: Connection,
  { accountId, workspaceId }: Member,
  lists: readonly string[],
): Promise<void> {
  await requireLists(connection, { accountId, workspaceId, tableName: COLLECTED_PEOPLE_ROWS }, lists);
}

/** Adds to each person the lists that the member sees and the notes, next to its tags. */
export async function markPeople(
  database: Database,
  { accountId, workspaceId }: Member,
  people: readonly ProfileListItem[],
): Promise<ProfileListItem[]> {
  if (people.length === 0) return [];
  const marks = await readMarks(
    database,
    { accountId, workspaceId, tableName: COLLECTED_PEOPLE_ROWS },
    people.map(({ id }) => Number(id)),
  );
  return people.map((person) => {
    const { lists = [], notes = 0 } = marks.get(Number(person.id)) ?? {};
    return { ...person, my: { tags: person.tags, lists: [...lists], notes } };
  });
}
