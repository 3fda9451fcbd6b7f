/** The rows in the grid, and what is shown when they could not be loaded. */
import type { WorkbenchLayout } from '@leadloom/shared/contract/preferences';
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import { PAGE_SIZES } from '@leadloom/shared/contract/tables';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { ChangedMenu } from '../../../components/changed/changed-menu.tsx';
import { toggleRow } from '../../../components/data-grid/body/grid-selection.ts';
import { DataGrid } from '../../../components/data-grid/data-grid.tsx';
import type { GridSort } from '../../../components/data-grid/data-grid-props.ts';
import { type LineNote, LineNotes } from '../../../components/data-grid/line-notes.tsx';
import { lazyOverlay } from '../../../components/lazy-part.tsx';
import { LoadingLine } from '../../../components/loading-line.tsx';
import { TableRows } from '../../../components/table-frame.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { LAST_DAY } from '../../../lib/changed/changed-choice.ts';
import { clampPageSize } from '../../../lib/page-size.ts';
import { APP_BASE, paths, recordPath } from '../../../lib/paths.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { shortcuts } from '../../../lib/shortcuts.ts';
import type { StateChange, TableState } from '../address/filters-in-url.ts';
import { changedOf } from '../changed/changed-filters.ts';
import { useNewRows } from '../changed/use-new-rows.ts';
import { changeFilter } from '../filters/change-filters.ts';
import type { OwnLayout } from '../layout/use-table-layout.ts';
import { RecordSidePanel } from '../records/record-side-panel.tsx';
import { Attributions } from './attributions.tsx';
import { useRowsSeen } from './use-rows-seen.ts';
import { useScrolledRows } from './use-scrolled-rows.ts';

/** They are shown once rows are selected. Their keys wait for them. */
const SelectionActions = lazyOverlay(
  async () => (await import('../selection/selection-actions.tsx')).SelectionActions,
  () => true,
);

interface RowsSectionProps {
  readonly name: TableName;
  /** The state as it was chosen. */
  readonly chosen: TableState;
  /** The state as it is requested. */
  readonly state: TableState;
  /** When the account was here before; null: not known. */
  readonly since: string | null;
  /** false: what to ask for is not settled. */
  readonly isReady: boolean;
  readonly columns: readonly ColumnLayout[];
  readonly own: OwnLayout;
  readonly onLayoutChange: (layout: WorkbenchLayout) => void;
  readonly areColumnsKnown: boolean;
  /** Goes to the first page unless it names another. */
  readonly onChange: (change: StateChange, isReplacing?: boolean) => void;
  /** Gets the page that was scrolled to. @returns false: it was not written to the address */
  readonly onFollow: (page: number) => boolean;
  readonly onColumnsChange: (columns: readonly ColumnLayout[]) => void;
  /** The row whose record is open; null: none. */
  readonly recordId: number | null;
  readonly onOpenRecord: (id: number | null) => void;
  /** The record that was opened last, which the screen may not show yet; null: none. */
  readonly latestRecord: () => number | null;
  /** Notes about the rows. */
  readonly notes: readonly LineNote[];
  /** The choice between rows and chart. */
  readonly choice: ReactNode;
  /** A text for the case that nothing matches. */
  readonly emptyText?: string | undefined;
}

/** The height while rows are awaited, in windows that scroll as a page. */
const WAITING_HEIGHT = '20rem';
const nothing: ReadonlySet<number> = new Set();
const nothingLoaded: readonly TableRow[] = [];

