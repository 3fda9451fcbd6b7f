/**
 * Charges rows that leave in another form than a file, such as records of a CRM, a step at a time. They are charged like those of
 * an export: a row once a month, before it leaves. All steps of one work are one line of the ledger.
 */
import type { ExportPreview } from '@leadloom/shared/contract/tables';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName } from '@leadloom/shared/tables/tables';
import type { Member } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { slugOfTable } from '../tables/changes/summarize-changes.service.ts';
import { sendUsageNotice } from '../usage/usage.service.ts';
import { type ChargedRows, previewCharge, reserve } from './export-charge.ts';
import * as repository from './exports.repository.ts';
import { rowSetOf } from './row-set.ts';

/** The line of the ledger, and its rows so far. */
export interface ChargedLine {
  readonly id: number;
  readonly rows: number;
}

export interface ChargeOrder {
  /** Whose part of the workspace's limit is used. The email is verified: only subscribed members have CRMs. */
  readonly member: Member;
  /** The table's name in the database. */
  readonly tableName: string;
  readonly filters: TableFilters;
  readonly ids: readonly number[];
  /** null: the first step. */
  readonly line: ChargedLine | null;
}

/** @throws {AppError} EXPORT.OVER_LIMIT, WORKSPACE.MEMBER_EXPORT_LIMIT, WORKSPACE.NOT_FOUND; nothing is charged then */
export async function chargeRows(platform: Platform, order: ChargeOrder): Promise<ChargedLine> {
  const { line, ids } = order;
  const rows = (line?.rows ?? 0) + ids.length;
  const charge = await reserve(platform, {
    ...chargedRows(platform, order),
    ...(line === null ? {} : { line: { id: line.id, rowCount: rows } }),
  });
  await sendUsageNotice(platform, charge.reservation);
  return { id: charge.ledgerId, rows: charge.ledgerId === line?.id ? rows : ids.length };
}

/** What charging these rows would cost at this moment. */
export function previewRows(platform: Platform, order: Omit<ChargeOrder, 'line'>): Promise<ExportPreview> {
  return previewCharge(platform, chargedRows(platform, order));
}

function chargedRows(platform: Platform, { member, tableName, filters, ids }: Omit<ChargeOrder, 'line'>): ChargedRows {
  const exporter = { ...member, isVerified: true, isScheduled: true };
  return { exporter, tableName, filters, rows: rowSetOf(ids), startedAt: platform.now() };
}

/** Ends the line. Other members read who sent how many rows of what. */
export async function endCharging(
  { database }: Pick<Platform, 'database'>,
  { tableName, ...member }: Member & { readonly tableName: string },
  { id, rows, endedAt }: ChargedLine & { readonly endedAt: Date },
): Promise<void> {
  await database.transaction(async (transaction) => {
    await repository.endInLedger(transaction, id, { endedAt, refunded: 0, isComplete: true });
    const target = tableByName(slugOfTable(tableName)).title;
    await noteActivity(transaction, member, { action: 'exported', target, rows }, endedAt);
  });
}
