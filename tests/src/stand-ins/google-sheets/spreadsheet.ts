/**
 * One spreadsheet of the stand-in: sheets with a size and cells, values read and written by ranges, and the requests of
 * `spreadsheets.batchUpdate` that deliveries use, as the reference of the Sheets API (v4) describes them. A call is applied
 * whole or not at all.
 */
import type { UpdateRequest, WrittenValues } from './call-bodies.ts';
import { type CellRange, parseRange } from './parse-range.ts';

const MAX_CELLS = 10_000_000;
const MAX_TEXT = 50_000;

/** What a cell holds. A text that begins with `=` is none of these formulas: it is shown as it is. */
export type Cell = { readonly value: string | number | boolean } | { readonly formula: string };

export interface StandInSheet {
  readonly sheetId: number;
  title: string;
  rowCount: number;
  columnCount: number;
  frozenRowCount: number;
  /** Numbered from 0. */
  hiddenColumns: Set<number>;
  /** Row → column → cell, numbered from 0; blank cells are absent. */
  rows: Map<number, Map<number, Cell>>;
}

/** Answered as the API does, and nothing is changed. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Spreadsheet = ReturnType<typeof createSpreadsheet>;

export function createSpreadsheet() {
  let nextId = 1;
  let sheets: StandInSheet[] = [newSheet(0, 'Sheet1', { rowCount: 1_000, columnCount: 26 })];

  function sheetNamed(title: string): StandInSheet {
    const found = sheets.find((sheet) => sheet.title === title);
    if (found === undefined) throw new Refused(400, `Unable to parse range: ${title}`);
    return found;
  }
  function resolve(text: string): { readonly sheet: StandInSheet; readonly range: CellRange } {
    const parsed = parseRange(text);
    if (parsed === null) throw new Refused(400, `Unable to parse range: ${text}`);
    const sheet = sheetNamed(parsed.sheet);
    const { firstRow, firstColumn } = parsed;
    const range = {
      firstRow,
      firstColumn,
      lastRow: Math.min(parsed.lastRow, sheet.rowCount - 1),
      lastColumn: Math.min(parsed.lastColumn, sheet.columnCount - 1),
    };
    const isOutside =
      firstRow >= sheet.rowCount ||
      firstColumn >= sheet.columnCount ||
      (Number.isFinite(parsed.lastRow) && parsed.lastRow >= sheet.rowCount) ||
      (Number.isFinite(parsed.lastColumn) && parsed.lastColumn >= sheet.columnCount);
    if (isOutside)
      throw new Refused(
        400,
        `Range (${text}) exceeds grid limits. Max rows: ${sheet.rowCount}, max columns: ${sheet.columnCount}`,
      );
    return { sheet, range };
  }

  function apply(all: StandInSheet[], request: UpdateRequest): object {
    const find = (id: number) => {
      const found = all.find(({ sheetId }) => sheetId === id);
      if (found === undefined) throw new Refused(400, `No grid with id: ${id}`);
      return found;
    };
    if ('addSheet' in request) {
      const { sheetId = nextId, title, gridProperties } = request.addSheet.properties;
      if (all.some((sheet) => sheet.title.toLowerCase() === title.toLowerCase()))
        throw new Refused(400, `A sheet with the name "${title}" already exists. Please enter another name.`);
      nextId = Math.max(nextId, sheetId) + 1;
      const sheet = newSheet(sheetId, title, { rowCount: 1_000, columnCount: 26, ...gridProperties });
      all.push(sheet);
      return { addSheet: { properties: propertiesOf(sheet) } };
    }
    if ('deleteSheet' in request) all.splice(all.indexOf(find(request.deleteSheet.sheetId)), 1);
    if ('updateSheetProperties' in request) {
      const { sheetId, gridProperties } = request.updateSheetProperties.properties;
      find(sheetId).frozenRowCount = gridProperties.frozenRowCount ?? 0;
    }
    if ('updateDimensionProperties' in request) {
      const { range, properties } = request.updateDimensionProperties;
      const { hiddenColumns } = find(range.sheetId);
      for (let column = range.startIndex; column < range.endIndex; column += 1) {
        if (properties.hiddenByUser) hiddenColumns.add(column);
        else hiddenColumns.delete(column);
      }
    }
    if ('appendDimension' in request) {
      const { sheetId, dimension, length } = request.appendDimension;
      const sheet = find(sheetId);
      if (dimension === 'ROWS') sheet.rowCount += length;
      else sheet.columnCount += length;
    }
    if ('insertDimension' in request) {
      const { range, inheritFromBefore } = request.insertDimension;
      if (range.dimension !== 'COLUMNS') throw new Refused(400, 'The stand-in inserts columns alone');
      insertColumns(find(range.sheetId), range.startIndex, range.endIndex - range.startIndex, inheritFromBefore);
    }
    return {};
  }

  function write(values: readonly WrittenValues[], isRaw: boolean): number {
    const resolved = values.map((one) => ({ one, ...resolve(one.range) }));
    for (const { one, range } of resolved) {
      const isTooLarge =
        one.values.length > range.lastRow - range.firstRow + 1 ||
        one.values.some((row) => row.length > range.lastColumn - range.firstColumn + 1);
      if (isTooLarge) throw new Refused(400, `Requested writing within range [${one.range}], but tried writing outside of it`);
      if (one.values.some((row) => row.some((cell) => typeof cell === 'string' && cell.length > MAX_TEXT)))
        throw new Refused(400, 'Your input contains more than the maximum of 50000 characters in a single cell.');
    }
    let count = 0;
    for (const { one, sheet, range } of resolved)
      for (const [index, row] of one.values.entries())
        for (const [offset, cell] of row.entries()) {
          // Null leaves a cell alone.
          if (cell !== null) setCell(sheet, range.firstRow + index, range.firstColumn + offset, cellFrom(cell, isRaw));
          count += 1;
        }
    return count;
  }

  return {
    describe: () => ({ sheets: sheets.map((sheet) => ({ properties: propertiesOf(sheet) })) }),
    sheet: sheetNamed,
    sheetTitles: () => sheets.map(({ title }) => title),
    read: (range: string) => readRange(resolve(range)),
    write,
    clear: (ranges: readonly string[]) => {
      for (const { sheet, range } of ranges.map(resolve))
        for (let row = range.firstRow; row <= range.lastRow; row += 1)
          for (let column = range.firstColumn; column <= range.lastColumn; column += 1) setCell(sheet, row, column, null);
    },
    update: (requests: readonly UpdateRequest[]): readonly object[] => {
      const all = sheets.map(copyOf);
      const replies = requests.map((request) => apply(all, request));
      if (all.reduce((sum, { rowCount, columnCount }) => sum + rowCount * columnCount, 0) > MAX_CELLS)
        throw new Refused(
          400,
          'This action would increase the number of cells in the workbook above the limit of 10000000 cells.',
        );
      sheets = all;
      return replies;
    },
    /** As a person drags a column to another place. */
    moveColumn: (title: string, from: number, to: number) => {
      const sheet = sheetNamed(title);
      const order = Array.from({ length: sheet.columnCount }, (_, column) => column);
      const [moved = 0] = order.splice(from, 1);
      order.splice(to, 0, moved);
      arrangeColumns(sheet, order);
    },
    /** As a person inserts a column. */
    insertColumn: (title: string, at: number) => insertColumns(sheetNamed(title), at, 1, false),
    /** As a person sorts the rows below the header. */
    reverseRows: (title: string) => {
      const sheet = sheetNamed(title);
      const last = Math.max(...sheet.rows.keys());
      sheet.rows = new Map([...sheet.rows].map(([row, cells]) => [row === 0 ? 0 : last + 1 - row, cells]));
    },
  };
}

