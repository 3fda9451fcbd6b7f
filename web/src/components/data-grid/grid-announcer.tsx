import { formatCount } from '../../lib/format-count.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import type { DataGridProps } from './data-grid-props.ts';
import { pageCount, rangeText } from './paging/page-range.ts';

type GridAnnouncerProps = Pick<
  DataGridProps,
  'columns' | 'rows' | 'isLoading' | 'page' | 'perPage' | 'total' | 'sort' | 'emptyText'
>;

/** Announces to screen readers which rows are shown, whenever that changes. */
export function GridAnnouncer({ columns, rows, isLoading, page, perPage, total, sort, emptyText }: GridAnnouncerProps) {
  const pages = pageCount(total, perPage);
  const sorted = columns.find(({ field }) => field === sort?.field)?.headerName;
  const parts = [
    pages === null ? `Page ${formatCount(page)}` : `Page ${formatCount(page)} of ${formatCount(pages)}`,
    `rows ${rangeText({ page, perPage, count: rows.length, total })}`,
    ...(sorted === undefined ? [] : [`sorted by ${sorted}, ${sort?.order === 'asc' ? 'ascending' : 'descending'}`]),
  ];
  const text = rows.length === 0 ? emptyText : `${parts.join(', ')}.`;
  return (
    <div role="status" style={visuallyHidden}>
      {isLoading ? 'Loading…' : text}
    </div>
  );
}
