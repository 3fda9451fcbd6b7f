/**
 * Waits for locks, for tests that hold a lock and go on once something waits for it. Other tests may share the database
 * server.
 */
import { z } from 'zod';
import type { Database } from '../database/database.ts';

const waitsSchema = z.array(z.object({ pid: z.int(), query: z.string() }));

/** Statements in this database that wait for a lock. @param part what their text contains */
export async function lockWaits({ $client }: Pick<Database, '$client'>, part = '') {
  const { rows } = await $client.query(
    `select pid, query from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid() and strpos(query, $1) > 0`,
    [part],
  );
  return waitsSchema.parse(rows);
}

/** How many statements wait; for `expect.poll`. */
export async function countLockWaits(database: Pick<Database, '$client'>, part = ''): Promise<number> {
  return (await lockWaits(database, part)).length;
}
