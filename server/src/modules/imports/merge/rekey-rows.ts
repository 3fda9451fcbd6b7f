/**
 * Builds keys of stored rows anew: of a whole table, once after the rules changed, and of rows under addresses that turn
 * out to be shared. Rows are never merged: one whose new key another row has keeps its old one. A key is no cell of a row,
 * so no version rises and nobody who follows the table's changes is notified.
 */

import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { sharedKeys } from '../../../schema/shared-keys.table.ts';
import { lockTableForWriting } from '../../../schema/table-lock.ts';
import { tableVersions } from '../../../schema/table-state.table.ts';
import { APART, KEY_RULES, keyColumns, type RowKeys, rowKeys, weakPrefixes } from '../rows/canonical-key.ts';
import type { ImportSession } from '../staging/import-session.ts';
import { isApart, isWeakKey, keyOfCells, LEARNED, rememberedKeys, sharedKeysOf } from '../staging/shared-keys.ts';

/** Rows by id whose keys change, while their transaction lasts. */
export const REKEYED = sql.identifier('import_rekeyed_rows');
const BATCH = 5_000;

interface StoredRow {
  readonly id: number;
  readonly key: string;
  /** New keys of the row; null: it fills the columns of no rule. */
  readonly keys: RowKeys | null;
}

/** Does nothing unless the rules changed after the table's keys were built. */
export async function rekeyTable(connection: ImportSession['connection'], definition: TableDefinition): Promise<void> {
  const table = databaseName(definition);
  const isOutdated = async (on: Pick<Transaction, 'execute'>) => {
    const { rows } = await on.execute(sql`select from ${tableVersions} where table_name = ${table} and key_rules < ${KEY_RULES}`);
    return rows.length > 0;
  };
  if (!(await isOutdated(connection))) return;
  await connection.transaction(async (transaction) => {
    await lockTableForWriting(transaction, definition);
    // Another writer may have rekeyed the table meanwhile.
    if (!(await isOutdated(transaction))) return;
    await openRekeyed(transaction);
    for await (const rows of storedRows(transaction, definition, sql`true`)) {
      const shared = await sharedAmong(transaction, table, rows);
      const changed = rows.flatMap(({ id, key, keys }) => {
        const found = keys === null ? null : shared.has(keys.key) ? (keys.nextKey ?? keys.key) : keys.key;
        if (found === null || (shared.has(found) && key.startsWith(found + APART))) return [];
        return found === key && !shared.has(found) ? [] : [{ id, key: found }];
      });
      await addRekeyed(transaction, changed);
    }
    await tellApart(transaction, definition, rememberedKeys(definition));
    await storeRekeyed(transaction, definition);
    await transaction.execute(sql`update ${tableVersions} set key_rules = ${KEY_RULES} where table_name = ${table}`);
  });
}

/** Notes the stored rows under addresses that this file shows to be shared. @returns how many @see storeRekeyed */
export async function rekeyShared(transaction: Transaction, definition: TableDefinition): Promise<number> {
  await openRekeyed(transaction);
  const prefixes = weakPrefixes(definition);
  let noted = 0;
  for await (const rows of storedRows(transaction, definition, sql`canonical_key in (select key from ${LEARNED})`)) {
    const rekeyed = rows.flatMap(({ id, key, keys }) => {
      if (keys?.key === key && keys.nextKey !== null) return [{ id, key: keys.nextKey }];
      return prefixes.some((prefix) => key.startsWith(prefix)) ? [{ id, key }] : [];
    });
    noted += rekeyed.length;
    await addRekeyed(transaction, rekeyed);
  }
  if (noted > 0) await tellApart(transaction, definition, sharedKeysOf(definition));
  return noted;
}

/** Adds the digest of a row's cells to noted keys that say little and that unlike rows have in common. */
async function tellApart(transaction: Transaction, definition: TableDefinition, shared: SQL): Promise<void> {
  const columns = definition.columns.map(({ field }) => field);
  const key = sql`noted.key`;
  await transaction.execute(sql`
    update ${REKEYED} noted set key = ${keyOfCells(definition, key, 'stored', columns)}
    from ${sql.identifier(databaseName(definition))} stored
    where stored.id = noted.id and ${isWeakKey(definition, key)} and not ${isApart(key)} and ${key} in ${shared}`);
}

