/**
 * Removes expired data: raw answers after RAW_ANSWER_DAYS, and profiles that were not collected again for
 * COLLECTED_RETENTION_MONTHS. Works in batches, so that the next run continues after an interruption.
 */
import type { Database } from '../../../database/database.ts';
import type { Platform } from '../../../platform.ts';
import { eraseLocked } from '../profiles/erase-profiles.ts';
import { deleteOldAnswers, lockOldProfiles } from './retention.repository.ts';

const DAY = 24 * 3600 * 1000;
/** A batch takes well under a second: answers have about 20 KB each, profiles go with all their dependent rows. */
const ANSWERS_AT_ONCE = 1000;
const PROFILES_AT_ONCE = 200;

/** @param signal stops it after the current batch */
export async function removeExpired({ config, database, now }: Platform, signal: AbortSignal): Promise<void> {
  const answersUntil = new Date(now().getTime() - config.rawAnswerDays * DAY);
  await inBatches(signal, ANSWERS_AT_ONCE, (limit) => deleteOldAnswers(database, answersUntil, limit));
  if (config.collectedRetentionMonths === 0) return;
  const profilesUntil = monthsBefore(now(), config.collectedRetentionMonths);
  await inBatches(signal, PROFILES_AT_ONCE, (limit) => removeProfiles(database, profilesUntil, limit, now()));
}

/** Resets their entries, as when a user erases profiles. @returns how many profiles were removed */
function removeProfiles(database: Database, until: Date, limit: number, at: Date): Promise<number> {
  return database.transaction(async (transaction) => {
    const old = await lockOldProfiles(transaction, until, limit);
    const byWorkspace = Map.groupBy(old, ({ workspaceId }) => workspaceId);
    await eraseLocked(transaction, byWorkspace, at);
    return old.length;
  });
}

async function inBatches(signal: AbortSignal, size: number, remove: (limit: number) => Promise<number>): Promise<void> {
  while (!signal.aborted) if ((await remove(size)) < size) return;
}

/** The same day of an earlier month, or its last one. */
function monthsBefore(time: Date, months: number): Date {
  const before = new Date(time);
  before.setUTCDate(1);
  before.setUTCMonth(before.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate();
  before.setUTCDate(Math.min(time.getUTCDate(), lastDay));
  return before;
}
