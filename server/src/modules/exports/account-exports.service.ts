/** Exports of an account in this month, for operators: when, how much and of which table, and not by which filters. */
import type { AccountExport } from '@leadloom/shared/contract/operator-accounts';
import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { firstDayOfMonth } from '../../time/calendar-month.ts';
import { readLedger } from './exports.repository.ts';

interface AccountExports {
  /** The sum of all pages, which is the account's count of the month. */
  readonly charged: number;
  readonly data: AccountExport[];
  readonly total: number;
}

/** The newest first. */
export async function listExportsOfMonth(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  page: PageQuery,
): Promise<AccountExports> {
  const month = firstDayOfMonth(now());
  const { lines, charged, total } = await readLedger(database, { workspaceId, month }, rowsOfPage(page));
  const data = lines.map(({ id, tableName, startedAt, rowCount, reserved, refunded, isComplete }) => ({
    id,
    table: tableName.replaceAll('_', '-'),
    started_at: startedAt.toISOString(),
    rows: rowCount,
    charged: reserved - refunded,
    is_complete: isComplete,
  }));
  return { charged, data, total };
}
