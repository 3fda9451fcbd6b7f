/** What is done for open sources every hour. */
import type { Platform } from '../../platform.ts';
import { listStored } from './open-sources.repository.ts';
import { markUnchecked } from './runs/due-rows.repository.ts';
import { forgetTurns } from './runs/turns.repository.ts';

export function forgetOldTurns({ database }: Pick<Platform, 'database'>): Promise<void> {
  return forgetTurns(database);
}

/** Says of rows whose website was not looked at for long that it is so. Without the source, nobody would look again. */
export async function markOldLooks({ database, now }: Pick<Platform, 'database' | 'now'>, stopping: AbortSignal): Promise<void> {
  const stored = await listStored(database);
  if (stored.get('websites')?.isOn === true) await markUnchecked(database, now(), stopping);
}
