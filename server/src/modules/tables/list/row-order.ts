/** The order of a table's rows, in lists and files. It is total, so that "the first rows" are always the same. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { rangeColumnsOf } from '../../../schema/data-table.ts';

export interface RowOrder {
  /** The column: one of the definition's, or `id`; default: its `defaultSort`. */
  readonly sort?: string | undefined;
  /** Default: newest first for the default sort, `asc` for any other. */
  readonly order?: 'asc' | 'desc' | undefined;
}

/** The order in which rows were added. A change never moves a row in it. */
export const BY_ID = 'id';

/** An order without open choices. */
export interface SettledOrder {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
  /** Whether cells of the column can be blank. */
  readonly hasBlanks: boolean;
  /** The column by which rows are ordered whose cell is blank, if there is one. */
  readonly orElse?: string;
}

/** The direction of reading: in the order, or backward. */
export type Heading = 'forward' | 'backward';

export function settleOrder(definition: TableDefinition, { sort, order }: RowOrder): SettledOrder {
  const field = sort ?? definition.defaultSort;
  const direction = order ?? (field === definition.defaultSort ? 'desc' : 'asc');
  const range = rangeColumnsOf(definition, field);
  return { field, direction, hasBlanks: canBeBlank(definition, field), ...(range === null ? {} : { orElse: range.from }) };
}

/** The key by which rows are ordered. */
export function orderKey({ field, orElse }: SettledOrder): SQL {
  const column = sql`${sql.identifier(field)}`;
  return orElse === undefined ? column : sql`coalesce(${column}, ${sql.identifier(orElse)})`;
}

/** The columns that it is made of. */
export function orderColumns({ field, orElse }: SettledOrder): readonly string[] {
  return orElse === undefined ? [field] : [field, orElse];
}

/** The text after `order by`. Blank cells come last in either direction. */
export function rowOrder(definition: TableDefinition, choice: RowOrder): SQL {
  return orderAlong(settleOrder(definition, choice), 'forward');
}

/** The same for either heading; backward, blank cells come first. */
export function orderAlong(order: SettledOrder, heading: Heading): SQL {
  if (order.field === BY_ID) return isRising(order, heading) ? sql`id` : sql`id desc`;
  const column = orderKey(order);
  // Where no cell is blank, the indexes only serve the plain spelling.
  if (isRising(order, heading))
    return order.hasBlanks && heading === 'backward' ? sql`${column} nulls first, id` : sql`${column}, id`;
  return order.hasBlanks && heading === 'forward' ? sql`${column} desc nulls last, id desc` : sql`${column} desc, id desc`;
}

/** Whether cells and ids increase along the way. */
export function isRising({ direction }: SettledOrder, heading: Heading): boolean {
  return (direction === 'asc') === (heading === 'forward');
}

function canBeBlank(definition: TableDefinition, field: string): boolean {
  if (field === definition.defaultSort || field === BY_ID) return false;
  return definition.columns.every((column) => column.field !== field || column.isRequired !== true);
}
