/**
 * Exports of the data tables. What a file holds is settled on one snapshot; the rows in it that the account
 * has not exported this month are paid for before the first byte leaves, and those that never left are given
 * back. An account writes one file of a table at a time: what one export may still give back, no other may
 * count as paid. A server that is killed, or loses its database, gives nothing back; those rows stay free
 * for the month.
 */
import type { Readable } from 'node:stream';
import type { ExportPreview } from '@leadloom/shared/contract/tables';
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import { sendUsageNotice } from '../usage/usage.service.ts';
import { countedStream } from './counted-stream.ts';
import { databaseName } from './data-table.ts';
import {
  type ExportCharge,
  type Exporter,
  keepCharge,
  leaveCharge,
  previewCharge,
  refundUnsent,
  reserve,
} from './export-charge.ts';
import { createGate, type Leave } from './export-gate.ts';
import { type Copy, type ExportSnapshot, openSnapshot } from './export-snapshot.ts';
import { copyRowsStatement, type ExportChoice, headerLine, rowIdsStatement } from './export-sql.ts';

/** Of one account, in any number of servers. */
const EXPORTS_PER_ACCOUNT = 2;
/** What refusals call the limits of how many files, and how many previews, an account may have made at once. */
const POLICIES = { exports: ['exports'], previews: ['previews'] } as const;

export interface ExportLimits {
  /** At once in this process. Each holds a connection for as long as its reader takes; lists need the others. */
  readonly exports: number;
  readonly previews: number;
  readonly waiting: number;
  readonly waitMilliseconds: number;
  /** A client that takes nothing for this long is given up. */
  readonly patienceMilliseconds: number;
}

export const defaultExportLimits: ExportLimits = {
  exports: 4,
  previews: 2,
  waiting: 32,
  waitMilliseconds: 15_000,
  patienceMilliseconds: 60_000,
};

export interface ExportRequest extends Exporter {
  readonly choice: ExportChoice;
  /** The caller went away. Looked at until the file begins; after that, destroying its stream ends it. */
  readonly signal?: AbortSignal;
}

export interface OpenedExport {
  /** Must be read, or destroyed. */
  readonly stream: Readable;
  readonly rowCount: number;
  readonly charged: number;
}

export interface TableExports {
  /** What `open` would answer and take at this moment. @throws {AppError} RATE.LIMITED, SERVER.BUSY */
  preview(request: ExportRequest): Promise<ExportPreview>;
  /** @throws {AppError} EXPORT.OVER_LIMIT, EXPORT.BUSY, SERVER.BUSY; then nothing was taken */
  open(request: ExportRequest, options: { byteOrderMark: boolean }): Promise<OpenedExport>;
  /** Resolves once whatever runs at this moment has ended and is accounted for. */
  settled(): Promise<void>;
}

interface BegunExport {
  readonly snapshot: ExportSnapshot;
  /** Closes the snapshot, and gives the place back. */
  readonly end: () => Promise<void>;
  readonly charge: ExportCharge;
  readonly request: ExportRequest;
  readonly header: string;
  readonly copy: Copy;
}

interface ExportLog {
  error(fields: object, message: string): void;
}

