/** Which workspaces track which names. Every statement about a workspace's own names the workspace. */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import { and, asc, count, desc, eq, inArray, isNotNull, min, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { networks, sources, trackedSources } from '../../schema/tracking.table.ts';
import type { TrackedName } from './read-names.ts';

const listedColumns = {
  key: sources.key,
  displayName: sources.displayName,
  state: sources.state,
  stateSince: sources.stateSince,
  lastCollectedAt: sources.lastCollectedAt,
  nextVisitAt: sources.nextVisitAt,
  followerCount: sources.followerCount,
  leaseUntil: sources.leaseUntil,
};

/** Lists tracked names by key. */
export function listTracked(database: Database, workspaceId: WorkspaceId, network: NetworkName) {
  return database
    .select(listedColumns)
    .from(trackedSources)
    .innerJoin(sources, eq(sources.id, trackedSources.sourceId))
    .where(and(eq(trackedSources.workspaceId, workspaceId), eq(sources.network, network)))
    .orderBy(asc(sources.key));
}
export type TrackedSource = Awaited<ReturnType<typeof listTracked>>[number];

interface NewTracking {
  readonly network: NetworkName;
  readonly names: readonly TrackedName[];
  readonly limit: number;
  readonly now: Date;
}

/** The member who tracks, and where. */
export interface Tracker {
  readonly workspaceId: WorkspaceId;
  readonly accountId: number;
}

/** Tracks all of the names, or none if the workspace would exceed its limit. A name that others track already is theirs. */
export async function trackNames(
  database: Database,
  { workspaceId, accountId }: Tracker,
  { network, names, limit, now }: NewTracking,
): Promise<{ readonly isOverLimit: boolean; readonly tracked: number; readonly added: number }> {
  return database.transaction(async (transaction) => {
    // Requests of one workspace run one after the other, so that each counts what earlier ones added.
    await lockForTransaction(transaction, `tracked:${network}:${workspaceId}`);
    const known = await transaction
      .select({ key: sources.key })
      .from(trackedSources)
      .innerJoin(sources, eq(sources.id, trackedSources.sourceId))
      .where(and(eq(trackedSources.workspaceId, workspaceId), eq(sources.network, network)));
    const keys = new Set(known.map(({ key }) => key));
    // Names are always added in the same order, so that two accounts that add the same ones do not deadlock.
    const added = names.filter(({ key }) => !keys.has(key)).sort((one, other) => (one.key < other.key ? -1 : 1));
    const counts = { tracked: keys.size, added: added.length };
    if (added.length === 0) return { isOverLimit: false, ...counts };
    if (keys.size + added.length > limit) return { isOverLimit: true, ...counts };
    await transaction
      .insert(sources)
      .values(added.map((name) => ({ network, ...name, stateSince: now, nextVisitAt: now })))
      .onConflictDoNothing();
    const wanted = added.map(({ key }) => key);
    await transaction.execute(sql`
      insert into ${trackedSources} (account_id, source_id, tracked_by, tracked_at)
      select ${workspaceId}, id, ${accountId}::bigint, ${now} from ${sources} where network = ${network} and key = any(${sql.param(wanted)}::text[])`);
    return { isOverLimit: false, ...counts };
  });
}

export async function untrackName(
  database: Database,
  workspaceId: WorkspaceId,
  network: NetworkName,
  key: string,
): Promise<void> {
  const named = database
    .select({ id: sources.id })
    .from(sources)
    .where(and(eq(sources.network, network), eq(sources.key, key)));
  await database
    .delete(trackedSources)
    .where(and(eq(trackedSources.workspaceId, workspaceId), inArray(trackedSources.sourceId, named)));
}

const networkColumns = {
  network: networks.network,
  state: networks.state,
  stateSince: networks.stateSince,
  pausedUntil: networks.pausedUntil,
  requests: networks.requests,
  requestsOn: networks.requestsOn,
};

export async function readNetwork(database: Database, network: NetworkName) {
  const [row] = await database.select(networkColumns).from(networks).where(eq(networks.network, network));
  if (row === undefined) throw new Error(`there is no row for ${network}`);
  return row;
}
export type NetworkRow = Awaited<ReturnType<typeof readNetwork>>;

/** The names that somebody tracks, those that failed most often first. The total counts all. */
export async function listTrackedByAnybody(
  database: Database,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const accounts = sql<number>`(select count(*)::int from ${trackedSources} where ${trackedSources.sourceId} = ${sources.id})`;
  const isTracked = sql`exists (select from ${trackedSources} where ${trackedSources.sourceId} = ${sources.id})`;
  const rows = await database
    .select({
      network: sources.network,
      displayName: sources.displayName,
      accounts,
      failures: sources.failures,
      detail: sources.detail,
      lastCollectedAt: sources.lastCollectedAt,
      state: sources.state,
      stateSince: sources.stateSince,
      nextVisitAt: sources.nextVisitAt,
      leaseUntil: sources.leaseUntil,
    })
    .from(sources)
    .where(isTracked)
    .orderBy(desc(sources.failures), asc(sources.network), asc(sources.key))
    .limit(limit)
    .offset(offset);
  const [counted] = await database.select({ total: count() }).from(sources).where(isTracked);
  return { rows, total: counted?.total ?? 0 };
}

/** When the first of the names somebody tracks is due; null: none is tracked. */
export async function readFirstDue(database: Database, network: NetworkName): Promise<Date | null> {
  const tracked = database.selectDistinct({ id: trackedSources.sourceId }).from(trackedSources);
  const [row] = await database
    .select({ due: min(sources.nextVisitAt) })
    .from(sources)
    .where(and(eq(sources.network, network), inArray(sources.id, tracked)));
  return row?.due ?? null;
}

/**
 * Names that contain the text and were visited successfully once, so that they are known to exist; those that start with
 * it first. Names are few, so all of a network are scanned.
 */
export async function findVisitedNames(
  database: Database,
  network: NetworkName,
  text: string,
  limit: number,
): Promise<readonly string[]> {
  const matchedAt = sql`position(${text} in ${sources.key})`;
  const isFound = and(eq(sources.network, network), isNotNull(sources.lastCollectedAt), sql`${matchedAt} > 0`);
  const rows = await database
    .select({ name: sources.displayName })
    .from(sources)
    .where(isFound)
    .orderBy(sql`${matchedAt} > 1`, asc(sources.key))
    .limit(limit);
  return rows.map(({ name }) => name);
}

/** The number of tracked names in each state. */
export function countStates(database: Database) {
  const tracked = database.selectDistinct({ id: trackedSources.sourceId }).from(trackedSources);
  return database
    .select({ network: sources.network, state: sources.state, total: count() })
    .from(sources)
    .where(inArray(sources.id, tracked))
    .groupBy(sources.network, sources.state);
}
