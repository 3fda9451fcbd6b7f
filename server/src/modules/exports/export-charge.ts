/**
 * What an export costs: a row is charged once a month, however often it is exported. Charges and refunds change three
 * things in one transaction, with the account's month locked: the month's count, the set of charged rows, and the ledger.
 * So the ledger's sum always equals the count.
 */
import { type ExportPreview, MAX_EXPORTS } from '@leadloom/shared/contract/tables';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { Transaction } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace.ts';
import type { Platform } from '../../platform.ts';
import { firstDayOfMonth } from '../../time/calendar-month.ts';
import { requireRoom } from '../accounts/storage-room.service.ts';
import { readEntitlement } from '../billing/billing.service.ts';
import { recordWebhookEvents } from '../events/webhook-events.service.ts';
import { slugOfTable } from '../tables/changes/summarize-changes.service.ts';
import { type Reservation, readUsage, refund, takeExports } from '../usage/usage.service.ts';
import * as repository from './exports.repository.ts';
import { countRowsOf, type RowSet, union, without } from './row-set.ts';

export interface Exporter {
  readonly workspaceId: WorkspaceId;
  readonly isVerified: boolean;
  /** Whether a schedule runs the export; it sends its own notice when the file is ready. */
  readonly isScheduled?: boolean;
}

export interface ChargedRows {
  readonly exporter: Exporter;
  /** The table's name in the database. */
  readonly tableName: string;
  readonly filters: TableFilters;
  /** All rows of the file. */
  readonly rows: RowSet;
  /** Determines the month that is charged, whenever the export ends. */
  readonly startedAt: Date;
}

/** A charge that can be refunded until the rows are sent. */
export interface ExportCharge {
  readonly month: repository.ExportMonth;
  readonly ledgerId: number;
  readonly reservation: Reservation;
  readonly rowCount: number;
  /** The charged rows: those not exported earlier this month. */
  readonly newRows: RowSet;
  readonly isScheduled: boolean;
}

/** What an export would cost at this moment. */
export async function previewCharge(platform: Platform, order: ChargedRows): Promise<ExportPreview> {
  const { startedAt, exporter } = order;
  const month = monthOf(order);
  const [paid, { exportCount }, { exportLimit }] = await Promise.all([
    repository.readExportedRows(platform.database, month, order.rows.keys()),
    readUsage(platform, exporter.workspaceId, startedAt),
    readEntitlement(platform, exporter.workspaceId, startedAt),
  ]);
  return describeCharge(countRowsOf(order.rows), countRowsOf(without(order.rows, paid)), exportCount, exportLimit);
}

/** @throws {AppError} EXPORT.OVER_LIMIT; nothing is charged then */
export async function reserve(platform: Platform, order: ChargedRows): Promise<ExportCharge> {
  const { startedAt, exporter, filters, rows } = order;
  const month = monthOf(order);
  const rowCount = countRowsOf(rows);
  const { exportLimit } = await readEntitlement(platform, exporter.workspaceId, startedAt);
  return platform.database.transaction(async (transaction) => {
    await repository.lockMonth(transaction, month);
    if (!exporter.isVerified) await requireRoomInLedger(transaction, exporter.workspaceId);
    const paid = await repository.readExportedRows(transaction, month, rows.keys());
    const newRows = without(rows, paid);
    const reserved = countRowsOf(newRows);
    const counting = { database: transaction, now: () => startedAt };
    const reservation = await takeExports(counting, exporter.workspaceId, exportLimit, reserved);
    if (reservation === null) {
      const { exportCount } = await readUsage(counting, exporter.workspaceId, startedAt);
      throw overLimit(describeCharge(rowCount, reserved, exportCount, exportLimit), exporter);
    }
    await repository.writeExportedRows(transaction, month, union(newRows, paid));
    const firstMonth = firstRetainedMonth(startedAt);
    await repository.forgetExportedRows(transaction, exporter.workspaceId, firstMonth);
    const ledgerId = await repository.addToLedger(transaction, { ...month, filters, startedAt, rowCount, reserved }, firstMonth);
    return { month, ledgerId, reservation, rowCount, newRows, isScheduled: exporter.isScheduled ?? false };
  });
}

