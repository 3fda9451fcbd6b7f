/** Whether the cells below a header can be those of the column it names: by their form, and by what can be read of them. */
import { CellProblem } from '@leadloom/shared/domain/cell-problem';
import { readNumberRange } from '@leadloom/shared/domain/read-number-range';
import { type Disagreement, disagreementIn } from '@leadloom/shared/tables/column-form';
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { cellReader } from '../rows/cells/read-cell.ts';
import { ordersOf } from '../rows/cells/read-moment.ts';
import type { CellConventions } from '../rows/cells/written-by-programs.ts';
import { rewriteOf } from '../rows/source-forms.ts';

/** @param cells of the first rows, filled or not @returns null: they may be those of the column */
export function disagreement(
  definition: TableDefinition,
  field: string,
  { cells, conventions }: { readonly cells: readonly string[]; readonly conventions: CellConventions },
): Disagreement | null {
  return disagreementIn(definition, field, { cells, readableIn: (column) => readableIn(definition.name, column, conventions) });
}

/** Whether a cell can be read; null: any text can. */
function readableIn(table: string, column: ColumnDefinition, conventions: CellConventions): ((cell: string) => boolean) | null {
  if (['text', 'long-text', 'list'].includes(column.kind)) return null;
  const [readCell, rewrite] = [cellReader(column, { conventions }), rewriteOf(table, column.field)];
  const read = (cell: string) => readCell(rewrite === null ? cell : rewrite(cell));
  const isRange = (cell: string) => column.rangeField !== undefined && readNumberRange(cell) !== null;
  // The other cells of its column may settle the order of a date.
  return (cell) => !(read(cell) instanceof CellProblem) || isRange(cell) || ordersOf(cell) !== null;
}
