/**
 * Compares a copy with its table at one version: how many rows there are, and a sum over each column. Both sides compute the sums on
 * their own: of whole numbers and decimals their sum, of doubles that of their bits, of texts that of the beginnings of their hashes.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { PoolClient } from 'pg';
import { connectDirectly } from '../database/connect-directly.ts';
import type { Database } from '../database/database.ts';
import { databaseName } from '../schema/data-table.ts';
import { type CopiedColumn, copiedColumns } from './copied-columns.ts';
import { type Layout, quoted, wholeTable } from './copy-ddl.ts';
import { copyName } from './copy-names.ts';
import type { EngineClient } from './engine-client.ts';

export interface CopyCheck {
  readonly version: number;
  readonly rows: { readonly table: number; readonly copy: number };
  /** Columns whose sums differ. */
  readonly different: readonly string[];
}

/** Tries to find a moment at which the copy has the table's version. */
const TRIES = 100;
const PAUSE_MILLISECONDS = 300;
const dialect = new PgDialect();

/** @returns null: the copy has been behind the table all the time */
export async function checkCopy(
  {
    direct,
    engine,
    layout,
  }: { readonly direct: Database; readonly engine: EngineClient; readonly layout: Pick<Layout, 'database' | 'cluster'> },
  definition: TableDefinition,
): Promise<CopyCheck | null> {
  const client = await connectDirectly(direct);
  let isBroken = true;
  try {
    const found = await findMoment(client, engine, { layout, definition });
    const result = found === null ? null : await compare(client, engine, { layout, definition, version: found });
    await client.query('rollback');
    isBroken = false;
    return result;
  } finally {
    client.release(isBroken);
  }
}

interface Checked {
  readonly layout: Pick<Layout, 'database' | 'cluster'>;
  readonly definition: TableDefinition;
}

/** Leaves a transaction open that sees the version it returns, which the copy has published. */
async function findMoment(client: PoolClient, engine: EngineClient, { layout, definition }: Checked): Promise<number | null> {
  const name = databaseName(definition);
  for (let tried = 0; tried < TRIES; tried += 1) {
    await client.query('begin isolation level repeatable read');
    await client.query(`lock table "${name}" in access share mode`);
    await client.query(
      "select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)",
    );
    const { rows } = await client.query<{ version: string; epoch: string }>(
      `select known.version, copy.epoch from table_versions known join column_store_copies copy on copy.name = $2
       where known.table_name = $1 and copy.version = known.version and copy.version > 0 and copy.epoch is not null`,
      [name, copyName(definition)],
    );
    const [found] = rows;
    if (found !== undefined) {
      const [[published] = []] = await engine.rows({
        text: `select count() from ${quoted(layout.database)}.reached
          where copy = {copy:String} and epoch = {epoch:UUID} and version = {version:UInt64}`,
        parameters: { copy: copyName(definition), epoch: found.epoch, version: found.version },
      });
      if (Number(published) > 0) return Number(found.version);
    }
    await client.query('rollback');
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
  return null;
}

async function compare(
  client: PoolClient,
  engine: EngineClient,
  { layout, definition, version }: Checked & { readonly version: number },
): Promise<CopyCheck> {
  const columns = copiedColumns(definition);
  const sums = sql.join(
    columns.map((column) => sql`(${inDatabase(column)})::text`),
    sql`, `,
  );
  const { sql: text } = dialect.sqlToQuery(sql`
    select array[count(*)::text, ${sums}] as sums from ${sql.identifier(databaseName(definition))}`);
  const [inTable, [inCopy = []]] = await Promise.all([
    client.query<{ sums: (string | null)[] }>(text),
    engine.rows({
      text: `select ${['count()', ...columns.map(inEngine)].map((sum) => `toString(${sum})`).join(', ')}
        from ${wholeTable({ ...layout, isReplicated: false }, copyName(definition))}
        where since <= {version:UInt64} and until > {version:UInt64}`,
      parameters: { version: String(version) },
    }),
  ]);
  const [rows, ...expected] = inTable.rows[0]?.sums ?? [];
  const [copied, ...found] = inCopy;
  return {
    version,
    rows: { table: Number(rows), copy: Number(copied) },
    different: columns.flatMap(({ name }, at) => (isEqual(expected[at] ?? null, String(found[at] ?? '')) ? [] : [name])),
  };
}

/** A sum over no value is null on one side, and 0 on the other. */
function isEqual(expected: string | null, found: string): boolean {
  return (expected ?? '0') === found;
}

function inDatabase({ type, from }: CopiedColumn): SQL {
  if (type.includes('Array'))
    return sql`sum((select sum(${hashed(sql`item`)}) from json_array_elements_text(${from}) items(item)))`;
  if (type.includes('String')) return sql`sum(${hashed(sql`(${from})::text`)})`;
  if (type.includes('Float')) return sql`sum(('x' || encode(float8send(${from}), 'hex'))::bit(64)::bigint::numeric)`;
  if (type.includes('Decimal')) return sql`trim_scale(sum(${from}))`;
  return sql`sum((${from})::numeric)`;
}

/** The first four bytes of its MD5. */
function hashed(text: SQL): SQL {
  return sql`('x' || left(md5(${text}), 8))::bit(32)::bigint`;
}

function inEngine({ name, type }: CopiedColumn): string {
  const column = quoted(name);
  const hash = (text: string) => `toInt256(reinterpretAsUInt32(reverse(substring(MD5(${text}), 1, 4))))`;
  if (type.includes('Array')) return `sum(arraySum(item -> ${hash('item')}, ${column}))`;
  const sum = (value: string) => `ifNull(sum(${value}), 0)`;
  if (type.includes('String')) return sum(`if(isNull(${column}), null, ${hash(`assumeNotNull(${column})`)})`);
  if (type.includes('Float')) return sum(`if(isNull(${column}), null, toInt256(reinterpretAsInt64(assumeNotNull(${column}))))`);
  if (type.includes('Decimal')) return sum(column);
  return sum(`toInt256(${column})`);
}
