/**
 * Addresses that several entities share. That more than three different names in one file have an address shows it; then it
 * is nobody's key, in this file and in all later ones. Rows under it get the key of their next rule.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import { databaseName } from '../../../schema/data-table.ts';
import { sharedKeys } from '../../../schema/shared-keys.table.ts';
import { sharingColumn } from '../rows/canonical-key.ts';
import type { ImportSession } from './import-session.ts';
import { noteRepeatedKeys, REPEATED } from './repeated-keys.ts';
import { STAGED } from './staging-table.ts';

type Connection = Pick<ImportSession['connection'], 'execute'>;

/** The keys that this file shows to be shared. */
export const LEARNED = sql.identifier('import_shared_keys');
/** One entity may have this many names in a file: spellings of the same one. */
const SPELLINGS = 3;

/** @param columns of the staged rows @returns how many keys are noted as repeated */
export async function settleSharedKeys(
  connection: Connection,
  definition: TableDefinition,
  columns: readonly string[],
): Promise<number> {
  await connection.execute(sql`create temporary table ${LEARNED} (key text primary key)`);
  const repeated = await noteRepeatedKeys(connection);
  const names = sharingColumn(definition);
  if (names === null) return repeated;
  // Names are only compared where an address has enough rows.
  if (repeated > 0 && columns.includes(names))
    await connection.execute(sql`
      insert into ${LEARNED} (key)
      select staged.canonical_key from ${STAGED} staged join ${REPEATED} frequent
        on frequent.canonical_key = staged.canonical_key and frequent.sharing > ${SPELLINGS}
      group by staged.canonical_key having count(distinct match_name(${sql.identifier(names)})) > ${SPELLINGS}`);
  return (await takeNextKeys(connection, definition)) > 0 ? noteRepeatedKeys(connection) : repeated;
}

/** @returns how many rows were under keys that are shared */
export async function takeNextKeys(connection: Connection, definition: TableDefinition): Promise<number> {
  const shared = sql`(select key from ${LEARNED} union all select key from ${sharedKeys} where table_name = ${databaseName(definition)})`;
  // Most tables have no shared keys, and all staged rows would be read.
  const { rows } = await connection.execute(sql`select from ${shared} shared limit 1`);
  if (rows.length === 0) return 0;
  const { rowCount } = await connection.execute(sql`
    update ${STAGED} set canonical_key = next_key, next_key = null where next_key is not null and canonical_key in ${shared}`);
  return rowCount ?? 0;
}

/** Stores the shared keys for later files and visits. */
export async function rememberSharedKeys(connection: Connection, definition: TableDefinition): Promise<void> {
  await connection.execute(sql`
    insert into ${sharedKeys} (table_name, key) select ${databaseName(definition)}, key from ${LEARNED} on conflict do nothing`);
}
