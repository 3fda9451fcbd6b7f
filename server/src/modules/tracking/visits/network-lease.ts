/** The right to talk to a network, renewed for as long as it is used. */
import { randomUUID } from 'node:crypto';
import type { NetworkName } from '@leadloom/shared/contract/sources';
import type { Database } from '../../../database/database.ts';
import { keepLease } from '../../../database/lease.ts';
import { acquireNetwork, LEASE_SECONDS, type Lease, LostLease, releaseLeases, renewLeases } from './leases.repository.ts';

const RENEW_MILLISECONDS = 15_000;

export interface HeldLease extends Lease {
  /** Aborts when the server closes, with the closing's reason, or when the lease is lost, with `LostLease`. */
  readonly signal: AbortSignal;
  /** Never rejects: a lease that cannot be released expires. */
  release(): Promise<void>;
}

/** @returns null while another server holds it */
export async function acquireLease(database: Database, network: NetworkName, closing: AbortSignal): Promise<HeldLease | null> {
  const lease: Lease = { network, token: randomUUID() };
  if (!(await acquireNetwork(database, lease))) return null;
  const lost = new AbortController();
  const stopRenewing = keepLease({
    renew: () => renewLeases(database, lease),
    every: RENEW_MILLISECONDS,
    validFor: LEASE_SECONDS * 1_000,
    onLost: (cause) => lost.abort(new LostLease(`the lease on ${network} was lost`, { cause })),
  });
  return {
    ...lease,
    signal: AbortSignal.any([closing, lost.signal]),
    release: async () => {
      stopRenewing();
      await releaseLeases(database, lease).catch(() => undefined);
    },
  };
}