export function createTableExports(platform: Platform, log: ExportLog, limits = defaultExportLimits): TableExports {
  const { exports: places, previews, waiting, waitMilliseconds, patienceMilliseconds } = limits;
  const exportGate = createGate({ places, waiting, waitMilliseconds, perAccount: EXPORTS_PER_ACCOUNT });
  const previewGate = createGate({ places: previews, waiting, waitMilliseconds, perAccount: 2 * previews });
  const running = new Set<Promise<unknown>>();

  /** A snapshot of its own for something that ends by `end`, or by failing here. */
  async function withSnapshot<Result>(
    leave: Leave,
    work: (snapshot: ExportSnapshot, end: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    let snapshot: ExportSnapshot | null = null;
    const end = async () => {
      const open = snapshot;
      snapshot = null;
      await open?.close();
      leave();
    };
    try {
      snapshot = await openSnapshot(platform.database.$client);
      return await work(snapshot, end);
    } catch (error) {
      await end();
      throw error;
    }
  }

  async function chargedRows(snapshot: ExportSnapshot, { choice, accountId, isVerified, signal }: ExportRequest) {
    const rows = await snapshot.readRows(rowIdsStatement(choice), signal);
    const { definition, filters } = choice;
    const exporter = { accountId, isVerified };
    return { exporter, tableName: databaseName(definition), filters, rows, startedAt: platform.now() };
  }

  /** Mails the owner that a limit is nearly or wholly used. The export is done, whatever comes of it. */
  async function tellOwner({ reservation, ledgerId }: ExportCharge): Promise<void> {
    try {
      await sendUsageNotice(platform, reservation);
    } catch (error) {
      log.error({ err: error, export: ledgerId }, 'the mail about a used limit could not be noted');
    }
  }

  /** Begins the file of a charge; when it ends, however it does, the charge is settled before its connection is given up. */
  function write({ snapshot, end, charge, request: { choice }, header, copy }: BegunExport) {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    running.add(ended);
    const settle = async (work: () => Promise<number>) => {
      let refunded = 0;
      try {
        refunded = await work();
      } catch (error) {
        log.error({ err: error, export: charge.ledgerId }, 'an export broke off, and what was sent of it is not known');
        await leaveCharge(platform, charge, platform.now()).catch(() => undefined);
      }
      await end();
      // What was given back may have been what reached the mark; the next export tells, if it reaches it.
      if (refunded === 0) await tellOwner(charge);
      running.delete(ended);
      resolve();
    };
    const complete = () =>
      settle(async () => {
        await keepCharge(platform, charge, platform.now());
        return 0;
      });
    const breakOff = (sent: number) =>
      settle(async () => {
        await snapshot.giveUpCopy();
        return refundUnsent(platform, charge, await snapshot.readRows(rowIdsStatement(choice, sent)), platform.now());
      });
    return countedStream({ header, copy, patienceMilliseconds, complete, breakOff });
  }

  return {
    preview: async (request) => {
      const tooMany = new AppError('RATE.LIMITED', { retryAfterSeconds: 1, violatedPolicies: POLICIES.previews });
      const leave = await previewGate.enter(request.accountId, tooMany, request.signal);
      return withSnapshot(leave, async (snapshot, end) => {
        const preview = await previewCharge(platform, await chargedRows(snapshot, request));
        await end();
        return preview;
      });
    },

    open: async (request, { byteOrderMark }) => {
      const busy = () => new AppError('EXPORT.BUSY', { retryAfterSeconds: 2, violatedPolicies: POLICIES.exports });
      const leave = await exportGate.enter(request.accountId, busy(), request.signal);
      return withSnapshot(leave, async (snapshot, end) => {
        if (!(await snapshot.takePlaces(placesOf(request)))) throw busy();
        // The database sorts the file while its rows are counted; not a byte leaves before they are paid for.
        const copy = await snapshot.beginCopy(copyRowsStatement(request.choice));
        const rows = await chargedRows(snapshot, request);
        const charge = await reserve(platform, rows);
        const header = headerLine(request.choice, { byteOrderMark });
        const stream = write({ snapshot, end, charge, request, header, copy });
        return { stream, rowCount: charge.rowCount, charged: charge.reservation.amount };
      });
    },

    settled: async () => {
      await Promise.all(running);
    },
  };
}

/** Names of locks: one file of a table at a time, and so many of all tables. */
function placesOf({ accountId, choice }: ExportRequest): readonly (readonly string[])[] {
  const places = Array.from({ length: EXPORTS_PER_ACCOUNT }, (_, place) => `table-exports:${accountId}:${place}`);
  return [[`table-export:${accountId}:${databaseName(choice.definition)}`], places];
}
