/** Parameters and schedules of analyses by account. */
import { and, asc, eq, getTableColumns, lte } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { trendSettings } from '../../../schema/trends.table.ts';
import { isServedWorkspace } from '../../../schema/workspaces.table.ts';

export type SettingsRow = typeof trendSettings.$inferSelect;

export async function findSettings(connection: Connection, workspaceId: WorkspaceId): Promise<SettingsRow | null> {
  const [row] = await connection.select().from(trendSettings).where(eq(trendSettings.workspaceId, workspaceId));
  return row ?? null;
}

export async function putSettings(connection: Connection, row: SettingsRow): Promise<void> {
  const { workspaceId, ...values } = row;
  await connection.insert(trendSettings).values(row).onConflictDoUpdate({ target: trendSettings.workspaceId, set: values });
}

/**
 * Due schedules, longest due first. Accounts that may not start an analysis by hand are skipped until they may again; what
 * they missed then runs once.
 */
export function listDue(connection: Connection, now: Date, limit: number): Promise<SettingsRow[]> {
  return connection
    .select(getTableColumns(trendSettings))
    .from(trendSettings)
    .where(and(lte(trendSettings.nextRunAt, now), isServedWorkspace(trendSettings.workspaceId)))
    .orderBy(asc(trendSettings.nextRunAt))
    .limit(limit);
}

/** @returns false if another server rescheduled it, or the settings changed */
export async function reschedule(
  connection: Connection,
  workspaceId: WorkspaceId,
  from: Date | null,
  to: Date | null,
): Promise<boolean> {
  if (from === null) return false;
  const { rowCount } = await connection
    .update(trendSettings)
    .set({ nextRunAt: to })
    .where(and(eq(trendSettings.workspaceId, workspaceId), eq(trendSettings.nextRunAt, from)));
  return rowCount === 1;
}
