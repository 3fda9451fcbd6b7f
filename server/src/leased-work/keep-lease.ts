/** Renews a lease for as long as its row is worked on. */
import { LostLease, type Renewal } from './leases.ts';

interface LeaseOptions extends Renewal<void> {
  /** Called once, when the lease is lost. */
  readonly onLost: (cause?: unknown) => void;
}

/**
 * Renews a lease that was just acquired. A failed renewal is tried again until the lease has expired: a database that is
 * back by then has not let anyone else in.
 * @returns stops renewing, and resolves once no renewal is under way
 */
export function keepLease({ renew, every, validFor, onLost }: LeaseOptions): () => Promise<void> {
  let renewedAt = performance.now();
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    const startedAt = performance.now();
    renewing = renew().then(
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

  return () => {
    clearInterval(timer);
    return renewing;
  };
}

interface HeldRow {
  /** Absent: the work is shorter than the lease, or renews it itself. */
  readonly renewal?: Renewal<void> | undefined;
  /** Ends the work, because the server closes. */
  readonly closing: AbortSignal;
  /** Aborted with `LostLease` when the lease is lost. Code that cancels the work aborts it as well. */
  readonly lost?: AbortController;
}

/** @param work gets a signal that is aborted with the closing's reason or with `LostLease`, and then stops and writes nothing @throws {LostLease} in place of any error after the loss */
export async function withLease<Result>(
  { renewal, closing, lost = new AbortController() }: HeldRow,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const onLost = (cause?: unknown) => lost.abort(new LostLease('the lease was lost', { cause }));
  const stopRenewing = renewal === undefined ? async () => undefined : keepLease({ ...renewal, onLost });
  try {
    return await work(AbortSignal.any([closing, lost.signal]));
  } catch (error) {
    lost.signal.throwIfAborted();
    throw error;
  } finally {
    await stopRenewing();
  }
}