async function openRekeyed(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`create temporary table ${REKEYED} (id bigint, key text) on commit drop`);
}

/** Stored rows in batches, by ascending id. */
async function* storedRows(
  transaction: Transaction,
  definition: TableDefinition,
  condition: SQL,
): AsyncGenerator<readonly StoredRow[]> {
  const columns = keyColumns(definition);
  const links = new Set(definition.columns.flatMap(({ field, kind }) => (kind === 'link' ? [field] : [])));
  const cells = sql.join(
    columns.map((column) => sql`${sql.identifier(column)}::text`),
    sql`, `,
  );
  for (let after = 0; ; ) {
    const { rows } = await transaction.execute<{ id: string; key: string; cells: (string | null)[] }>(sql`
      select id, canonical_key as key, array[${cells}] as cells from ${sql.identifier(databaseName(definition))}
      where id > ${after} and ${condition} order by id limit ${BATCH}`);
    yield rows.map(({ id, key, cells }) => {
      const cell = (field: string) => cells[columns.indexOf(field)] ?? null;
      const domain = (field: string) => (links.has(field) ? normalDomain(cell(field) ?? '') : null);
      return { id: Number(id), key, keys: rowKeys(definition, { cell, domain }) };
    });
    if (rows.length < BATCH) return;
    after = Number(rows.at(-1)?.id);
  }
}

async function sharedAmong(transaction: Transaction, table: string, rows: readonly StoredRow[]): Promise<ReadonlySet<string>> {
  const keys = rows.flatMap((row) => [row.keys?.key ?? [], row.keys?.nextKey ?? []].flat());
  const { rows: found } = await transaction.execute<{ key: string }>(
    sql`select key from ${sharedKeys} where table_name = ${table} and key = any(${sql.param(keys)}::text[])`,
  );
  return new Set(found.map(({ key }) => key));
}

async function addRekeyed(
  transaction: Transaction,
  rows: readonly { readonly id: number; readonly key: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.execute(sql`
    insert into ${REKEYED} select * from unnest(${sql.param(rows.map(({ id }) => id))}::bigint[], ${sql.param(rows.map(({ key }) => key))}::text[])`);
}

/**
 * Drops noted keys that no row may get: another row has them. Of several rows with one new key, the first gets it.
 * @returns whether any were noted
 */
export async function settleRekeyed(transaction: Transaction, definition: TableDefinition): Promise<boolean> {
  // Most imports note no key, and planning the next statement takes longer than this one.
  const { rows } = await transaction.execute(sql`select from ${REKEYED} limit 1`);
  if (rows.length === 0) return false;
  const table = sql.identifier(databaseName(definition));
  // The conditions are separate, so that the database looks up whole sets; joined by `or`, it would compare each row with
  // each.
  await transaction.execute(sql`
    delete from ${REKEYED} gone using (
      select noted.ctid as place from ${REKEYED} noted where exists (select from ${table} other where other.canonical_key = noted.key)
      union
      select noted.ctid from ${REKEYED} noted
      where exists (select from ${REKEYED} first where first.key = noted.key and first.id < noted.id)
      union
      select noted.ctid from ${REKEYED} noted
      where exists (select from ${REKEYED} first where first.id = noted.id and first.ctid < noted.ctid)
    ) lost where gone.ctid = lost.place`);
  return true;
}

/** Stores the noted keys. @returns how many rows got one */
export async function storeRekeyed(transaction: Transaction, definition: TableDefinition): Promise<number> {
  const table = sql.identifier(databaseName(definition));
  if (!(await settleRekeyed(transaction, definition))) return 0;
  await transaction.execute(sql`select set_config('leadloom.keys_only', 'on', true)`);
  const { rowCount } = await transaction.execute(
    sql`update ${table} stored set canonical_key = noted.key from ${REKEYED} noted where stored.id = noted.id`,
  );
  await transaction.execute(sql`select set_config('leadloom.keys_only', 'off', true)`);
  return rowCount ?? 0;
}
