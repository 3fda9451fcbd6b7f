/**
 * Loads many rows into a table that is empty. Rows that enter indexes one by one take several times as long as indexes that
 * are built from all rows. So the rows go to a new table beside the empty one; its indexes are built; then it takes the
 * place of the empty one, in the same transaction. Readers wait for that last step alone, and see all rows or none.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { DrizzleQueryError, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Transaction } from '../../../database/database.ts';
import { databaseName } from '../data-table.ts';

/** Each process that builds an index may use it. */
const INDEX_MEMORY = '512MB';
/** Milliseconds for which readers are waited for, and between two attempts. */
const READERS_PATIENCE = 3600_000;
const READERS_PAUSE = 1_000;
/** PostgreSQL's code for a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03';

interface MadeIndex {
  readonly name: string;
  /** As the database writes it. */
  readonly definition: string;
  readonly isPrimary: boolean;
}

/** Keeps other writers of the table out until the transaction ends; readers are let in. */
export async function lockForReplacing(transaction: Transaction, definition: TableDefinition): Promise<void> {
  await transaction.execute(sql`lock table ${sql.identifier(databaseName(definition))} in share row exclusive mode`);
}

/** @param transaction that holds the lock above @param load fills the table it is given the name of, which has no indexes */
export async function replaceEmptyTable(
  transaction: Transaction,
  definition: TableDefinition,
  load: (table: SQL) => Promise<void>,
): Promise<void> {
  const name = databaseName(definition);
  const table = sql.identifier(name);
  const made = sql.identifier(`${name}_loaded`);
  const sequence = sql.identifier(`${name}_loaded_id_seq`);
  const indexes = await readIndexes(transaction, name);
  const nextId = await readNextId(transaction, name);

  await transaction.execute(sql`create table ${made} (like ${table} including defaults including constraints including storage)`);
  await transaction.execute(
    sql`alter table ${made} alter column id add generated always as identity
      (sequence name ${sequence} start with ${sql.raw(nextId.toFixed(0))})`,
  );
  await load(sql`${made}`);
  await transaction.execute(sql`select set_config('maintenance_work_mem', ${INDEX_MEMORY}, true)`);
  for (const { definition: text, isPrimary } of indexes)
    await transaction.execute(isPrimary ? sql`alter table ${made} add primary key (id)` : sql.raw(onLoaded(text, name)));

  await keepReadersOut(transaction, table);
  await transaction.execute(sql`drop table ${table}`);
  await transaction.execute(sql`alter table ${made} rename to ${table}`);
  await transaction.execute(sql`alter sequence ${sequence} rename to ${sql.identifier(`${name}_id_seq`)}`);
  for (const { name: index, isPrimary } of indexes) {
    const before = isPrimary ? `${name}_loaded_pkey` : loadedName(index);
    await transaction.execute(sql`alter index ${sql.identifier(before)} rename to ${sql.identifier(index)}`);
  }
  await transaction.execute(sql`select track_table(${name})`);
}

/**
 * Waits for those who read the table, such as a backup. Whoever comes meanwhile would wait behind this lock, so it is asked
 * for a second at a time.
 */
async function keepReadersOut(transaction: Transaction, table: SQLWrapper): Promise<void> {
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

async function readIndexes(transaction: Transaction, name: string): Promise<readonly MadeIndex[]> {
  const { rows } = await transaction.execute<{ name: string; definition: string; is_primary: boolean }>(sql`
    select index.relname as name, pg_get_indexdef(held.indexrelid) as definition, held.indisprimary as is_primary
    from pg_index held join pg_class index on index.oid = held.indexrelid
    where held.indrelid = ${name}::regclass order by index.relname`);
  return rows.map(({ name: index, definition, is_primary: isPrimary }) => ({ name: index, definition, isPrimary }));
}

/** Ids of rows that were deleted are never given again. */
async function readNextId(transaction: Transaction, name: string): Promise<number> {
  const { rows } = await transaction.execute<{ last: string | null }>(
    sql`select pg_sequence_last_value(pg_get_serial_sequence(${name}, 'id')::regclass) as last`,
  );
  return Number(rows[0]?.last ?? 0) + 1;
}

function loadedName(index: string): string {
  return `${index}_loaded`;
}

/** `CREATE INDEX x ON public.y USING …` for the new table, under another name. */
function onLoaded(definition: string, name: string): string {
  const [, unique = '', index = '', rest = ''] =
    /^CREATE (UNIQUE )?INDEX ("[^"]+"|\S+) ON (?:"[^"]+"|\S+) (USING .*)$/s.exec(definition) ?? [];
  if (rest === '') throw new Error(`the index is not as expected: ${definition}`);
  return `create ${unique}index "${loadedName(index.replaceAll('"', ''))}" on "${name}_loaded" ${rest}`;
}
