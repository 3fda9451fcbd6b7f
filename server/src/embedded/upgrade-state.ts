/** How far an upgrade of the database files is, over crashes: one small file next to them, replaced as a whole. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfThere } from '../process/read-if-there.ts';
import { StartError } from '../process/start-error.ts';
import { syncDirectory } from '../process/sync-directory.ts';
import { writeDurably } from './create-cluster.ts';
import type { DatabaseHome } from './database-home.ts';

const stateSchema = z.strictObject({
  /** `copying`: the new files count for nothing. `switching`: they are whole and belong in the place of the old ones. */
  step: z.enum(['copying', 'switching']),
  /** The name the old files get. */
  kept: z.string().regex(/^cluster-\d+-[0-9a-f]+$/),
});

type UpgradeState = z.infer<typeof stateSchema>;

/** The home of the files under way; its logins are those of the home itself. */
export function nextHome(home: DatabaseHome): DatabaseHome {
  return { ...home, cluster: join(home.directory, 'cluster.next') };
}

/** The state of an upgrade; null: none is under way. @throws {StartError} when the file is not ours */
export async function readUpgradeState(home: DatabaseHome): Promise<UpgradeState | null> {
  const path = statePath(home);
  const text = await readIfThere(path);
  if (text === null) return null;
  try {
    return stateSchema.parse(JSON.parse(text.toString()));
  } catch (cause) {
    throw new StartError(`${path} cannot be read. Nothing was changed.`, { cause });
  }
}

export async function writeUpgradeState(home: DatabaseHome, state: UpgradeState): Promise<void> {
  await writeDurably(home, statePath(home), `${JSON.stringify(state)}\n`);
}

export async function removeUpgradeState(home: DatabaseHome): Promise<void> {
  await syncDirectory(home.directory);
  await rm(statePath(home), { force: true });
  await syncDirectory(home.directory);
}

function statePath(home: DatabaseHome): string {
  return join(home.directory, 'upgrade.json');
}
