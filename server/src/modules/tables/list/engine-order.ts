/**
 * The order of a table's rows in the dialect of the column store: exactly that of `row-order.ts`, or none. Texts are ordered there
 * by their bytes, so it has an order of texts only where the database compares them in the same way.
 */
import type { ColumnKind, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { lowOf } from '../../../column-store/copied-columns.ts';
import type { Database } from '../../../database/database.ts';
import { BY_ID, isRising, type SettledOrder } from './row-order.ts';
import type { PassedRow } from './walk-cursor.ts';
import { UTC_TIME } from './write-row.ts';

export interface EngineOrder {
  /** The text after `order by`. */
  readonly by: SQL;
  /** The condition of the rows behind one. null: the cell cannot be compared exactly. */
  readonly behind: (passed: PassedRow) => SQL | null;
}

/** What is compared of a cell. */
interface Key {
  readonly cell: SQL;
  /** Whether it may be no number, which PostgreSQL takes for larger than all numbers. */
  readonly isFloat?: true;
  /** A cell as the database writes it; null: it cannot be said. */
  readonly value: (text: string) => SQL | null;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MILLISECONDS = 86_400_000;
const WHOLE = /^-?\d{1,18}$/;

/** @param areTextsBytes as `comparesTextsByBytes` answers. null: only PostgreSQL knows the order */
export function engineOrder(definition: TableDefinition, order: SettledOrder, areTextsBytes: boolean): EngineOrder | null {
  const rising = isRising(order, 'forward');
  const direction = sql.raw(rising ? '' : ' desc');
  const onward = sql.raw(rising ? '>' : '<');
  if (order.field === BY_ID) return { by: sql`id${direction}`, behind: ({ id }) => sql`id ${onward} ${id}` };
  const key = keyOf(definition, order, areTextsBytes);
  if (key === null) return null;
  const { cell, isFloat, value } = key;
  const keys = isFloat === undefined ? [cell] : [sql`isNaN(${cell})`, cell];
  return {
    by: sql.join([...keys.map((one) => sql`${one}${direction} nulls last`), sql`id${direction}`], sql`, `),
    behind: ({ key: text, id }) => {
      if (text === null) return sql`(${cell} is null and id ${onward} ${id})`;
      const passed = value(text);
      if (passed === null) return null;
      const noNumber = isFloat !== undefined && rising ? sql` or isNaN(${cell})` : sql``;
      return sql`(${cell} ${onward} ${passed} or (${cell} = ${passed} and id ${onward} ${id}) or ${cell} is null${noNumber})`;
    },
  };
}

function keyOf(definition: TableDefinition, { field, orElse }: SettledOrder, areTextsBytes: boolean): Key | null {
  const kind = definition.columns.find((column) => column.field === field)?.kind;
  const cell = sql`${sql.identifier(orElse === undefined ? field : lowOf(field))}`;
  return kind === undefined ? null : keyOfKind(kind, cell, areTextsBytes);
}

function keyOfKind(kind: ColumnKind, cell: SQL, areTextsBytes: boolean): Key | null {
  switch (kind) {
    case 'text':
    case 'long-text':
    case 'email':
    case 'phone':
    case 'link':
      return areTextsBytes ? { cell, value: (text) => sql`${text}` } : null;
    case 'boolean':
      return { cell, value: (text) => sql`${text === 't' ? 1 : 0}` };
    case 'integer':
      return { cell, value: (text) => (WHOLE.test(text) ? sql`toInt64(${text})` : null) };
    case 'number':
    case 'money':
      return {
        // Zero has two signs, which are one number.
        cell: sql`(${cell} + 0)`,
        isFloat: true,
        value: (text) => (Number.isFinite(Number(text)) ? sql`toFloat64(${text})` : null),
      };
    case 'date':
      return { cell, value: (text) => (DAY.test(text) ? sql`${Date.parse(text) / DAY_MILLISECONDS}` : null) };
    case 'time':
      return { cell, value: microseconds };
    // An unknown list and an empty one are both empty there.
    case 'list':
      return null;
  }
}

/** Since 1970. A time before Christ or after the year 9999 is written in another way. */
function microseconds(text: string): SQL | null {
  const [, day, clock, fraction = ''] = UTC_TIME.exec(text) ?? [];
  return day === undefined ? null : sql`${Date.parse(`${day}T${clock}Z`) * 1_000 + Number(fraction.padEnd(6, '0'))}`;
}

const collationSchema = z.object({ provider: z.string(), collation: z.string(), encoding: z.string() });

/**
 * Whether the database compares texts by their bytes in UTF-8, as `initdb --locale=C` and PostgreSQL's built-in locales do. Others
 * may have the same order, but do not promise it.
 */
export async function comparesTextsByBytes(database: Database): Promise<boolean> {
  const { rows } = await database.execute(sql`select datlocprovider::text as provider, datcollate as collation,
    pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`);
  const { provider, collation, encoding } = collationSchema.parse(rows[0]);
  return encoding === 'UTF8' && (provider === 'b' || (provider === 'c' && (collation === 'C' || collation === 'POSIX')));
}
