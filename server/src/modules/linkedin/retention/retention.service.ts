/**
 * Removes what was kept long enough: LinkedIn's answers after RAW_ANSWER_DAYS, collected profiles nobody collected
 * again for COLLECTED_RETENTION_MONTHS. In pieces, each a statement of its own: killed, the next run goes on.
 */
import type { Database } from '../../../database/database.ts';
import type { Platform } from '../../../platform.ts';
import { lockEntries } from '../jobs/entries.repository.ts';
import { forgetDownloads } from '../profiles/erase-profiles.ts';
import { deleteOldAnswers, deleteOldProfiles } from './retention.repository.ts';

const DAY = 24 * 3600 * 1000;
/** A piece is over in well under a second, answers of some 20 KB each and profiles with all that hangs on them. */
const ANSWERS_AT_ONCE = 1000;
const PROFILES_AT_ONCE = 200;

/** @param signal stops it after the piece it is at */
export async function removeExpired({ config, database, now }: Platform, signal: AbortSignal): Promise<void> {
  const answersUntil = new Date(now().getTime() - config.rawAnswerDays * DAY);
  await inPieces(signal, ANSWERS_AT_ONCE, (limit) => deleteOldAnswers(database, answersUntil, limit));
  if (config.collectedRetentionMonths === 0) return;
  const profilesUntil = monthsBefore(now(), config.collectedRetentionMonths);
  await inPieces(signal, PROFILES_AT_ONCE, (limit) => removeProfiles(database, profilesUntil, limit, now()));
}

/** Their rows are to be fetched again, as those of profiles that somebody erased. @returns how many profiles went */
function removeProfiles(database: Database, until: Date, limit: number, at: Date): Promise<number> {
  return database.transaction(async (transaction) => {
    const removed = await deleteOldProfiles(transaction, until, limit);
    // In one order, so that two servers at it never wait for each other.
    const byAccount = Map.groupBy(removed, ({ accountId }) => accountId);
    for (const accountId of [...byAccount.keys()].sort((one, other) => one - other)) {
      await lockEntries(transaction, accountId);
      await forgetDownloads(transaction, accountId, byAccount.get(accountId) ?? [], at);
    }
    return removed.length;
  });
}

async function inPieces(signal: AbortSignal, size: number, remove: (limit: number) => Promise<number>): Promise<void> {
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
