/**
 * Exports of the data tables. One snapshot determines the rows of a file. Rows that the account has not exported this
 * month are charged before the first byte is sent, and rows that were never sent are refunded. An account writes one file
 * of a table at a time, because no export may count rows as charged that another may still refund. The database sends at
 * its own pace, and what the reader has not read yet is stored on disk: a slow reader holds a file and no connection. A
 * server that is killed, or loses its database, refunds nothing; those rows stay free for the month.
 */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ExportPreview } from '@leadloom/shared/contract/tables';
import { within } from '../../database/time-limit.ts';
import { AppError } from '../../http/app-error.ts';
import { createGate, type Leave } from '../../limits/gate.ts';
import { createSharedSlots } from '../../limits/shared-slots.ts';
import type { Platform } from '../../platform.ts';
import { databaseName } from '../../schema/data-table.ts';
import { lastErasure } from '../suppression/last-erasure.service.ts';
import { readTableVersion } from '../tables/changes/watched-rows.service.ts';
import { hasLinkedFilters, hasMyFilters } from '../tables/filters/my-filters.ts';
import { sendUsageNotice } from '../usage/usage.service.ts';
import { breakAfterErasure } from './break-after-erasure.ts';
import { type ChargedRows, type ExportCharge, previewCharge, reserve } from './export-charge.ts';
import { createDeliveries, type ExportLog } from './export-delivery.ts';
import { exportForm } from './export-form.ts';
import type { ExportLimits } from './export-limits.ts';
import type { ExportRequest } from './export-request.ts';
import { type ExportSnapshot, openSnapshot, type SnapshotConnections } from './export-snapshot.ts';
import { createSpoolRoom } from './export-spool.ts';
import { rowIdsStatement } from './export-sql.ts';
import { type RowSet, rowSetOf } from './row-set.ts';

/** Exports of one account, on all servers. */
const EXPORTS_PER_ACCOUNT = 2;
/** The policies of the limits of simultaneous exports and previews, as refusals name them. */
const POLICIES = { exports: ['exports'], previews: ['previews'] } as const;

/** The share of the disk space that the files of one account may use. */
const ACCOUNT_SHARE = 1 / 4;
export const defaultExportLimits: ExportLimits = {
  exports: 4,
  previews: 2,
  previewMilliseconds: 30_000,
  waiting: 32,
  waitMilliseconds: 15_000,
  patienceMilliseconds: 60_000,
  deadlineMilliseconds: 3_600_000,
  slowMilliseconds: 30_000,
  leastBytesASecond: 64 * 1024,
  graceMilliseconds: 1_500,
  erasureMilliseconds: 5_000,
  smallFileRows: 100_000,
};

interface OpenSnapshot {
  readonly snapshot: ExportSnapshot;
  readonly close: () => Promise<void>;
  /** Closes it, and gives the slot of this process back. */
  readonly end: () => Promise<void>;
}

export interface OpenedExport {
  /** A stream that must be read or destroyed. */
  readonly stream: Readable;
  readonly rowCount: number;
  readonly charged: number;
}

export interface TableExports {
  /** What `open` would return and charge at this moment. @throws {AppError} RATE.LIMITED, LIST.TOO_SLOW, SERVER.BUSY */
  preview(request: ExportRequest): Promise<ExportPreview>;
  /** @throws {AppError} EXPORT.OVER_LIMIT, WORKSPACE.MEMBER_EXPORT_LIMIT, EXPORT.BUSY, SERVER.BUSY; nothing is charged then */
  open(request: ExportRequest, options: { byteOrderMark: boolean }): Promise<OpenedExport>;
  /** Resolves once all exports running now have ended and are settled. */
  settled(): Promise<void>;
}

