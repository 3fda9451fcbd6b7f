/**
 * Leases as columns `lease_until` and `lease_token` of a row: the right to work on it until a time. Times are those of
 * the database's clock, which all servers share. Writers compare the token, so a holder that was too slow writes nothing.
 */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

export function leaseEnd(seconds: number): SQL {
  return sql`clock_timestamp() + make_interval(secs => ${seconds})`;
}

/** Longer than any lease. */
const LONGEST_HOURS = 1;

/** Nobody holds the row, its holder stopped renewing, or the lease was given while the database's clock was ahead. */
export function isLeaseFree(leaseUntil: AnyColumn): SQL {
  return sql`(${leaseUntil} is null or ${leaseUntil} <= clock_timestamp()
    or ${leaseUntil} > clock_timestamp() + make_interval(hours => ${LONGEST_HOURS}))`;
}

interface LeaseRenewal {
  /** Resolves to false when somebody else holds the lease. */
  readonly renew: () => Promise<boolean>;
  /** Milliseconds between two renewals. */
  readonly every: number;
  /** Milliseconds that one renewal is good for. */
  readonly validFor: number;
  /** Called once. */
  readonly onLost: (cause?: unknown) => void;
}

/**
 * Renews a lease that was just acquired. A failed renewal is tried again until the lease has expired: a database that is
 * back by then has not let anyone else in.
 * @returns stops renewing
 */
export function keepLease({ renew, every, validFor, onLost }: LeaseRenewal): () => void {
  let renewedAt = performance.now();
  const timer = setInterval(() => {
    const startedAt = performance.now();
    renew().then(
      (isHeld) => {
        if (isHeld) renewedAt = startedAt;
        else lose();
      },
      (error: unknown) => {
        if (performance.now() - renewedAt > validFor) lose(error);
      },
    );
  }, every).unref();

  function lose(cause?: unknown): void {
    clearInterval(timer);
    onLost(cause);
  }

  return () => clearInterval(timer);
}
