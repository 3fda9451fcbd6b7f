import type { TableRow } from '@leadloom/shared/tables/define-table';
import { type RowMarks, rowMarksSchema } from '@leadloom/shared/tables/row-schema';

/** What the account keeps about a row of a list; null: the row does not say. */
export function marksOf({ my }: TableRow): RowMarks | null {
  return my === undefined ? null : (rowMarksSchema.safeParse(my).data ?? null);
}
