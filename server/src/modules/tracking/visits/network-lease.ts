/** The right to talk to a network, held for as long as it is used. */
import { randomUUID } from 'node:crypto';
import type { NetworkName } from '@leadloom/shared/contract/sources';
import type { Database } from '../../../database/database.ts';
import { type Lease, LostLease, releaseLeases, renewLeases, takeNetwork } from './leases.repository.ts';

const RENEWED_EVERY_MILLISECONDS = 15_000;

export interface HeldLease extends Lease {
  /** Aborts when the server closes, with the closing's reason, or when the lease is lost, with `LostLease`. */
  readonly signal: AbortSignal;
  /** Never rejects: one that is not released ends by itself. */
  release(): Promise<void>;
}

/** null while another server has it. */
export async function takeLease(database: Database, network: NetworkName, closing: AbortSignal): Promise<HeldLease | null> {
  const lease: Lease = { network, token: randomUUID() };
  if (!(await takeNetwork(database, lease))) return null;
  const lost = new AbortController();
  const lose = (isHeld: boolean) => {
    if (!isHeld) lost.abort(new LostLease(`the lease on ${network} is somebody else's`));
  };
  const timer = setInterval(() => {
    // A database that does not answer now may answer the next time; if not, every write finds the token gone.
    renewLeases(database, lease).then(lose, () => undefined);
  }, RENEWED_EVERY_MILLISECONDS).unref();
  return {
    ...lease,
    signal: AbortSignal.any([closing, lost.signal]),
    release: async () => {
      clearInterval(timer);
      await releaseLeases(database, lease).catch(() => undefined);
    },
  };
}
