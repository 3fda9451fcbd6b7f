import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { memo, type RefObject, startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { GridColumn } from '../columns/grid-column.ts';
import type { GridActions } from '../grid-actions.ts';
import { GridRow, RUN } from './grid-row.tsx';
import type { Selection } from './grid-selection.ts';

/** A row and its number; null: on its way. */
export interface Line {
  readonly row: TableRow | null;
  /** The number of the row, counted from 1 for the first row of the first page. */
  readonly number: number;
}

/** What of the grid is in sight. */
export interface Sight {
  readonly hasRow: (index: number) => boolean;
  /** One of these columns, counted from 0. */
  readonly hasColumns: (from: number, to: number) => boolean;
}

interface GridRowsProps {
  readonly lines: readonly Line[];
  /** The first line's place among those that can be scrolled to, from 0. */
  readonly offset: number;
  /** The answer that the rows are of; those of another one are drawn in two steps. */
  readonly answer: unknown;
  /** Rows are elements of their own, which are scrolled to; otherwise they are reused by their position. */
  readonly isScrolled: boolean;
  /** Busy while cells out of sight are still to be drawn. */
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly columns: readonly GridColumn[];
  readonly widths: readonly number[];
  readonly nameColumns: readonly ColumnDefinition[];
  readonly hrefOfRow: ((id: number) => string) | undefined;
  readonly selection: Selection;
  readonly sight: Sight;
  readonly actions: GridActions;
  readonly canOpen: boolean;
  readonly openRowId: number | null;
  readonly newRowIds: ReadonlySet<number>;
}

/**
 * Renders the rows, twice for each answer: all 300 cells at once would take longer than a frame, mostly for shaping text.
 * The first commit draws those in sight and leaves the others blank, so that rows of two answers never stand under each
 * other.
 */
export const GridRows = memo(function GridRows(props: GridRowsProps) {
  const { lines, offset, answer, isScrolled, body, columns, widths, nameColumns, selection, sight, actions } = props;
  const runs = useMemo(() => runsOf(columns), [columns]);
  const runWidths = useMemo(() => runsOf(widths), [widths]);
  const shownNames = useMemo(
    () => nameColumns.filter((name) => columns.some(({ definition }) => definition === name)),
    [nameColumns, columns],
  );
  const isWhole = useSecondStep(answer);
  const all = useMemo(() => runs.map(() => true), [runs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in sight is asked once for each answer
  const [none, seen] = useMemo(
    // The row's checkbox and name belong to the first run.
    () => [runs.map(() => false), runs.map((_, run) => run === 0 || sight.hasColumns(run * RUN, run * RUN + RUN - 1))],
    [answer, runs],
  );
  useLayoutEffect(() => {
    // The attribute is set here, so that no row is rendered for it.
    if (isWhole) body.current?.removeAttribute('aria-busy');
    else body.current?.setAttribute('aria-busy', 'true');
  }, [body, isWhole]);
  return lines.map(({ row, number }, index) => (
    <GridRow
      // Rows at the same position are the same elements on every page (grid-row.tsx), and none of those that are scrolled to.
      key={isScrolled ? number : `at ${index}`}
      row={row}
      number={number}
      drawn={isWhole ? all : sight.hasRow(offset + index) ? seen : none}
      runs={runs}
      widths={runWidths}
      nameColumns={nameColumns}
      shownNames={shownNames}
      hrefOfRow={props.hrefOfRow}
      isSelected={selection.has(row?.id ?? -1)}
      canOpen={props.canOpen}
      isNew={props.newRowIds.has(row?.id ?? -1)}
      isOpen={props.openRowId !== null && row?.id === props.openRowId}
      actions={actions}
    />
  ));
});

function runsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / RUN) }, (_, run) => items.slice(run * RUN, run * RUN + RUN));
}

/**
 * Splits drawing into two steps: what is in sight is drawn in the commit that brings a new subject, the rest after that
 * frame has been painted.
 * @returns false in the first step of a subject, true from the second on, and for the first subject
 */
function useSecondStep(subject: unknown): boolean {
  const [drawn, setDrawn] = useState(subject);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // A separate task runs after the frame has been painted.
      timer = setTimeout(() => startTransition(() => setDrawn(subject)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [subject]);
  return Object.is(drawn, subject);
}
