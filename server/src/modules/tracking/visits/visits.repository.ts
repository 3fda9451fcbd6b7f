/** Reads and writes of visits about names and networks. Every write checks the token of the lease. */
import type { NetworkName, SourceState } from '@leadloom/shared/contract/sources';
import { and, asc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../database/database.ts';
import { isDue as isDueBy } from '../../../database/plausible-time.ts';
import { FREED, LostLease } from '../../../leased-work/leases.ts';
import { networks, sources, trackedSources } from '../../../schema/tracking.table.ts';
import { isServedWorkspace } from '../../../schema/workspaces.table.ts';
import { isNetworkHeld, isSourceHeld, isVisitHeld, sourceLeases, type VisitLease } from './leases.repository.ts';
import { LONGEST_PAUSE } from './settle-fault.ts';

const claimedColumns = {
  id: sources.id,
  key: sources.key,
  displayName: sources.displayName,
  failures: sources.failures,
  followerCount: sources.followerCount,
  lastCollectedAt: sources.lastCollectedAt,
  seenUntil: sources.seenUntil,
  visitState: sources.visitState,
};

/** Condition: the name is due, not being visited, and tracked by a workspace that things are done for. */
function isDue(network: NetworkName, now: Date): SQL | undefined {
  const tracker = sql`exists (select from ${trackedSources}
    where ${trackedSources.sourceId} = ${sources.id} and ${isServedWorkspace(trackedSources.workspaceId)})`;
  return and(eq(sources.network, network), isDueBy(sources.nextVisitAt, now, LONGEST_PAUSE), sourceLeases.isFree, tracker);
}

function selectDue(transaction: Transaction, condition: SQL | undefined, limit: number) {
  return (
    transaction
      .select(claimedColumns)
      .from(sources)
      .where(condition)
      // Unfinished visits come first.
      .orderBy(sql`${sources.visitState} is null`, asc(sources.nextVisitAt), asc(sources.id))
      .limit(limit)
      .for('update', { skipLocked: true })
  );
}
export type ClaimedSource = Awaited<ReturnType<typeof selectDue>>[number];

/** The names that are visited together with the leader. */
export type VisitGroup =
  | { readonly names: readonly string[] }
  /** Other due names with as many failures as the leader, and visited before if the leader was. */
  | { readonly atMost: number };

export async function hasDue(database: Database, network: NetworkName, now: Date): Promise<boolean> {
  return (await database.select({ id: sources.id }).from(sources).where(isDue(network, now)).limit(1)).length > 0;
}

/** The names to visit next, the leader first; empty: none is due. */
export async function claimDue(
  database: Database,
  lease: VisitLease,
  now: Date,
  companyOf: (leader: ClaimedSource) => VisitGroup | null = () => null,
): Promise<readonly ClaimedSource[]> {
  return database.transaction(async (transaction) => {
    const due = isDue(lease.network, now);
    const [leader] = await selectDue(transaction, due, 1);
    if (leader === undefined) return [];
    const company = companyOf(leader);
    const others = company === null ? [] : await selectGroup(transaction, lease, due, leader, company);
    const claimed = [leader, ...others];
    const ids = claimed.map(({ id }) => id);
    const { rowCount } = await transaction
      .update(sources)
      .set(sourceLeases.taken(lease.token))
      .where(and(inArray(sources.id, ids), isVisitHeld(lease)));
    if (rowCount !== ids.length) throw new LostLease();
    return claimed;
  });
}

function selectGroup(
  transaction: Transaction,
  { network }: VisitLease,
  due: SQL | undefined,
  leader: ClaimedSource,
  company: VisitGroup,
): Promise<ClaimedSource[]> {
  const isOther = ne(sources.id, leader.id);
  if ('names' in company) {
    const named = and(eq(sources.network, network), inArray(sources.key, [...company.names]), sourceLeases.isFree, isOther);
    return selectDue(transaction, named, company.names.length);
  }
  if (company.atMost < 1) return Promise.resolve([]);
  const isAlike = and(
    eq(sources.failures, leader.failures),
    leader.seenUntil === null ? isNull(sources.seenUntil) : isNotNull(sources.seenUntil),
  );
  return selectDue(transaction, and(due, isOther, isAlike), company.atMost);
}

/** @throws {LostLease}, which rolls the transaction back */
export async function saveState(transaction: Transaction, lease: VisitLease, id: number, visitState: unknown): Promise<void> {
  const { rowCount } = await transaction.update(sources).set({ visitState }).where(isSourceHeld(lease, id));
  if (rowCount !== 1) throw new LostLease();
}

/** Checks the lease, for transactions that write elsewhere. @throws {LostLease} */
export async function requireLease(transaction: Transaction, { network, token }: VisitLease): Promise<void> {
  const { rows } = await transaction.execute(
    sql`select from ${networks} where network = ${network} and lease_token = ${token} for share`,
  );
  if (rows.length !== 1) throw new LostLease();
}

export interface Outcome {
  readonly state: SourceState;
  readonly detail: string | null;
  readonly nextVisitAt: Date;
  readonly failures: number;
  readonly keepsState: boolean;
  /** The results of a complete visit. */
  readonly collected?: {
    readonly at: Date;
    readonly seenUntil: Date | null;
    readonly displayName: string | null;
  };
  /** Absent or null: not known. */
  readonly followerCount?: number | null;
}

/** Ends the visits of some names. @throws {LostLease} if one of the leases is lost, and then writes none */
export async function endVisits(
  database: Database,
  lease: VisitLease,
  outcomes: readonly (Outcome & { readonly id: number })[],
  now: Date,
): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const { id, state, detail, nextVisitAt, failures, keepsState, collected, followerCount } of outcomes) {
      const { rowCount } = await transaction
        .update(sources)
        .set({
          state,
          detail,
          nextVisitAt,
          failures,
          stateSince: sql`case when ${sources.state} = ${state} then ${sources.stateSince} else ${now} end`,
          ...FREED,
          ...(keepsState ? {} : { visitState: null }),
          ...(collected === undefined ? {} : { lastCollectedAt: collected.at }),
          ...(collected?.seenUntil == null ? {} : { seenUntil: collected.seenUntil }),
          ...(collected?.displayName == null ? {} : { displayName: collected.displayName }),
          ...(followerCount == null ? {} : { followerCount }),
        })
        .where(isSourceHeld(lease, id));
      if (rowCount !== 1) throw new LostLease();
    }
  });
}

