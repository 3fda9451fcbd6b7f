/** The address that publishers may write to. The setting counts more than what an operator entered in the console. */
import type { Platform } from '../../platform.ts';
import { readSettings } from './open-sources.repository.ts';

/** null: nobody has said. */
export async function readContact({ config, database }: Pick<Platform, 'config' | 'database'>): Promise<string | null> {
  return config.openSources.contact ?? (await readSettings(database)).contact;
}
