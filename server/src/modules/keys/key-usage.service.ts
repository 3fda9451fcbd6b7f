/** The use of API keys: counted in memory, written in batches, and shown to the owner for a limited number of days. */
import { KEY_USAGE_DAYS, type KeyUsage } from '@leadloom/shared/contract/keys';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { idOfPrefix } from './key-text.ts';
import { addUses, deleteUsesBefore, listUses, type UsedKey, type Uses } from './key-usage.repository.ts';

const DAY = 24 * 3600 * 1000;
const DEFAULT_DAYS = 30;

export function createKeyUsage({ database, now }: Pick<Platform, 'database' | 'now'>) {
  let noted = new Map<string, Uses>();
  let writing: Promise<void> = Promise.resolve();

  function add(uses: Uses): void {
    const { workspaceId, prefix, day, endpoint, statusClass } = uses;
    const name = JSON.stringify([workspaceId, prefix, day, endpoint, statusClass]);
    noted.set(name, { ...uses, calls: uses.calls + (noted.get(name)?.calls ?? 0) });
  }

  async function write(): Promise<void> {
    if (noted.size === 0) return;
    const batch = [...noted.values()];
    noted = new Map();
    try {
      await addUses(database, batch);
    } catch (error) {
      for (const uses of batch) add(uses);
      throw error;
    }
  }

  return {
    note(key: UsedKey, endpoint: string, status: number): void {
      add({ ...key, day: dayOf(now()), endpoint, statusClass: Math.floor(status / 100), calls: 1 });
    },
    /** Writes the counts, one batch at a time; when it fails, nothing is lost. */
    flush(): Promise<void> {
      writing = writing.catch(() => undefined).then(write);
      return writing;
    },
  };
}

/** Lists usage, latest day first. @param days including today */
export async function listKeyUsage(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  days = DEFAULT_DAYS,
): Promise<KeyUsage[]> {
  const uses = await listUses(database, workspaceId, dayOf(new Date(now().getTime() - (days - 1) * DAY)));
  return uses.map(({ day, prefix, endpoint, statusClass, calls }) => ({
    day,
    key_id: idOfPrefix(prefix),
    prefix,
    endpoint,
    status: `${statusClass}xx`,
    count: calls,
  }));
}

export function forgetOldKeyUsage({ database, now }: Platform): Promise<void> {
  return deleteUsesBefore(database, dayOf(new Date(now().getTime() - (KEY_USAGE_DAYS - 1) * DAY)));
}

/** The day in UTC: `2026-03-31`. */
function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
