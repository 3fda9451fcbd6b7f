/** How the columns of a table are filled from the cells of a row, and what is known of a file before that. Pure. */

/** What an operator decided about a file; nothing of it is guessed. */
export interface FileMapping {
  /** Header → column; null: not read. */
  readonly headers: Readonly<Record<string, string | null>>;
  /** Column → headers whose cells are joined by a blank. */
  readonly joins: Readonly<Record<string, readonly string[]>>;
  /** Column → the value of every row. */
  readonly constants: Readonly<Record<string, string>>;
  /** Column of amounts → power of ten of a plain number. */
  readonly units: Readonly<Record<string, number>>;
}

export const NO_MAPPING: FileMapping = { headers: {}, joins: {}, constants: {}, units: {} };

/** One column of the table. Cells are named by their index in the row. */
export interface MappedColumn {
  readonly field: string;
  /** The cell, or several that are joined by a blank; none for a constant, and where only places fill the column. */
  readonly from: readonly number[];
  /** The value of every row. */
  readonly constant?: string;
  /** Cells that count where the column's own is blank, the best first. */
  readonly otherwise?: readonly number[];
  /** Cells that are joined by a blank where those are blank: first and last names, where no cell has the whole one. */
  readonly joined?: readonly number[];
  /** Cells with whole places, a part of which fills the column where its own cells are blank, the best first. */
  readonly places?: readonly number[];
  /** The unit of a plain number in a column of amounts, as a power of ten; absent: the column's own. */
  readonly unit?: number;
}

/** What is known of a file before its rows are read. */
export interface FileSample {
  readonly headers: readonly string[];
  /** Cells of the first rows. */
  readonly rows: readonly (readonly string[])[];
  /** By the operator, for the headers and columns it names. */
  readonly chosen: FileMapping;
}

export function unitOf(unit: number | undefined): { readonly unit?: number } {
  return unit === undefined ? {} : { unit };
}

/** The filled cells of one column, without outer blanks. */
export function filledCells(rows: FileSample['rows'], index: number): readonly string[] {
  return rows.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
}

/** Column → the power of ten of a plain number, where that is not the column's own. */
export function unitsIn(columns: readonly MappedColumn[]): Readonly<Record<string, number>> {
  return Object.fromEntries(columns.flatMap(({ field, unit }) => (unit === undefined ? [] : [[field, unit] as const])));
}
