/**
 * Headers that can be dragged, loaded when somebody comes to the grid. Only a picture of the column moves, by transform;
 * a line shows where it would go, and the table changes once, on drop. The target is computed from the widths alone.
 */
import {
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { restrictToHorizontalAxis } from '@dnd-kit/modifiers';
import {
  type AnimateLayoutChanges,
  horizontalListSortingStrategy,
  SortableContext,
  type SortingStrategy,
  useSortable,
} from '@dnd-kit/sortable';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { pixelsPerWidth } from '../columns/pixels-per-width.ts';
import { headerOf, scrollerOf } from '../grid-elements.ts';
import { ColumnPicture } from './column-picture.tsx';
import {
  dragKeys,
  HeaderKeyboardSensor,
  HeaderPointerSensor,
  HeaderTouchSensor,
  mouseConstraint,
  touchConstraint,
} from './drag-sensors.ts';
import { columnAt } from './drop-target.ts';
import type { DragSource, HeadersProps } from './grid-header.tsx';
import { HeaderCell, type HeaderCellProps } from './header-cell.tsx';

const nothingMoves: SortingStrategy = () => null;
const nothingAnimates: AnimateLayoutChanges = () => false;

/** A header that can be dragged. The others stay above their columns; a line shows where the dragged one will go. */
const DraggableHeader = memo(function DraggableHeader(props: HeaderCellProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging, isOver, activeIndex, index } = useSortable({
    id: props.column.definition.field,
    strategy: nothingMoves,
    animateLayoutChanges: nothingAnimates,
    transition: null,
  });
  return (
    <HeaderCell
      {...props}
      cellRef={setNodeRef}
      activatorRef={setActivatorNodeRef}
      describedBy={attributes['aria-describedby']}
      listeners={listeners}
      isDragged={isDragging}
      drop={isOver && !isDragging ? (activeIndex < index ? 'after' : 'before') : null}
    />
  );
});

/** The picture stays in the header's line, and near an edge only the grid scrolls, never the page. */
const modifiers = [restrictToHorizontalAxis];
const autoScroll = { threshold: { x: 0.12, y: 0 } };
const screenReaderInstructions = {
  draggable:
    'Press Enter to sort by this column. Press Shift and Space to pick it up, the left and right arrow keys to move it, Space to drop it, and Escape to cancel.',
};

interface View {
  readonly left: number;
  /** Pixels on the screen for one of a width. */
  readonly pixel: number;
  readonly scroller: HTMLElement;
}

export function DraggableHeaders({ columns, sort, actions, source: latest }: HeadersProps) {
  const view = useRef<View | null>(null);
  const keyTarget = useRef<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);

  const detect: CollisionDetection = useCallback(
    ({ active, pointerCoordinates }) => {
      const field =
        pointerCoordinates === null ? keyTarget.current : columnUnder(pointerCoordinates.x, latest.current, view.current);
      return [{ id: field ?? active.id }];
    },
    [latest],
  );

  const nextByKey: KeyboardCoordinateGetter = useCallback(
    (event, { active, currentCoordinates }) => {
      const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0;
      if (event.code.startsWith('Arrow')) event.preventDefault();
      const fields = latest.current.columns.map(({ definition }) => definition.field);
      const next = fields[fields.indexOf(keyTarget.current ?? String(active)) + step];
      const header = next === undefined ? null : headerOf(latest.current.table.current, next);
      if (step === 0 || next === undefined || header === null) return undefined;
      keyTarget.current = next;
      header.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return { x: header.getBoundingClientRect().left, y: currentCoordinates.y };
    },
    [latest],
  );

  const sensors = useSensors(
    useSensor(
      HeaderPointerSensor,
      useMemo(() => ({ activationConstraint: mouseConstraint }), []),
    ),
    useSensor(
      HeaderTouchSensor,
      useMemo(() => ({ activationConstraint: touchConstraint }), []),
    ),
    useSensor(
      HeaderKeyboardSensor,
      useMemo(() => ({ coordinateGetter: nextByKey, keyboardCodes: dragKeys, scrollBehavior: 'auto' as const }), [nextByKey]),
    ),
  );

  const accessibility = useMemo(() => {
    const positionOf = (id: UniqueIdentifier) => {
      const all = latest.current.columns.map(({ definition }) => definition);
      const at = all.findIndex(({ field }) => field === id);
      return `position ${at + 1} of ${all.length}`;
    };
    const name = (id: UniqueIdentifier) =>
      latest.current.columns.find(({ definition }) => definition.field === id)?.definition.headerName ?? '';
    return {
      // A row of a table holds cells alone.
      container: document.body,
      screenReaderInstructions,
      announcements: {
        onDragStart: ({ active }: DragStartEvent) => `${name(active.id)} picked up at ${positionOf(active.id)}.`,
        onDragOver: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
          over === null || over.id === active.id ? undefined : `${name(active.id)} over ${positionOf(over.id)}.`,
        onDragEnd: ({ active, over }: DragEndEvent) => `${name(active.id)} dropped at ${positionOf(over?.id ?? active.id)}.`,
        onDragCancel: ({ active }: DragEndEvent) => `Cancelled. ${name(active.id)} stays at ${positionOf(active.id)}.`,
      },
    };
  }, [latest]);

  function onDragStart({ active, activatorEvent }: DragStartEvent): void {
    const { table, isMovedByKeys } = latest.current;
    const scroller = scrollerOf(table.current);
    if (table.current === null || scroller === null) return;
    isMovedByKeys.current = activatorEvent instanceof KeyboardEvent;
    keyTarget.current = null;
    view.current = { scroller, left: scroller.getBoundingClientRect().left, pixel: pixelsPerWidth() };
    table.current.tHead?.style.setProperty('--seen-height', `${scroller.clientHeight}px`);
    setDragged(String(active.id));
  }

  function onDragEnd({ active, over, delta, activatorEvent }: DragEndEvent): void {
    stop();
    if (over !== null && over.id !== active.id) latest.current.onDrop(String(active.id), String(over.id));
    else if (!(activatorEvent instanceof KeyboardEvent) && Math.abs(delta.x) < mouseConstraint.tolerance)
      actions.sort(String(active.id));
  }

  function stop(): void {
    latest.current.isMovedByKeys.current = false;
    setDragged(null);
  }

  const index = columns.findIndex(({ definition }) => definition.field === dragged);
  const column = columns[index];
  const { widths, rows } = latest.current;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detect}
      modifiers={modifiers}
      autoScroll={autoScroll}
      accessibility={accessibility}
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
      onDragCancel={stop}
    >
      <SortableContext items={columns.map(({ definition }) => definition.field)} strategy={horizontalListSortingStrategy}>
        {columns.map((column) => (
          <DraggableHeader
            key={column.definition.field}
            column={column}
            order={sort?.field === column.definition.field ? sort.order : null}
            actions={actions}
          />
        ))}
      </SortableContext>
      {createPortal(
        <DragOverlay dropAnimation={null}>
          {column !== undefined && <ColumnPicture definition={column.definition} rows={rows} width={widths[index] ?? 0} />}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

function columnUnder(x: number, { columns, widths }: DragSource, view: View | null): string | null {
  if (view === null) return null;
  const { scroller, left, pixel } = view;
  const arePinsFixed = scroller.dataset.pins !== 'off';
  const spans = columns.map(({ definition, pinIndex }, index) => ({
    field: definition.field,
    width: widths[index] ?? 0,
    isFixed: arePinsFixed && pinIndex !== null,
  }));
  return columnAt(spans, (x - left) / pixel, scroller.scrollLeft / pixel);
}
