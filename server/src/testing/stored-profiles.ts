/** Writes collected profiles to the database, as if they had been parsed. */
import type { WorkspaceId } from '../http/workspace-id.ts';
import { linkedinProfiles } from '../schema/linkedin.table.ts';
import type { TestServer } from './test-server.ts';

type NewProfile = typeof linkedinProfiles.$inferInsert;

/** @param people the values that matter; the rest has defaults @returns our ids, in the given order */
export async function storeProfiles(
  { database }: TestServer,
  workspaceId: WorkspaceId,
  people: readonly Partial<NewProfile>[],
): Promise<string[]> {
  const rows = await database
    .insert(linkedinProfiles)
    .values(
      people.map((person, position) => ({
        workspaceId,
        memberId: `ACoAAStored${position}`,
        profileKey: `stored-${position}`,
        profileUrl: `https://www.linkedin.com/in/stored-${position}`,
        fullName: `Person ${position}`,
        parserVersion: 1,
        ...person,
      })),
    )
    .returning({ id: linkedinProfiles.id });
  return rows.map(({ id }) => String(id));
}
