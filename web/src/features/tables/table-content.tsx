/** The parts of a table's screen that depend on its filters: views, filters, export and rows. */
import type { User } from '@leadloom/shared/contract/accounts';
import type { WorkbenchLayout } from '@leadloom/shared/contract/preferences';
import type { ColumnLayout, TableView } from '@leadloom/shared/contract/table-views';
import { LIST_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { matchColumnsOf } from '@leadloom/shared/tables/match-columns';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Button from '@mui/material/Button';
import { useCallback, useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { ShowChoice } from '../../components/charts/show-choice.tsx';
import { layoutOffer } from '../../components/data-grid/layout-offer.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { LoadingLine } from '../../components/loading-line.tsx';
import type { ShownList } from '../../components/my-rows/list-title-line.tsx';
import { TableRows, TitleLine } from '../../components/table-frame.tsx';
import { useTableVisit } from '../../lib/changed/use-table-visit.ts';
import { readUsedChart } from '../../lib/charts/used-chart.ts';
import { LAST_VISIT } from '../../lib/last-visit.ts';
import { usePastedMatch } from '../../lib/match/use-pasted-match.ts';
import { paths } from '../../lib/paths.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useAccountKey } from '../../lib/session/session.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import type { StateChange, TableState } from './address/filters-in-url.ts';
import { useTableAddress } from './address/use-table-address.ts';
import { AlertButton } from './alert-button.tsx';
import { changedOf, requestedFilters } from './changed/changed-filters.ts';
import { ExportButton } from './export/export-button.tsx';
import { exportLine } from './export/export-text.ts';
import { changeFilter, textValue } from './filters/change-filters.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { useTablePaste } from './filters/use-table-paste.ts';
import { useTableLayout } from './layout/use-table-layout.ts';
import { useTableNotes } from './notes/use-table-notes.tsx';
import { RowsSection } from './rows/rows-section.tsx';
import { useIsNothingFound } from './rows/use-table-rows.ts';
import { UserInfo } from './user-info.tsx';
import { useOpenedView } from './views/use-opened-view.ts';
import { useTableViews } from './views/use-table-views.ts';
import { isChanged, keepState, openState } from './views/view-state.ts';
import { ViewTabs } from './views/view-tabs.tsx';
import { ViewsMenu } from './views/views-menu.tsx';

const noFilters: TableFilters = {};

const TableChart = lazyPart(
  async () => (await import('./chart/table-chart.tsx')).TableChart,
  () => (
    <TableRows aria-label="Chart">
      <LoadingLine label="Loading the chart" at="parent" />
    </TableRows>
  ),
);

interface TableContentProps {
  readonly name: TableName;
  /** Undefined while it loads. */
  readonly user: User | undefined;
  /** The one whose page this is; null: the screen of the table. */
  readonly shownList: ShownList | null;
}

export function TableContent({ name, user, shownList }: TableContentProps) {
  const definition = tableByName(name);
  const { address, latestAddress, change, follow, openRecord, latestRecord } = useTableAddress(
    definition,
    shownList === null ? null : String(shownList.list.id),
  );
  const tableViews = useTableViews(name);
  const { preferences, isLoading: arePreferencesLoading, change: changePreferences } = usePreferences();
  const own = useTableLayout(name, preferences.layout, arePreferencesLoading);
  const { view, base, isSettling, perPage, columns, areColumnsKnown, onColumnsChange } = useOpenedView(
    name,
    address,
    change,
    tableViews,
    own,
  );
  const { filters, page, sort, chart, viewId } = address;
  const state = useMemo<TableState>(() => ({ filters, page, perPage, sort, chart }), [filters, page, perPage, sort, chart]);
  const account = useAccountKey() ?? '';

  const isViewKnown = !isSettling && (viewId === null || view !== null);
  const { since, hasFailed } = useTableVisit({
    table: name,
    viewId: view?.id ?? null,
    isKnown: isViewKnown && user !== undefined,
  });
  const changed = changedOf(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice is counted from the moment it is made
  const now = useMemo(() => new Date(), [changed]);
  const known = useMemo(() => requestedFilters(filters, { now, since }), [filters, now, since]);
  const requested = useMemo<TableState>(() => ({ ...state, filters: known ?? noFilters }), [state, known]);

  const isNothingFound = useIsNothingFound(name, requested);
  const isViewChanged = view !== null && !isSettling && isChanged(definition, view, state, columns);

  const { change: changeLayout } = own;
  const onChange = useCallback(
    (changed: StateChange, isReplacing = false) => {
      const { viewId: latestViewId, ...latest } = latestAddress();
      const latestState = {
        filters: latest.filters,
        page: 1,
        perPage: latest.perPage ?? perPage,
        sort: latest.sort,
        chart: latest.chart,
      };
      const part = typeof changed === 'function' ? changed(latestState) : changed;
      if (part.perPage !== undefined) changeLayout({ pageSize: part.perPage });
      change({ state: { ...latestState, ...part }, viewId: latestViewId, isReplacing });
    },
    [change, changeLayout, latestAddress, perPage],
  );
  const onFilter = useCallback(
    (parameter: string, value: string) =>
      onChange((latest) => ({ filters: changeFilter(definition, latest.filters, parameter, value) })),
    [onChange, definition],
  );
  const onFollow = useCallback((next: number) => follow({ ...state, page: next }, viewId), [follow, state, viewId]);
  // The size of the other layout's pages stands in the address no longer, nor does the page, which was one of that size.
  // A view keeps its own size in both layouts, and is not changed by the choice of one.
  const viewPageSize = view?.state.per_page === perPage ? perPage : null;
  const onLayout = useCallback(
    (layout: WorkbenchLayout) => {
      changePreferences({ layout, layout_offer: 'closed' });
      change({ state: { ...state, page: 1, perPage: viewPageSize ?? own.pageSizeOf(layout) }, viewId, isReplacing: true });
    },
    [changePreferences, change, state, viewPageSize, own.pageSizeOf, viewId],
  );
  const isLastVisitUnknown = known === null && hasFailed;
  useEffect(() => {
    if (!isLastVisitUnknown) return;
    showSnackbar('error', 'Your last visit could not be read, so rows of any time are shown.');
    onChange(({ filters: latest }) => ({ filters: changeFilter(definition, latest, UPDATED_AFTER, '') }), true);
  }, [isLastVisitUnknown, definition, onChange]);
  const isOfList = shownList !== null;
  const isMatching = useTablePaste(
    name,
    user === undefined || isSettling || isOfList ? null : (list) => onFilter(LIST_FILTER, list),
  );
  const pasted = usePastedMatch(name, isOfList ? '' : textValue(filters, LIST_FILTER));
  const isReady = !isSettling && user !== undefined && known !== null;
  const { notes, dialog } = useTableNotes({
    name,
    requested,
    isReady: isReady && chart === null,
    since,
    areNewAlone: changed === LAST_VISIT,
    onFilter,
  });
  const closeOffer = () => changePreferences({ layout_offer: 'closed' });
  const onView = (opened: TableView) => change({ state: openState(definition, opened, perPage), viewId: opened.id });
  const onColumns = useCallback((next: readonly ColumnLayout[]) => onColumnsChange(next), [onColumnsChange]);

  const choice = (
    <ShowChoice
      isChart={chart !== null}
      onChange={(isChart) => onChange({ chart: isChart ? readUsedChart(account, definition) : null, page })}
    />
  );
  const exportButton = (
    <ExportButton
      table={name}
      state={requested}
      columns={columns.length === 0 ? own.arrangement : columns}
      isDisabled={isSettling || known === null || user === undefined || isNothingFound}
    />
  );
  return (
    <>
      {isOfList ? (
        <shownList.TitleLine list={shownList.list} actions={exportButton} />
      ) : (
        <TitleLine
          title={definition.title}
          tabs={
            <>
              <ViewTabs
                table={name}
                views={tableViews.views}
                view={view}
                isChanged={isViewChanged}
                onOpen={onView}
                onOpenAll={() => change({ state: { ...state, filters: {}, page: 1, sort: null }, viewId: null })}
              />
              <ViewsMenu
                table={name}
                tableViews={tableViews}
                view={view}
                base={base}
                isChanged={isViewChanged}
                shown={keepState(state, columns)}
                shownChart={chart}
                onOpen={onView}
                onRename={(id) => change({ state, viewId: id, isReplacing: true })}
              />
            </>
          }
          notes={
            user !== undefined && (
              <>
                <UserInfo user={user} />
                <div>{exportLine(user.usage)}</div>
              </>
            )
          }
          moreActions={
            <>
              {/* What was pasted ends some time later: only a list, or a view, can be watched. */}
              <AlertButton view={view} list={pasted === null ? filters.list : undefined} />
              {Object.keys(matchColumnsOf(name)).length > 0 && (
                <Button size="small" component={Link} to={`${paths.match}?table=${name}`}>
                  Match a list
                </Button>
              )}
            </>
          }
          actions={exportButton}
        />
      )}
      <FilterBar
        table={name}
        applied={isOfList ? withoutList(filters) : filters}
        onApply={(next) => onChange({ filters: next })}
        countedBy={isReady ? known : null}
        isOfList={isOfList}
        requested={requested}
        asked={{
          list: shownList === null ? null : String(shownList.list.id),
          filters,
          requested: isReady ? requested : null,
          onAsk: (asked) => onChange({ filters: asked }),
          viewStateOf: (asked) => keepState({ ...state, filters: asked }, columns),
          onView,
        }}
      />
      {dialog}
      {isMatching && <LoadingLine label="Matching the pasted lines" />}
      {chart !== null ? (
        <TableChart
          name={name}
          chart={chart}
          filters={requested.filters}
          isReady={isReady}
          choice={choice}
          onChart={(next) => onChange({ chart: next })}
          onNarrow={(narrow) => onChange((latest) => ({ filters: narrow(latest.filters) }))}
        />
      ) : (
        <RowsSection
          name={name}
          chosen={state}
          state={requested}
          since={since}
          isReady={isReady}
          columns={columns}
          own={own}
          onLayoutChange={onLayout}
          areColumnsKnown={areColumnsKnown && !own.isLoading}
          onChange={onChange}
          onFollow={onFollow}
          onColumnsChange={onColumns}
          recordId={address.recordId}
          onOpenRecord={openRecord}
          latestRecord={latestRecord}
          notes={
            preferences.layout_offer === 'open'
              ? [layoutOffer({ onUse: () => onLayout('work'), onDismiss: closeOffer }), ...notes]
              : notes
          }
          choice={choice}
          emptyText={isOfList && Object.keys(filters).length === 1 ? 'No rows on this list yet' : undefined}
        />
      )}
    </>
  );
}

function withoutList({ [LIST_FILTER]: _, ...others }: TableFilters): TableFilters {
  return others;
}
