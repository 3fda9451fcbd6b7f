/**
 * Work on rows that servers share: a row is its own job (record 0011). A server takes rows that are due with a lease, as many
 * as it has slots, and keeps each lease while it works on the row. A row whose server was killed is due again once its lease
 * has ended, or has failed, as its module decides. A server that lost a lease writes nothing for it.
 *
 * `leases.ts` has the conditions and values of the statements, `keep-lease.ts` renews one lease, and this file runs many.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { withLease } from './keep-lease.ts';
import { LostLease, type Renewal } from './leases.ts';

interface LeasedWorkOptions<Row> {
  /** Rows under way on this server at a time. */
  readonly slots: number;
  /** Leases rows that are due, at most `room`; fewer: no others are. Calls never overlap. */
  readonly take: (room: number, underWay: readonly Row[]) => Promise<readonly Row[]>;
  /** Absent: a run is shorter than its lease, or renews it itself. */
  readonly renewal?: Renewal<Row>;
  /** Does the work, and stores its result together with the end of the lease. @param signal as for `withLease` */
  readonly run: (row: Row, signal: AbortSignal) => Promise<void>;
  /** Stores, while the lease is held, what follows from a run that failed. @param isStopping because the server closes */
  readonly onFailure: (row: Row, error: unknown, isStopping: boolean) => Promise<void>;
  /** @param row what follows from its failure could not be stored; null: the next rows could not be taken */
  readonly onError: (error: unknown, row: Row | null) => void;
}

interface CloseOptions {
  /** How long runs may go on before they are aborted. */
  readonly graceMilliseconds?: number;
  /** The reason that aborted runs get. */
  readonly reason?: Error;
}

export interface LeasedWork<Row> {
  /** Starts rows that are due, while slots are free, and does not wait for their ends. A row that ends makes room for another. */
  startDue(): Promise<void>;
  /** Starts a row that this server has leased by itself. */
  start(row: Row): void;
  /** Aborts a row that runs here, and has ended already or has another holder. */
  cancel(isMeant: (row: Row) => boolean): void;
  /** Resolves when no row is under way. */
  settled(): Promise<void>;
  /** Takes no more rows, aborts those that run here, and waits for them. */
  close(options?: CloseOptions): Promise<void>;
}

interface Run {
  readonly lost: AbortController;
  readonly ended: Promise<void>;
}

export function createLeasedWork<Row>(options: LeasedWorkOptions<Row>): LeasedWork<Row> {
  const { slots, take, renewal, run, onFailure, onError } = options;
  const runs = new Map<Row, Run>();
  const stopping = new AbortController();
  let isClosing = false;
  let taking: Promise<void> = Promise.resolve();
  /** Looks once the running look has ended; whoever asks meanwhile shares it. */
  let queued: Promise<void> | null = null;

  function startDue(): Promise<void> {
    if (queued !== null) return queued;
    queued = taking.then(() => {
      queued = null;
      return takeDue();
    });
    taking = queued.catch(() => undefined);
    return queued;
  }

  async function takeDue(): Promise<void> {
    const room = slots - runs.size;
    if (isClosing || room <= 0) return;
    for (const row of await take(room, [...runs.keys()])) start(row);
  }

  function start(row: Row): void {
    const lost = new AbortController();
    const ended = runOne(row, lost).finally(() => {
      runs.delete(row);
      if (!isClosing) startDue().catch((error: unknown) => onError(error, null));
    });
    runs.set(row, { lost, ended });
  }

  async function runOne(row: Row, lost: AbortController): Promise<void> {
    const ofRow = renewal && { ...renewal, renew: () => renewal.renew(row) };
    try {
      await withLease({ renewal: ofRow, closing: stopping.signal, lost }, (signal) => run(row, signal));
    } catch (error) {
      if (lost.signal.aborted) return;
      await onFailure(row, error, stopping.signal.aborted).catch((cause: unknown) => onError(cause, row));
    }
  }

  async function settled(): Promise<void> {
    for (let looked: Promise<void> | null = null; runs.size > 0 || looked !== taking; ) {
      looked = taking;
      await Promise.all([looked, ...[...runs.values()].map(({ ended }) => ended)]);
    }
  }

  return {
    startDue,
    start,
    cancel: (isMeant) => {
      for (const [row, { lost }] of runs) if (isMeant(row)) lost.abort(new LostLease('the work was cancelled'));
    },
    settled,
    close: async ({ graceMilliseconds = 0, reason = new Error('the server is stopping') } = {}) => {
      isClosing = true;
      await taking;
      const waited = new AbortController();
      if (graceMilliseconds > 0 && runs.size > 0) {
        const grace = sleep(graceMilliseconds, undefined, { signal: waited.signal }).catch(() => undefined);
        await Promise.race([settled(), grace]);
        waited.abort();
      }
      stopping.abort(reason);
      await settled();
    },
  };
}
