/**
 * A connection for one import. Its settings, staged rows and its slot end with it, however the import ends. Imports of one
 * table run side by side until they merge their rows, which they do one after the other.
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
import { databaseName } from '../../../schema/data-table.ts';

/** An arbitrary fixed number; this one and the next ones, together with the table's number, identify the slots. */
export const IMPORT_LOCK = 726_159;
/** Imports of one table at once. Each holds a connection, and memory of the database. */
export const IMPORTS_AT_ONCE = 4;
/** How long to wait for the remains of an import that was just killed. */
const PATIENCE_MILLISECONDS = 2_000;
const PAUSE_MILLISECONDS = 100;

/**
 * An import has no time limit, and waits for others that merge their rows. More memory lets the search indexes grow in
 * a few large steps instead of many small ones, which cause most of the cost of an import.
 */
const SETTINGS = `
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set lock_timeout = '1h';
  set client_min_messages = 'warning';
  set temp_buffers = '64MB';
  set work_mem = '128MB';
  set gin_pending_list_limit = '64MB'`;
/** Lets the database notice a killed import in the middle of a statement. Not every system can. */
const NOTICE_OUR_END = `set client_connection_check_interval = '1s'`;

export interface ImportSession {
  /** The client for streams of rows. */
  readonly client: PoolClient;
  /** The same connection for everything else. */
  readonly connection: NodePgDatabase;
  /** The import's number among the running imports of the table; null: it writes nothing. */
  readonly slot: number | null;
  /** A connection with the same settings, to be closed with `release(true)`; null: there is none to spare. */
  readonly openAnother: () => Promise<PoolClient | null>;
}

interface SessionOptions {
  /** Whether something will be written; if not, others need not wait. */
  readonly isWriting: boolean;
}

/** @throws {AppError} IMPORT.BUSY while too many imports of the table run */
export async function withImportSession<Result>(
  database: Database,
  definition: TableDefinition,
  { isWriting }: SessionOptions,
  work: (session: ImportSession) => Promise<Result>,
): Promise<Result> {
  const client = await connectDirectly(database);
  try {
    await prepare(client);
    const connection = drizzle({ client });
    const slot = isWriting ? await takeSlot(connection, definition) : null;
    return await work({ client, connection, slot, openAnother: () => openAnother(database) });
  } finally {
    // The database notices a closed connection with a delay; unlocking here spares the next import the wait.
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    // Settings and staged rows end with the connection.
    client.release(true);
  }
}

async function prepare(client: PoolClient): Promise<void> {
  await client.query(SETTINGS);
  await client.query(NOTICE_OUR_END).catch(() => undefined);
}

/** Imports that hold all connections of the pool would wait for each other. */
async function openAnother(database: Database): Promise<PoolClient | null> {
  const { totalCount, idleCount, waitingCount, options } = database.$client;
  if (waitingCount > 0 || (idleCount === 0 && totalCount >= options.max)) return null;
  const client = await connectDirectly(database);
  try {
    await prepare(client);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** @throws {AppError} IMPORT.BUSY */
async function takeSlot(connection: NodePgDatabase, definition: TableDefinition): Promise<number> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    for (let slot = 0; slot < IMPORTS_AT_ONCE; slot += 1) {
      const { rows } = await connection.execute<{ is_ours: boolean }>(
        sql`select pg_try_advisory_lock(${IMPORT_LOCK + slot}, hashtext(${databaseName(definition)})) as is_ours`,
      );
      if (rows[0]?.is_ours === true) return slot;
    }
    if (Date.now() > deadline) throw new AppError('IMPORT.BUSY');
    await sleep(PAUSE_MILLISECONDS);
  }
}
