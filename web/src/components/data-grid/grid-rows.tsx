import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import { memo, type RefObject, useLayoutEffect, useMemo } from 'react';
import type { GridActions } from './grid-actions.ts';
import type { GridColumn } from './grid-column.ts';
import { GridRow, RUN } from './grid-row.tsx';
import type { Selection } from './grid-selection.ts';
import { isWhole, type Line, type ShownLine, useRowsInTurns } from './use-rows-in-turns.ts';

interface GridRowsProps {
  readonly lines: readonly Line[];
  /** Announces what is shown, which may still be the previous page. */
  readonly shown: RefObject<readonly ShownLine[]>;
  /** Busy while rows of the previous page are shown. */
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly columns: readonly GridColumn[];
  readonly widths: readonly number[];
  readonly nameColumn: ColumnDefinition | undefined;
  readonly selection: Selection;
  readonly isSeen: (from: number, to: number) => boolean;
  readonly actions: GridActions;
  readonly canOpen: boolean;
  readonly openRowId: number | null;
  readonly newRowIds: ReadonlySet<number>;
}

/** Only the rows, because this is rendered many times while a page appears. */
export const GridRows = memo(function GridRows(props: GridRowsProps) {
  const { lines, shown, body, columns, widths, nameColumn, selection, isSeen, actions } = props;
  const runs = useMemo(() => runsOf(columns), [columns]);
  const runWidths = useMemo(() => runsOf(widths), [widths]);
  const shownLines = useRowsInTurns(lines, runs.length, (run) => isSeen(run * RUN, run * RUN + RUN - 1));
  useLayoutEffect(() => {
    shown.current = shownLines;
    // Set here, so that no row is rendered for it.
    if (isWhole(shownLines, lines)) body.current?.removeAttribute('aria-busy');
    else body.current?.setAttribute('aria-busy', 'true');
  }, [shown, body, shownLines, lines]);
  return shownLines.map((line, index) => (
    <GridRow
      // biome-ignore lint/suspicious/noArrayIndexKey: rows at the same position are the same elements on every page (grid-row.tsx)
      key={index}
      line={line}
      runs={runs}
      widths={runWidths}
      nameColumn={nameColumn}
      isSelected={selection.has(line[0]?.row?.id ?? -1)}
      canOpen={props.canOpen}
      isNew={props.newRowIds.has(line[0]?.row?.id ?? -1)}
      isOpen={props.openRowId !== null && line[0]?.row?.id === props.openRowId}
      actions={actions}
    />
  ));
});

function runsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / RUN) }, (_, run) => items.slice(run * RUN, run * RUN + RUN));
}
