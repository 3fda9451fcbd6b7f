/**
 * Reads which rows of a sheet are ours, by their ids, and beside or between which of them people wrote something. Cells of our
 * own columns are read only where there is no id.
 */
import { type ColumnRun, rangeName } from './a1-notation.ts';
import type { OpenSheet } from './open-sheet.ts';
import { othersColumns } from './sheet-layout.ts';

/** Below the header. */
export const FIRST_ROW = 2;
/** Rows of one call, or more where the sheet is so long that its calls would use up the quota of a minute. */
const READ_ROWS = 10_000;
const MOST_READS = 20;

/** A row without an id. */
export const NO_ID = -1;

export interface SheetRows {
  /** Id → row; where an id is there twice, the one beside which people wrote something, else the last. */
  readonly rows: ReadonlyMap<number, number>;
  /** The last row with any content; 1: there is none below the header. */
  readonly last: number;
  /** null: the row has no id. */
  idAt(row: number): number | null;
  /** Whether people wrote something into the row. */
  isPeoples(row: number): boolean;
}

/** @param ours the columns that are ours, of which `key` holds the ids; null: none */
export async function readSheet(
  sheet: OpenSheet,
  ours: { readonly key: number; readonly ours: readonly ColumnRun[] } | null,
  signal: AbortSignal,
): Promise<SheetRows> {
  const { rowCount, columnCount } = sheet;
  const rows = new Map<number, number>();
  const ids = new Float64Array(rowCount + 1).fill(NO_ID);
  const peoples = new Uint8Array(rowCount + 1);
  let last = 1;
  const isPeoples = (row: number) => peoples[row] === 1;
  const idAt = (row: number) => (ids[row] === NO_ID ? null : (ids[row] ?? null));
  const others = othersColumns(ours ?? { ours: [] }, columnCount);
  const size = Math.max(READ_ROWS, Math.ceil(rowCount / MOST_READS));

  for (let first = FIRST_ROW; first <= rowCount; first += size) {
    const chunk = { first, last: Math.min(rowCount, first + size - 1) };
    const keyRun = ours === null ? [] : [{ first: ours.key, last: ours.key }];
    const [keys, ...found] = await read([...keyRun, ...others], chunk);
    if (ours === null || keys === undefined) {
      noteFilled(keys === undefined ? [] : [keys, ...found], first);
      continue;
    }
    noteFilled(found, first);
    keys.forEach(([cell = ''], index) => {
      const id = idOf(cell);
      const row = first + index;
      if (id !== null) noteId(id, row);
      else if (isFilled(cell)) notePeoples(row);
    });
    await noteWithoutKey(ours.ours, chunk);
  }
  return { rows, last, idAt, isPeoples };

  function noteId(id: number, row: number): void {
    ids[row] = id;
    last = Math.max(last, row);
    const known = rows.get(id);
    if (known === undefined || !isPeoples(known) || isPeoples(row)) rows.set(id, row);
  }

  function notePeoples(row: number): void {
    peoples[row] = 1;
    last = Math.max(last, row);
  }

  async function read(runs: readonly ColumnRun[], chunk: ColumnRun) {
    if (runs.length === 0) return [];
    return sheet.api.readRanges(
      runs.map((run) => rangeName(sheet.properties.title, run, chunk)),
      signal,
    );
  }

  function noteFilled(ranges: readonly (readonly (readonly unknown[])[])[], first: number): void {
    for (const range of ranges)
      range.forEach((cells, index) => {
        if (cells.some(isFilled)) notePeoples(first + index);
      });
  }

  /** A row that somebody typed into our columns has content, and no id. */
  async function noteWithoutKey(runs: readonly ColumnRun[], { first, last: end }: ColumnRun): Promise<void> {
    const isFree = (row: number) => idAt(row) === null && !isPeoples(row);
    let [from, to] = [first, end];
    while (from <= to && !isFree(from)) from += 1;
    while (to >= from && !isFree(to)) to -= 1;
    if (from > to) return;
    for (const range of await read(runs, { first: from, last: to }))
      range.forEach((cells, index) => {
        if (isFree(from + index) && cells.some(isFilled)) notePeoples(from + index);
      });
  }
}

function isFilled(cell: unknown): boolean {
  return cell !== '' && cell !== null;
}

function idOf(cell: unknown): number | null {
  const text = typeof cell === 'number' ? String(cell) : cell;
  if (typeof text !== 'string' || !/^\d{1,16}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}
