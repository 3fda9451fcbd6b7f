/**
 * Leases on networks and on the names that are being visited. A holder that was too slow finds its token gone, and its
 * writes are refused.
 */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { isLeaseFree, leaseEnd } from '../../../database/lease.ts';
import { networks, sources } from '../../../schema/tracking.table.ts';

/** How long a killed server keeps others waiting. */
export const LEASE_SECONDS = 60;

/** The right to visit a network, by its token. */
export interface Lease {
  readonly network: NetworkName;
  readonly token: string;
}

/** The lease is gone, so nothing more is written. */
export class LostLease extends Error {}

export const visitLeaseEnd = leaseEnd(LEASE_SECONDS);

/** Part of every statement that writes for a visit. */
export function isLeaseHeld({ network, token }: Lease): SQL {
  return sql`exists (select from ${networks} where network = ${network} and lease_token = ${token})`;
}

/** @returns false while another server holds it */
export async function acquireNetwork(database: Database, { network, token }: Lease): Promise<boolean> {
  const { rowCount } = await database.execute(sql`
    update ${networks} set lease_token = ${token}, lease_until = ${visitLeaseEnd}
    where network = ${network} and ${isLeaseFree(networks.leaseUntil)}`);
  return rowCount === 1;
}

/** Renews the network's lease and those of the names being visited. @returns false if another server holds it */
export async function renewLeases(database: Database, { network, token }: Lease): Promise<boolean> {
  const { rows } = await database.execute<{ held: number }>(sql`
    with held as (
      update ${networks} set lease_until = ${visitLeaseEnd} where network = ${network} and lease_token = ${token} returning 1
    ), renewed as (
      update ${sources} set lease_until = ${visitLeaseEnd} where lease_token = ${token} and network = ${network} and exists (select from held)
    ) select count(*)::int as held from held`);
  return rows[0]?.held === 1;
}

export async function releaseLeases(database: Database, { network, token }: Lease): Promise<void> {
  await database.execute(
    sql`update ${sources} set lease_until = null, lease_token = null where lease_token = ${token} and network = ${network}`,
  );
  await database.execute(
    sql`update ${networks} set lease_until = null, lease_token = null where lease_token = ${token} and network = ${network}`,
  );
}
