/**
 * Pages of collected profiles. The ids of a page and the exact total come from one pass over an index that holds
 * all that lists filter and sort by; only the page's own profiles are read. Every statement names the account.
 */
import type { profileSorts } from '@leadloom/shared/contract/collected-profiles';
import { asc, count, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from './collector.repository.ts';
import { linkedinCompanies, linkedinProfiles, linkedinProfileTags } from './linkedin.table.ts';
import { type ProfileFilters, profileCondition } from './profile-filters.ts';

interface ProfileOrder {
  readonly sort: (typeof profileSorts)[number];
  readonly order: 'asc' | 'desc';
}

interface IdPage {
  readonly total: number;
  /** In the order asked for. */
  readonly ids: readonly number[];
}

const pageSchema = z.tuple([z.object({ total: z.coerce.number(), ids: z.array(z.coerce.number()) })]);

const countriesSchema = z.array(z.object({ country: z.string() }));

/** @param offset how many profiles come before the page */
export async function findProfilePage(
  connection: Connection,
  accountId: number,
  filters: ProfileFilters,
  { sort, order }: ProfileOrder,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<IdPage> {
  // Equal ones keep one order, and those without the value come last either way.
  const along = order === 'asc' ? sql`key asc nulls last, id asc` : sql`key desc nulls last, id desc`;
  const { rows } = await connection.execute(sql`
    with found as materialized (
      select ${linkedinProfiles.id}, ${sortKey(accountId, sort)} as key
      from ${linkedinProfiles}
      where ${profileCondition(accountId, filters)}
    )
    select (select count(*) from found) as total,
      array(select id from found order by ${along} limit ${limit} offset ${offset}) as ids`);
  return pageSchema.parse(rows)[0];
}

function sortKey(accountId: number, sort: ProfileOrder['sort']): SQL {
  switch (sort) {
    case 'collected_at':
      return sql`${linkedinProfiles.collectedAt}`;
    case 'updated_at':
      return sql`${linkedinProfiles.updatedAt}`;
    case 'follower_count':
      return sql`${linkedinProfiles.followerCount}`;
    case 'full_name':
      return sql`${linkedinProfiles.nameKey}`;
    case 'company_name':
      return sql`coalesce(${linkedinProfiles.companyKey}, (
        select ${linkedinCompanies.nameKey} from ${linkedinCompanies}
        where ${linkedinCompanies.accountId} = ${accountId} and ${linkedinCompanies.companyId} = ${linkedinProfiles.companyId}))`;
  }
}

/** Every id that fits, in the order profiles were first stored. */
export async function listProfileIds(connection: Connection, accountId: number, filters: ProfileFilters): Promise<number[]> {
  const rows = await connection
    .select({ id: linkedinProfiles.id })
    .from(linkedinProfiles)
    .where(profileCondition(accountId, filters))
    .orderBy(asc(linkedinProfiles.id));
  return rows.map(({ id }) => id);
}

/** Every country met, in the order of the alphabet. Leaps from one to the next: they are few, the profiles many. */
export async function listCountries(connection: Connection, accountId: number): Promise<string[]> {
  const { rows } = await connection.execute(sql`
    with recursive met (country) as (
      (select country from ${linkedinProfiles} where account_id = ${accountId} and country is not null order by country limit 1)
      union all
      select (
        select later.country from ${linkedinProfiles} later
        where later.account_id = ${accountId} and later.country > met.country order by later.country limit 1
      )
      from met where met.country is not null
    )
    select country from met where country is not null`);
  return countriesSchema.parse(rows).map(({ country }) => country);
}

/** Every tag with the number of profiles that have it, in the order of the alphabet. */
export function listTags(
  connection: Connection,
  accountId: number,
): Promise<{ readonly name: string; readonly count: number }[]> {
  return connection
    .select({ name: sql<string>`min(${linkedinProfileTags.tag})`, count: count() })
    .from(linkedinProfileTags)
    .where(eq(linkedinProfileTags.accountId, accountId))
    .groupBy(linkedinProfileTags.folded)
    .orderBy(asc(linkedinProfileTags.folded));
}