/** @param onSpooled called with the bytes of all exports that wait on disk, whenever they change */
export function createTableExports(
  platform: Platform,
  log: ExportLog,
  limits = defaultExportLimits,
  onSpooled?: (bytes: number) => void,
): TableExports {
  const { exports: slots, previews, previewMilliseconds, waiting, waitMilliseconds, smallFileRows } = limits;
  const { dataDir, exportSpoolBytes } = platform.config;
  // The other half is for accounts that have none yet.
  const reservedSlots = Math.floor(slots / 2);
  const exportGate = createGate({ slots, waiting, waitMilliseconds, perAccount: EXPORTS_PER_ACCOUNT, reservedSlots });
  const previewGate = createGate({
    slots: previews,
    waiting,
    waitMilliseconds,
    perAccount: 2 * previews,
    reservedSlots: Math.floor(previews / 2),
  });
  const exportSlots = createSharedSlots(platform.database);
  const spoolRoom = createSpoolRoom({
    directory: join(dataDir, 'spool'),
    total: exportSpoolBytes,
    perAccount: exportSpoolBytes * ACCOUNT_SHARE,
    onError: (error) => log.error({ err: error }, 'an export could not be buffered on disk'),
    ...(onSpooled === undefined ? {} : { onUsed: onSpooled }),
  });
  const deliveries = createDeliveries({ platform, log, limits, spoolRoom, onFullCharge: notifyOwner });

  /**
   * Opens a snapshot for work that closes it by `end`, or by failing here. A replica has it where one has the table's
   * version of this moment; if it fails, the work is done once more on the primary.
   */
  async function withSnapshot<Result>(
    leave: Leave,
    { choice: { definition, filters }, signal }: ExportRequest,
    work: (opened: OpenSnapshot) => Promise<Result>,
  ): Promise<Result> {
    const workOn = async (connections: SnapshotConnections): Promise<Result> => {
      let snapshot: ExportSnapshot | null = await openSnapshot(connections, { definition, signal });
      const close = async () => {
        const open = snapshot;
        snapshot = null;
        await open?.close();
      };
      const end = async () => {
        await close();
        leave();
      };
      try {
        return await work({ snapshot, close, end });
      } catch (error) {
        await close();
        throw error;
      }
    };
    const primary = platform.database.$client;
    try {
      // A replica may not have the account's lists and tags yet, or linked rows.
      if (hasMyFilters(filters) || hasLinkedFilters(filters)) return await workOn(primary);
      const version = readTableVersion(platform.database, definition).catch(() => undefined);
      const replica = await platform.replicas.borrow({ tableName: databaseName(definition), version });
      if (replica === null) return await workOn(primary);
      return await workOn(replica).catch((error: unknown) => {
        if (error instanceof AppError || signal?.aborted === true) throw error;
        return workOn(primary);
      });
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** In the order of the file, where the column store knows them; null: the database finds the rows. */
  async function knownIds(snapshot: ExportSnapshot, request: ExportRequest): Promise<readonly number[] | null> {
    const { columnStore, database } = platform;
    if (columnStore === null) return null;
    const { readFileIds } = await import('./engine-ids.ts');
    return readFileIds({ columnStore, database, smallFileRows }, snapshot, request);
  }

  async function readRows(snapshot: ExportSnapshot, request: ExportRequest): Promise<RowSet> {
    const { columnStore, database } = platform;
    if (columnStore !== null) {
      const { readFileRows } = await import('./engine-ids.ts');
      const rows = await readFileRows({ columnStore, database, smallFileRows }, snapshot, request);
      if (rows !== null) return rows;
    }
    return snapshot.readRows(rowIdsStatement(request.choice), request.signal);
  }

  function chargedRows(rows: RowSet, request: ExportRequest): ChargedRows {
    const { choice, workspaceId, accountId, isVerified, isScheduled = false } = request;
    const { definition, ids } = choice;
    // The ledger notes how many were named: a hundred thousand ids would make it larger than the table.
    const filters = ids === undefined ? choice.filters : { ...choice.filters, ids: String(ids.length) };
    const exporter = { workspaceId, accountId, isVerified, isScheduled };
    return { exporter, tableName: databaseName(definition), filters, rows, startedAt: platform.now() };
  }

  /** Mails the owner when a limit is nearly or fully used. A failure does not affect the export. */
  async function notifyOwner({ reservation, ledgerId }: ExportCharge): Promise<void> {
    try {
      await sendUsageNotice(platform, reservation);
    } catch (error) {
      log.error({ err: error, export: ledgerId }, 'the mail about a used limit could not be queued');
    }
  }

  return {
    preview: async (request) => {
      const tooMany = new AppError('RATE.LIMITED', { retryAfterSeconds: 1, violatedPolicies: POLICIES.previews });
      const leave = await previewGate.enter(request.workspaceId, tooMany, request.signal);
      return within(previewMilliseconds, request.signal, (signal) =>
        withSnapshot(leave, { ...request, signal }, async ({ snapshot, end }) => {
          const rows = await readRows(snapshot, { ...request, signal });
          const preview = await previewCharge(platform, chargedRows(rows, request));
          await end();
          return preview;
        }),
      );
    },

    open: async (request, { byteOrderMark }) => {
      const busy = () => new AppError('EXPORT.BUSY', { retryAfterSeconds: 2, violatedPolicies: POLICIES.exports });
      const leave = await exportGate.enter(request.workspaceId, busy(), request.signal);
      // This is read before the snapshot is taken: people who are erased later may be in it.
      const erasure = await lastErasure(platform.database).catch((error: unknown) => {
        leave();
        throw error;
      });
      return withSnapshot(leave, request, async ({ snapshot, close, end }) => {
        const held = await exportSlots.take(slotNamesOf(request));
        if (held === null) throw busy();
        const spool = spoolRoom.open(request.workspaceId);
        try {
          // The database sorts the file while its rows are counted; no byte is sent before they are charged.
          const rowIds = await knownIds(snapshot, request);
          const form = exportForm(request.choice, { byteOrderMark, rowIds });
          const copy = await snapshot.startCopy(form, spool);
          const rows = rowIds === null ? await readRows(snapshot, request) : rowSetOf(rowIds);
          const charge = await reserve(platform, chargedRows(rows, request));
          const { header } = form;
          const stream = deliveries.start({ snapshot, end, slots: held, charge, request, header, copy, spool, rowIds });
          breakAfterErasure(platform.database, stream, erasure, limits.erasureMilliseconds);
          return { stream, rowCount: charge.rowCount, charged: charge.reservation.amount };
        } catch (error) {
          await close();
          await Promise.all([spool.close(), held.release()]);
          throw error;
        }
      });
    },

    settled: deliveries.settled,
  };
}

/** Names of slots: one file per table at a time, and a limited number across all tables. */
function slotNamesOf({ workspaceId, choice }: ExportRequest): readonly (readonly string[])[] {
  const slots = Array.from({ length: EXPORTS_PER_ACCOUNT }, (_, slot) => `table-exports:${workspaceId}:${slot}`);
  return [[`table-export:${workspaceId}:${databaseName(choice.definition)}`], slots];
}
