/** A header that can be dragged. The others stay above their columns; a line shows where the dragged one will go. */
import { type AnimateLayoutChanges, type SortingStrategy, useSortable } from '@dnd-kit/sortable';
import { memo } from 'react';
import { HeaderCell, type HeaderCellProps } from './header-cell.tsx';

const nothingMoves: SortingStrategy = () => null;
const nothingAnimates: AnimateLayoutChanges = () => false;

export const DraggableHeader = memo(function DraggableHeader(props: HeaderCellProps) {
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
