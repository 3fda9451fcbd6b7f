/**
 * The grid's inputs and events. It has no state that should outlive it: its owner stores rows, sort, layout and
 * selection.
 */
import type { ColumnLayout, Density } from '@leadloom/shared/contract/table-views';
import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import type { ReactNode } from 'react';

export interface GridSort {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface GridQuestion {
  readonly page: number;
  readonly perPage: number;
  readonly sort: GridSort | null;
}

export interface DataGridProps {
  /** Names the table to screen readers. */
  readonly label: string;
  /** The columns a screen may show, in their defined order. */
  readonly columns: readonly ColumnDefinition[];
  /** Of this page. */
  readonly rows: readonly TableRow[];
  /** Shows as many skeleton rows as a page has. */
  readonly isLoading: boolean;
  /** The rows answer an earlier question: they are dimmed and cannot be ticked until the answer to the last one is here. */
  readonly isOutdated?: boolean;
  /** What was asked for last, where that is not what is shown: presses go on from there. */
  readonly asked?: GridQuestion;
  /** Shown in place of rows when there are none. */
  readonly emptyText: string;

  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly perPageOptions: readonly number[];
  /** Rows of all pages; null: not known yet. */
  readonly total: number | null;
  readonly onPageChange: (page: number) => void;
  readonly onPerPageChange: (perPage: number) => void;

  /** null: the table's own order. */
  readonly sort: GridSort | null;
  readonly onSortChange: (sort: GridSort | null) => void;

  /** Order, width, hidden and pinned columns; columns it does not name follow as defined. */
  readonly layout: readonly ColumnLayout[];
  readonly onLayoutChange: (layout: readonly ColumnLayout[]) => void;
  readonly density?: Density;
  /** Present where the person may choose. */
  readonly onDensityChange?: (density: Density) => void;
  /** Further controls of the line above the rows. */
  readonly tools?: ReactNode;
  /** What can be done with the selected rows; shown while there are any. */
  readonly selectionActions?: ReactNode;
  /** Space on a cell, or a double click. */
  readonly onOpenRow?: (id: number) => void;
  /** The row that is open elsewhere on the screen, which is marked; null: none. */
  readonly openRowId?: number | null;

  /** Rows that changed since the account was last here. */
  readonly newRowIds?: ReadonlySet<number>;
  /** Beside the number of rows, while nothing is selected. */
  readonly rowsNote?: ReactNode;

  /** Ids of selected rows, also on other pages. */
  readonly selection: ReadonlySet<number>;
  readonly onSelectionChange: (selection: ReadonlySet<number>) => void;
  /** Present where all rows of all pages can be selected. */
  readonly selectAll?: {
    /** They are; `selection` then holds the rows of this page. */
    readonly isOn: boolean;
    readonly onTurnOn: () => void;
  };
  /** Present only if rows may be deleted; the selection bar then offers it. */
  readonly onDelete?: (ids: readonly number[]) => void;
}
