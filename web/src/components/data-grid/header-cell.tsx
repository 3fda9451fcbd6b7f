/**
 * A column's header: its name sorts, its menu does everything that dragging and resizing do with a pointer.
 * Only the thin outer cell is rendered while a column is dragged; what is in it stays.
 */
import { type AnimateLayoutChanges, type SortingStrategy, useSortable } from '@dnd-kit/sortable';
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import MoreVertRounded from '@mui/icons-material/MoreVertRounded';
import { memo, type Ref } from 'react';
import type { GridActions } from './grid-actions.ts';
import { gridClasses } from './grid-classes.ts';
import type { GridColumn } from './grid-column.ts';
import { classOf } from './grid-row.tsx';

/** The other headers stay above their columns; a line shows where the dragged one will go. */
const nothingMoves: SortingStrategy = () => null;
const nothingAnimates: AnimateLayoutChanges = () => false;

interface HeaderCellProps {
  readonly column: GridColumn;
  readonly order: 'asc' | 'desc' | null;
  readonly actions: GridActions;
}

export const HeaderCell = memo(function HeaderCell({ column, order, actions }: HeaderCellProps) {
  const { definition, pinIndex } = column;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging, isOver, activeIndex, index } = useSortable({
    id: definition.field,
    strategy: nothingMoves,
    animateLayoutChanges: nothingAnimates,
    transition: null,
  });
  const side = activeIndex < index ? 'after' : 'before';
  return (
    <th
      ref={setNodeRef}
      scope="col"
      className={classOf(column)}
      style={pinIndex === null ? undefined : { left: `var(--pin-${pinIndex})` }}
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
      data-field={definition.field}
      data-dragged={isDragging ? '' : undefined}
      data-drop={isOver && !isDragging ? side : undefined}
      {...listeners}
    >
      <HeaderContent
        field={definition.field}
        name={definition.headerName}
        order={order}
        actions={actions}
        activatorRef={setActivatorNodeRef}
        describedBy={attributes['aria-describedby']}
      />
    </th>
  );
});

interface HeaderContentProps {
  readonly field: string;
  readonly name: string;
  readonly order: 'asc' | 'desc' | null;
  readonly actions: GridActions;
  readonly activatorRef: Ref<HTMLButtonElement>;
  readonly describedBy: string;
}

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
      {/* For pointers; the menu says the same to keys and screen readers. */}
      <div
        className={gridClasses.handle}
        aria-hidden
        onPointerDown={(event) => actions.startResize(field, event)}
        onDoubleClick={() => actions.toggleFit(field)}
      />
    </>
  );
});
