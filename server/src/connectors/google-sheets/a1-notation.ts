/** Ranges as the Sheets API names them: `'Sheet 1'!A2:C10`. Columns are numbered from 0, rows from 1. */

/** Numbered from 0, both included. */
export interface ColumnRun {
  readonly first: number;
  readonly last: number;
}

/** `0` is `A`, `25` is `Z`, `26` is `AA`. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

/** @param rows from 1, both included; null: whole columns */
export function rangeName(
  sheet: string,
  { first, last }: ColumnRun,
  rows: { readonly first: number; readonly last: number } | null,
): string {
  const [from, to] = [columnName(first), columnName(last)];
  const cells = rows === null ? `${from}:${to}` : `${from}${rows.first}:${to}${rows.last}`;
  return `'${sheet.replaceAll("'", "''")}'!${cells}`;
}

/** Numbers in any order as runs without gaps, ascending. */
export function runsOf(numbers: Iterable<number>): ColumnRun[] {
  const runs: { first: number; last: number }[] = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run !== undefined && number <= run.last + 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  return runs;
}
