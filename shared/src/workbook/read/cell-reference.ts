/** Where cells of a sheet are: `B7` is column 1, row 7. Pure. */

/** What spreadsheet programs have. */
export const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

export interface CellPlace {
  /** From 0. */
  readonly column: number;
  /** From 1. */
  readonly row: number;
}

/** null: there is no such cell */
export function readCellReference(text: string): CellPlace | null {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(text) ?? [];
  if (letters === undefined || digits === undefined) return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(digits);
  return column > MAX_COLUMNS || row < 1 || row > MAX_ROWS ? null : { column: column - 1, row };
}
