import type { TableRow } from '@leadloom/shared/tables/define-table';
import { marksOf } from '../../lib/my-rows/marks-of.ts';

/** What the account keeps about a row, in words; null: nothing. */
export function marksText(row: TableRow): string | null {
  const marks = marksOf(row);
  if (marks === null) return null;
  const { tags, lists, notes } = marks;
  const parts = [
    ...(tags.length > 0 ? [`Tags: ${tags.join(', ')}`] : []),
    ...(lists.length > 0 ? [`On ${lists.length} ${lists.length === 1 ? 'list' : 'lists'}`] : []),
    ...(notes > 0 ? [`${notes} ${notes === 1 ? 'note' : 'notes'}`] : []),
  ];
  return parts.length === 0 ? null : parts.join('. ');
}
