/** Saved parameters and schedules, and scheduled analyses. */
import { randomUUID } from 'node:crypto';
import type { TrendSettings } from '@leadloom/shared/contract/trends';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { fullAccounts } from '../../storage/account-storage.service.ts';
import { completeParameters } from '../analyses/analysis-parameters.ts';
import { addTask, lockTrends } from '../analyses/analysis-tasks.repository.ts';
import { nextRunAt } from './next-run.ts';
import { findSettings, listDue, putSettings, reschedule } from './trend-settings.repository.ts';

const DEFAULT_HOUR = 6;
const DUE_AT_ONCE = 100;

export async function readTrendSettings({ database }: Platform, workspaceId: WorkspaceId): Promise<TrendSettings> {
  const row = await findSettings(database, workspaceId);
  if (row === null) return { parameters: {}, schedule: 'off', hour: DEFAULT_HOUR, next_run_at: null };
  const { parameters, schedule, hour } = row;
  return { parameters, schedule, hour, next_run_at: row.nextRunAt?.toISOString() ?? null };
}

export async function saveTrendSettings(
  platform: Platform,
  workspaceId: WorkspaceId,
  settings: Omit<TrendSettings, 'next_run_at'>,
): Promise<TrendSettings> {
  const { parameters, schedule, hour } = settings;
  const nextRun = nextRunAt(settings, platform.now());
  await putSettings(platform.database, { workspaceId, parameters, schedule, hour, nextRunAt: nextRun });
  return readTrendSettings(platform, workspaceId);
}

/**
 * Adds due analyses, each once whichever server is first. Runs missed while no server was up are made up for by one run. A
 * run is skipped if the account has a pending or running analysis, or its storage is full.
 */
export async function addDueAnalyses({ config, database, now }: Pick<Platform, 'config' | 'database' | 'now'>): Promise<void> {
  const at = now();
  const due = await listDue(database, at, DUE_AT_ONCE);
  const full = await fullAccounts(
    database,
    config,
    due.map(({ workspaceId }) => workspaceId),
  );
  for (const settings of due) {
    const { workspaceId } = settings;
    const task = {
      id: randomUUID(),
      workspaceId,
      parameters: completeParameters(settings.parameters),
      isScheduled: true,
      createdAt: at,
    };
    await database.transaction(async (transaction) => {
      await lockTrends(transaction, workspaceId);
      const isOurs = await reschedule(transaction, workspaceId, settings.nextRunAt, nextRunAt(settings, at));
      if (isOurs && !full.has(workspaceId)) await addTask(transaction, task);
    });
  }
}
