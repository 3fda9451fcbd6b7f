/**
 * What an export costs: a row is charged to a workspace once a month, however often its members export it. Charges and
 * refunds change these in one transaction, with the workspace's month locked: the month's count, that of the member, the set
 * of charged rows, and the ledger. So the ledger's sum always equals the count.
 */
import { type ExportPreview, MAX_EXPORTS } from '@leadloom/shared/contract/tables';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName } from '@leadloom/shared/tables/tables';
import type { Connection, Transaction } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { firstDayOfMonth } from '../../time/calendar-month.ts';
import { requireRoom } from '../accounts/storage-room.service.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { readEntitlement } from '../billing/billing.service.ts';
import { recordWebhookEvents } from '../events/webhook-events.service.ts';
import { slugOfTable } from '../tables/changes/summarize-changes.service.ts';
import {
  giveBackMemberPart,
  type MemberMonth,
  type MemberPart,
  readMemberPart,
  takeMemberPart,
} from '../usage/member-part.service.ts';
import { type Reservation, readUsage, refund, takeExports } from '../usage/usage.service.ts';
import * as repository from './exports.repository.ts';
import { countRowsOf, type RowSet, union, without } from './row-set.ts';

export interface Exporter {
  readonly workspaceId: WorkspaceId;
  /** The member whose part of the workspace's limit is used. */
  readonly accountId: number;
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
  /** The line of the ledger on which earlier rows of the same export are; absent: a new one is added. */
  readonly line?: repository.GrownLine | undefined;
}

/** A charge that can be refunded until the rows are sent. */
export interface ExportCharge {
  readonly month: repository.ExportMonth;
  /** The member who exports. */
  readonly accountId: number;
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
  const [paid, whole, { exportLimit }, part] = await Promise.all([
    repository.readExportedRows(platform.database, month, order.rows.keys()),
    readUsage(platform, exporter.workspaceId, startedAt),
    readEntitlement(platform, exporter.workspaceId, startedAt),
    readMemberPart(platform.database, memberMonthOf(month, exporter)),
  ]);
  const cost = { rows: countRowsOf(order.rows), charged: countRowsOf(without(order.rows, paid)) };
  const ofWorkspace = describeCharge(cost, { exportCount: whole.exportCount, exportLimit });
  if (part?.exportLimit == null) return ofWorkspace;
  const ofMember = describeCharge(cost, part);
  const isPartSmaller = ofWorkspace.remaining === null || (ofMember.remaining ?? 0) < ofWorkspace.remaining;
  return isPartSmaller ? ofMember : ofWorkspace;
}

/** @throws {AppError} EXPORT.OVER_LIMIT, WORKSPACE.MEMBER_EXPORT_LIMIT, WORKSPACE.NOT_FOUND; nothing is charged then */
export async function reserve(platform: Platform, order: ChargedRows): Promise<ExportCharge> {
  const { startedAt, exporter, filters, rows } = order;
  const month = monthOf(order);
  const { accountId } = exporter;
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
      const preview = describeCharge({ rows: rowCount, charged: reserved }, { exportCount, exportLimit });
      throw new AppError('EXPORT.OVER_LIMIT', { message: overLimitText(preview, exporter) });
    }
    const member = memberMonthOf(month, exporter);
    if (!(await takeMemberPart(transaction, member, reserved))) {
      const part = await readMemberPart(transaction, member);
      // Somebody was removed while their export began.
      if (part === null) throw new AppError('WORKSPACE.NOT_FOUND');
      const preview = describeCharge({ rows: rowCount, charged: reserved }, part);
      throw new AppError('WORKSPACE.MEMBER_EXPORT_LIMIT', { message: overPartText(preview) });
    }
    await repository.writeExportedRows(transaction, month, union(newRows, paid));
    const firstMonth = firstRetainedMonth(startedAt);
    await repository.forgetExportedRows(transaction, exporter.workspaceId, firstMonth);
    const line = { ...month, exportedBy: accountId, filters, startedAt, rowCount, reserved };
    const grown = order.line === undefined ? null : await repository.growLedger(transaction, month, order.line, reserved);
    const ledgerId = grown ?? (await repository.addToLedger(transaction, line, firstMonth));
    return { month, accountId, ledgerId, reservation, rowCount, newRows, isScheduled: exporter.isScheduled ?? false };
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
    await noteExport(transaction, charge, rowCount, endedAt);
    if (!isScheduled) await recordWebhookEvents(transaction, workspaceId, [{ type: 'export.finished', data }], endedAt);
  });
}

