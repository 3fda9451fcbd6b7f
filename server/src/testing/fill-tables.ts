/**
 * Gives an account, and its personal workspace, one row in every table that can hold something of theirs, whatever tables
 * there are: those that refer to one of them, and those below them. Text columns carry a mark, so that a test can look for it anywhere.
 * What such a row points at that belongs to nobody, such as a tracked name, is made for it, without the mark.
 */
import { randomBytes } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TestServer } from './test-server.ts';

const columnSchema = z.object({
  table: z.string(),
  column: z.string(),
  type: z.string(),
  is_identity: z.boolean(),
  parent: z.string().nullable(),
  parent_column: z.string().nullable(),
});
type Column = z.infer<typeof columnSchema>;

export interface FilledTables {
  /** The names of all tables that got a row. */
  readonly tables: readonly string[];
  /** A text that is in every text column of every row. */
  readonly mark: string;
}

export async function fillTables({ database }: TestServer, accountId: number): Promise<FilledTables> {
  const { rows } = await database.execute(columnsQuery);
  const byTable = Map.groupBy(z.array(columnSchema).parse(rows), ({ table }) => table);
  const mark = `mark${randomBytes(8).toString('hex')}`;
  /** Table and column → the value its row got. */
  const filled = new Map<string, unknown>([
    ['accounts.id', accountId],
    ['workspaces.id', accountId],
  ]);
  const tables: string[] = [];
  // They have their row from registration on.
  for (const table of ['accounts', 'workspaces', 'workspace_members']) byTable.delete(table);

  async function fill(table: string, columns: readonly Column[], text: string): Promise<void> {
    const written = columns.filter(({ is_identity: isIdentity }) => !isIdentity);
    const names = sql.join(
      written.map(({ column }) => sql.identifier(column)),
      sql`, `,
    );
    const values = sql.join(
      written.map((column) => sampleValue(column, filled, text)),
      sql`, `,
    );
    const inserted = await database.execute(
      sql`insert into ${sql.identifier(table)} (${names}) values (${values}) returning to_jsonb(${sql.identifier(table)}) as row`,
    );
    for (const [name, value] of Object.entries(z.record(z.string(), z.unknown()).parse(inserted.rows[0]?.row)))
      filled.set(`${table}.${name}`, value);
  }

  const parents = new Set(
    z
      .array(columnSchema)
      .parse(rows)
      .map(({ parent }) => parent),
  );
  for (const [table, columns] of [...byTable]) {
    if (!parents.has(table) || columns.some(({ parent }) => parent !== null)) continue;
    byTable.delete(table);
    await fill(table, columns, `nobody ${randomBytes(8).toString('hex')}`);
  }

  const isReady = (columns: readonly Column[]) =>
    columns.some(({ parent }) => parent !== null) &&
    columns.every(({ parent, parent_column }) => parent === null || filled.has(`${parent}.${parent_column}`));
  for (;;) {
    const next = [...byTable].find(([, columns]) => isReady(columns));
    if (next === undefined) return { tables, mark };
    const [table, columns] = next;
    byTable.delete(table);
    tables.push(table);
    await fill(table, columns, mark);
  }
}

function sampleValue(
  { column, type, parent, parent_column: of }: Column,
  filled: ReadonlyMap<string, unknown>,
  mark: string,
): SQL {
  if (parent !== null) return sql`${filled.get(`${parent}.${of}`)}`;
  if (/^(bigint|integer|smallint)$/.test(type)) return sql`1`;
  if (type === 'boolean') return sql`true`;
  if (/^timestamp/.test(type) || type === 'date') return sql`now()`;
  if (type === 'uuid') return sql`gen_random_uuid()`;
  if (type === 'bytea') return sql`${randomBytes(32)}`;
  if (type === 'jsonb') return sql`${JSON.stringify([`${mark} ${column}`])}::jsonb`;
  if (type === 'text') return sql`${`${mark} ${column}`}`;
  if (type === 'ARRAY') return sql`array[${`${mark} ${column}`}]`;
  throw new Error(`no value is known for a column of type ${type}`);
}

/** Columns of every logged table of ours, with the column of another table they point at. */
const columnsQuery = sql`
  select c.table_name as table, c.column_name as column, c.data_type as type, c.is_identity = 'YES' as is_identity,
    reference.parent, reference.parent_column
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  left join lateral (
    select f.confrelid::regclass::text as parent, target.attname::text as parent_column
    from pg_constraint f
    join pg_attribute source on source.attrelid = f.conrelid and source.attnum = f.conkey[1]
    join pg_attribute target on target.attrelid = f.confrelid and target.attnum = f.confkey[1]
    where f.contype = 'f' and f.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
      and source.attname = c.column_name
    limit 1
  ) reference on true
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    and (select relpersistence from pg_class where oid = format('%I.%I', c.table_schema, c.table_name)::regclass) = 'p'
  order by c.table_name, c.ordinal_position`;

/** Tables, by name, in which the text occurs anywhere. */
export async function tablesHolding({ database }: TestServer, text: string): Promise<string[]> {
  const { rows } = await database.execute(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const names = z.array(z.object({ name: z.string() })).parse(rows);
  const found: string[] = [];
  for (const { name } of names) {
    const hits = await database.execute(
      sql`select 1 from ${sql.identifier(name)} held where strpos(held::text, ${text}) > 0 limit 1`,
    );
    if (hits.rows.length > 0) found.push(name);
  }
  return found.sort();
}
