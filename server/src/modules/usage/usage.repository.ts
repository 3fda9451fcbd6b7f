/**
 * The counters of one month. A count changes only by a statement that also checks the limit, so no number of parallel
 * callers, in any number of processes, takes more than the limit.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { usageMonths } from '../../schema/usage.table.ts';
import { firstOwnerOf } from '../../schema/workspaces.table.ts';

export type UsageKind = 'requests' | 'exports';
export type UsageNotice = 'warned' | 'exhausted';

const countColumns = { requests: usageMonths.requestCount, exports: usageMonths.exportCount } as const;
const noticeColumns = {
  requests: { warned: 'requestsWarnedAt', exhausted: 'requestsExhaustedAt' },
  exports: { warned: 'exportsWarnedAt', exhausted: 'exportsExhaustedAt' },
} as const;

export interface UsagePosition {
  readonly workspaceId: WorkspaceId;
  /** First day of the month. */
  readonly month: string;
  readonly kind: UsageKind;
}

export async function findMonth(database: Connection, workspaceId: WorkspaceId, month: string) {
  const [row] = await database
    .select({ requestCount: usageMonths.requestCount, exportCount: usageMonths.exportCount })
    .from(usageMonths)
    .where(and(eq(usageMonths.workspaceId, workspaceId), eq(usageMonths.month, month)));
  return row ?? null;
}

interface TakenCount {
  /** The count including these requests. */
  readonly count: number;
  readonly isWarned: boolean;
  readonly isExhausted: boolean;
}

/** Adds to a count unless that would exceed the limit; null then. @param limit null: none */
export async function addWithin(
  database: Connection,
  { workspaceId, month, kind }: UsagePosition,
  amount: number,
  limit: number | null,
): Promise<TakenCount | null> {
  const added = { requests: { requestCount: amount }, exports: { exportCount: amount } }[kind];
  const column = countColumns[kind];
  const sum = sql`${column} + ${amount}`;
  // The first row of a month has no conflict, so the condition below does not apply to it.
  if (limit !== null && amount > limit) return null;
  const [row] = await database
    .insert(usageMonths)
    .values({ workspaceId, month, ...added })
    .onConflictDoUpdate({
      target: [usageMonths.workspaceId, usageMonths.month],
      set: kind === 'requests' ? { requestCount: sum } : { exportCount: sum },
      ...(limit === null || amount === 0 ? {} : { setWhere: sql`${sum} <= ${limit}` }),
    })
    .returning({
      count: column,
      warnedAt: usageMonths[noticeColumns[kind].warned],
      exhaustedAt: usageMonths[noticeColumns[kind].exhausted],
    });
  return row === undefined ? null : { count: row.count, isWarned: row.warnedAt !== null, isExhausted: row.exhaustedAt !== null };
}

/** Subtracts from a count, which never falls below 0. */
export async function subtract(database: Connection, { workspaceId, month, kind }: UsagePosition, amount: number): Promise<void> {
  const rest = sql`greatest(0, ${countColumns[kind]} - ${amount})`;
  await database
    .update(usageMonths)
    .set(kind === 'requests' ? { requestCount: rest } : { exportCount: rest })
    .where(and(eq(usageMonths.workspaceId, workspaceId), eq(usageMonths.month, month)));
}

/**
 * Marks a notice as sent: of any number of callers, one gets the address to write to. The mail belongs in the same
 * transaction.
 */
export async function claimNotice(
  database: Connection,
  { workspaceId, month, kind }: UsagePosition,
  notice: UsageNotice,
  now: Date,
): Promise<string | null> {
  const { warned, exhausted } = noticeColumns[kind];
  const [row] = await database
    .update(usageMonths)
    // After the notice that everything is used, the notice of 80 % is not needed.
    .set(
      notice === 'warned'
        ? { [warned]: now }
        : { [exhausted]: now, [warned]: sql`coalesce(${usageMonths[warned]}, ${now.toISOString()}::timestamptz)` },
    )
    .from(accounts)
    .where(
      and(
        eq(accounts.id, firstOwnerOf(usageMonths.workspaceId)),
        eq(usageMonths.workspaceId, workspaceId),
        eq(usageMonths.month, month),
        isNull(usageMonths[notice === 'warned' ? warned : exhausted]),
      ),
    )
    .returning({ email: accounts.email });
  return row?.email ?? null;
}