export function RowsSection(props: RowsSectionProps) {
  const { name, chosen, state, since, isReady, columns, own, areColumnsKnown, onChange } = props;
  const {
    onFollow,
    onColumnsChange,
    onLayoutChange,
    recordId,
    onOpenRecord,
    latestRecord,
    notes,
    choice,
    emptyText = 'No results found',
  } = props;
  const definition = tableByName(name);
  const found = useScrolledRows(name, state, isReady, own.kind === 'work', onFollow);
  const { page, expectedTotal, isLoading, isOutdated, error, retry, scrolled } = found;
  const [selection, setSelection] = useState({ search: '', ids: nothing, isAll: false });
  const onScreen = useMemo(() => definition.columns.filter((column) => column.isStoredOnly !== true), [definition]);

  // Asking the same again would be refused again.
  const refusal = error instanceof ApiError && error.status === 400 ? error.msg : null;
  // Other filters start a new selection.
  const search = JSON.stringify(state.filters);
  const isAll = selection.search === search && selection.isAll;
  const loaded = found.rows;
  const ids = useMemo(() => loaded.map(({ id }) => id), [loaded]);
  const selected = useMemo(
    () => (isAll ? new Set(ids) : selection.search === search ? selection.ids : nothing),
    [isAll, ids, selection, search],
  );
  const onSelect = useCallback((next: ReadonlySet<number>) => setSelection({ search, ids: next, isAll: false }), [search]);
  const onSelectRow = useCallback(
    (id: number, isAdding: boolean) =>
      setSelection((current) => {
        // Several keys may come before the screen shows what the first of them selected.
        const before = current.search !== search ? nothing : current.isAll ? new Set(ids) : current.ids;
        return { search, ids: isAdding ? new Set([...before, id]) : toggleRow(before, id), isAll: false };
      }),
    [search, ids],
  );
  const onPage = useCallback((next: number) => onChange({ page: next }), [onChange]);
  const onPerPage = useCallback((size: number) => onChange({ perPage: clampPageSize(size) }), [onChange]);
  const hrefOfRow = useCallback((id: number) => `${APP_BASE}${recordPath(name, id)}`, [name]);
  const onSort = useCallback((sort: GridSort | null) => onChange({ sort }), [onChange]);

  const total = page?.total ?? null;
  const lastPage = total === null || isOutdated ? null : Math.max(1, Math.ceil(total / state.perPage));
  const isPastEnd = lastPage !== null && state.page > lastPage;
  useEffect(() => {
    if (isPastEnd) onFollow(lastPage);
  }, [isPastEnd, lastPage, onFollow]);

  // A page past the end has no rows to show until those of the last one are here.
  const isWaiting = isLoading || isPastEnd || (isOutdated && loaded.length === 0 && total !== 0);
  const shown = isWaiting || page === undefined ? state : { ...page.state, page: found.pageInSight };
  const rows = isWaiting ? nothingLoaded : loaded;
  const isAnswered = isReady && !isWaiting && !isOutdated;
  const news = useNewRows({ name, filters: state.filters, pages: found.idsInSight, total, since, isReady: isAnswered });
  useRowsSeen(isAnswered && rows.length > 0);
  const changed = changedOf(chosen.filters);
  const onChanged = (value: string) =>
    onChange(({ filters }) => ({ filters: changeFilter(definition, filters, UPDATED_AFTER, value) }));
  const isLastDay = changed === LAST_DAY;
  useScreenActions([
    {
      label: isLastDay ? 'Show rows of any time' : 'Show what changed in the last 24 hours',
      shortcut: shortcuts.showChanged,
      run: () =>
        onChange(({ filters }) => ({
          filters: changeFilter(definition, filters, UPDATED_AFTER, changedOf(filters) === LAST_DAY ? '' : LAST_DAY),
        })),
    },
  ]);

  return (
    <RecordSidePanel
      name={name}
      recordId={recordId}
      rows={rows}
      firstNumber={scrolled?.rowsFrom ?? (shown.page - 1) * shown.perPage + 1}
      isSettled={areColumnsKnown && !isWaiting && !isOutdated}
      // Rows that are scrolled through are those of the next page, too.
      pageNumber={scrolled === undefined ? state.page : 1}
      lastPage={scrolled === undefined ? lastPage : 1}
      onPage={onPage}
      onOpen={onOpenRecord}
      latestRecord={latestRecord}
      onSelect={onSelectRow}
    >
      {/* The rows take what the window leaves, whether they are there or not. */}
      <TableRows aria-label="Rows" style={areColumnsKnown ? undefined : { minHeight: WAITING_HEIGHT }}>
        {areColumnsKnown ? (
          <DataGrid
            label={definition.title}
            columns={onScreen}
            rows={rows}
            isLoading={isWaiting}
            expectedTotal={expectedTotal}
            isOutdated={isOutdated}
            requested={scrolled === undefined || isOutdated ? state : shown}
            {...(scrolled === undefined || isPastEnd ? {} : { scrolled })}
            emptyText={error === null ? emptyText : (refusal ?? 'The rows could not be loaded.')}
            page={shown.page}
            perPage={shown.perPage}
            perPageOptions={PAGE_SIZES}
            total={total}
            onPageChange={onPage}
            onPerPageChange={onPerPage}
            sort={shown.sort}
            onSortChange={onSort}
            layout={columns}
            onLayoutChange={onColumnsChange}
            arrangement={own.arrangement}
            hasIcons={own.kind === 'work'}
            density={own.density}
            {...(own.kind === 'work' ? {} : { onDensityChange: (density) => own.change({ density }) })}
            workbenchLayout={{ value: own.kind, onChange: onLayoutChange }}
            tools={<ChangedMenu value={changed} onChange={onChanged} />}
            lastTool={choice}
            newRowIds={news.ids}
            rowsNote={total !== null && <LineNotes notes={notes} />}
            selection={selected}
            selectAll={{ isOn: isAll, onTurnOn: () => setSelection({ search, ids: nothing, isAll: true }) }}
            onSelectionChange={onSelect}
            selectionActions={
              <SelectionActions
                table={name}
                columns={onScreen}
                layout={columns.length === 0 ? own.arrangement : columns}
                rows={rows}
                selected={selected}
                isAll={isAll}
                state={state}
                total={total}
                onClear={() => onSelect(nothing)}
              />
            }
            openRowId={recordId}
            onOpenRow={onOpenRecord}
            hrefOfRow={hrefOfRow}
            nameFields={definition.nameFields}
          />
        ) : (
          <LoadingLine label="Loading rows" at="parent" />
        )}
        {areColumnsKnown && <Attributions rows={rows} />}
        {areColumnsKnown && isOutdated && error === null && <LoadingLine label="Loading rows" at="parent" />}
        {error !== null && refusal === null && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 2, py: 1 }}>
            <Button variant="outlined" onClick={retry} disabled={isLoading}>
              Try again
            </Button>
            {needsSubscription(error) && <TextLink to={paths.payment}>Subscribe</TextLink>}
          </Box>
        )}
      </TableRows>
    </RecordSidePanel>
  );
}

function needsSubscription(error: Error): boolean {
  return error instanceof ApiError && error.code === 'AUTH.SUBSCRIPTION_REQUIRED';
}
