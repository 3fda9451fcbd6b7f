/** Tags of profiles. Every statement names the account. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinProfileTags } from '../../../schema/linkedin.table.ts';

interface Tag {
  readonly tag: string;
  readonly folded: string;
}

const profileIdsSchema = z.array(z.object({ profile_id: z.coerce.number() }));

/** Changes to the tags of one account run one after the other, so that the limit and the first spelling hold. */
export async function lockTags(transaction: Connection, workspaceId: WorkspaceId): Promise<void> {
  await lockForTransaction(transaction, `linkedin-tags:${workspaceId}`);
}

/** The spelling that the account already uses, by folded tag. */
export async function knownSpellings(
  transaction: Connection,
  workspaceId: WorkspaceId,
  folded: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await transaction
    .select({ folded: linkedinProfileTags.folded, tag: sql<string>`min(${linkedinProfileTags.tag})` })
    .from(linkedinProfileTags)
    .where(
      and(
        eq(linkedinProfileTags.workspaceId, workspaceId),
        sql`${linkedinProfileTags.folded} = any(${sql.param(folded)}::text[])`,
      ),
    )
    .groupBy(linkedinProfileTags.folded);
  return new Map(rows.map((row) => [row.folded, row.tag]));
}

/**
 * @param profileIds locked profiles
 * @param addition under which `removeAddedTags` finds them
 * @returns the profile id of each tag that was added
 */
export async function addTags(
  transaction: Connection,
  workspaceId: WorkspaceId,
  profileIds: readonly number[],
  tags: readonly Tag[],
  addition: string,
): Promise<number[]> {
  const { rows } = await transaction.execute(sql`
    insert into ${linkedinProfileTags} (account_id, profile_id, tag, folded, addition)
    select ${workspaceId}, profile_id, tag, folded, ${addition}::uuid
    from unnest(${sql.param(profileIds)}::bigint[]) profile_id
    cross join unnest(${sql.param(tags.map(({ tag }) => tag))}::text[], ${sql.param(tags.map(({ folded }) => folded))}::text[])
      as given (tag, folded)
    on conflict do nothing
    returning profile_id`);
  return profileIdsSchema.parse(rows).map((row) => row.profile_id);
}

/** @returns the profile id of each tag that was removed */
export function removeTags(
  transaction: Connection,
  workspaceId: WorkspaceId,
  profileIds: readonly number[],
  folded: readonly string[],
): Promise<number[]> {
  return removeTagsWhere(
    transaction,
    workspaceId,
    profileIds,
    sql`${linkedinProfileTags.folded} = any(${sql.param(folded)}::text[])`,
  );
}

/** The profiles that carry a tag of this addition. */
export async function profilesOfAddition(transaction: Connection, workspaceId: WorkspaceId, addition: string): Promise<number[]> {
  const rows = await transaction
    .selectDistinct({ profileId: linkedinProfileTags.profileId })
    .from(linkedinProfileTags)
    .where(and(eq(linkedinProfileTags.workspaceId, workspaceId), eq(linkedinProfileTags.addition, addition)));
  return rows.map(({ profileId }) => profileId);
}

/** @param profileIds locked profiles @returns the profile id of each tag that was removed */
export function removeAddedTags(
  transaction: Connection,
  workspaceId: WorkspaceId,
  profileIds: readonly number[],
  addition: string,
): Promise<number[]> {
  return removeTagsWhere(transaction, workspaceId, profileIds, eq(linkedinProfileTags.addition, addition));
}

/** Pairs of profile and tag, counted up to a number. */
export async function countTags(transaction: Connection, workspaceId: WorkspaceId, upTo: number): Promise<number> {
  const rows = await transaction
    .select({ tag: linkedinProfileTags.tag })
    .from(linkedinProfileTags)
    .where(eq(linkedinProfileTags.workspaceId, workspaceId))
    .limit(upTo);
  return rows.length;
}

export async function hasTooManyTags(
  transaction: Connection,
  workspaceId: WorkspaceId,
  profileIds: readonly number[],
  limit: number,
): Promise<boolean> {
  const rows = await transaction
    .select({ profileId: linkedinProfileTags.profileId })
    .from(linkedinProfileTags)
    .where(
      and(
        eq(linkedinProfileTags.workspaceId, workspaceId),
        sql`${linkedinProfileTags.profileId} = any(${sql.param(profileIds)}::bigint[])`,
      ),
    )
    .groupBy(linkedinProfileTags.profileId)
    .having(sql`count(*) > ${limit}`)
    .limit(1);
  return rows.length > 0;
}

async function removeTagsWhere(
  transaction: Connection,
  workspaceId: WorkspaceId,
  profileIds: readonly number[],
  condition: SQL,
): Promise<number[]> {
  const rows = await transaction
    .delete(linkedinProfileTags)
    .where(
      and(
        eq(linkedinProfileTags.workspaceId, workspaceId),
        sql`${linkedinProfileTags.profileId} = any(${sql.param(profileIds)}::bigint[])`,
        condition,
      ),
    )
    .returning({ profileId: linkedinProfileTags.profileId });
  return rows.map(({ profileId }) => profileId);
}
