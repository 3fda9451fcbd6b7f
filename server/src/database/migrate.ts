/**
 * Brings the tables up to date. Runs under an advisory lock, so that servers starting at the same moment
 * on one database take turns; each migration file is one transaction, so a killed one leaves nothing.
 */
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Any fixed number; this one spells nothing. */
const MIGRATION_LOCK = 7_261_594_302;

export async function migrateDatabase(database: Database): Promise<void> {
  const client = await database.$client.connect();
  try {
    // Building an index on a large table may take longer than any statement of a request may.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS });
  } finally {
    // Closing the connection gives the lock back and the settings up.
    client.release(true);
  }
}
