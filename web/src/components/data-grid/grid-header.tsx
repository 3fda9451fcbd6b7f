import { horizontalListSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import TableHead from '@mui/material/TableHead';
import { memo } from 'react';
import type { GridSort } from './data-grid-props.ts';
import type { GridActions } from './grid-actions.ts';
import { gridClasses } from './grid-classes.ts';
import type { GridColumn } from './grid-column.ts';
import { HeaderCell } from './header-cell.tsx';

interface GridHeaderProps {
  readonly columns: readonly GridColumn[];
  readonly sort: GridSort | null;
  /** How many of the page's rows are selected. */
  readonly pageState: 'all' | 'some' | 'none';
  readonly canSelect: boolean;
  readonly actions: GridActions;
}

export const GridHeader = memo(function GridHeader({ columns, sort, pageState, canSelect, actions }: GridHeaderProps) {
  return (
    <TableHead>
      <tr aria-rowindex={1}>
        <th scope="col" className={`${gridClasses.check} ${gridClasses.pinned}`} style={{ left: 0 }}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label="Select all rows of this page"
            // The page has no attribute for it.
            ref={(element) => {
              if (element !== null) element.indeterminate = pageState === 'some';
            }}
            checked={pageState === 'all'}
            aria-disabled={!canSelect}
            onChange={actions.togglePage}
          />
        </th>
        <SortableContext items={columns.map(({ definition }) => definition.field)} strategy={horizontalListSortingStrategy}>
          {columns.map((column) => (
            <HeaderCell
              key={column.definition.field}
              column={column}
              order={sort?.field === column.definition.field ? sort.order : null}
              actions={actions}
            />
          ))}
        </SortableContext>
        <td role="presentation" className={gridClasses.filler} />
      </tr>
    </TableHead>
  );
});
