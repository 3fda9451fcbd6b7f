import type { TableRow } from '@leadloom/shared/tables/define-table';
import { rowMarksSchema } from '@leadloom/shared/tables/row-schema';

/** What the account keeps about a row, in words; null: nothing. */
export function marksText({ my }: TableRow): string | null {
  if (my === undefined) return null;
  const { data } = rowMarksSchema.safeParse(my);
  if (data === undefined) return null;
  const { tags, lists, notes } = data;
  const parts = [
    ...(tags.length > 0 ? [`Tags: ${tags.join(', ')}`] : []),
    ...(lists.length > 0 ? [`On ${lists.length} ${lists.length === 1 ? 'list' : 'lists'}`] : []),
    ...(notes > 0 ? [`${notes} ${notes === 1 ? 'note' : 'notes'}`] : []),
  ];
  return parts.length === 0 ? null : parts.join('. ');
}
