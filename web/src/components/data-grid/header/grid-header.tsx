import type { TableRow } from '@leadloom/shared/tables/define-table';
import { type ComponentType, memo, type RefObject } from 'react';
import type { GridColumn } from '../columns/grid-column.ts';
import type { GridSort } from '../data-grid-props.ts';
import type { GridActions } from '../grid-actions.ts';
import { gridClasses } from '../grid-classes.ts';
import { HeaderCell } from './header-cell.tsx';

/** What dragging reads when it begins and ends. */
export interface DragSource {
  readonly columns: readonly GridColumn[];
  readonly widths: readonly number[];
  readonly rows: readonly TableRow[];
  readonly table: RefObject<HTMLTableElement | null>;
  /** Whether a column is being moved by keys, which the grid then ignores. */
  readonly isMovedByKeys: RefObject<boolean>;
  readonly onDrop: (field: string, over: string) => void;
}

export interface HeadersProps {
  readonly columns: readonly GridColumn[];
  readonly sort: GridSort | null;
  readonly actions: GridActions;
  /** A stable reference. */
  readonly source: RefObject<DragSource>;
}

interface GridHeaderProps extends HeadersProps {
  /** The headers once they can be dragged; null: they are not loaded. */
  readonly Headers: ComponentType<HeadersProps> | null;
  /** How many of the page's rows are selected. */
  readonly pageState: 'all' | 'some' | 'none';
  readonly canSelect: boolean;
}

export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { Headers, columns, sort, pageState, canSelect, actions, source } = props;
  return (
    <thead>
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
        {Headers === null ? (
          columns.map((column) => (
            <HeaderCell
              key={column.definition.field}
              column={column}
              order={sort?.field === column.definition.field ? sort.order : null}
              actions={actions}
            />
          ))
        ) : (
          <Headers columns={columns} sort={sort} actions={actions} source={source} />
        )}
        <td role="presentation" className={gridClasses.filler} />
      </tr>
    </thead>
  );
});
