/**
 * The pager: next, previous, first and last page, or a page by number, since a table may have a hundred
 * thousand pages.
 */
import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded';
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded';
import FirstPageRounded from '@mui/icons-material/FirstPageRounded';
import LastPageRounded from '@mui/icons-material/LastPageRounded';
import { memo, type ReactNode } from 'react';
import { formatCount } from '../../../lib/format-count.ts';
import type { GridQuestion } from '../data-grid-props.ts';
import { gridClasses } from '../grid-classes.ts';
import { PageField } from './page-field.tsx';
import { pageCount, rangeText } from './page-range.ts';

/** The elements stay the same, because only the numbers change with a page. */
const icons = {
  first: <FirstPageRounded />,
  previous: <ChevronLeftRounded />,
  next: <ChevronRightRounded />,
  last: <LastPageRounded />,
} as const;

interface GridPagerProps {
  readonly page: number;
  readonly perPage: number;
  /** What was asked for last, from which the buttons go on; what is shown where absent. */
  readonly requested?: Pick<GridQuestion, 'page' | 'perPage'>;
  /** The sizes to choose from; absent: the size is chosen elsewhere. */
  readonly perPageOptions?: readonly number[];
  readonly total: number | null;
  /** Rows on this page; null while they load. */
  readonly count: number | null;
  readonly onPageChange: (page: number) => void;
  readonly onPerPageChange: (perPage: number) => void;
}

export const GridPager = memo(function GridPager(props: GridPagerProps) {
  const { page, perPage, perPageOptions, total, count, onPageChange, onPerPageChange } = props;
  const { requested = { page, perPage } } = props;
  const pages = pageCount(total, perPage);
  const isLast = pages === null ? count !== null && count < perPage : requested.page >= pages;
  const turn = (label: string, to: number, isOff: boolean, icon: ReactNode) => (
    // Inert instead of disabled, so that a button on the last page keeps the focus.
    <button type="button" aria-label={label} aria-disabled={isOff} onClick={isOff ? undefined : () => onPageChange(to)}>
      {icon}
    </button>
  );
  return (
    // Until anything is known, there is nothing to turn; what is not shown does not move when the numbers come.
    <nav
      className={gridClasses.pager}
      aria-label="Pages"
      style={count === null && total === null ? { visibility: 'hidden' } : undefined}
    >
      {perPageOptions !== undefined && (
        <label>
          <span>Rows per page</span>
          <select value={requested.perPage} onChange={(event) => onPerPageChange(Number(event.target.value))}>
            {perPageOptions.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        </label>
      )}
      <span>{rangeText({ page, perPage, count: count ?? perPage, total })}</span>
      <span>
        {turn('First page', 1, requested.page <= 1, icons.first)}
        {turn('Previous page', requested.page - 1, requested.page <= 1, icons.previous)}
        <PageField page={page} pages={pages} onPageChange={onPageChange} />
        {pages !== null && <span className={gridClasses.of}>of {formatCount(pages)}</span>}
        {turn('Next page', requested.page + 1, isLast, icons.next)}
        {turn('Last page', pages ?? requested.page, pages === null || isLast, icons.last)}
      </span>
    </nav>
  );
});
