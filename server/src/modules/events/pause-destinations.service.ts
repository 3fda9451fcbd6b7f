/**
 * Destinations lead out of a workspace as webhooks do, and pause for the same reasons: the password of whoever made one was reset,
 * or that member left, or may no longer connect. What is queued meanwhile waits until somebody who may connect confirms them.
 */
import { and, eq, or, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import { type Member, personalWorkspaceOf, type WorkspaceId } from '../../http/workspace-id.ts';
import { destinations } from '../../schema/destinations.table.ts';
import type { MemberPause } from './pause-webhooks.service.ts';

const PAUSED_BY_RESET = 'Your password was reset. Confirm that this destination is yours.';
const PAUSED_FOR_MEMBER = 'The password of the member who made it was reset. Confirm that this destination is right.';
const memberReasons: Readonly<Record<MemberPause, string>> = {
  gone: 'The member who made it is no longer in the workspace. Confirm that this destination is right.',
  unable: 'The member who made it may no longer connect. Confirm that this destination is right.',
};

/** Waits for whoever adds destinations to the workspace, and keeps others from it until the transaction ends. */
export async function lockDestinations(transaction: Connection, workspaceId: WorkspaceId): Promise<void> {
  await lockForTransaction(transaction, `destinations:${workspaceId}`);
}

/** Pauses the active destinations of an account: those of its own workspace, and those that it made in others. @returns how many */
export async function pauseDestinations(connection: Connection, accountId: number, now: Date): Promise<number> {
  const isPersonal = eq(destinations.workspaceId, personalWorkspaceOf(accountId));
  const reason = sql`case when ${isPersonal} then ${PAUSED_BY_RESET} else ${PAUSED_FOR_MEMBER} end`;
  const { rowCount } = await connection
    .update(destinations)
    .set({ state: 'disabled', pausedAt: now, reason })
    .where(and(or(isPersonal, eq(destinations.createdBy, accountId)), eq(destinations.state, 'active')));
  return rowCount ?? 0;
}

/** Pauses the active destinations that a member made in a workspace. @returns their names, in alphabetical order */
export async function pauseDestinationsOfMember(
  transaction: Connection,
  { workspaceId, accountId }: Member,
  why: MemberPause,
  now: Date,
): Promise<string[]> {
  await lockDestinations(transaction, workspaceId);
  const paused = await transaction
    .update(destinations)
    .set({ state: 'disabled', pausedAt: now, reason: memberReasons[why] })
    .where(
      and(eq(destinations.workspaceId, workspaceId), eq(destinations.createdBy, accountId), eq(destinations.state, 'active')),
    )
    .returning({ name: destinations.name });
  return paused.map(({ name }) => name).sort();
}
