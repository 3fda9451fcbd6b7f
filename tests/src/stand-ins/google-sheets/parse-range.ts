/** A range in A1 notation with the name of its sheet: `'Sheet 1'!A2:C10`, `Sheet1!A:C`, `Sheet1!2:5`, `Sheet1`. */

/** Numbered from 0, both ends included; infinite where the range is open. */
export interface CellRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** @returns null: it is no range */
export function parseRange(text: string): (CellRange & { readonly sheet: string }) | null {
  const [, quoted, bare, cells] = /^(?:'((?:[^']|'')+)'|([^'!]+))(?:!(.+))?$/.exec(text) ?? [];
  const sheet = quoted?.replaceAll("''", "'") ?? bare;
  if (sheet === undefined) return null;
  const all = { firstRow: 0, lastRow: Number.POSITIVE_INFINITY, firstColumn: 0, lastColumn: Number.POSITIVE_INFINITY };
  if (cells === undefined) return { sheet, ...all };
  const [, fromColumn = '', fromRow = '', isRange, toColumn = '', toRow = ''] =
    /^([A-Z]*)(\d*)(:([A-Z]*)(\d*))?$/.exec(cells) ?? [];
  if (fromColumn === '' && fromRow === '') return null;
  const single = isRange === undefined;
  return {
    sheet,
    firstRow: fromRow === '' ? 0 : Number(fromRow) - 1,
    lastRow: lastOf(single ? fromRow : toRow, (row) => Number(row) - 1),
    firstColumn: fromColumn === '' ? 0 : columnNumber(fromColumn),
    lastColumn: lastOf(single ? fromColumn : toColumn, columnNumber),
  };
}

function lastOf(text: string, read: (text: string) => number): number {
  return text === '' ? Number.POSITIVE_INFINITY : read(text);
}

/** `A` is 0, `AA` is 26. */
function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
