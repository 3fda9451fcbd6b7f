/** A list with the meaning of its columns, as it is matched. */
import type { ColumnMeaning } from '../../lib/match/recognise-columns.ts';

export interface ReadSource {
  /** The first line, if it names the columns. */
  readonly header: readonly string[] | null;
  /** The other lines. */
  readonly rows: readonly (readonly string[])[];
  readonly meanings: readonly ColumnMeaning[];
  readonly delimiter: string;
}
