/** Collected profiles by their filters, and their tags, for code that lists and tags rows of all tables alike. */
import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { matchPeople } from './match-people.service.ts';
import { tagProfiles } from './tag-profiles.ts';
import { foldTag } from './tag-text.ts';

export function createTaggedPeople(platform: Platform) {
  const { database } = platform;

  async function read(workspaceId: WorkspaceId, id: number): Promise<string[]> {
    const { rows } = await database.execute<{ tag: string }>(sql`
      select tag from linkedin_profile_tags where account_id = ${workspaceId} and profile_id = ${id} order by folded`);
    return rows.map(({ tag }) => tag);
  }

  return {
    match: (connection: Connection, member: Member, filters: Readonly<Record<string, unknown>>) =>
      matchPeople(platform, connection, member, filters),
    read,

    async count(workspaceId: WorkspaceId): Promise<{ tag: string; count: number }[]> {
      const { rows } = await database.execute<{ tag: string; count: string }>(sql`
        select min(tag) as tag, count(*) as count from linkedin_profile_tags
        where account_id = ${workspaceId} group by folded order by folded`);
      return rows.map(({ tag, count }) => ({ tag, count: Number(count) }));
    },

    /** @throws {AppError} TAGS.LIMIT_REACHED */
    async replace(member: Member, id: number, tags: readonly string[]): Promise<void> {
      const kept = new Set(tags.map(foldTag));
      const remove = (await read(member.workspaceId, id)).filter((tag) => !kept.has(foldTag(tag)));
      await tagProfiles(platform, member, { ids: [String(id)], add: [...tags], remove });
    },
  };
}
