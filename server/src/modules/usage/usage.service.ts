/**
 * The usage of a workspace in a month. Callers reserve before they deliver, and give back what was not delivered. Nothing is
 * delivered without a reservation.
 */

import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import { readMailedWorkspace } from '../../mail/mailed-workspace.ts';
import type { Platform } from '../../platform.ts';
import { endOfMonth, firstDayOfMonth } from '../../time/calendar-month.ts';
import * as repository from './usage.repository.ts';
import { composeUsageMail } from './usage-mails.ts';

/** The percentage of a limit at which the owner is warned. */
export const USAGE_WARNING_PERCENT = 80;

/** A platform, or one whose database is a transaction that the count belongs to. */
export interface Counting {
  readonly database: Connection;
  readonly now: Platform['now'];
}

export interface Usage {
  readonly requestCount: number;
  readonly exportCount: number;
  /** When both counters return to 0. */
  readonly periodEnd: Date;
}

/** A successful reservation. It keeps its month, so that a refund after midnight goes to the right month. */
export interface Reservation extends repository.UsagePosition {
  readonly amount: number;
  /** The month's count including this reservation. */
  readonly count: number;
  readonly limit: number | null;
  /** The notice that this reservation causes. */
  readonly notice: repository.UsageNotice | null;
}

/** The month that `now` falls in. */
export async function readUsage({ database }: Pick<Counting, 'database'>, workspaceId: WorkspaceId, now: Date): Promise<Usage> {
  const month = await repository.findMonth(database, workspaceId, firstDayOfMonth(now));
  return { requestCount: month?.requestCount ?? 0, exportCount: month?.exportCount ?? 0, periodEnd: endOfMonth(now) };
}

/** Counts API calls. null when the limit does not allow that many more. @param limit null: none */
export function takeRequests(
  platform: Platform,
  workspaceId: WorkspaceId,
  limit: number | null,
  amount = 1,
): Promise<Reservation | null> {
  return take(platform, 'requests', workspaceId, limit, amount);
}

/** Counts exported rows. null when the limit does not allow that many more. @param limit null: none */
export function takeExports(
  platform: Counting,
  workspaceId: WorkspaceId,
  limit: number | null,
  amount: number,
): Promise<Reservation | null> {
  return take(platform, 'exports', workspaceId, limit, amount);
}

/** Refunds a reservation, or the part that was not delivered. */
export async function refund(
  { database }: Pick<Counting, 'database'>,
  reservation: Reservation,
  amount = reservation.amount,
): Promise<void> {
  await repository.subtract(database, reservation, Math.min(requireAmount(amount), reservation.amount));
}

/**
 * Notifies the first owner when a limit is nearly or completely used, once for each month and kind. The record of the notice and
 * the mail are one transaction. Does nothing if there is nothing to report.
 */
export async function sendUsageNotice({ config, database, mailQueue, now }: Platform, reservation: Reservation): Promise<void> {
  const { kind, notice, limit } = reservation;
  if (notice === null || limit === null) return;
  const periodEnd = endOfMonth(new Date(reservation.month));
  await database.transaction(async (transaction) => {
    const to = await repository.claimNotice(transaction, reservation, notice, now());
    if (to === null) return;
    const { publicUrl } = config;
    const workspace = await readMailedWorkspace(transaction, reservation.workspaceId);
    const mail = composeUsageMail({ to, kind, notice, limit, periodEnd, publicUrl, workspace });
    await mailQueue.enqueue(transaction, mail, noticeFor(reservation.workspaceId));
  });
  mailQueue.kick();
}

async function take(
  { database, now }: Counting,
  kind: repository.UsageKind,
  workspaceId: WorkspaceId,
  limit: number | null,
  amount: number,
): Promise<Reservation | null> {
  const place = { workspaceId, kind, month: firstDayOfMonth(now()) };
  const taken = await repository.addWithin(database, place, requireAmount(amount), limit);
  return taken === null ? null : { ...place, amount, limit, count: taken.count, notice: dueNotice(taken, limit) };
}

function dueNotice(
  { count, isWarned, isExhausted }: { count: number; isWarned: boolean; isExhausted: boolean },
  limit: number | null,
): repository.UsageNotice | null {
  if (limit === null || limit === 0) return null;
  if (count >= limit) return isExhausted ? null : 'exhausted';
  return count * 100 >= limit * USAGE_WARNING_PERCENT && !isWarned ? 'warned' : null;
}

/** A negative amount would increase what is left. */
function requireAmount(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} is no amount`);
  return amount;
}
