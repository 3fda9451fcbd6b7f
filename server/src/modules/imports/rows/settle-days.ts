/**
 * Settles in which order the dates of a file name day and month: `3/4/2024` is two days by itself, but one as soon as any
 * other cell of its column can be read in one order only. Rows with ambiguous dates wait until the whole file is read. Memory
 * is that of a few batches, whatever the number of rows.
 */

import type { SourceRecord } from '../source/record-source.ts';
import { type DateOrder, dateOrders, ordersOf, withDayInOrder } from './cells/read-moment.ts';
import { createWaitingRecords } from './waiting-records.ts';

/** No date is longer. */
const DATE_LENGTH = 100;

/**
 * @param columns where the cells with dates and times are
 * @param order of all columns, if the operator named it; null: each column settles its own
 * @returns the same rows; those that had to wait come last, in the order of the file
 */
export async function* settleDays(
  batches: AsyncIterable<readonly SourceRecord[]>,
  columns: readonly number[],
  order: DateOrder | null,
): AsyncGenerator<readonly SourceRecord[]> {
  if (columns.length === 0) return yield* batches;
  /** The orders in which every date of the column so far can be read. */
  const possible = new Map(columns.map((column) => [column, new Set<DateOrder>(order === null ? dateOrders : [order])]));
  const waiting = createWaitingRecords();
  try {
    for await (const batch of batches) {
      const sure: SourceRecord[] = [];
      for (const record of batch) {
        const isAmbiguous = meet(record, possible, order === null);
        if (!isAmbiguous) sure.push(record);
        else if (order !== null) sure.push(inOrder(record, possible));
        else waiting.add(record);
      }
      yield sure;
    }
    for (const batch of waiting.take()) yield batch.map((record) => inOrder(record, possible));
  } finally {
    waiting.end();
  }
}

/** Notes what the dates of a row say. @returns whether one of them is ambiguous by itself */
function meet(record: SourceRecord, possible: ReadonlyMap<number, Set<DateOrder>>, learns: boolean): boolean {
  if (record.problem !== undefined) return false;
  let isAmbiguous = false;
  for (const [column, orders] of possible) {
    const found = ordersOf(textOf(record.cells[column]));
    if (found === null) continue;
    isAmbiguous ||= found.isAmbiguous;
    if (learns) for (const order of orders) if (!found.orders.has(order)) orders.delete(order);
  }
  return isAmbiguous;
}

/** A column whose dates fit no common order, or several, settles nothing: its ambiguous dates stay as they are. */
function inOrder(record: SourceRecord, possible: ReadonlyMap<number, ReadonlySet<DateOrder>>): SourceRecord {
  if (record.problem !== undefined) return record;
  const cells = [...record.cells];
  for (const [column, orders] of possible) {
    const [only, ...others] = orders;
    const text = textOf(cells[column]);
    if (only !== undefined && others.length === 0 && text !== '') cells[column] = withDayInOrder(text, only);
  }
  return { ...record, cells };
}

function textOf(cell: unknown): string {
  return typeof cell === 'string' && cell.length <= DATE_LENGTH ? cell.trim() : '';
}
