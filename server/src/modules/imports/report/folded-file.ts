/** The rows of a file that were folded into others of it, as CSV: each with the row that was loaded in its place. */
import { csvLine } from '@leadloom/shared/domain/csv-line';
import type { FoldedRow } from '../staging/folded-rows.ts';

/** The beginning of every such file. */
export const FOLDED_BEGIN = 'key,line,row,';

/** @param fields columns of the table, in the order of the rows' cells */
export function foldedHeader(fields: readonly string[]): string {
  return FOLDED_BEGIN + csvLine(fields);
}

export function foldedLines(rows: readonly FoldedRow[]): string {
  return rows
    .map(
      ({ key, line, keptLine, cells, keptCells }) =>
        csvLine([key, line, 'folded', ...cells]) + csvLine([key, keptLine, 'loaded', ...keptCells]),
    )
    .join('');
}
