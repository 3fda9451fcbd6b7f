/**
 * Writes the rows of an export in batches into their places. Before each batch, where it begins is saved: a batch is applied
 * whole or not at all, and written again to the same rows after an interruption, so that no row is doubled. People may sort the
 * sheet or move columns while a long delivery is under way, so what is where is read again before each batch.
 */
import type { OutgoingRow, Progress } from '../connector.ts';
import { type ColumnRun, rangeName, runsOf } from './a1-notation.ts';
import { confirmPlaces, type Expectation, type PlacedRow } from './confirm-places.ts';
import type { OpenSheet } from './open-sheet.ts';
import type { Places } from './place-rows.ts';
import type { SheetLayout } from './sheet-layout.ts';
import type { CellValue, WrittenRange } from './sheets-api.ts';

export const BATCH_CELLS = 10_000;
/** Google recommends at most 2 MB for a request. */
const BATCH_BYTES = 1_500_000;
/** Characters that Google takes in a cell. */
const MAX_CELL_TEXT = 50_000;
const CUT = ' … (cut)';

/** Where an interrupted delivery goes on. */
export interface SavedPlace {
  /** Rows of the export that are written for sure. */
  readonly done: number;
  /** Where the row after them goes. */
  readonly next: number;
}

interface WriteParts {
  readonly sheet: OpenSheet;
  readonly layout: SheetLayout;
  readonly rows: AsyncIterable<OutgoingRow>;
  readonly places: Places;
  /** Rows at the beginning that an earlier try wrote. */
  readonly skip: number;
  readonly save: (place: SavedPlace) => ReturnType<Progress['save']>;
  readonly onPlace: (row: number, id: number) => void;
  /** What must be in a row before it is written. */
  readonly expects: (row: number) => Expectation;
  readonly signal: AbortSignal;
}

/** @throws {Error} somebody changed the sheet meanwhile; a later try reads it again */
export async function writeRows(parts: WriteParts): Promise<void> {
  const { sheet, layout, rows, places, skip, save, onPlace, expects, signal } = parts;
  const batchRows = Math.max(1, Math.floor(BATCH_CELLS / (layout.columns.length + 1)));
  let batch: PlacedRow[] = [];
  let bytes = 0;
  let done = 0;

  async function flush(): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    await save({ done, next: first.row });
    await confirmPlaces(sheet, layout, { batch, expects }, signal);
    await sheet.api.writeRanges(rangesOf(sheet.properties.title, layout, batch), signal);
    done += batch.length;
    [batch, bytes] = [[], 0];
  }

  for await (const { id, cells } of rows) {
    if (done < skip) {
      const row = places.skip(id);
      if (row !== null) onPlace(row, id);
      done += 1;
      continue;
    }
    const written = [String(id), ...cells.map(cellOf)];
    const size = Buffer.byteLength(JSON.stringify(written));
    if (batch.length >= batchRows || (batch.length > 0 && bytes + size > BATCH_BYTES)) await flush();
    const row = places.take(id);
    onPlace(row, id);
    batch.push({ row, cells: written });
    bytes += size;
  }
  await flush();
}

function rangesOf(title: string, { key, columns }: SheetLayout, batch: readonly PlacedRow[]): WrittenRange[] {
  const byRow = new Map(batch.map(({ row, cells }) => [row, cells]));
  // Cells of a row are in the order of these columns.
  const cellIn = new Map([key, ...columns].map((column, index) => [column, index]));
  const columnRuns = runsOf(cellIn.keys());
  return runsOf(byRow.keys()).flatMap((rowRun) =>
    columnRuns.map((columnRun) => ({
      range: rangeName(title, columnRun, rowRun),
      values: numbersOf(rowRun).map((row) =>
        numbersOf(columnRun).map((column) => byRow.get(row)?.[cellIn.get(column) ?? -1] ?? ''),
      ),
    })),
  );
}

/** An empty cell is written as an empty text: Google leaves a cell alone where it gets null. */
function cellOf(value: OutgoingRow['cells'][number]): CellValue {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return '';
  if (typeof value !== 'string') return value;
  const text = value.length > MAX_CELL_TEXT ? value.slice(0, MAX_CELL_TEXT - CUT.length) + CUT : value;
  return text.toWellFormed();
}

function numbersOf({ first, last }: ColumnRun): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
