/**
 * Pages of collected profiles. One pass over an index that covers all filters and sort keys gives the ids of a page and the
 * exact total. Only the profiles of the page are then read. Every statement names the account.
 */
import { asc, count, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinCompanies, linkedinProfiles, linkedinProfileTags } from '../../../schema/linkedin.table.ts';
import type { ProfileOrder, ProfilePosition } from './profile-cursors.ts';
import { type ProfileFilters, profileCondition } from './profile-filters.ts';

interface PagePart {
  /** The page starts after this profile, even if it is gone; null: at the first. */
  readonly passed: ProfilePosition | null;
  /** Profiles to skip from there. */
  readonly offset: number;
  readonly limit: number;
}

interface IdPage {
  /** Profiles of all pages. */
  readonly total: number;
  /** Ids in the requested order. */
  readonly ids: readonly number[];
  /** The last of them if more profiles follow, else null. */
  readonly last: ProfilePosition | null;
}

const pageSchema = z.tuple([
  z.object({ total: z.coerce.number(), ids: z.array(z.coerce.number()), keys: z.array(z.string().nullable()) }),
]);

const countriesSchema = z.array(z.object({ country: z.string() }));

export async function findProfilePage(
  connection: Connection,
  workspaceId: WorkspaceId,
  filters: ProfileFilters,
  { sort, order }: ProfileOrder,
  { passed, offset, limit }: PagePart,
): Promise<IdPage> {
  // Ties are ordered by id. Profiles without the value come last in both directions.
  const along = order === 'asc' ? sql`key asc nulls last, id asc` : sql`key desc nulls last, id desc`;
  const behind = passed === null ? sql`true` : isBehind({ sort, order }, passed);
  // The written key has another name, or it would be what the keys are ordered by.
  // One more row than the page needs shows whether another page follows.
  const { rows } = await connection.execute(sql`
    with found as materialized (
      select ${linkedinProfiles.id}, ${sortKey(workspaceId, sort)} as key
      from ${linkedinProfiles}
      where ${profileCondition(workspaceId, filters)}
    ), page as materialized (
      select id, key from found where ${behind} order by ${along} limit ${limit + 1} offset ${offset}
    )
    select (select count(*) from found) as total,
      array(select id from page order by ${along}) as ids,
      array(select key::text as written from page order by ${along}) as keys`);
  const [{ total, ids, keys }] = pageSchema.parse(rows);
  const id = ids.length > limit ? ids[limit - 1] : undefined;
  return { total, ids: ids.slice(0, limit), last: id === undefined ? null : { key: keys[limit - 1] ?? null, id } };
}

/** Whether a profile comes after the last one passed. Keys are compared with their own type and full precision. */
function isBehind({ sort, order }: ProfileOrder, { key, id }: ProfilePosition): SQL {
  const isLater = order === 'asc' ? sql`id > ${id}` : sql`id < ${id}`;
  if (key === null) return sql`key is null and ${isLater}`;
  const passed = sql`${key}::${sql.raw(keyTypes[sort])}`;
  const isFurther = order === 'asc' ? sql`key > ${passed}` : sql`key < ${passed}`;
  return sql`(${isFurther} or (key = ${passed} and ${isLater}) or key is null)`;
}

const keyTypes = {
  id: 'bigint',
  collected_at: 'timestamptz',
  updated_at: 'timestamptz',
  follower_count: 'integer',
  full_name: 'text',
  company_name: 'text',
} as const satisfies Record<ProfileOrder['sort'], string>;

function sortKey(workspaceId: WorkspaceId, sort: ProfileOrder['sort']): SQL {
  switch (sort) {
    case 'id':
      // Ties are ordered by id, so a constant key orders by id alone.
      return sql`null::bigint`;
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
        where ${linkedinCompanies.workspaceId} = ${workspaceId} and ${linkedinCompanies.companyId} = ${linkedinProfiles.companyId}))`;
  }
}

/** Lists all matching ids, in the order profiles were first stored. */
export async function listProfileIds(
  connection: Connection,
  workspaceId: WorkspaceId,
  filters: ProfileFilters,
): Promise<number[]> {
  const rows = await connection
    .select({ id: linkedinProfiles.id })
    .from(linkedinProfiles)
    .where(profileCondition(workspaceId, filters))
    .orderBy(asc(linkedinProfiles.id));
  return rows.map(({ id }) => id);
}

/**
 * Names of tags and countries in the response for a page of people: nobody chooses from more, and accounts that make names
 * up are bounded.
 */
const MAX_NAMES = 1_000;

/**
 * The countries of the profiles, in alphabetical order, at most MAX_NAMES. Skips from one value to the next: countries are
 * few, profiles many.
 */
export async function listCountries(connection: Connection, workspaceId: WorkspaceId): Promise<string[]> {
  const { rows } = await connection.execute(sql`
    with recursive met (country) as (
      (select country from ${linkedinProfiles} where account_id = ${workspaceId} and country is not null order by country limit 1)
      union all
      select (
        select later.country from ${linkedinProfiles} later
        where later.account_id = ${workspaceId} and later.country > met.country order by later.country limit 1
      )
      from met where met.country is not null
    )
    select country from met where country is not null limit ${MAX_NAMES}`);
  return countriesSchema.parse(rows).map(({ country }) => country);
}

/** Tags with the number of their profiles, in alphabetical order, at most MAX_NAMES. */
export function listTags(
  connection: Connection,
  workspaceId: WorkspaceId,
): Promise<{ readonly name: string; readonly count: number }[]> {
  return connection
    .select({ name: sql<string>`min(${linkedinProfileTags.tag})`, count: count() })
    .from(linkedinProfileTags)
    .where(eq(linkedinProfileTags.workspaceId, workspaceId))
    .groupBy(linkedinProfileTags.folded)
    .orderBy(asc(linkedinProfileTags.folded))
    .limit(MAX_NAMES);
}
