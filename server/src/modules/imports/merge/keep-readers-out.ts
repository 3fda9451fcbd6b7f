/** Locks for putting another table in the place of an empty one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Transaction } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';

/** Milliseconds for which readers are waited for, and between two attempts. */
const READERS_PATIENCE = 3600_000;
const READERS_PAUSE = 1_000;
/** PostgreSQL's code for a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Keeps other writers of the table out until the transaction ends; readers are let in. */
export async function keepWritersOut(transaction: Transaction, definition: TableDefinition): Promise<void> {
  await transaction.execute(sql`lock table ${sql.identifier(databaseName(definition))} in share row exclusive mode`);
}

/**
 * Waits for those who read the table, such as a backup. Whoever comes meanwhile would wait behind this lock, so it is asked
 * for a second at a time.
 */
export async function keepReadersOut(transaction: Transaction, definition: TableDefinition): Promise<void> {
  const table = sql.identifier(databaseName(definition));
  const deadline = Date.now() + READERS_PATIENCE;
  for (;;) {
    try {
      await transaction.transaction(async (attempt) => {
        await attempt.execute(sql`select set_config('lock_timeout', '1s', true)`);
        await attempt.execute(sql`lock table ${table} in access exclusive mode`);
      });
      return;
    } catch (error) {
      if (!isLockTimeout(error) || Date.now() > deadline) throw error;
      await sleep(READERS_PAUSE);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === LOCK_NOT_AVAILABLE;
}