function newSheet(sheetId: number, title: string, { rowCount = 1_000, columnCount = 26, frozenRowCount = 0 }): StandInSheet {
  return { sheetId, title, rowCount, columnCount, frozenRowCount, hiddenColumns: new Set(), rows: new Map() };
}

/** Rows are shared with the original until a request arranges them anew. */
function copyOf(sheet: StandInSheet): StandInSheet {
  return { ...sheet, hiddenColumns: new Set(sheet.hiddenColumns) };
}

function propertiesOf({ sheetId, title, rowCount, columnCount, frozenRowCount }: StandInSheet) {
  return { sheetId, title, index: 0, sheetType: 'GRID', gridProperties: { rowCount, columnCount, frozenRowCount } };
}

function insertColumns(sheet: StandInSheet, at: number, count: number, inheritsBefore: boolean): void {
  const isHidden = sheet.hiddenColumns.has(inheritsBefore ? at - 1 : at);
  const shifted = (column: number) => (column >= at ? column + count : column);
  sheet.rows = new Map([...sheet.rows].map(([row, cells]) => [row, renumbered(cells, shifted)]));
  sheet.hiddenColumns = new Set([...sheet.hiddenColumns].map(shifted));
  for (let column = at; isHidden && column < at + count; column += 1) sheet.hiddenColumns.add(column);
  sheet.columnCount += count;
}

function arrangeColumns(sheet: StandInSheet, order: readonly number[]): void {
  const place = new Map(order.map((column, index) => [column, index]));
  const placeOf = (column: number) => place.get(column) ?? column;
  sheet.rows = new Map([...sheet.rows].map(([row, cells]) => [row, renumbered(cells, placeOf)]));
  sheet.hiddenColumns = new Set([...sheet.hiddenColumns].map(placeOf));
}

function renumbered(cells: Map<number, Cell>, place: (column: number) => number): Map<number, Cell> {
  return new Map([...cells].map(([column, cell]) => [place(column), cell]));
}

function setCell(sheet: StandInSheet, row: number, column: number, cell: Cell | null): void {
  const cells = sheet.rows.get(row) ?? new Map<number, Cell>();
  if (cell === null) cells.delete(column);
  else cells.set(column, cell);
  if (cells.size === 0) sheet.rows.delete(row);
  else sheet.rows.set(row, cells);
}

/** `USER_ENTERED` reads formulas and numbers as a person's input; `RAW` takes texts as they are. */
function cellFrom(value: string | number | boolean, isRaw: boolean): Cell | null {
  if (value === '') return null;
  if (isRaw || typeof value !== 'string') return { value };
  if (value.startsWith('=')) return { formula: value };
  return { value: /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value };
}

/** Formulas are shown as their text, as with `valueRenderOption=FORMULA`. Blank ends are left out. */
function readRange({ sheet, range }: { readonly sheet: StandInSheet; readonly range: CellRange }): unknown[][] {
  const values: unknown[][] = [];
  const last = Math.min(range.lastRow, lastRowOf(sheet));
  for (let row = range.firstRow; row <= last; row += 1) {
    const cells = sheet.rows.get(row);
    const read: unknown[] = [];
    for (let column = range.firstColumn; cells !== undefined && column <= range.lastColumn; column += 1) {
      const cell = cells.get(column);
      if (cell === undefined) continue;
      while (read.length < column - range.firstColumn) read.push('');
      read.push('formula' in cell ? cell.formula : cell.value);
    }
    values.push(read);
  }
  while (values.at(-1)?.length === 0) values.pop();
  return values;
}

function lastRowOf(sheet: StandInSheet): number {
  let last = -1;
  for (const row of sheet.rows.keys()) last = Math.max(last, row);
  return last;
}
