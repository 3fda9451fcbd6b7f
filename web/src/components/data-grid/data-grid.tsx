/**
 * A table that can be sorted, paged, selected from and arranged, for any columns and rows. It has no state that
 * should outlive it, and renders as little as possible: widths and focus are written to the page directly.
 */
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CachedStyles } from '../cached-styles.tsx';
import { lazyLoader, lazyOverlay, lazyPart } from '../lazy-part.tsx';
import { visuallyHidden } from '../visually-hidden.ts';
import type { OpenCell } from './body/cell-popover.tsx';
import { type DrawnRows, GridBody } from './body/grid-body.tsx';
import type { Sight } from './body/grid-rows.tsx';
import { pageState } from './body/grid-selection.ts';
import { nameColumnsOf } from './body/row-names.ts';
import { SelectionBar } from './body/selection-bar.tsx';
import { useGridNavigation } from './body/use-grid-navigation.ts';
import { useOpenRowInSight } from './body/use-open-row-in-sight.ts';
import { useRowWindow } from './body/use-row-window.ts';
import { useScrollState } from './body/use-scroll-state.ts';
import { applyWidths } from './columns/apply-widths.ts';
import { completeLayout, dropColumn } from './columns/column-layout.ts';
import { CHECKBOX_WIDTH, inRem } from './columns/column-widths.ts';
import { areInView, isRowInView } from './columns/columns-in-view.ts';
import { ColumnsPanel } from './columns/columns-panel.tsx';
import { useFirstWidths } from './columns/first-widths.ts';
import { useColumnCommands } from './columns/use-column-commands.ts';
import { useColumnResize } from './columns/use-column-resize.ts';
import type { DataGridProps } from './data-grid-props.ts';
import { DensityMenu } from './density-menu.tsx';
import { GridAnnouncer } from './grid-announcer.tsx';
import { gridClasses } from './grid-classes.ts';
import { COMPACT_ROW_PIXELS, HEADER_PIXELS } from './grid-measures.ts';
import { gridStyles } from './grid-styles.tsx';
import { GridHeader } from './header/grid-header.tsx';
import { GridPager } from './paging/grid-pager.tsx';
import { printedText, rowsOnPage } from './paging/page-range.ts';
import { useGridActions } from './use-grid-actions.ts';
import { useGridTable } from './use-grid-table.ts';
import { useIsPrinting } from './use-is-printing.ts';
import { useLatest } from './use-latest.ts';

const CellPopover = lazyOverlay(
  async () => (await import('./body/cell-popover.tsx')).CellPopover,
  ({ cell }) => cell !== null,
);
const ColumnMenu = lazyPart(async () => (await import('./columns/column-menu.tsx')).ColumnMenu);

const ProfileIcons = lazyPart(async () => (await import('./body/profile-icons.tsx')).ProfileIcons);

const useDraggableHeaders = lazyLoader(async () => (await import('./header/draggable-headers.tsx')).DraggableHeaders);

/** How long a copied cell is marked. */
const COPIED_MS = 600;
const noRows: ReadonlySet<number> = new Set();

