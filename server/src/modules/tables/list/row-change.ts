/** One change of a row of a data table, as the table's triggers store it. */

/** Cells by column, as the database writes them in JSON. */
export type ChangedCells = Readonly<Record<string, unknown>>;

export interface RowChange {
  /** The number the row got. */
  readonly version: number;
  readonly id: number;
  /** null: the row was added. */
  readonly before: ChangedCells | null;
  readonly after: ChangedCells;
}
