/** One row in the text format of PostgreSQL's COPY: cells separated by tabs, null as `\N`. */
import type { CellValue } from '@leadloom/shared/tables/define-table';

const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** The cells, without the end of the line. */
export function copyLine(cells: readonly CellValue[]): string {
  let line = copyCell(cells[0] ?? null);
  for (let index = 1; index < cells.length; index += 1) line += `\t${copyCell(cells[index] ?? null)}`;
  return line;
}

function copyCell(cell: CellValue): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return escaped(cell);
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  return typeof cell === 'number' ? String(cell) : escaped(arrayLiteral(cell));
}

function escaped(text: string): string {
  return NEEDS_ESCAPE.test(text) ? text.replace(/[\\\t\n\r]/g, (mark) => ESCAPES[mark] ?? mark) : text;
}

function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
