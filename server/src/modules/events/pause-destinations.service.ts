/**
 * Destinations lead out of a workspace as webhooks do, and pause for the same reasons: the password of whoever made one was reset,
 * or that member left, or may no longer connect. What is queued meanwhile waits until somebody who may connect confirms them.
 */
import { and, eq, or, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { type Member, personalWorkspaceOf } from '../../http/workspace-id.ts';
import { destinations } from '../../schema/destinations.table.ts';

const PAUSED_BY_RESET = 'Your password was reset. Confirm that this destination is yours.';
const PAUSED_FOR_MEMBER = 'The password of the member who made it was reset. Confirm that this destination is right.';
const memberReasons = {
  gone: 'The member who made it is no longer in the workspace. Confirm that this destination is right.',
  unable: 'The member who made it may no longer connect. Confirm that this destination is right.',
} as const;

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

/**
 * Pauses the active destinations that a member made in a workspace.
 * @param why `gone`: the membership ends. `unable`: the right to connect ends. @returns their names, in alphabetical order
 */
export async function pauseDestinationsOfMember(
  connection: Connection,
  { workspaceId, accountId }: Member,
  why: keyof typeof memberReasons,
  now: Date,
): Promise<string[]> {
  const paused = await connection
    .update(destinations)
    .set({ state: 'disabled', pausedAt: now, reason: memberReasons[why] })
    .where(
      and(eq(destinations.workspaceId, workspaceId), eq(destinations.createdBy, accountId), eq(destinations.state, 'active')),
    )
    .returning({ name: destinations.name });
  return paused.map(({ name }) => name).sort();
}
