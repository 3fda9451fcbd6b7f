/** Cells as people read them where a filter has other words for its values: ids of sources and registers, states of websites. */
import type { CellValue, FilterOption } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';

/** The cell with the labels of its values; any other cell stays as it is. */
export function wordedCell(table: TableName, field: string, value: CellValue): CellValue {
  const options: readonly FilterOption[] = tableByName(table).filters.flatMap((filter) =>
    filter.kind === 'choice' && filter.column === field ? filter.options : [],
  );
  if (value === null || options.every(({ label }) => label === undefined)) return value;
  const wordsOf = (text: string) => options.find((option) => option.value === text)?.label ?? text;
  if (typeof value === 'string') return wordsOf(value);
  return typeof value === 'object' ? value.map(wordsOf) : value;
}
