/** A list with the meaning of its columns, as it is matched. */
import type { OwnList } from '../../lib/match/read-list.ts';
import type { ListColumns } from '../../lib/match/recognise-columns.ts';

export interface ReadSource {
  /** The line that names the columns; null: none does. */
  readonly header: readonly string[] | null;
  /** The lines below. */
  readonly rows: readonly (readonly string[])[];
  /** The number of lines above the first of them, which are the header and what stands above it. */
  readonly above: number;
  readonly columns: ListColumns;
  readonly delimiter: string;
  /** What is made of it is a workbook again. */
  readonly isWorkbook: boolean;
  /** By the number of the line in the list, the first included. */
  readonly links: OwnList['links'];
}
