/**
 * A shadow table: many rows for an empty or small table wait in it until all of them are shown at once. Rows that enter
 * indexes one by one take several times as long as indexes that are built from all rows. So the rows go to a table in a
 * schema that nobody reads, in steps that are committed one by one: rows, indexes, statistics. No lock of writers is held
 * meanwhile. One short transaction puts the shadow table in the place of the stored one. Each slot of an import has a
 * schema of its own, so the holder of a slot owns its tables. Tables that a killed import leaves there are removed by the
 * next import of the table, and every hour.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { Connection, Database, Transaction } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { IMPORT_LOCK, IMPORTS_AT_ONCE, type ImportSession } from '../staging/import-session.ts';
import { lockForReading } from './compare-before.ts';
import type { Copy } from './merge-statements.ts';

const SCHEMA = 'import_slot_';
/** Megabytes of the database for building indexes, shared by those that are built at once. */
const INDEX_MEMORY = 512;

interface MadeIndex {
  readonly name: string;
  /** The statement in the database's own form. */
  readonly definition: string;
  readonly isPrimary: boolean;
}

export interface ShadowTable {
  readonly relation: SQL;
  readonly schema: string;
  /** The columns and indexes of the table it replaces, as a text. */
  readonly shape: string;
}

/**
 * @param load fills the table it is given, which has no indexes, in a transaction that sees one moment
 * @returns the table, and what `load` returns
 */
export async function fillShadowTable<Loaded>(
  session: ImportSession,
  definition: TableDefinition,
  load: (transaction: Transaction, copy: Copy) => Promise<Loaded>,
): Promise<{ readonly shadow: ShadowTable; readonly loaded: Loaded }> {
  const name = databaseName(definition);
  if (session.slot === null) throw new Error('an import without a slot loads nothing');
  const schema = `${SCHEMA}${session.slot}`;
  const relation = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
  const { connection } = session;
  const { indexes, columns, shape } = await readShape(connection, name);
  const sequence = sql`${sql.identifier(schema)}.${sql.identifier(`${name}_id_seq`)}`;
  await connection.transaction(async (transaction) => {
    await lockForTransaction(transaction, SCHEMA);
    await transaction.execute(sql`create schema if not exists ${sql.identifier(schema)}`);
    await transaction.execute(sql`drop table if exists ${relation}`);
    await transaction.execute(
      sql`create table ${relation} (like ${sql.identifier(name)} including defaults including constraints including storage)`,
    );
    await transaction.execute(
      sql`alter table ${relation} alter column id add generated always as identity (sequence name ${sequence})`,
    );
  });
  const loaded = await connection.transaction(
    async (transaction) => {
      await lockForReading(transaction, definition);
      // A table that is emptied by the transaction that fills it needs no log where nobody follows the log.
      await transaction.execute(sql`truncate ${relation}`);
      // The next id comes from the copied table, which may have taken the place of another one a moment ago.
      await transaction.execute(
        sql`alter sequence ${sequence} restart with ${sql.raw(String(await readNextId(transaction, name)))}`,
      );
      return load(transaction, { relation, columns });
    },
    { isolationLevel: 'repeatable read' },
  );
  await buildIndexes(session, indexes, { name, schema });
  const primary = indexes.find(({ isPrimary }) => isPrimary);
  if (primary !== undefined) {
    const key = sql.identifier(primary.name);
    await connection.execute(sql`alter table ${relation} add constraint ${key} primary key using index ${key}`);
  }
  await connection.execute(sql`analyze ${relation}`);
  return { shadow: { relation, schema, shape }, loaded };
}

/**
 * Builds the indexes on two connections, or on one if no other is to spare: the words of the search take about as long as
 * all other indexes.
 */
async function buildIndexes(
  { client, openAnother }: ImportSession,
  indexes: readonly MadeIndex[],
  place: { readonly name: string; readonly schema: string },
): Promise<void> {
  // The longest definition takes the longest.
  const waiting = indexes.toSorted((one, other) => other.definition.length - one.definition.length);
  const build = async (builder: PoolClient, memory: number) => {
    await builder.query(`set maintenance_work_mem = '${memory}MB'`);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await builder.query(inSchema(next, place));
  };
  const another = await openAnother();
  try {
    const builders = another === null ? [client] : [client, another];
    const built = await Promise.allSettled(builders.map((builder) => build(builder, INDEX_MEMORY / builders.length)));
    for (const result of built) if (result.status === 'rejected') throw result.reason;
  } finally {
    another?.release(true);
  }
}

