/** Lists of collected people, and what an account keeps about them, for the module that holds them. */
import type { ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import type { SQL } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace.ts';
import { listedRows } from '../filters/my-filters.ts';
import { readMarks } from './my-rows.repository.ts';
import { requireLists } from './require-list.ts';

/** The name under which lists hold them. */
export const COLLECTED_PEOPLE_ROWS = 'collected_people';

/** A query of the ids of profiles on a list of the account. */
export function listedPeople(workspaceId: WorkspaceId, list: string): SQL {
  return listedRows(COLLECTED_PEOPLE_ROWS, workspaceId, list);
}

/** @throws {AppError} ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE */
export async function requirePeopleLists(
  connection: Connection,
  workspaceId: WorkspaceId,
  lists: readonly string[],
): Promise<void> {
  await requireLists(connection, { workspaceId, tableName: COLLECTED_PEOPLE_ROWS }, lists);
}

/** Adds to each person the lists and notes that the account keeps about it, next to its tags. */
export async function markPeople(
  database: Database,
  workspaceId: WorkspaceId,
  people: readonly ProfileListItem[],
): Promise<ProfileListItem[]> {
  if (people.length === 0) return [];
  const marks = await readMarks(
    database,
    { workspaceId, tableName: COLLECTED_PEOPLE_ROWS },
    people.map(({ id }) => Number(id)),
  );
  return people.map((person) => {
    const { lists = [], notes = 0 } = marks.get(Number(person.id)) ?? {};
    return { ...person, my: { tags: person.tags, lists: [...lists], notes } };
  });
}
