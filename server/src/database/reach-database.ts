/** Waits for the installation's database at the start of the server or of a command. */
import { sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { Database } from './database.ts';
import { refusePooler } from './refuse-pooler.ts';
import { untilReachable } from './until-reachable.ts';

/** @throws {StartError} when it refuses us, does not answer in time, or is a pooler without DATABASE_DIRECT_URL */
export async function reachDatabase(
  database: Database,
  { databaseUrl, databaseDirectUrl }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>,
  log: { warn(message: string): void },
): Promise<void> {
  if (databaseUrl !== null) {
    const setting = databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
    await untilReachable(() => refusePooler({ databaseUrl, databaseDirectUrl }), { setting, log });
  }
  await untilReachable(() => database.execute(sql`select 1`), { log });
}
