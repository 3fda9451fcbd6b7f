/**
 * Brings the tables up to date, and those of the queue. Runs under an advisory lock, so that servers starting at the same moment
 * on one database take turns.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { connectDirectly } from '../database/connect-directly.ts';
import type { Database } from '../database/database.ts';
import { refuseUnfinishedDatabase } from '../database/unfinished-restore.ts';
import { StartError } from '../process/start-error.ts';
import { installQueue } from '../queue/install-queue.ts';
import { type AppliedMigration, listMigrations, MIGRATIONS } from './applied-migrations.ts';
import { applyMigrations } from './apply-migrations.ts';
import { recordBaseline, sinceBaseline } from './baseline.ts';

/** An arbitrary fixed number. */
const MIGRATION_LOCK = 7_261_594_302;
const LOOK_MILLISECONDS = 100;

/** @throws {StartError} when the database belongs to a newer or a much older version, or a restore into it was interrupted */
export async function migrateDatabase(database: Database): Promise<void> {
  const client = await connectDirectly(database);
  try {
    // Building an index on a large table may take longer than any statement of a request may.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await lockMigrations(client);
    await refuseUnfinishedDatabase(client);
    const recorded = await listMigrations(client);
    const applied = sinceBaseline(recorded);
    refuseNewerDatabase(applied);
    if (applied !== recorded) await recordBaseline(client);
    await applyMigrations(client, MIGRATIONS);
    await installQueue(client);
  } finally {
    // Closing the connection releases the lock and the settings.
    client.release(true);
  }
}

/**
 * Takes the lock, which is held until the connection is closed. It asks again and again, because an index that is built
 * concurrently waits for all statements that wait.
 */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [MIGRATION_LOCK]);
    if (rows[0]?.is_ours === true) return;
    await sleep(LOOK_MILLISECONDS);
  }
}

/** A newer version changed tables in a way this one does not know, and would work on them with old rules. */
function refuseNewerDatabase(applied: readonly AppliedMigration[]): void {
  const known = new Set(readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash));
  const unknown = applied.filter(({ hash }) => !known.has(hash)).length;
  if (unknown === 0) return;
  throw new StartError(
    `The database was changed by a newer version of Leadloom (${unknown} migrations this version does not know). Start that version.`,
  );
}