export function DataGrid(props: DataGridProps) {
  const { columns: definitions, rows, isLoading, isOutdated = false, page, perPage, total, sort, selection } = props;
  const { requested = { page, perPage, sort }, onLayoutChange } = props;
  const table = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const isMovedByKeys = useRef(false);
  const isDragKey = useRef(false);
  const [copies, setCopies] = useState(0);
  const [openCell, setOpenCell] = useState<OpenCell | null>(null);
  const [comings, setComings] = useState(0);
  /** The headers are loaded here and not in the header, because the tab stop is looked after when this is rendered. */
  const Headers = useDraggableHeaders(comings);

  const { arrangement, hasIcons = false } = props;
  const layout = useMemo(() => completeLayout(definitions, props.layout, arrangement), [definitions, props.layout, arrangement]);
  const nameColumns = useMemo(() => nameColumnsOf(definitions, props.nameFields), [definitions, props.nameFields]);
  const firstWidths = useFirstWidths(definitions, rows);
  /** Which widths the columns will have is not known, so that none is drawn (grid-styles.tsx). */
  const isUnmeasured = isLoading && firstWidths === null;
  const nameField = arrangement?.[0]?.field ?? definitions[0]?.field;
  const model = useGridTable({ definitions, layout, nameField, firstWidths, hasIcons, rows, scroller });
  const { columns, widths } = model;
  const pinnedCount = columns.filter(({ pinIndex }) => pinIndex !== null).length;
  const pinnedWidth = widths.slice(0, pinnedCount).reduce((sum, width) => sum + width, pinnedCount > 0 ? CHECKBOX_WIDTH : 0);
  const scrolled = isLoading ? undefined : props.scrolled;
  const pageFrom = (page - 1) * perPage + 1;
  const rowsFrom = scrolled?.rowsFrom ?? pageFrom;
  const pageRows = useMemo(
    () => rows.slice(Math.max(0, pageFrom - rowsFrom), Math.max(0, pageFrom - rowsFrom + perPage)),
    [rows, pageFrom, rowsFrom, perPage],
  );
  const ids = pageRows.map(({ id }) => id);

  const commands = useColumnCommands({ definitions, layout, model, table, onLayoutChange });
  const { openMenu, toggleFit, setWidth, menu } = commands;
  const latestModel = useLatest(model);
  const startResize = useColumnResize({ table, model: latestModel, onResize: setWidth });
  const onDrop = (field: string, over: string) => onLayoutChange(dropColumn(layout, field, over));
  const source = useLatest({ columns, widths, rows, table, isMovedByKeys, onDrop });
  const actions = useGridActions({
    ...props,
    pageRows,
    isOutdated,
    sort: requested.sort,
    table,
    openMenu,
    startResize,
    toggleFit,
  });
  const view = useScrollState(scroller, pinnedWidth, scrolled === undefined ? JSON.stringify([page, perPage, sort]) : '');
  const target = scrolled === undefined ? 0 : pageFrom - scrolled.from;
  const isPrinting = useIsPrinting();
  const shownRows = useRowWindow(scroller, scrolled, target, isPrinting);
  const drawn = useMemo<DrawnRows | null>(() => {
    if (scrolled === undefined) return null;
    const { from, jump: answer } = scrolled;
    // Paper has no rows out of sight: all that are loaded are printed.
    if (isPrinting) return { first: rowsFrom, end: rowsFrom + rows.length, from, answer };
    return { first: from + shownRows.start, end: from + shownRows.end, from, answer };
  }, [scrolled, shownRows.start, shownRows.end, isPrinting, rowsFrom, rows.length]);
  const navigation = useGridNavigation(
    table,
    () => isMovedByKeys.current,
    scrolled === undefined ? null : { from: scrolled.from, count: scrolled.count, scroller },
  );
  const { openRowId = null } = props;
  const openIndex = scrolled === undefined || openRowId === null ? -1 : rows.findIndex(({ id }) => id === openRowId);
  useOpenRowInSight(table, scroller, openRowId, openIndex < 0 ? null : rowsFrom - (scrolled?.from ?? 1) + openIndex);
  const sight = useMemo<Sight>(
    () => ({
      hasRow: (index) => isRowInView(index, view.current),
      hasColumns: (from, to) => areInView(latestModel.current.widths, from, to, view.current),
    }),
    [latestModel, view],
  );

  useLayoutEffect(() => {
    if (table.current !== null) applyWidths(table.current, widths, pinnedCount);
  }, [widths, pinnedCount]);

  /** Marks the cell for a moment. */
  const onCopy = useCallback((cell: HTMLTableCellElement) => {
    setCopies((count) => count + 1);
    cell.toggleAttribute('data-copied', true);
    window.setTimeout(() => cell.toggleAttribute('data-copied', false), COPIED_MS);
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    isDragKey.current = isMovedByKeys.current;
    navigation.onKeyDown(event);
  }

  /** The Space key that picks up or drops a column does not also press its name. */
  function onKeyUp(event: KeyboardEvent): void {
    if (event.code === 'Space' && isDragKey.current) event.preventDefault();
  }

  const menuEntry = layout.find(({ field }) => field === menu?.field);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only loads what the parts inside need
    <div
      className={gridClasses.frame}
      data-density={props.density}
      data-outdated={isOutdated ? '' : undefined}
      onPointerEnter={() => setComings(1)}
      onTouchStart={() => setComings(1)}
      onFocus={() => setComings(1)}
    >
      <CachedStyles styles={gridStyles} />
      {hasIcons && <ProfileIcons />}
      <div className={gridClasses.bar}>
        <SelectionBar
          count={selection.size}
          countHere={ids.filter((id) => selection.has(id)).length}
          total={total}
          canDelete={props.onDelete !== undefined}
          selectAll={props.selectAll}
          note={props.rowsNote}
          actions={actions}
        >
          {props.selectionActions}
        </SelectionBar>
        <div className={gridClasses.tools}>
          {props.tools}
          <ColumnsPanel definitions={definitions} layout={layout} onChange={actions.changeLayout} />
          {(props.onDensityChange ?? props.workbenchLayout) !== undefined && (
            <DensityMenu
              {...(props.onDensityChange === undefined
                ? {}
                : { density: { value: props.density ?? 'comfortable', onChange: props.onDensityChange } })}
              {...(props.workbenchLayout === undefined ? {} : { layout: props.workbenchLayout })}
              {...(props.scrolled === undefined
                ? {}
                : { pageSize: { value: requested.perPage, options: props.perPageOptions, onChange: props.onPerPageChange } })}
            />
          )}
          {props.lastTool}
        </div>
      </div>
      <p className={gridClasses.printed}>{isPrinting && printedText(rowsFrom, rows.length, total)}</p>
      <div ref={scroller} className={gridClasses.scroller}>
        <div
          className={gridClasses.content}
          style={scrolled === undefined ? undefined : { height: inRem(HEADER_PIXELS + scrolled.count * COMPACT_ROW_PIXELS) }}
        >
          <table
            className={gridClasses.table}
            style={drawn === null ? undefined : { marginTop: inRem((drawn.first - drawn.from) * COMPACT_ROW_PIXELS) }}
            ref={table}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of rows and columns is a table
            role="grid"
            aria-label={props.label}
            aria-rowcount={total === null ? -1 : total + 1}
            aria-colcount={columns.length + 1}
            aria-multiselectable
            aria-busy={isLoading || isOutdated}
            data-unmeasured={isUnmeasured ? '' : undefined}
            onKeyDown={onKeyDown}
            onKeyUp={onKeyUp}
            onFocus={navigation.onFocus}
            onBlur={navigation.onBlur}
          >
            <colgroup>
              <col style={{ width: inRem(CHECKBOX_WIDTH) }} />
              {columns.map(({ definition }) => (
                <col key={definition.field} />
              ))}
              <col />
            </colgroup>
            <GridHeader
              Headers={Headers}
              columns={columns}
              sort={sort}
              pageState={pageState(selection, ids)}
              canSelect={!isLoading && !isOutdated && pageRows.length > 0}
              source={source}
              actions={actions}
            />
            <GridBody
              columns={columns}
              widths={widths}
              nameColumns={nameColumns}
              hrefOfRow={props.hrefOfRow}
              rows={rows}
              selection={selection}
              firstNumber={rowsFrom}
              drawn={drawn}
              skeletonCount={isLoading ? rowsOnPage(page, perPage, props.expectedTotal ?? total) : 0}
              emptyText={props.emptyText}
              sight={sight}
              canOpen={props.onOpenRow !== undefined}
              openRowId={openRowId}
              newRowIds={props.newRowIds ?? noRows}
              actions={actions}
              onOpenCell={setOpenCell}
              onCopy={onCopy}
            />
          </table>
          <div className={gridClasses.shade} />
        </div>
      </div>
      <GridPager
        page={page}
        perPage={perPage}
        requested={requested}
        {...(props.scrolled === undefined ? { perPageOptions: props.perPageOptions } : {})}
        total={total}
        count={isLoading ? null : pageRows.length}
        onPageChange={props.onPageChange}
        onPerPageChange={props.onPerPageChange}
      />
      <GridAnnouncer {...props} rows={pageRows} />
      <div role="status" style={visuallyHidden}>
        {commands.news}
      </div>
      <div role="status" style={visuallyHidden}>
        {/* The element is another one each time, so that it is announced each time. */}
        {copies > 0 && <span key={copies}>Copied to the clipboard</span>}
      </div>
      {menuEntry !== undefined && (
        <ColumnMenu
          name={commands.nameOf(menuEntry.field)}
          entry={menuEntry}
          width={widths[columns.findIndex(({ definition }) => definition.field === menuEntry.field)] ?? 0}
          layout={layout}
          anchor={menu?.anchor ?? null}
          announcement={commands.news}
          onCommand={(command) => commands.run(menuEntry.field, command)}
          onSort={(order) => {
            commands.closeMenu();
            props.onSortChange({ field: menuEntry.field, order });
          }}
          onClose={commands.closeMenu}
          onExited={commands.onMenuExited}
        />
      )}
      <CellPopover cell={openCell} onClose={() => setOpenCell(null)} />
    </div>
  );
}
