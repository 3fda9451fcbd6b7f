/**
 * A connection for one import. Its settings, staged rows and the lock against a second import of the table end with it,
 * however the import ends.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { connectDirectly } from '../../../database/connect-directly.ts';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { databaseName } from '../data-table.ts';

/** Any fixed number; with the table's own it names the lock. */
const IMPORT_LOCK = 726_159;
/** How long to wait for the rest of an import that was killed a moment ago. */
const PATIENCE_MILLISECONDS = 2_000;
const PAUSE_MILLISECONDS = 100;

/**
 * An import has no time limit, and waits briefly for other writers. More memory lets the search indexes grow in few large
 * steps instead of many small ones, which is most of the cost of an import.
 */
const SETTINGS = `
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set lock_timeout = '60s';
  set client_min_messages = 'warning';
  set temp_buffers = '64MB';
  set work_mem = '128MB';
  set gin_pending_list_limit = '64MB'`;
/** Lets the database notice a killed import in the middle of a statement. Not every system can. */
const NOTICE_OUR_END = `set client_connection_check_interval = '1s'`;

export interface ImportSession {
  /** For streams of rows. */
  readonly client: PoolClient;
  /** For everything else, on the same connection. */
  readonly connection: NodePgDatabase;
}

interface SessionOptions {
  /** false: nothing will be written, so others need not wait. */
  readonly isWriting: boolean;
}

/** @throws {AppError} IMPORT.BUSY while another import of the table runs */
export async function withImportSession<Result>(
  database: Database,
  definition: TableDefinition,
  { isWriting }: SessionOptions,
  work: (session: ImportSession) => Promise<Result>,
): Promise<Result> {
  const client = await connectDirectly(database);
  try {
    await client.query(SETTINGS);
    await client.query(NOTICE_OUR_END).catch(() => undefined);
    const connection = drizzle({ client });
    if (isWriting) await takeLock(connection, definition);
    return await work({ client, connection });
  } finally {
    // The database notices a closed connection a moment later; unlocking here spares the next import the wait.
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    // Settings and staged rows go with it.
    client.release(true);
  }
}

/** @throws {AppError} IMPORT.BUSY */
async function takeLock(connection: NodePgDatabase, definition: TableDefinition): Promise<void> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const { rows } = await connection.execute<{ is_ours: boolean }>(
      sql`select pg_try_advisory_lock(${IMPORT_LOCK}, hashtext(${databaseName(definition)})) as is_ours`,
    );
    if (rows[0]?.is_ours === true) return;
    if (Date.now() > deadline) throw new AppError('IMPORT.BUSY');
    await sleep(PAUSE_MILLISECONDS);
  }
}
