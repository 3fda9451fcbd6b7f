/**
 * Keeps people of the suppression list out of rows that are about to be written: those of an import or a visit that are
 * staged, and those that undoing an import restores. Rows about the person are taken out; a company stays without its contact.
 */
import { tableNames } from '@leadloom/shared/tables/tables';
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { type IdentityRow, identityColumns, type Judgement, judgeRow } from './identity-columns.ts';
import { loadSuppressionList } from './suppressions.service.ts';

const BATCH = 10_000;

export interface HeldBack {
  /** Rows that were taken out. */
  readonly rows: number;
  /** Rows that stay without their contact or an address. */
  readonly blanked: number;
  /** Hashes in the list; where it is the same, asking again changes nothing. */
  readonly listSize: number;
}

export const NOTHING_HELD: HeldBack = { rows: 0, blanked: 0, listSize: 0 };

interface HeldRelation {
  /** The table's name in its definition. */
  readonly table: string;
  /** A temporary table with columns of the data table, some or all. */
  readonly relation: SQL;
  readonly columns: readonly string[];
}

/**
 * @param transaction that holds the lock of the table's writers, or is followed by one that asks again: who is added to the
 * list is searched for in the table afterwards, under that lock
 * @param key null: the caller has none
 * @param known a size of the list that was asked before
 * @throws {Error} without a key, where there is a list
 */
export async function holdBack(
  transaction: Connection,
  { table: name, relation, columns }: HeldRelation,
  key: Buffer | null,
  known = 0,
): Promise<HeldBack> {
  const list = await loadSuppressionList(transaction, key);
  const held = { rows: 0, blanked: 0, listSize: list.size };
  const table = tableNames.find((known) => known === name);
  if (table === undefined) return held;
  const present = identityColumns(table).filter((column) => columns.includes(column));
  if (list.size === known || present.length === 0) return held;
  const gone: string[] = [];
  const blanked: { readonly place: string; readonly judgement: Judgement }[] = [];
  for await (const rows of scan(transaction, relation, present))
    for (const { place, ...cells } of rows) {
      const judgement = judgeRow(table, cells, list.holds);
      if (judgement === null) continue;
      if (judgement.isGone) gone.push(String(place));
      else blanked.push({ place: String(place), judgement });
    }
  if (gone.length > 0) await transaction.execute(sql`delete from ${relation} where ctid = any(${sql.param(gone)}::tid[])`);
  for (const { place, judgement } of blanked) {
    const sets = Object.entries(judgement.blanked)
      .filter(([column]) => columns.includes(column))
      .map(([column, value]) => sql`${sql.identifier(column)} = ${sql.param(value)}`);
    if (sets.length > 0)
      await transaction.execute(sql`update ${relation} set ${sql.join(sets, sql`, `)} where ctid = ${place}::tid`);
  }
  return { ...held, rows: gone.length, blanked: blanked.length };
}

async function* scan(
  transaction: Connection,
  relation: SQL,
  columns: readonly string[],
): AsyncGenerator<readonly (IdentityRow & { readonly place: unknown })[]> {
  const list = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  await transaction.execute(sql`declare held_rows no scroll cursor for select ctid::text as place, ${list} from ${relation}`);
  for (;;) {
    const { rows } = await transaction.execute<Record<string, unknown> & { place: unknown }>(
      sql`fetch forward ${sql.raw(String(BATCH))} from held_rows`,
    );
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await transaction.execute(sql`close held_rows`);
}