/**
 * The file was sent in part, and it is unknown which rows were sent. All stay charged, and are free for the
 * rest of the month.
 */
export function leaveCharge({ database }: Platform, charge: ExportCharge, endedAt: Date): Promise<void> {
  return database.transaction(async (transaction) => {
    await repository.endInLedger(transaction, charge.ledgerId, { endedAt, refunded: 0, isComplete: false });
    await noteExport(transaction, charge, charge.rowCount, endedAt);
  });
}

/** Other members read who exported how many rows of what. A part of a file is an export of so many rows. */
async function noteExport(transaction: Connection, { month, accountId }: ExportCharge, rows: number, at: Date): Promise<void> {
  if (rows === 0) return;
  const target = tableByName(slugOfTable(month.tableName)).title;
  await noteActivity(transaction, { accountId, workspaceId: month.workspaceId }, { action: 'exported', target, rows }, at);
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
    await giveBackMemberPart(transaction, memberMonthOf(month, charge), refunded);
    const sentCount = countRowsOf(sent);
    await repository.endInLedger(transaction, ledgerId, { endedAt, refunded, isComplete: sentCount === rowCount });
    await noteExport(transaction, charge, sentCount, endedAt);
    return refunded;
  });
}

function monthOf({ exporter, tableName, startedAt }: ChargedRows): repository.ExportMonth {
  return { workspaceId: exporter.workspaceId, tableName, month: firstDayOfMonth(startedAt) };
}

function memberMonthOf({ workspaceId, month }: repository.ExportMonth, { accountId }: Pick<Exporter, 'accountId'>): MemberMonth {
  return { workspaceId, accountId, month };
}

/** The previous month is kept: a clock may go back, and an export that started in it may still refund rows. */
function firstRetainedMonth(time: Date): string {
  return firstDayOfMonth(new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - 1, 1)));
}

interface Cost {
  /** Of the file. */
  readonly rows: number;
  /** Those that were not exported earlier this month. */
  readonly charged: number;
}

/** @param month of the workspace, or the member's part of it */
function describeCharge({ rows, charged }: Cost, { exportCount, exportLimit }: MemberPart): ExportPreview {
  const remaining = exportLimit === null ? null : Math.max(0, exportLimit - exportCount);
  const isAllowed = remaining === null || charged <= remaining;
  const free = rows - charged;
  return { rows, already_exported: free, charged, used: exportCount, limit: exportLimit, remaining, is_allowed: isAllowed };
}

function overLimitText(preview: ExportPreview, { isVerified }: Exporter): string {
  const { charged, remaining, limit } = preview;
  const parts = [
    `${sizeText(preview)}. It needs ${count(charged)}, but ${inDigits(remaining ?? 0)} of your ${inDigits(limit ?? 0)} this month are left.`,
    isVerified ? '' : ' Please verify your email first.',
  ];
  return parts.join('');
}

function overPartText(preview: ExportPreview): string {
  const { charged, remaining, limit } = preview;
  return `${sizeText(preview)}. It needs ${count(charged)}, but ${inDigits(remaining ?? 0)} of the ${inDigits(limit ?? 0)} that you may export in this workspace this month are left. Ask one of its admins for more.`;
}

function sizeText({ rows, already_exported: free }: ExportPreview): string {
  if (free === 0) return `This export has ${count(rows)}`;
  const isFree = free === 1 ? 'was already exported this month and is' : 'were already exported this month and are';
  return `This export has ${count(rows)}, of which ${count(free)} ${isFree} free`;
}

function count(rows: number): string {
  return rows === 1 ? '1 row' : `${inDigits(rows)} rows`;
}

function inDigits(number: number): string {
  return number.toLocaleString('en');
}
