/**
 * A paid file on its way to its reader, until it has ended and is accounted for: kept where it was taken whole, given
 * back as far as it was not.
 */
import type { Readable } from 'node:stream';
import type { Platform } from '../../../platform.ts';
import { countedStream } from './counted-stream.ts';
import { type ExportCharge, keepCharge, leaveCharge, refundUnsent } from './export-charge.ts';
import type { ExportLimits } from './export-limits.ts';
import type { ExportRequest } from './export-request.ts';
import type { HeldSlots } from './export-slots.ts';
import type { ExportSnapshot } from './export-snapshot.ts';
import type { Spool, SpoolRoom } from './export-spool.ts';
import { copyIdsStatement, rowIdsStatement } from './export-sql.ts';
import { countRowsOf, type RowSet, readFirstRows } from './row-set.ts';
import type { SpooledRows } from './spooled-rows.ts';

/** Ids read from disk at once, in bytes. */
const IDS_CHUNK = 256 * 1024;

interface StartedExport {
  readonly snapshot: ExportSnapshot;
  /** Closes the snapshot, and gives the slot back. */
  readonly end: () => Promise<void>;
  readonly slots: HeldSlots;
  readonly charge: ExportCharge;
  readonly request: ExportRequest;
  readonly header: string;
  readonly copy: SpooledRows;
  readonly spool: Spool;
}

export interface ExportLog {
  error(fields: object, message: string): void;
}

interface Delivering {
  readonly platform: Platform;
  readonly log: ExportLog;
  readonly limits: ExportLimits;
  readonly spoolRoom: SpoolRoom;
  /** Told of each charge of which nothing was given back, before the file counts as ended. Must not reject. */
  readonly onKept: (charge: ExportCharge) => Promise<void>;
}

export function createDeliveries({ platform, log, limits, spoolRoom, onKept }: Delivering) {
  const running = new Set<Promise<unknown>>();
  const readerLimits = {
    patience: limits.patienceMilliseconds,
    deadline: limits.deadlineMilliseconds,
    waiting: limits.slowMilliseconds,
    leastBytesASecond: limits.leastBytesASecond,
  };

  /**
   * Lets the database go while its reader is still at it. Which rows they are given can be told without it, once
   * their ids are kept in the file's order.
   * @returns the ids; null: there is no room for them, and the database is held on
   */
  async function releaseDatabase(started: StartedExport, signal: AbortSignal): Promise<Spool | null> {
    const { snapshot, end, charge } = started;
    const { accountId, choice } = started.request;
    const ids = spoolRoom.open(accountId);
    try {
      // Where nothing was paid, nothing can be given back.
      const isKnown = countRowsOf(charge.newRows) === 0 || (await snapshot.copyInto(copyIdsStatement(choice), ids, signal));
      if (isKnown) {
        await end();
        return ids;
      }
      await ids.close();
      return null;
    } catch (error) {
      await ids.close();
      await end();
      throw error;
    }
  }

  /** Begins the file of a charge; when it ends, however it does, the charge is settled before its slots are given up. */
  function start(started: StartedExport): Readable {
    const { snapshot, end, slots: held, charge, request, header, copy, spool } = started;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    running.add(ended);
    let releasing: Promise<Spool | null> | null = null;
    let heldSince: number | null = null;
    let grace: NodeJS.Timeout | undefined;
    let isSettling = false;
    const isTaken = new AbortController();
    const startReleasing = () => {
      releasing = releaseDatabase(started, isTaken.signal);
      releasing.then(
        (ids) => {
          if (ids === null) heldSince = performance.now();
        },
        () => undefined,
      );
    };
    void copy.sent.then((failure) => {
      if (failure === null && !isSettling) grace = setTimeout(startReleasing, limits.graceMilliseconds);
    });

    const settle = async (work: () => Promise<number>) => {
      isSettling = true;
      clearTimeout(grace);
      let refunded = 0;
      try {
        refunded = await work();
      } catch (error) {
        log.error({ err: error, export: charge.ledgerId }, 'an export was interrupted, and it is not known which rows were sent');
        await leaveCharge(platform, charge, platform.now()).catch(() => undefined);
      }
      const ids = await releasing?.catch(() => null);
      await Promise.all([end(), spool.close(), ids?.close()]);
      await held.release();
      // What was given back may have been what reached a mark of the limit; the next export tells, if it reaches it.
      if (refunded === 0) await onKept(charge);
      running.delete(ended);
      resolve();
    };
    const complete = () =>
      settle(async () => {
        isTaken.abort();
        await keepCharge(platform, charge, platform.now());
        return 0;
      });
    const sentRows = async (sent: number): Promise<RowSet> => {
      const ids = await releasing;
      if (ids !== null) return readFirstRows(chunks(ids), sent);
      await snapshot.cancelCopy();
      return snapshot.readRows(rowIdsStatement(request.choice, sent));
    };
    const breakOff = (sent: number) =>
      settle(async () => {
        copy.drop();
        const rows = await sentRows(sent);
        // Another server may have given the account rows for nothing that would be given back here.
        if (held.isLost()) throw new Error('the connection that held the slots of an export was lost');
        return refundUnsent(platform, charge, rows, platform.now());
      });
    const waitedMilliseconds = () => copy.blockedMilliseconds() + (heldSince === null ? 0 : performance.now() - heldSince);
    return countedStream({ header, copy, limits: readerLimits, waitedMilliseconds, complete, breakOff });
  }

  return {
    start,
    /** Resolves once whatever runs at this moment has ended and is accounted for. */
    settled: async (): Promise<void> => {
      await Promise.all(running);
    },
  };
}

async function* chunks(spool: Spool): AsyncGenerator<Buffer> {
  for (let chunk = await spool.take(IDS_CHUNK); chunk !== null; chunk = await spool.take(IDS_CHUNK)) yield chunk;
}
