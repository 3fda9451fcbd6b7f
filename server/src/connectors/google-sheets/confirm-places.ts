/** Reads again, just before a batch is written, whether people changed the sheet meanwhile. */
import { rangeName } from './a1-notation.ts';
import type { OpenSheet } from './open-sheet.ts';
import { isLaidOut, type SheetLayout } from './sheet-layout.ts';
import type { CellValue } from './sheets-api.ts';

/**
 * - `own`: the row has the id that is written into it.
 * - `blank`: nothing is in our columns, unless an interrupted try wrote the row.
 * - `any`: whatever is in our columns is replaced.
 */
export type Expectation = 'own' | 'blank' | 'any';

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
  const own = batch.filter(({ row }) => expects(row) === 'own');
  const blank = batch.filter(({ row }) => expects(row) === 'blank');
  const keyRun = { first: layout.key, last: layout.key };
  const wanted = [
    { run: { first: 0, last: columnCount - 1 }, rows: { first: 1, last: 1 } },
    ...(own.length > 0 ? [{ run: keyRun, rows: spanOf(own) }] : []),
    ...(blank.length > 0 ? layout.ours.map((run) => ({ run, rows: spanOf(blank) })) : []),
  ];
  const [[header = []] = [], ...found] = await api.readRanges(
    wanted.map(({ run, rows }) => rangeName(properties.title, run, rows)),
    signal,
  );
  const ranges = wanted.slice(1).map((range, index) => ({ ...range, values: found[index] ?? [] }));
  const [keys] = ranges;
  const ours = own.length > 0 ? ranges.slice(1) : ranges;
  const cellsOf = ({ rows, values }: (typeof ranges)[number], row: number) => values[row - rows.first] ?? [];
  const isOwn = ({ row, cells: [id] }: PlacedRow) => keys !== undefined && String(cellsOf(keys, row)[0] ?? '') === String(id);
  const isWritten = ({ row, cells: [id] }: PlacedRow) =>
    ours.some((range) => String(cellsOf(range, row)[layout.key - range.run.first] ?? '') === String(id));
  const isBlank = ({ row }: PlacedRow) => ours.every((range) => cellsOf(range, row).every((cell) => cell === ''));
  if (isLaidOut(header, layout) && own.every(isOwn) && blank.every((placed) => isBlank(placed) || isWritten(placed))) return;
  throw new Error('Somebody changed the sheet while rows were written to it.');
}

function spanOf(rows: readonly PlacedRow[]): { readonly first: number; readonly last: number } {
  const numbers = rows.map(({ row }) => row);
  return { first: Math.min(...numbers), last: Math.max(...numbers) };
}