/** Releases names unchanged for the next visit. */
export async function releaseSources(database: Database, lease: VisitLease, ids: readonly number[]): Promise<void> {
  await database
    .update(sources)
    .set(FREED)
    .where(and(inArray(sources.id, [...ids]), eq(sources.leaseToken, lease.token)));
}

interface NetworkChange {
  readonly state: SourceState;
  readonly detail: string | null;
  readonly pausedUntil: Date | null;
}

/** @throws {LostLease} */
export async function changeNetwork(database: Database, lease: VisitLease, change: NetworkChange, now: Date): Promise<void> {
  const { state } = change;
  const { rowCount } = await database
    .update(networks)
    .set({ ...change, stateSince: sql`case when ${networks.state} = ${state} then ${networks.stateSince} else ${now} end` })
    .where(isNetworkHeld(lease));
  if (rowCount !== 1) throw new LostLease();
}

/** Called at start: refused credentials may have been changed, so they are tried at once. */
export async function forgetRefusal(database: Database, network: NetworkName): Promise<void> {
  await database
    .update(networks)
    .set({ pausedUntil: null })
    .where(and(eq(networks.network, network), eq(networks.state, 'refused')));
}

export async function addRequests(database: Database, network: NetworkName, requests: number, day: string): Promise<void> {
  await database
    .update(networks)
    .set({
      requests: sql`case when ${networks.requestsOn} = ${day} then ${networks.requests} + ${requests} else ${requests} end`,
      requestsOn: day,
    })
    .where(eq(networks.network, network));
}

export async function readRecheck(database: Database, network: NetworkName) {
  const [row] = await database
    .select({ state: networks.recheckState, doneAt: networks.recheckedAt })
    .from(networks)
    .where(eq(networks.network, network));
  return row ?? { state: null, doneAt: null };
}

/** @param doneAt start of the check that is complete; null: it continues from the state @throws {LostLease} */
export async function saveRecheck(
  database: Database,
  lease: VisitLease,
  { state, doneAt }: { readonly state: unknown; readonly doneAt: Date | null },
): Promise<void> {
  const { rowCount } = await database
    .update(networks)
    .set({ recheckState: state, ...(doneAt === null ? {} : { recheckedAt: doneAt }) })
    .where(isNetworkHeld(lease));
  if (rowCount !== 1) throw new LostLease();
}
