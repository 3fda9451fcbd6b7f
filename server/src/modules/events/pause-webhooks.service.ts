/**
 * Webhooks pause where nobody answers for their addresses any more. A reset of the password says that somebody else may have had
 * the account. A member who made a webhook for a workspace may leave it, or may no longer connect. What happens meanwhile
 * waits, and is sent once somebody who may connect confirms that an address is right.
 */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../database/database.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import { type Member, personalWorkspaceOf, type WorkspaceId } from '../../http/workspace-id.ts';
import { webhooks } from '../../schema/webhooks.table.ts';

export const PAUSED_BY_RESET = 'Your password was reset. Confirm that this address is yours.';

const PAUSED_FOR_MEMBER = 'The password of the member who made it was reset. Confirm that this address is right.';

/** Pauses the active webhooks of an account: those of its own workspace, and those that it made in others. @returns how many */
export async function pauseWebhooks(connection: Connection, accountId: number, now: Date): Promise<number> {
  const isPersonal = eq(webhooks.workspaceId, personalWorkspaceOf(accountId));
  const reason = sql`case when ${isPersonal} then ${PAUSED_BY_RESET} else ${PAUSED_FOR_MEMBER} end`;
  const { rowCount } = await connection
    .update(webhooks)
    .set({ state: 'disabled', pausedAt: now, reason })
    .where(and(or(isPersonal, eq(webhooks.createdBy, accountId)), eq(webhooks.state, 'active')));
  return rowCount ?? 0;
}

const memberReasons = {
  gone: 'The member who made it is no longer in the workspace. Confirm that this address is right.',
  unable: 'The member who made it may no longer connect. Confirm that this address is right.',
} as const;

/** `gone`: the membership ends. `unable`: the right to connect ends. */
export type MemberPause = keyof typeof memberReasons;

/** Waits for whoever adds webhooks to the workspace, and keeps others from it until the transaction ends. */
export async function lockWebhooks(transaction: Transaction, workspaceId: WorkspaceId): Promise<void> {
  await lockForTransaction(transaction, `webhooks:${workspaceId}`);
}

/** Pauses the active webhooks that a member made in a workspace. @returns their addresses, in alphabetical order */
export async function pauseWebhooksOfMember(
  transaction: Transaction,
  { workspaceId, accountId }: Member,
  why: MemberPause,
  now: Date,
): Promise<string[]> {
  await lockWebhooks(transaction, workspaceId);
  const paused = await transaction
    .update(webhooks)
    .set({ state: 'disabled', pausedAt: now, reason: memberReasons[why] })
    .where(and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.createdBy, accountId), eq(webhooks.state, 'active')))
    .returning({ url: webhooks.url });
  return paused.map(({ url }) => url).sort();
}

export function isPaused({ state, pausedAt }: Pick<typeof webhooks.$inferSelect, 'state' | 'pausedAt'>): boolean {
  return state === 'disabled' && pausedAt !== null;
}

/**
 * Whether a webhook is active or paused, so that events are stored for it. @param webhook its table, or its name in the
 * statement
 */
export function keepsEvents(webhook: SQL = sql`${webhooks}`): SQL {
  return sql`(${webhook}.state = 'active' or ${webhook}.paused_at is not null)`;
}
