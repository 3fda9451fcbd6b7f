/** Waits for the installation's database at the start of the server or of a command. */
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { refusePooler } from './refuse-pooler.ts';
import { untilReachable } from './until-reachable.ts';

interface DatabaseAddresses {
  /** null: the embedded database. */
  readonly databaseUrl: string | null;
  /** null: not set. */
  readonly databaseDirectUrl: string | null;
}

/** @throws {StartError} when it refuses us, does not answer in time, or is a pooler without DATABASE_DIRECT_URL */
export async function reachDatabase(
  database: Database,
  { databaseUrl, databaseDirectUrl }: DatabaseAddresses,
  log: { warn(message: string): void },
): Promise<void> {
  if (databaseUrl !== null) {
    const setting = databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
    await untilReachable(() => refusePooler({ databaseUrl, databaseDirectUrl }), { setting, log });
  }
  await untilReachable(() => database.execute(sql`select 1`), { log });
}
