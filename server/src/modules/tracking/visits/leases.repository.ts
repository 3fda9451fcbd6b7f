/**
 * Leases on networks and on the names that are being visited. A server takes a network, and names under it: every write for a
 * name requires the lease on its network as well.
 */
import { randomUUID } from 'node:crypto';
import type { NetworkName } from '@leadloom/shared/contract/sources';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { createLeases, FREED } from '../../../leased-work/leases.ts';
import { networks, sources } from '../../../schema/tracking.table.ts';

/** How long a killed server keeps others waiting. */
export const LEASE_SECONDS = 60;

/** The right to visit a network, by its token. */
export interface VisitLease {
  readonly network: NetworkName;
  readonly token: string;
}

const networkLeases = createLeases({
  id: networks.network,
  until: networks.leaseUntil,
  token: networks.leaseToken,
  seconds: LEASE_SECONDS,
});
export const sourceLeases = createLeases({
  id: sources.id,
  until: sources.leaseUntil,
  token: sources.leaseToken,
  seconds: LEASE_SECONDS,
});

export function isNetworkHeld({ network, token }: VisitLease): SQL | undefined {
  return networkLeases.isHeld({ id: network, token });
}

/** A condition of every statement that writes for a visit. */
export function isVisitHeld(lease: VisitLease): SQL {
  return sql`exists (select from ${networks} where ${isNetworkHeld(lease)})`;
}

export function isSourceHeld(lease: VisitLease, id: number): SQL | undefined {
  return and(sourceLeases.isHeld({ id, token: lease.token }), isVisitHeld(lease));
}

/** @returns null while another server holds it */
export async function acquireNetwork(database: Database, network: NetworkName): Promise<VisitLease | null> {
  const token = randomUUID();
  const { rowCount } = await database
    .update(networks)
    .set(networkLeases.taken(token))
    .where(and(eq(networks.network, network), networkLeases.isFree));
  return rowCount === 1 ? { network, token } : null;
}

/** Renews the network's lease and those of the names being visited. @returns false if another server holds it */
export async function renewLeases(database: Database, lease: VisitLease): Promise<boolean> {
  const { rows } = await database.execute<{ held: number }>(sql`
    with held as (
      update ${networks} set lease_until = ${networkLeases.end} where ${isNetworkHeld(lease)} returning 1
    ), renewed as (
      update ${sources} set lease_until = ${sourceLeases.end}
      where lease_token = ${lease.token} and network = ${lease.network} and exists (select from held)
    ) select count(*)::int as held from held`);
  return rows[0]?.held === 1;
}

export async function releaseLeases(database: Database, lease: VisitLease): Promise<void> {
  await database
    .update(sources)
    .set(FREED)
    .where(and(eq(sources.leaseToken, lease.token), eq(sources.network, lease.network)));
  await database.update(networks).set(FREED).where(isNetworkHeld(lease));
}
