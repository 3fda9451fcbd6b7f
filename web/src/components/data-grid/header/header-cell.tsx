/** A column's header: its name sorts, its menu does everything that dragging and resizing do with a pointer. */
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import MoreVertRounded from '@mui/icons-material/MoreVertRounded';
import { type HTMLAttributes, memo, type Ref } from 'react';
import { classOf } from '../body/grid-row.tsx';
import type { GridColumn } from '../columns/grid-column.ts';
import type { GridActions } from '../grid-actions.ts';
import { gridClasses } from '../grid-classes.ts';

export interface HeaderCellProps {
  readonly column: GridColumn;
  readonly order: 'asc' | 'desc' | null;
  readonly actions: GridActions;
}

interface DragProps {
  readonly cellRef: Ref<HTMLTableCellElement>;
  readonly activatorRef: Ref<HTMLButtonElement>;
  readonly describedBy: string;
  readonly listeners: HTMLAttributes<HTMLElement> | undefined;
  readonly isDragged: boolean;
  /** The side on which a dragged column would be dropped; null: not here. */
  readonly drop: 'after' | 'before' | null;
}

/** Without the properties of dragging, a column cannot be dragged yet. */
export const HeaderCell = memo(function HeaderCell(props: HeaderCellProps & Partial<DragProps>) {
  const { column, order, actions, cellRef, activatorRef, describedBy, listeners, isDragged = false, drop = null } = props;
  const { definition, pinIndex } = column;
  return (
    <th
      ref={cellRef}
      scope="col"
      className={classOf(column)}
      style={pinIndex === null ? undefined : { left: `var(--pin-${pinIndex})` }}
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
      data-field={definition.field}
      data-dragged={isDragged ? '' : undefined}
      data-drop={drop ?? undefined}
      {...listeners}
    >
      <HeaderContent
        field={definition.field}
        name={definition.headerName}
        order={order}
        actions={actions}
        activatorRef={activatorRef}
        describedBy={describedBy}
      />
    </th>
  );
});

interface HeaderContentProps {
  readonly field: string;
  readonly name: string;
  readonly order: 'asc' | 'desc' | null;
  readonly actions: GridActions;
  readonly activatorRef: Ref<HTMLButtonElement> | undefined;
  readonly describedBy: string | undefined;
}

/** Only the thin outer cell is rendered while a column is dragged. */
const HeaderContent = memo(function HeaderContent(props: HeaderContentProps) {
  const { field, name, order, actions, activatorRef, describedBy } = props;
  return (
    <>
      <button
        type="button"
        ref={activatorRef}
        className={gridClasses.sort}
        tabIndex={-1}
        title={name}
        aria-describedby={describedBy}
        onClick={() => actions.sort(field)}
      >
        <span className={gridClasses.label}>{name}</span>
        {order === 'desc' && <ArrowDownwardRounded />}
        {order === 'asc' && <ArrowUpwardRounded />}
      </button>
      <button
        type="button"
        className={gridClasses.menu}
        tabIndex={-1}
        aria-label={`Options for ${name}`}
        aria-haspopup="menu"
        onClick={(event) => actions.openMenu(field, event.currentTarget)}
      >
        <MoreVertRounded />
      </button>
      {/* The handle is for pointers; the menu offers the same to keys and screen readers. */}
      <div
        className={gridClasses.handle}
        aria-hidden
        onPointerDown={(event) => actions.startResize(field, event)}
        onDoubleClick={() => actions.toggleFit(field)}
      />
    </>
  );
});
