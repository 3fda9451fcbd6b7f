/**
 * Removes a person from one data table, in one transaction under the lock of its writers: rows about the person, cells that
 * name them, and what the history of rows keeps of them.
 */
import type { TableName } from '@leadloom/shared/tables/tables';
import { inArray, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { alerts } from '../../schema/alerts.table.ts';
import { rowChanges, tableVersions } from '../../schema/table-state.table.ts';
import { identityColumns, judgeRow } from '../suppression/identity-columns.ts';
import type { PersonFacts } from '../suppression/person/person-keys.ts';
import { nameInDatabase } from '../tables/changes/watched-rows.service.ts';
import { hideNames } from './erase-profiles.repository.ts';
import type { JudgedRow } from './find-person.ts';
import { storedTable } from './find-rows.repository.ts';

const BATCH = 5_000;
const REASON = 'erasure';

export async function lockTable(transaction: Connection, table: TableName): Promise<void> {
  await transaction.execute(sql`select from ${tableVersions} where table_name = ${nameInDatabase(table)} for no key update`);
}

/** @param transaction that holds the table's lock */
export async function eraseRows(transaction: Connection, table: TableName, rows: readonly JudgedRow[]): Promise<void> {
  const gone = rows.filter(({ judgement }) => judgement.isGone).map(({ id }) => id);
  if (gone.length > 0) {
    await transaction.execute(sql`select set_config('leadloom.delete_reason', ${REASON}, true)`);
    await transaction.execute(sql`delete from ${storedTable(table)} where id = any(${sql.param(gone)}::bigint[])`);
    const names = [table, nameInDatabase(table)];
    await hideNames(transaction, sql`${inArray(alerts.tableName, names)}`, gone);
  }
  for (const { id, judgement } of rows) {
    if (judgement.isGone) continue;
    const columns = Object.keys(judgement.blanked);
    const sets = Object.entries(judgement.blanked).map(([name, value]) => sql`${sql.identifier(name)} = ${sql.param(value)}`);
    // The texts that stay were checked for formulas when the row was imported, perhaps by an older rule.
    await transaction.execute(
      sql`update ${storedTable(table)} set ${sql.join(sets, sql`, `)}, needs_escape = true, updated_at = clock_timestamp(), imported_at = clock_timestamp() where id = ${id}`,
    );
    // The change that was just made is among them.
    await transaction.execute(sql`
      update ${rowChanges} set before = before - ${sql.param(columns)}::text[]
      where table_name = ${nameInDatabase(table)} and row_id = ${id}`);
  }
}

/**
 * Erases former cells of rows, which may have been about the person once. @param needles texts of which one is in what is
 * looked for, in lower case; null: look at all
 */
export async function eraseHistory(
  transaction: Connection,
  table: TableName,
  needles: readonly string[] | null,
  isPerson: (facts: PersonFacts) => boolean,
): Promise<void> {
  const name = nameInDatabase(table);
  const columns = identityColumns(table);
  const cells = sql.join(
    columns.map((column) => sql`${sql.raw(`'${column}'`)}, known.${sql.identifier(column)}`),
    sql`, `,
  );
  const patterns = needles?.map((needle) => `%${needle.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const mentions = patterns === undefined ? sql`true` : sql`lower(change.before::text) like any(${sql.param(patterns)}::text[])`;
  for (let last = 0; ; ) {
    const { rows } = await transaction.execute<{
      version: string;
      before: Record<string, unknown>;
      now: Record<string, unknown>;
    }>(sql`
      select change.version, change.before, json_build_object(${cells}) as now
      from ${rowChanges} change join ${storedTable(table)} known on known.id = change.row_id
      where change.table_name = ${name} and change.version > ${last} and change.before ?| ${sql.param(columns)}::text[] and ${mentions}
      order by change.version limit ${BATCH}`);
    for (const { version, before, now } of rows) {
      const judgement = judgeRow(table, { ...now, ...before }, isPerson);
      if (judgement === null) continue;
      const kept = judgement.isGone ? sql`'{}'::jsonb` : sql`before - ${sql.param(Object.keys(judgement.blanked))}::text[]`;
      await transaction.execute(
        sql`update ${rowChanges} set before = ${kept} where table_name = ${name} and version = ${version}`,
      );
    }
    if (rows.length < BATCH) return;
    last = Number(rows.at(-1)?.version);
  }
}
