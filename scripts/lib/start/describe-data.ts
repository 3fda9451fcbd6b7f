import type { Config } from '../../../server/src/config.ts';
import { movedDatabase } from '../../../server/src/embedded/database-home.ts';

/** Lines of a start that say where the data is. */
export async function describeData({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<string[]> {
  const moved = databaseUrl === null ? await movedDatabase(dataDir) : null;
  return [
    `Data        ${dataDir}`,
    ...(moved === null ? [] : [`Database    ${moved}`, '            (its user may not enter the folder of the data)']),
  ];
}
