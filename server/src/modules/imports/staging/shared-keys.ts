/**
 * Keys that several entities turn out to have. An address under which rows of one file have different names is nobody's: its
 * rows get the key of their next rule. Rows under a key that says little, such as a name alone, are one only where nothing
 * else differs: the others get a key of all their cells. Both are remembered, so that later files tell the same rows apart.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { databaseName } from '../../../schema/data-table.ts';
import { sharedKeys } from '../../../schema/shared-keys.table.ts';
import { APART, sharingColumns, weakPrefixes } from '../rows/canonical-key.ts';
import type { ImportSession } from './import-session.ts';
import { noteRepeatedKeys, REPEATED } from './repeated-keys.ts';
import { STAGED } from './staging-table.ts';

type Connection = Pick<ImportSession['connection'], 'execute'>;

/** The keys that this file shows to be shared. */
export const LEARNED = sql.identifier('import_shared_keys');
const UNLIKE = sql.identifier('import_unlike_keys');
/** One member of LinkedIn may have this many names in a file that have a word in common: spellings, titles, degrees. */
const SPELLINGS = 3;

/**
 * @param columns of the staged rows
 * @param tellsApart whether rows under a key that says little may be several; false: the last one says what is true now
 * @returns how many keys are noted as repeated
 */
export async function settleSharedKeys(
  connection: Connection,
  definition: TableDefinition,
  columns: readonly string[],
  { tellsApart }: { readonly tellsApart: boolean },
): Promise<number> {
  await connection.execute(sql`create temporary table ${LEARNED} (key text primary key)`);
  const repeated = await noteRepeatedKeys(connection);
  if (repeated > 0) await learnSharedAddresses(connection, definition, columns);
  const moved = await takeSharedKeys(connection, definition, columns);
  const noted = moved > 0 ? await noteRepeatedKeys(connection) : repeated;
  return tellsApart ? separateUnlikeRows(connection, { definition, columns }, noted) : noted;
}

/** Takes the keys that were learned since, by other imports too. @returns how many rows got other keys */
export async function takeNextKeys(
  connection: Connection,
  definition: TableDefinition,
  columns: readonly string[],
): Promise<number> {
  const moved = await takeSharedKeys(connection, definition, columns);
  if (moved > 0) await separateUnlikeRows(connection, { definition, columns }, await noteRepeatedKeys(connection));
  return moved;
}

/** Stores the shared keys for later files and visits. */
export async function rememberSharedKeys(connection: Connection, definition: TableDefinition): Promise<void> {
  await connection.execute(sql`
    insert into ${sharedKeys} (table_name, key) select ${databaseName(definition)}, key from ${LEARNED} on conflict do nothing`);
}

/** The keys that earlier files and visits showed to be shared. */
export function rememberedKeys(definition: TableDefinition): SQL {
  return sql`(select key from ${sharedKeys} where table_name = ${databaseName(definition)})`;
}

/** The keys that are shared: learned from this file, or before. */
export function sharedKeysOf(definition: TableDefinition): SQL {
  return sql`(select key from ${LEARNED} union all ${rememberedKeys(definition)})`;
}

/** Whether a key says little. */
export function isWeakKey(definition: TableDefinition, key: SQL): SQL {
  const prefixes = weakPrefixes(definition).map((prefix) => sql`starts_with(${key}, ${prefix})`);
  return prefixes.length === 0 ? sql`false` : sql`(${sql.join(prefixes, sql` or `)})`;
}

/** Whether a key tells a row apart from others by all of its cells. */
export function isApart(key: SQL): SQL {
  return sql`position(${APART} in ${key}) > 0`;
}

/** A key by which rows with the same cells are one. @param columns that the rows have; blank cells do not count */
export function keyOfCells(definition: TableDefinition, key: SQL, row: string, columns: readonly string[]): SQL {
  return sql`${key} || ${APART} || ${digestOf(definition, row, columns)}`;
}

function digestOf(definition: TableDefinition, row: string, columns: readonly string[]): SQL {
  const cell = (field: string) => sql`${sql.identifier(row)}.${sql.identifier(field)}`;
  const cells = definition.columns
    .filter(({ field, kind, isSetByServer }) => kind !== 'time' && isSetByServer !== true && columns.includes(field))
    .map(({ field, beginsAs }) => {
      // A cell that a new row has from another column is none of its file.
      const isBegun = beginsAs !== undefined && columns.includes(beginsAs);
      return sql`${sql.raw(`'${field}'`)}, ${isBegun ? sql`nullif(${cell(field)}, ${cell(beginsAs)})` : cell(field)}`;
    });
  return sql`md5(lower(jsonb_strip_nulls(jsonb_build_object(${sql.join(cells, sql`, `)}))::text))`;
}

