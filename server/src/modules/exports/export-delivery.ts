/**
 * Delivers a charged file to its reader and settles the charge at the end: kept if the whole file was read, refunded for
 * the rows that were not.
 */
import type { Readable } from 'node:stream';
import type { HeldSlots } from '../../limits/shared-slots.ts';
import type { Platform } from '../../platform.ts';
import { countedStream } from './counted-stream.ts';
import { type ExportCharge, keepCharge, leaveCharge, refundUnsent } from './export-charge.ts';
import type { ExportLimits } from './export-limits.ts';
import type { ExportRequest } from './export-request.ts';
import type { ExportSnapshot } from './export-snapshot.ts';
import type { Spool, SpoolRoom } from './export-spool.ts';
import { copyIdsStatement, rowIdsStatement } from './export-sql.ts';
import { countRowsOf, type RowSet, readFirstRows, rowSetOf } from './row-set.ts';
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
  /** The ids of the rows in the file's order, where they are known. */
  readonly rowIds: readonly number[] | null;
}

export interface ExportLog {
  error(fields: object, message: string): void;
}

interface Delivering {
  readonly platform: Platform;
  readonly log: ExportLog;
  readonly limits: ExportLimits;
  readonly spoolRoom: SpoolRoom;
  /** Called for each charge without a refund, before the export counts as ended. Must not reject. */
  readonly onFullCharge: (charge: ExportCharge) => Promise<void>;
}

export function createDeliveries({ platform, log, limits, spoolRoom, onFullCharge }: Delivering) {
  const running = new Set<Promise<unknown>>();
  const readerLimits = {
    patience: limits.patienceMilliseconds,
    deadline: limits.deadlineMilliseconds,
    waiting: limits.slowMilliseconds,
    leastBytesASecond: limits.leastBytesASecond,
  };

  /**
   * Releases the database connection while the reader still reads. Once the row ids are stored in the file's order, the
   * rows that were sent can be determined without the database.
   * @returns the ids; null: they were known before, or there is no room for them, and the connection is kept
   */
  async function releaseDatabase(started: StartedExport, signal: AbortSignal): Promise<Spool | null> {
    const { snapshot, end, charge, rowIds } = started;
    if (rowIds !== null) {
      await end();
      return null;
    }
    const { workspaceId, choice } = started.request;
    const ids = spoolRoom.open(workspaceId);
    try {
      // Without a charge there is nothing to refund.
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

  /** Starts the file of a charge. When it ends, in whatever way, the charge is settled before its slots are released. */
  function start(started: StartedExport): Readable {
    const { snapshot, end, slots: held, charge, request, header, copy, spool, rowIds } = started;
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
          if (ids === null && rowIds === null) heldSince = performance.now();
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
      // After a refund the count may be below the threshold of a notice again; the next export sends the notice if it
      // applies.
      if (refunded === 0) await onFullCharge(charge);
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
      if (rowIds !== null) return rowSetOf(rowIds.slice(0, sent));
      const ids = await releasing;
      if (ids !== null) return readFirstRows(chunks(ids), sent);
      await snapshot.cancelCopy();
      return snapshot.readRows(rowIdsStatement(request.choice, sent));
    };
    const breakOff = (sent: number) =>
      settle(async () => {
        copy.drop();
        const rows = await sentRows(sent);
        // Another server may have exported these rows as already charged, so they cannot be refunded here.
        if (!(await held.isHeld())) throw new Error('the slots of an export were lost');
        return refundUnsent(platform, charge, rows, platform.now());
      });
    const waitedMilliseconds = () => copy.blockedMilliseconds() + (heldSince === null ? 0 : performance.now() - heldSince);
    return countedStream({ header, copy, limits: readerLimits, waitedMilliseconds, complete, breakOff });
  }

  return {
    start,
    /** Resolves once all exports running now have ended and are settled. */
    settled: async (): Promise<void> => {
      await Promise.all(running);
    },
  };
}

async function* chunks(spool: Spool): AsyncGenerator<Buffer> {
  for (let chunk = await spool.take(IDS_CHUNK); chunk !== null; chunk = await spool.take(IDS_CHUNK)) yield chunk;
}