/** @param transaction that holds the lock of `lockForSwitch` */
export async function isAsBefore(
  transaction: Transaction,
  definition: TableDefinition,
  { shape }: ShadowTable,
): Promise<boolean> {
  return (await readShape(transaction, databaseName(definition))).shape === shape;
}

/** @param transaction that keeps readers and writers out of the table */
export async function takePlace(transaction: Transaction, definition: TableDefinition, { relation }: ShadowTable): Promise<void> {
  const name = databaseName(definition);
  await transaction.execute(sql`drop table public.${sql.identifier(name)}`);
  await transaction.execute(sql`alter table ${relation} set schema public`);
  await transaction.execute(sql`select track_table(${name})`);
}

/** Removes the table after an import that did not use it. */
export async function dropShadowTable({ connection }: ImportSession, { relation }: ShadowTable): Promise<void> {
  await connection.execute(sql`drop table if exists ${relation}`);
}

/** Removes what killed imports left. Slots in use are left alone. */
export async function removeLeftTables(database: Database): Promise<void> {
  const { rows } = await database.execute<{ schema: string; name: string }>(sql`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and starts_with(nspname, ${SCHEMA})`);
  for (const { schema, name } of rows) {
    const slot = Number(schema.slice(SCHEMA.length));
    if (!(slot >= 0 && slot < IMPORTS_AT_ONCE)) continue;
    await database.transaction(async (transaction) => {
      const { rows: locked } = await transaction.execute<{ is_ours: boolean }>(
        sql`select pg_try_advisory_xact_lock(${IMPORT_LOCK + slot}, hashtext(${name})) as is_ours`,
      );
      if (locked[0]?.is_ours === true)
        await transaction.execute(sql`drop table if exists ${sql.identifier(schema)}.${sql.identifier(name)}`);
    });
  }
}

interface Shape {
  readonly indexes: readonly MadeIndex[];
  /** The names of the columns. */
  readonly columns: readonly string[];
  readonly shape: string;
}

async function readShape(connection: Connection, name: string): Promise<Shape> {
  const { rows } = await connection.execute<{ name: string; definition: string; is_primary: boolean }>(sql`
    select index.relname as name, pg_get_indexdef(held.indexrelid) as definition, held.indisprimary as is_primary
    from pg_index held join pg_class index on index.oid = held.indexrelid
    where held.indrelid = ${name}::regclass order by index.relname`);
  const { rows: columns } = await connection.execute<{ names: string[] }>(sql`
    select ${name}::regclass::oid as oid, array_agg(attname::text order by attnum) filter (where not attisdropped) as names, json_agg(json_build_array(attname, format_type(atttypid, atttypmod), attnotnull,
      attidentity, pg_get_expr(adbin, adrelid)) order by attnum) as columns
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${name}::regclass and attnum > 0`);
  const indexes = rows.map(({ name: index, definition, is_primary: isPrimary }) => ({ name: index, definition, isPrimary }));
  return { indexes, columns: columns[0]?.names ?? [], shape: JSON.stringify([indexes, columns]) };
}

/** Ids of rows that were deleted are never given again. */
async function readNextId(connection: Connection, name: string): Promise<number> {
  const { rows } = await connection.execute<{ last: string | null }>(
    sql`select pg_sequence_last_value(pg_get_serial_sequence(${name}, 'id')::regclass) as last`,
  );
  return Number(rows[0]?.last ?? 0) + 1;
}

/** `CREATE INDEX x ON public.y USING …` for the table of that name in the schema. */
function inSchema({ definition }: MadeIndex, { name, schema }: { readonly name: string; readonly schema: string }): string {
  const [, begin = '', rest = ''] =
    /^(CREATE (?:UNIQUE )?INDEX (?:"[^"]+"|\S+) ON )(?:"[^"]+"|\S+) (USING .*)$/s.exec(definition) ?? [];
  if (rest === '') throw new Error(`the index is not as expected: ${definition}`);
  return `${begin}${schema}.${name} ${rest}`;
}
