/** A list with the meaning of its columns, as it is matched. */
import type { OwnList } from '../../lib/match/read-list.ts';
import type { ColumnMeaning } from '../../lib/match/recognise-columns.ts';

export interface ReadSource {
  /** The first line, if it names the columns. */
  readonly header: readonly string[] | null;
  /** The other lines. */
  readonly rows: readonly (readonly string[])[];
  readonly meanings: readonly ColumnMeaning[];
  readonly delimiter: string;
  /** What is made of it is a workbook again. */
  readonly isWorkbook: boolean;
  /** By the number of the line in the list, the first included. */
  readonly links: OwnList['links'];
}
