/**
 * Places as LinkedIn's own look-up named them to members of workspaces. A workspace finds its own, and those whose name two
 * verified accounts of different mail domains were given alike, so that no single account can put a name in front of others.
 * Only personal workspaces, which have the id of their account, are voices: an account can make many others.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinKnownPlaces } from '../../../schema/known-places.table.ts';
import type { NamedPlace } from './find-locations.ts';
import { matchPrefix, matchWords, type NameMatch, NEEDED_VOICES } from './name-match.ts';

const namedSchema = z.array(z.object({ place_id: z.string(), name: z.string(), is_own: z.boolean() }));

export interface KnownPlace extends NamedPlace {
  /** Whether LinkedIn named it to this workspace; otherwise only to others. */
  readonly isOwn: boolean;
}

/** Writes the places in a transaction, and deletes the oldest above the limit. The last name of a number is kept. */
export async function storePlaces(
  connection: Connection,
  workspaceId: WorkspaceId,
  places: readonly NamedPlace[],
  { limit, at }: { readonly limit: number; readonly at: Date },
): Promise<void> {
  // Calls of one account run one at a time, so that two that both delete places do not deadlock.
  await lockForTransaction(connection, `known-places:${workspaceId}`);
  const rows = [...new Map(places.map(({ id, label }) => [id, label]))];
  await connection
    .insert(linkedinKnownPlaces)
    .values(rows.map(([placeId, name]) => ({ workspaceId, placeId, name, updatedAt: at })))
    .onConflictDoUpdate({
      target: [linkedinKnownPlaces.workspaceId, linkedinKnownPlaces.placeId],
      set: { name: sql`excluded.name`, updatedAt: sql`excluded.updated_at` },
    });
  await connection.execute(sql`
    delete from linkedin_known_places where account_id = ${workspaceId} and place_id in (
      select place_id from linkedin_known_places where account_id = ${workspaceId}
      order by updated_at desc, place_id offset ${limit})`);
}

/** Finds at most twice the limit, the workspace's own first; a number may occur twice. */
export async function findKnownPlaces(
  connection: Connection,
  workspaceId: WorkspaceId,
  text: string,
  limit: number,
): Promise<KnownPlace[]> {
  // Short texts match too many names to order them all. Those that start with the text usually fill the limit.
  const first = await findMatching(connection, workspaceId, matchPrefix(text), limit);
  return first.length >= limit ? first : findMatching(connection, workspaceId, matchWords(workspaceId, text), limit);
}

async function findMatching(
  connection: Connection,
  workspaceId: WorkspaceId,
  { own, agreed, order }: NameMatch,
  limit: number,
): Promise<KnownPlace[]> {
  const { rows } = await connection.execute(sql`
    with own as (
      select place_id, name, 1 as weight from linkedin_known_places
      where account_id = ${workspaceId} and ${own}
      order by ${order}, place_id limit ${limit}
    ),
    agreed as (
      select place_id, min(name collate "C") as name, 2 as weight
      from linkedin_known_places
      join accounts voice on voice.id = account_id
      where ${agreed} and voice.verified_at is not null and voice.blocked_at is null
      group by name_key collate "C", name_key, place_id
      having count(distinct split_part(voice.email, '@', 2)) >= ${NEEDED_VOICES}
      order by ${order}, place_id limit ${limit}
    )
    select place_id, name, weight = 1 as is_own from (select * from own union all select * from agreed) both_sources
    order by weight, name collate "C", place_id`);
  return namedSchema.parse(rows).map((row) => ({ id: row.place_id, label: row.name, isOwn: row.is_own }));
}

/** The workspace's own names of these numbers. */
export async function listKnownPlaces(
  connection: Connection,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await connection
    .select({ id: linkedinKnownPlaces.placeId, label: linkedinKnownPlaces.name })
    .from(linkedinKnownPlaces)
    .where(and(eq(linkedinKnownPlaces.workspaceId, workspaceId), inArray(linkedinKnownPlaces.placeId, [...ids])));
  return new Map(rows.map(({ id, label }) => [id, label]));
}
