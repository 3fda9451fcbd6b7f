/** All commands that change the layout: from the menu, by a double click, or by resizing. */
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { gridClasses } from '../grid-classes.ts';
import { headerOf } from '../grid-elements.ts';
import type { GridTable } from '../use-grid-table.ts';
import { useLatest } from '../use-latest.ts';
import { changeColumn, type Layout, shownColumns, stepColumn } from './column-layout.ts';
import type { ColumnCommand } from './column-menu.tsx';
import { clampWidth, WIDTH_STEP } from './column-widths.ts';
import { pixelsPerWidth } from './pixels-per-width.ts';

/** Padding on both sides, a link's rounded corners, and the line of the next column. */
const CELL_EXTRA = 26;
/** Padding, and the arrow of a sorted column next to the name. */
const HEADER_EXTRA = 46;

interface ColumnCommandsInput {
  readonly definitions: readonly ColumnDefinition[];
  readonly layout: Layout;
  readonly model: GridTable;
  readonly table: RefObject<HTMLTableElement | null>;
  readonly onLayoutChange: (layout: Layout) => void;
}

interface OpenMenu {
  readonly field: string;
  /** null: closing. */
  readonly anchor: HTMLElement | null;
}

/** A fitted width, and the column's previous width: the next double click restores it. */
interface Fit {
  readonly fitted: number;
  readonly before: number | null;
}

export function useColumnCommands(input: ColumnCommandsInput) {
  const latest = useLatest(input);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [news, setNews] = useState('');
  const fits = useRef(new Map<string, Fit>());
  /** Where the focus goes when the menu closes, and what is announced. */
  const afterMenu = useRef({ field: '', news: '' });

  const actions = useMemo(() => {
    const nameOf = (field: string) =>
      latest.current.definitions.find((definition) => definition.field === field)?.headerName ?? field;
    const entryOf = (field: string): ColumnLayout | undefined => latest.current.layout.find((entry) => entry.field === field);
    const setWidth = (field: string, width: number | null): void => {
      latest.current.onLayoutChange(changeColumn(latest.current.layout, field, { width }));
      if (width !== null) setNews(`${nameOf(field)} is ${width} pixels wide.`);
    };
    return {
      nameOf,
      setWidth,
      widthOf: (field: string): number => {
        const { columns, widths } = latest.current.model;
        return widths[columns.findIndex(({ definition }) => definition.field === field)] ?? 0;
      },
      toggleFit: (field: string): void => {
        const { table, model } = latest.current;
        const index = model.columns.findIndex(({ definition }) => definition.field === field);
        const width = entryOf(field)?.width ?? null;
        if (table.current === null || index < 0) return;
        const fit = fits.current.get(field);
        if (fit !== undefined && fit.fitted === width) {
          fits.current.delete(field);
          setWidth(field, fit.before);
          return;
        }
        const fitted = fitWidth(table.current, index + 1);
        fits.current.set(field, { fitted, before: width });
        setWidth(field, fitted);
      },
      openMenu: (field: string, anchor: HTMLElement): void => {
        setNews('');
        afterMenu.current = { field, news: '' };
        setMenu({ field, anchor });
      },
    };
  }, [latest]);

  const run = useCallback(
    (field: string, command: ColumnCommand): void => {
      const { layout, onLayoutChange } = latest.current;
      const name = actions.nameOf(field);
      const step = (by: -1 | 1): void => {
        const moved = stepColumn(layout, field, by);
        if (moved === null) return;
        onLayoutChange(moved);
        const shown = shownColumns(moved);
        setNews(`${name} moved to position ${shown.findIndex((entry) => entry.field === field) + 1} of ${shown.length}.`);
      };
      const widen = (by: number) => actions.setWidth(field, clampWidth(actions.widthOf(field) + by));
      const pin = (is_pinned: boolean): void => {
        onLayoutChange(changeColumn(layout, field, { is_pinned }));
        setNews(`${name} ${is_pinned ? 'pinned to the left' : 'unpinned'}.`);
      };
      const hide = (): void => {
        const shown = shownColumns(layout);
        const at = shown.findIndex((entry) => entry.field === field);
        afterMenu.current = { field: (shown[at + 1] ?? shown[at - 1])?.field ?? field, news: `${name} hidden.` };
        onLayoutChange(changeColumn(layout, field, { is_hidden: true }));
        setMenu({ field, anchor: null });
      };
      const commands: Readonly<Record<ColumnCommand, () => void>> = {
        left: () => step(-1),
        right: () => step(1),
        wider: () => widen(WIDTH_STEP),
        narrower: () => widen(-WIDTH_STEP),
        fit: () => actions.toggleFit(field),
        pin: () => pin(true),
        unpin: () => pin(false),
        hide,
      };
      commands[command]();
    },
    [actions, latest],
  );

  return {
    ...actions,
    menu,
    news,
    run,
    closeMenu: () => setMenu((open) => open && { ...open, anchor: null }),
    onMenuExited: () => {
      const header = headerOf(latest.current.table.current, afterMenu.current.field);
      header?.querySelector<HTMLElement>(`.${gridClasses.menu}`)?.focus();
      setNews(afterMenu.current.news);
    },
  };
}

/**
 * The width of a column's header and of its cells on this page if nothing is truncated.
 * @param index of the column in every row; the checkbox is 0
 */
function fitWidth(table: HTMLTableElement, index: number): number {
  const pixel = pixelsPerWidth();
  const [header, ...cells] = [...table.rows].map((row) => row.cells[index]);
  const label = header?.querySelector(`.${gridClasses.label}`);
  const headerWidth = (label ? contentWidth(label) : 0) / pixel + HEADER_EXTRA;
  const cellWidths = cells.map((cell) => (cell === undefined ? 0 : contentWidth(cell) / pixel + CELL_EXTRA));
  return clampWidth(Math.ceil(Math.max(headerWidth, ...cellWidths)));
}

/** The width of the text itself, even if it is truncated or narrower than its cell. */
function contentWidth(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element.firstElementChild ?? element);
  return range.getBoundingClientRect().width;
}
