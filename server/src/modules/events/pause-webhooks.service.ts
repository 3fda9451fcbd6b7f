/**
 * A reset of the password says that somebody else may have had the account, so its webhooks pause: they may lead to
 * somebody else. What happens meanwhile waits, and is sent once the owner confirms that an address is theirs.
 */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { personalWorkspaceOf } from '../../http/workspace-id.ts';
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