/** Files without rows are free, but each adds a line. @throws {AppError} EXPORT.OVER_LIMIT */
async function requireRoomInLedger(transaction: Transaction, workspaceId: WorkspaceId): Promise<void> {
  const total = (await repository.countLedger(transaction, workspaceId, MAX_EXPORTS.unverified)) + 1;
  await requireRoom(transaction, workspaceId, { limit: MAX_EXPORTS, total, code: 'EXPORT.OVER_LIMIT' });
}

/** The whole file was sent. */
export function keepCharge({ database }: Platform, charge: ExportCharge, endedAt: Date): Promise<void> {
  const { ledgerId, month, rowCount, isScheduled } = charge;
  const { workspaceId, tableName } = month;
  const data = { export_id: ledgerId, kind: 'table', table: slugOfTable(tableName), rows: rowCount } as const;
  return database.transaction(async (transaction) => {
    await repository.endInLedger(transaction, ledgerId, { endedAt, refunded: 0, isComplete: true });
    if (!isScheduled) await recordWebhookEvents(transaction, workspaceId, [{ type: 'export.finished', data }], endedAt);
  });
}

/**
 * The file was sent in part, and it is unknown which rows were sent. All stay charged, and are free for the
 * rest of the month.
 */
export function leaveCharge({ database }: Platform, { ledgerId }: ExportCharge, endedAt: Date): Promise<void> {
  return repository.endInLedger(database, ledgerId, { endedAt, refunded: 0, isComplete: false });
}

/** Refunds the charged rows that were not sent. @returns how many those are */
export function refundUnsent({ database }: Platform, charge: ExportCharge, sent: RowSet, endedAt: Date): Promise<number> {
  const { month, ledgerId, reservation, rowCount } = charge;
  const unsent = without(charge.newRows, sent);
  const refunded = countRowsOf(unsent);
  return database.transaction(async (transaction) => {
    await repository.lockMonth(transaction, month);
    const paid = await repository.readExportedRows(transaction, month, unsent.keys());
    await repository.writeExportedRows(transaction, month, without(paid, unsent));
    await refund({ database: transaction }, reservation, refunded);
    await repository.endInLedger(transaction, ledgerId, { endedAt, refunded, isComplete: countRowsOf(sent) === rowCount });
    return refunded;
  });
}

function monthOf({ exporter, tableName, startedAt }: ChargedRows): repository.ExportMonth {
  return { workspaceId: exporter.workspaceId, tableName, month: firstDayOfMonth(startedAt) };
}

/** The previous month is kept: a clock may go back, and an export that started in it may still refund rows. */
function firstRetainedMonth(time: Date): string {
  return firstDayOfMonth(new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - 1, 1)));
}

/** @param limit null: none */
function describeCharge(rows: number, charged: number, used: number, limit: number | null): ExportPreview {
  const remaining = limit === null ? null : Math.max(0, limit - used);
  const isAllowed = remaining === null || charged <= remaining;
  return { rows, already_exported: rows - charged, charged, used, limit, remaining, is_allowed: isAllowed };
}

function overLimit(preview: ExportPreview, { isVerified }: Exporter): AppError {
  const { rows, already_exported: free, charged, remaining, limit } = preview;
  const parts = [
    `This export has ${count(rows)}`,
    free === 0
      ? ''
      : `, of which ${count(free)} ${free === 1 ? 'was already exported this month and is' : 'were already exported this month and are'} free`,
    `. It needs ${count(charged)}, but ${inDigits(remaining ?? 0)} of your ${inDigits(limit ?? 0)} this month are left.`,
    isVerified ? '' : ' Please verify your email first.',
  ];
  return new AppError('EXPORT.OVER_LIMIT', { message: parts.join('') });
}

function count(rows: number): string {
  return rows === 1 ? '1 row' : `${inDigits(rows)} rows`;
}

function inDigits(number: number): string {
  return number.toLocaleString('en');
}
