/**
 * Whether the database takes writes. A full disk, a failover or a setting can make it refuse them while it still answers
 * reads. Settings of the session are read each time. What a session cannot know, such as a full disk, is learnt from
 * statements that failed; only then a write of our own is tried, which is rolled back, until one succeeds.
 */
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import type { Database } from './database.ts';

/** `read_only_sql_transaction`, `disk_full`, `io_error` */
const REFUSALS: readonly (string | undefined)[] = ['25006', '53100', '58030'];
/** Rows of a temporary table: enough that its file has to be extended. */
const TRIED_ROWS = 5_000;

/** Pools whose statements were refused since a write of ours last succeeded. */
const refusing = new WeakSet<pg.Pool>();
const stateSchema = z.tuple([z.object({ is_read_only: z.boolean() })]);

/** Watches the pool's connections. Must be called once, before the first of them is opened. */
export function noteRefusedWrites(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    client.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      if (REFUSALS.includes(code)) refusing.add(pool);
    });
  });
}

/** @throws the database's own error, if it can neither be read nor written */
export async function takesWrites(database: Database): Promise<boolean> {
  // The setting is true on a replica, too.
  const { rows } = await database.execute(sql`select current_setting('transaction_read_only')::boolean as is_read_only`);
  if (stateSchema.parse(rows)[0].is_read_only) return false;
  const pool = database.$client;
  if (!refusing.has(pool)) return true;
  if (!(await canWrite(database))) return false;
  refusing.delete(pool);
  return true;
}

class Undo extends Error {}

async function canWrite(database: Database): Promise<boolean> {
  const tried = database.transaction(async (transaction) => {
    await transaction.execute(
      sql`create temporary table tried_write on commit drop as select generate_series(1, ${sql.raw(String(TRIED_ROWS))})`,
    );
    throw new Undo();
  });
  return tried.then(
    () => true,
    (error: unknown) => error instanceof Undo,
  );
}