/** Learns the addresses under which rows have different names. */
async function learnSharedAddresses(
  connection: Connection,
  definition: TableDefinition,
  columns: readonly string[],
): Promise<void> {
  const names = sharingColumns(definition).filter((column) => columns.includes(column));
  if (names.length === 0) return;
  const some = (condition: (name: SQL) => SQL) =>
    sql.join(
      names.map((name) => condition(sql`staged.${sql.identifier(name)}`)),
      sql` or `,
    );
  // Names are compared letter by letter first, because folding them takes ten times as long.
  await connection.execute(sql`
    create temporary table ${UNLIKE} as
    select staged.canonical_key as key from ${STAGED} staged join ${REPEATED} repeated
      on repeated.canonical_key = staged.canonical_key and repeated.sharing > 1
    group by staged.canonical_key having ${some((name) => sql`min(${name} collate "C") <> max(${name} collate "C")`)}`);
  await connection.execute(sql`
    insert into ${LEARNED} (key)
    select staged.canonical_key from ${STAGED} staged join ${UNLIKE} unlike on unlike.key = staged.canonical_key
    group by staged.canonical_key having ${some((name) => sql`count(distinct match_name(${name})) > 1`)}`);
  await connection.execute(sql`drop table ${UNLIKE}`);
  if (names.includes('name')) await keepMembers(connection);
}

/** A member of LinkedIn is one person whose name is spelled in several ways, if all spellings have a word in common. */
async function keepMembers(connection: Connection): Promise<void> {
  await connection.execute(sql`
    delete from ${LEARNED} learned using (
      with named as (
        select distinct staged.canonical_key as key, match_name(staged.name) as name, staged.name as written
        from ${STAGED} staged join ${LEARNED} learned on learned.key = staged.canonical_key
        where starts_with(learned.key, 'linkedin_url:linkedin.com/in/')
      ), counted as (
        select key, count(distinct name) as names from named group by key having count(distinct name) <= ${SPELLINGS}
      )
      select named.key from named join counted using (key),
        unnest(tsvector_to_array(search_words(fold_text(named.written)))) word
      group by named.key, word, counted.names having count(distinct named.name) = counted.names
    ) member where member.key = learned.key`);
}

/** @returns how many rows were under keys that are shared */
async function takeSharedKeys(connection: Connection, definition: TableDefinition, columns: readonly string[]): Promise<number> {
  const shared = sharedKeysOf(definition);
  // Most tables have no shared keys, and all staged rows would be read.
  const { rows } = await connection.execute(sql`select from ${shared} shared limit 1`);
  if (rows.length === 0) return 0;
  const { rowCount: moved } = await connection.execute(sql`
    update ${STAGED} set canonical_key = next_key, next_key = null where next_key is not null and canonical_key in ${shared}`);
  const key = sql`staged.canonical_key`;
  const { rowCount: separated } = await connection.execute(sql`
    update ${STAGED} staged set canonical_key = ${keyOfCells(definition, key, 'staged', columns)}, next_key = null
    where ${isWeakKey(definition, key)} and not ${isApart(key)} and ${key} in ${shared}`);
  return (moved ?? 0) + (separated ?? 0);
}

/**
 * Tells rows apart that have a weak key in common and differ in any cell. @param repeated how many keys are noted as repeated
 * @returns how many are noted afterwards
 */
async function separateUnlikeRows(
  connection: Connection,
  { definition, columns }: { readonly definition: TableDefinition; readonly columns: readonly string[] },
  repeated: number,
): Promise<number> {
  const key = sql`staged.canonical_key`;
  const digest = digestOf(definition, 'staged', columns);
  if (repeated === 0 || weakPrefixes(definition).length === 0) return repeated;
  const { rowCount } = await connection.execute(sql`
    insert into ${LEARNED} (key)
    select staged.canonical_key from ${STAGED} staged join ${REPEATED} repeated on repeated.canonical_key = staged.canonical_key
    where ${isWeakKey(definition, key)} and not ${isApart(key)}
    group by staged.canonical_key having min(${digest} collate "C") <> max(${digest} collate "C")
    on conflict do nothing`);
  if ((rowCount ?? 0) === 0) return repeated;
  await takeSharedKeys(connection, definition, columns);
  return noteRepeatedKeys(connection);
}
