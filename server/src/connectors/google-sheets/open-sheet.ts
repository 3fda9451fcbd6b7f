/** A sheet of a spreadsheet while it is written, with its size, which Google limits together with that of its neighbours. */
import { RefusedByDestination } from '../connector.ts';
import type { SheetProperties, SheetsApi } from './sheets-api.ts';

/** Cells of a spreadsheet, empty ones too. */
const MAX_CELLS = 10_000_000;
/** The size of a sheet that a person adds. */
const USUAL_ROWS = 1_000;
const USUAL_COLUMNS = 26;

export interface OpenSheet {
  readonly api: SheetsApi;
  readonly properties: SheetProperties;
  readonly rowCount: number;
  readonly columnCount: number;
  /** @throws {RefusedByDestination} the spreadsheet would have too many cells */
  checkGrowth(by: Growth): void;
  /** Sends the request, which makes the sheet larger, if the spreadsheet may be as large. @throws {RefusedByDestination} */
  grow(by: Growth, request: object, signal: AbortSignal): Promise<void>;
}

interface Growth {
  readonly rows?: number;
  readonly columns?: number;
}

/** @returns null: the spreadsheet has no sheet of this name @throws {RefusedByDestination} it is no table */
export async function openSheet(api: SheetsApi, title: string, signal: AbortSignal): Promise<OpenSheet | null> {
  const all = await api.listSheets(signal);
  // Google takes names that differ in case alone for the same.
  const isNamed = (sheet: SheetProperties) => sheet.title.toLowerCase() === title.toLowerCase();
  const properties = all.find((sheet) => sheet.title === title) ?? all.find(isNamed);
  if (properties === undefined) return null;
  if (properties.gridProperties === undefined) throw new RefusedByDestination(`The sheet "${title}" has no rows and columns.`);
  const others = all.filter(({ sheetId }) => sheetId !== properties.sheetId).reduce((sum, sheet) => sum + cellsOf(sheet), 0);
  return createSheet(api, properties, others);
}

/** Adds a sheet to the spreadsheet. */
export async function addSheet(api: SheetsApi, title: string, columnCount: number, signal: AbortSignal): Promise<OpenSheet> {
  const others = (await api.listSheets(signal)).reduce((sum, sheet) => sum + cellsOf(sheet), 0);
  const gridProperties = { rowCount: USUAL_ROWS, columnCount: Math.max(columnCount, USUAL_COLUMNS), frozenRowCount: 1 };
  checkCells(others + gridProperties.rowCount * gridProperties.columnCount);
  return createSheet(api, await api.addSheet({ title, gridProperties }, signal), others);
}

function createSheet(api: SheetsApi, properties: SheetProperties, otherCells: number): OpenSheet {
  let rowCount = properties.gridProperties?.rowCount ?? 0;
  let columnCount = properties.gridProperties?.columnCount ?? 0;
  const checkGrowth = ({ rows = 0, columns = 0 }: Growth) => checkCells(otherCells + (rowCount + rows) * (columnCount + columns));
  return {
    api,
    properties,
    get rowCount() {
      return rowCount;
    },
    get columnCount() {
      return columnCount;
    },
    checkGrowth,
    grow: async (by, request, signal) => {
      checkGrowth(by);
      await api.change([request], signal);
      rowCount += by.rows ?? 0;
      columnCount += by.columns ?? 0;
    },
  };
}

function checkCells(cells: number): void {
  if (cells <= MAX_CELLS) return;
  const [needed, allowed] = [cells, MAX_CELLS].map((number) => number.toLocaleString('en-US'));
  throw new RefusedByDestination(
    `The spreadsheet would have ${needed} cells, and Google allows ${allowed}. Export fewer rows or columns, or use another spreadsheet.`,
  );
}

function cellsOf({ gridProperties }: SheetProperties): number {
  return (gridProperties?.rowCount ?? 0) * (gridProperties?.columnCount ?? 0);
}
