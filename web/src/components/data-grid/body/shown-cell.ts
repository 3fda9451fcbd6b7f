import type { CellValue, ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';

/** What a row shows in a column: its cell, or, where a number is not known, the range in which it is. */
export function shownCell(row: TableRow, { field, rangeField }: ColumnDefinition): CellValue {
  return row[field] ?? (rangeField === undefined ? null : (row[rangeField] ?? null));
}
