/** Reads again, just before a batch is written, whether people changed the sheet meanwhile. */
import { type ColumnRun, rangeName } from './a1-notation.ts';
import type { OpenSheet } from './open-sheet.ts';
import { isLaidOut, othersColumns, type SheetLayout } from './sheet-layout.ts';
import type { CellValue } from './sheets-api.ts';

/**
 * - `own`: the row has the id that is written into it.
 * - `blank`: nothing is in our columns, unless an interrupted try wrote the row.
 * - `unused`: nobody wrote anything beside our columns, whose cells are replaced.
 */
export type Expectation = 'own' | 'blank' | 'unused';

export interface PlacedRow {
  readonly row: number;
  /** The id and the cells of the columns. */
  readonly cells: readonly CellValue[];
}

interface Batch {
  readonly batch: readonly PlacedRow[];
  readonly expects: (row: number) => Expectation;
}

/** @throws {Error} the columns or rows are not where they were */
export async function confirmPlaces(
  { api, properties, columnCount }: OpenSheet,
  layout: SheetLayout,
  { batch, expects }: Batch,
  signal: AbortSignal,
): Promise<void> {
  const runs: Readonly<Record<Expectation, readonly ColumnRun[]>> = {
    own: [{ first: layout.key, last: layout.key }],
    blank: layout.ours,
    unused: othersColumns(layout, columnCount),
  };
  const checks = (['own', 'blank', 'unused'] as const).flatMap((expectation) => {
    const rows = batch.filter(({ row }) => expects(row) === expectation);
    return rows.length === 0 ? [] : runs[expectation].map((run) => ({ expectation, rows, run, span: spanOf(rows) }));
  });
  const [[header = []] = [], ...found] = await api.readRanges(
    [
      rangeName(properties.title, { first: 0, last: columnCount - 1 }, { first: 1, last: 1 }),
      ...checks.map(({ run, span }) => rangeName(properties.title, run, span)),
    ],
    signal,
  );
  const read = checks.map((check, index) => ({ ...check, values: found[index] ?? [] }));
  const cellsOf = ({ span, values }: (typeof read)[number], row: number) => values[row - span.first] ?? [];
  // Rows that an interrupted try of this delivery wrote have their ids.
  const written = new Set(
    read.flatMap((check) => {
      const at = layout.key - check.run.first;
      const isThere = ({ row, cells: [id] }: PlacedRow) => String(cellsOf(check, row)[at] ?? '') === String(id);
      return check.expectation === 'blank' && at >= 0 && layout.key <= check.run.last ? check.rows.filter(isThere) : [];
    }),
  );
  const isConfirmed = read.every((check) =>
    check.rows.every((placed) => {
      const cells = cellsOf(check, placed.row);
      if (check.expectation === 'own') return String(cells[0] ?? '') === String(placed.cells[0]);
      return written.has(placed) || cells.every((cell) => cell === '');
    }),
  );
  if (!isConfirmed || !isLaidOut(header, layout)) throw changedMeanwhile();
}

export function changedMeanwhile(): Error {
  return new Error('Somebody changed the sheet while rows were written to it.');
}

function spanOf(rows: readonly PlacedRow[]): { readonly first: number; readonly last: number } {
  const numbers = rows.map(({ row }) => row);
  return { first: Math.min(...numbers), last: Math.max(...numbers) };
}
