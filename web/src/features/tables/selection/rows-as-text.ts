/** Rows as spreadsheets take them from the clipboard: cells separated by tabs. Pure. */
import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';

/**
 * The rows as text, with a line of column names. Tabs and line breaks within a cell become spaces; a cell that begins like a
 * formula is text.
 */
export function rowsAsText(columns: readonly ColumnDefinition[], rows: readonly TableRow[]): string {
  const lines = [
    columns.map(({ headerName }) => headerName),
    ...rows.map((row) => columns.map(({ field }) => cellAsText(row[field] ?? null))),
  ];
  return lines.map((cells) => cells.join('\t')).join('\n');
}

function cellAsText(value: TableRow[string] | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = (typeof value === 'object' ? value.join(', ') : String(value)).replace(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}
