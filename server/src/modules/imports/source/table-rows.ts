/** Rows of cells from which the records of a table are made: of CSV text, or of a sheet. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { MappedColumn } from '@leadloom/shared/tables/mapped-column';
import type { CsvRecord } from '../../../csv/csv-records.ts';

/** Index of a column → whether it holds mailboxes instead of web addresses. */
export type AddressedColumns = ReadonlyMap<number, boolean>;

/** Rows of cells, whatever they were written in. */
export interface TableRows {
  /** Without blank rows. */
  readonly batches: AsyncGenerator<readonly CsvRecord[]>;
  /** How rows are written for files of the same format. */
  readonly written: { readonly delimiter: string; readonly lineEnd: string; readonly before: string };
  readonly isDamaged: () => boolean;
  /**
   * Gives a row of a sheet the width of the header, and its links their addresses; null: rows have it, or are refused.
   * @param addressed columns in which the address of a link counts, not its text
   */
  readonly fit: ((record: CsvRecord, width: number, addressed: AddressedColumns) => CsvRecord) | null;
  readonly notices: () => readonly string[];
}

/** The columns of a sheet in which the address of a link counts, not its text. */
export function addressedColumns({ columns: known }: TableDefinition, columns: readonly MappedColumn[]): AddressedColumns {
  const addressed = new Map<number, boolean>();
  for (const { field, from, otherwise = [] } of columns) {
    const kind = known.find((column) => column.field === field)?.kind;
    if (kind === 'link' || kind === 'email') for (const index of [...from, ...otherwise]) addressed.set(index, kind === 'email');
  }
  return addressed;
}

/** Spreadsheets also write the empty rows below a table, as separators only. */
export function holdsSomething({ cells, problem }: CsvRecord): boolean {
  return problem !== null || cells.some((cell) => cell.trim() !== '');
}
