/** The account's own words on profiles. Every statement names the account. */
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { linkedinProfiles, linkedinProfileTags } from '../linkedin.table.ts';

interface Tag {
  readonly tag: string;
  readonly folded: string;
}

const profileIdsSchema = z.array(z.object({ profile_id: z.coerce.number() }));

/** Taggers of one account take turns until the transaction ends: the limit and the first spelling hold for both. */
export async function lockTags(transaction: Connection, accountId: number): Promise<void> {
  await lockForTransaction(transaction, `linkedin-tags:${accountId}`);
}

/**
 * Our ids among those given that are this account's. They are not erased before the transaction ends; always taken
 * in one order, so that taggers and erasers do not wait for each other in a circle.
 */
export async function holdProfiles(transaction: Connection, accountId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await transaction
    .select({ id: linkedinProfiles.id })
    .from(linkedinProfiles)
    .where(and(eq(linkedinProfiles.accountId, accountId), sql`${linkedinProfiles.id} = any(${sql.param(ids)}::bigint[])`))
    .orderBy(linkedinProfiles.id)
    .for('key share');
  return rows.map(({ id }) => id);
}

/** Folded → the spelling the account uses already. */
export async function knownSpellings(
  transaction: Connection,
  accountId: number,
  folded: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await transaction
    .select({ folded: linkedinProfileTags.folded, tag: sql<string>`min(${linkedinProfileTags.tag})` })
    .from(linkedinProfileTags)
    .where(
      and(eq(linkedinProfileTags.accountId, accountId), sql`${linkedinProfileTags.folded} = any(${sql.param(folded)}::text[])`),
    )
    .groupBy(linkedinProfileTags.folded);
  return new Map(rows.map((row) => [row.folded, row.tag]));
}

/** @param profileIds held ones @returns those that got a tag they did not have, once for each */
export async function addTags(
  transaction: Connection,
  accountId: number,
  profileIds: readonly number[],
  tags: readonly Tag[],
): Promise<number[]> {
  const { rows } = await transaction.execute(sql`
    insert into ${linkedinProfileTags} (account_id, profile_id, tag, folded)
    select ${accountId}, profile_id, tag, folded
    from unnest(${sql.param(profileIds)}::bigint[]) profile_id
    cross join unnest(${sql.param(tags.map(({ tag }) => tag))}::text[], ${sql.param(tags.map(({ folded }) => folded))}::text[])
      as given (tag, folded)
    on conflict do nothing
    returning profile_id`);
  return profileIdsSchema.parse(rows).map((row) => row.profile_id);
}

/** @returns those that had one of the tags, once for each */
export async function removeTags(
  transaction: Connection,
  accountId: number,
  profileIds: readonly number[],
  folded: readonly string[],
): Promise<number[]> {
  const rows = await transaction
    .delete(linkedinProfileTags)
    .where(
      and(
        eq(linkedinProfileTags.accountId, accountId),
        sql`${linkedinProfileTags.profileId} = any(${sql.param(profileIds)}::bigint[])`,
        sql`${linkedinProfileTags.folded} = any(${sql.param(folded)}::text[])`,
      ),
    )
    .returning({ profileId: linkedinProfileTags.profileId });
  return rows.map(({ profileId }) => profileId);
}

export async function hasTooManyTags(
  transaction: Connection,
  accountId: number,
  profileIds: readonly number[],
  limit: number,
): Promise<boolean> {
  const rows = await transaction
    .select({ profileId: linkedinProfileTags.profileId })
    .from(linkedinProfileTags)
    .where(
      and(
        eq(linkedinProfileTags.accountId, accountId),
        sql`${linkedinProfileTags.profileId} = any(${sql.param(profileIds)}::bigint[])`,
      ),
    )
    .groupBy(linkedinProfileTags.profileId)
    .having(sql`count(*) > ${limit}`)
    .limit(1);
  return rows.length > 0;
}
