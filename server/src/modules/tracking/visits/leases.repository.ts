/**
 * Who may talk to a network, and who visits which name. Leases are judged by the database's clock alone. A
 * holder that was slow finds its token gone, and what it then writes is refused.
 */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { isLeaseFree, leaseEnd } from '../../../database/lease.ts';
import { networks, sources } from '../tracking.table.ts';

/** As long as a killed server keeps others waiting. */
export const LEASE_SECONDS = 60;

/** The right to visit a network, by its token. */
export interface Lease {
  readonly network: NetworkName;
  readonly token: string;
}

/** Somebody else holds it now: nothing more is written. */
export class LostLease extends Error {}

export const visitLeaseEnd = leaseEnd(LEASE_SECONDS);

/** Stands in every statement that writes for a visit. */
export function isLeaseHeld({ network, token }: Lease): SQL {
  return sql`exists (select from ${networks} where network = ${network} and lease_token = ${token})`;
}

/** False while another server has it. */
export async function acquireNetwork(database: Database, { network, token }: Lease): Promise<boolean> {
  const { rowCount } = await database.execute(sql`
    update ${networks} set lease_token = ${token}, lease_until = ${visitLeaseEnd}
    where network = ${network} and ${isLeaseFree(networks.leaseUntil)}`);
  return rowCount === 1;
}

/** Of the network and of the names that are being visited. False: it is somebody else's. */
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
