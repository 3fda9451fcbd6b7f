/** Positions in a list from which to read, in its order or backward. */
import type { ColumnKind, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { BY_ID, type Heading, isRising, orderKey, type SettledOrder } from './row-order.ts';

export interface Position {
  /** The number of rows before it. */
  readonly index: number;
  /** The cell of the column that determines the order, as the database writes it, a list as JSON; null: blank. */
  readonly key: string | null;
  readonly id: number;
}

/**
 * The position of a row, without its number.
 * @param cells as `writeRow` takes them; where an order goes by another column for blank cells, its cell is the last one
 */
export function positionOfRow(
  { definition, order }: { readonly definition: TableDefinition; readonly order: SettledOrder },
  cells: readonly (string | null)[],
): Omit<Position, 'index'> {
  const ofId = definition.columns.length;
  const at = order.field === BY_ID ? ofId : definition.columns.findIndex(({ field }) => field === order.field);
  const key = cells[at] ?? (order.orElse === undefined ? null : cells.at(-1));
  return { key: key ?? null, id: Number(cells[ofId]) };
}

/** Whether the row at the position itself is included. */
export type Bound = 'included' | 'passed';

/**
 * The rows from a position on.
 * @param kind of the column that determines the order
 */
export function fromPosition(
  order: SettledOrder,
  kind: ColumnKind,
  heading: Heading,
  { key, id }: Pick<Position, 'key' | 'id'>,
  bound: Bound = 'included',
): SQL {
  const column = orderKey(order);
  if (key !== null) {
    const filled = fromRow(order, heading, keyValue(kind, key), sql`${id}::bigint`, bound);
    return order.hasBlanks && heading === 'forward' ? sql`(${filled} or ${column} is null)` : filled;
  }
  const blanks = sql`(${column} is null and id ${comparison(order, heading, bound)} ${id})`;
  return heading === 'forward' ? blanks : sql`(${blanks} or ${column} is not null)`;
}

/** The rows from one with a filled cell on, without those with a blank one. */
export function fromRow(order: SettledOrder, heading: Heading, key: SQL, id: SQL, bound: Bound = 'included'): SQL {
  if (order.field === BY_ID) return sql`id ${comparison(order, heading, bound)} ${id}`;
  return sql`(${orderKey(order)}, id) ${comparison(order, heading, bound)} (${key}, ${id})`;
}

function comparison(order: SettledOrder, heading: Heading, bound: Bound): SQL {
  const sign = isRising(order, heading) ? '>' : '<';
  return sql.raw(bound === 'passed' ? sign : `${sign}=`);
}

function keyValue(kind: ColumnKind, key: string): SQL {
  switch (kind) {
    case 'list':
      return sql`array(select json_array_elements_text(${key}::json))`;
    case 'boolean':
      return sql`${key}::boolean`;
    case 'integer':
      return sql`${key}::bigint`;
    case 'number':
    case 'money':
      return sql`${key}::double precision`;
    case 'date':
      return sql`${key}::date`;
    case 'time':
      return sql`${key}::timestamptz`;
    default:
      return sql`${key}::text`;
  }
}
