/**
 * Entries as the workspace of a call has them: each with the profile that was collected for it there, or that another member
 * collected. Every statement names the account whose list it is.
 */
import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';
import { and, asc, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { Member } from '../../../http/workspace-id.ts';
import { collectorEntries, linkedinProfiles } from '../../../schema/linkedin.table.ts';
import { memberEmail, memberName } from '../../../schema/member-names.ts';
import type { ListedEntry } from './plan-save.ts';

/** Who stored the profile first; in a personal workspace of an older server, its account. */
const firstCollector = sql`coalesce(${linkedinProfiles.collectedBy}, ${linkedinProfiles.workspaceId})`;

const listedColumns = {
  id: collectorEntries.id,
  url: collectorEntries.url,
  profileKey: collectorEntries.profileKey,
  collected: collectorEntries.collected,
  status: collectorEntries.status,
  profileId: collectorEntries.profileId,
  userId: collectorEntries.userId,
  profileUrl: collectorEntries.profileUrl,
  email: collectorEntries.email,
  name: sql<string | null>`coalesce(${linkedinProfiles.fullName}, ${collectorEntries.listedName})`.as('name'),
  employer: linkedinProfiles.companyName,
  foundBy: collectorEntries.foundBy,
  thereId: sql<number | null>`${linkedinProfiles.id}`.mapWith(Number).as('there_id'),
  thereMember: sql<string | null>`${linkedinProfiles.memberId}`.as('there_member'),
  thereUrl: sql<string | null>`${linkedinProfiles.profileUrl}`.as('there_url'),
  thereEmail: sql<string | null>`${linkedinProfiles.email}`.as('there_email'),
  thereBy: sql<number | null>`${firstCollector}`.mapWith(Number).as('there_by'),
  thereByEmail: sql<string | null>`${memberEmail(firstCollector)}`.as('there_by_email'),
  thereByName: sql<string | null>`${memberName(firstCollector)}`.as('there_by_name'),
  thereAt: sql<Date | null>`${linkedinProfiles.collectedAt}`.mapWith(linkedinProfiles.collectedAt).as('there_at'),
};

interface ListedRow extends Omit<ListedEntry, 'there'> {
  readonly thereId: number | null;
  readonly thereMember: string | null;
  readonly thereUrl: string | null;
  readonly thereEmail: string | null;
  readonly thereBy: number | null;
  readonly thereByEmail: string | null;
  readonly thereByName: string | null;
  readonly thereAt: Date | null;
}

function toListedEntry(row: ListedRow): ListedEntry {
  const { thereId, thereMember, thereUrl, thereEmail, thereBy, thereByEmail, thereByName, thereAt, ...entry } = row;
  if (thereId === null || thereMember === null || thereUrl === null || thereBy === null || thereAt === null)
    return { ...entry, there: null };
  const collector = { accountId: thereBy, email: thereByEmail ?? FORMER_MEMBER, name: thereByName ?? FORMER_MEMBER, at: thereAt };
  const there = { userId: thereId, profileId: thereMember, profileUrl: thereUrl, email: thereEmail, collector };
  return { ...entry, there };
}

/**
 * The profile that was collected for the entry, as far as it is in this workspace, or else the one that it has under the
 * entry's address: another member collected it, or this one did and then collected the person for another workspace. What the
 * account collected and then took off its list can be added again, so that does not count.
 */
function profileIn({ accountId, workspaceId }: Member): SQL | undefined {
  const own = sql`(select own.id from ${linkedinProfiles} own where own.id = ${collectorEntries.userId} and own.account_id = ${workspaceId})`;
  const known = sql`(select max(known.id) from ${linkedinProfiles} known
    where known.account_id = ${workspaceId} and known.profile_key = ${collectorEntries.profileKey}
      and (coalesce(known.collected_by, known.account_id) <> ${accountId} or ${collectorEntries.userId} is not null))`;
  return and(eq(linkedinProfiles.workspaceId, workspaceId), eq(linkedinProfiles.id, sql`coalesce(${own}, ${known})`));
}

export interface EntryPage {
  readonly limit: number;
  /** The position of the last entry of the page before; 0: the first page. */
  readonly after: number;
  /** The page ends with the entry whose texts, and those of the entries before it, have more bytes. */
  readonly bytes: number;
}

interface ListedPage {
  readonly entries: readonly ListedEntry[];
  /** The position of the last entry; null: there are none after it. */
  readonly next: number | null;
}

/** Bytes of an entry's JSON without its texts: names, the id, numbers. */
const EMPTY_ENTRY_BYTES = 250;

const texts = [
  collectorEntries.url,
  collectorEntries.profileId,
  collectorEntries.profileUrl,
  collectorEntries.email,
  linkedinProfiles.fullName,
  collectorEntries.listedName,
  linkedinProfiles.companyName,
].map((text) => sql`coalesce(octet_length(${text}), 0)`);
/** What another member collected is answered with its address, its email and its collector. */
const bytesOfOthers = sql`case when ${linkedinProfiles.id} <> coalesce(${collectorEntries.userId}, 0)
  then ${sql.raw(String(EMPTY_ENTRY_BYTES))} + octet_length(${linkedinProfiles.profileUrl})
    + coalesce(octet_length(${linkedinProfiles.email}), 0) else 0 end`;
const entryBytes = sql`${sql.raw(String(EMPTY_ENTRY_BYTES))} + ${sql.join([...texts, bytesOfOthers], sql` + `)}`;
const bytesBefore = sql<number>`(sum(${entryBytes}) over (order by ${collectorEntries.position}) - (${entryBytes}))::int`.as(
  'bytes_before',
);
const found = sql<number>`(count(*) over ())::int`.as('found');

/**
 * A page of entries, in the order they were added. Positions grow in the order of commits, because writers of one account
 * run one after the other, and a change of an entry keeps its position: a walk misses no entry and repeats none.
 */
export async function listEntries(
  connection: Connection,
  { accountId, workspaceId }: Member,
  { limit, after, bytes }: EntryPage,
): Promise<ListedPage> {
  // The rows are limited before they are joined, so that the database plans for a page and not for the whole list.
  const places = connection
    .select({ accountId: collectorEntries.accountId, position: collectorEntries.position })
    .from(collectorEntries)
    .where(and(eq(collectorEntries.accountId, accountId), gt(collectorEntries.position, after)))
    .orderBy(asc(collectorEntries.position))
    // One more row than requested shows whether there is another page.
    .limit(limit + 1)
    .as('places');
  const page = connection
    .select({ ...listedColumns, position: collectorEntries.position, found, bytesBefore })
    .from(places)
    .innerJoin(
      collectorEntries,
      and(eq(collectorEntries.accountId, places.accountId), eq(collectorEntries.position, places.position)),
    )
    .leftJoin(linkedinProfiles, profileIn({ accountId, workspaceId }))
    .as('page');
  const rows = await connection.select().from(page).where(lte(page.bytesBefore, bytes)).orderBy(asc(page.position));
  const entries = rows.slice(0, limit).map(({ bytesBefore: _, found: __, position: ___, ...row }) => toListedEntry(row));
  const hasMore = entries.length < (rows[0]?.found ?? 0);
  return { entries, next: hasMore ? (rows[entries.length - 1]?.position ?? null) : null };
}

/** Entries with one of the profiles or one of the ids. */
export async function findEntries(
  connection: Connection,
  { accountId, workspaceId }: Member,
  profileKeys: readonly string[],
  ids: readonly string[],
): Promise<ListedEntry[]> {
  const rows = await connection
    .select(listedColumns)
    .from(collectorEntries)
    .leftJoin(linkedinProfiles, profileIn({ accountId, workspaceId }))
    .where(
      and(
        eq(collectorEntries.accountId, accountId),
        or(
          sql`${collectorEntries.profileKey} = any(${sql.param(profileKeys)}::text[])`,
          sql`${collectorEntries.id} = any(${sql.param(ids)}::uuid[])`,
        ),
      ),
    );
  return rows.map(toListedEntry);
}
