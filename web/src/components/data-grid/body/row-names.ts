/** Which column says what a row is called. */
import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { cellText } from './cell-format.ts';

/** @param fields in order of preference; by default the first column */
export function nameColumnsOf(
  definitions: readonly ColumnDefinition[],
  fields: readonly string[] = definitions.slice(0, 1).map(({ field }) => field),
): readonly ColumnDefinition[] {
  return fields.flatMap((field) => definitions.find((definition) => definition.field === field) ?? []);
}

/** The first of the columns that the row fills; undefined: none. */
export function filledIn(row: TableRow, columns: readonly ColumnDefinition[]): ColumnDefinition | undefined {
  return columns.find((column) => cellText(column, row[column.field] ?? null) !== '');
}
