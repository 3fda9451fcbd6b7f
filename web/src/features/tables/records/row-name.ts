import type { TableRow } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { cellText } from '../../../components/data-grid/body/cell-format.ts';

/** What a row is called: the fields of its table's names, or the first other column that is filled. */
export function nameOfRow(table: TableName, row: TableRow): string {
  const { columns, nameFields = [] } = tableByName(table);
  const named = nameFields.flatMap((field) => columns.find((column) => column.field === field) ?? []);
  for (const column of [...named, ...columns]) {
    const text = cellText(column, row[column.field] ?? null);
    if (text !== '') return text;
  }
  return `Row ${row.id}`;
}

/** A second fact that tells rows of the same name apart; empty where there is none. */
export function detailOfRow(table: TableName, row: TableRow): string {
  const { columns, example } = tableByName(table);
  const name = nameOfRow(table, row);
  const fields = [...(example?.fields ?? []), ...columns.map(({ field }) => field)];
  for (const field of fields) {
    const column = columns.find((one) => one.field === field);
    const text = column === undefined ? '' : cellText(column, row[field] ?? null);
    if (text !== '' && text !== name) return text;
  }
  return '';
}
