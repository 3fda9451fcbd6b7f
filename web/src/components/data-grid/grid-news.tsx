import { visuallyHidden } from '../visually-hidden.ts';
import type { DataGridProps } from './data-grid-props.ts';
import { formatCount, pageCount, rangeText } from './page-range.ts';

type GridNewsProps = Pick<DataGridProps, 'columns' | 'rows' | 'isLoading' | 'page' | 'perPage' | 'total' | 'sort' | 'emptyText'>;

/** Says which rows are shown whenever that changes, to those who do not see it. */
export function GridNews({ columns, rows, isLoading, page, perPage, total, sort, emptyText }: GridNewsProps) {
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
