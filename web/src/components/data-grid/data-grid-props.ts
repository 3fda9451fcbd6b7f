/**
 * The grid's inputs and events. It has no state that should outlive it: its owner stores rows, sort, layout and
 * selection.
 */
import type { WorkbenchLayout } from '@leadloom/shared/contract/preferences';
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

interface Choice<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** How rows can be shown; what is absent is not offered. */
export interface RowChoices {
  readonly density?: Choice<Density>;
  readonly layout?: Choice<WorkbenchLayout>;
  /** The page size, where the pager does not offer it. */
  readonly pageSize?: Choice<number> & { readonly options: readonly number[] };
}

/** Rows of several pages under each other. All numbers of rows count from 1, for the first row of the first page. */
export interface ScrolledRows {
  /** The rows that can be scrolled to: none before, and none after. */
  readonly from: number;
  readonly count: number;
  /** The first of `rows`, which are loaded; there may be others before and after them. */
  readonly rowsFrom: number;
  /** The grid scrolls to the first row of `page` when this changes. */
  readonly jump: unknown;
  /** Called with the rows in sight whenever they change. */
  readonly onSight: (sight: RowsInSight) => void;
}

export interface RowsInSight {
  readonly first: number;
  readonly last: number;
  /** There are no rows below them. */
  readonly isEnd: boolean;
  /** They are where the jump led to. */
  readonly isJump: boolean;
}

export interface DataGridProps {
  /** Names the table to screen readers. */
  readonly label: string;
  /** The columns a screen may show, in their defined order. */
  readonly columns: readonly ColumnDefinition[];
  /** The rows of this page, or those that are scrolled through. */
  readonly rows: readonly TableRow[];
  /** Shows as many skeleton rows as a page has, or as are known to come. */
  readonly isLoading: boolean;
  /** Rows of all pages, where it is known before they are here. */
  readonly expectedTotal?: number | null;
  /** The rows answer an earlier question: they are dimmed and cannot be ticked until the answer to the last one is here. */
  readonly isOutdated?: boolean;
  /** What was asked for last, where that is not what is shown: presses go on from there. */
  readonly requested?: GridQuestion;
  /** Shown in place of rows when there are none. */
  readonly emptyText: string;

  /** Present where scrolling goes on into the next page. `page` is then the one in sight. */
  readonly scrolled?: ScrolledRows;

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
  /** The columns before the layout changes them; by default as defined. */
  readonly arrangement?: readonly ColumnLayout[];
  /** Profile addresses are shown as icons. */
  readonly hasIcons?: boolean;
  readonly density?: Density;
  /** Present where the person may choose. */
  readonly onDensityChange?: (density: Density) => void;
  readonly workbenchLayout?: Choice<WorkbenchLayout>;
  /** Further controls of the line above the rows. */
  readonly tools?: ReactNode;
  /** Stands at the end of the line with the tools. */
  readonly lastTool?: ReactNode;
  /** What can be done with the selected rows; shown while there are any. */
  readonly selectionActions?: ReactNode;
  /** Space on a cell, or a double click. */
  readonly onOpenRow?: (id: number) => void;
  /** The page of a row, to which its name is a link: a press opens the row, and the browser can open the page elsewhere. */
  readonly hrefOfRow?: (id: number) => string;
  /** Fields with the name of a row, of which the first that is filled counts. The default is the first column. */
  readonly nameFields?: readonly string[] | undefined;
  /** The row that is open elsewhere on the screen, which is marked; null: none. */
  readonly openRowId?: number | null;

  /** Rows that changed since the account was last here. */
  readonly newRowIds?: ReadonlySet<number>;
  /** What stands beside the number of rows, while nothing is selected. */
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
