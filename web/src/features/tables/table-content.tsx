/** The parts of a table's screen that depend on its filters: views, filters, export and rows. */
import type { User } from '@leadloom/shared/contract/accounts';
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import { type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { matchColumnsOf } from '@leadloom/shared/tables/match-columns';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Button from '@mui/material/Button';
import { useCallback, useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { TitleLine } from '../../components/table-frame.tsx';
import { useTableVisit } from '../../lib/changed/use-table-visit.ts';
import { LAST_VISIT } from '../../lib/last-visit.ts';
import { paths } from '../../lib/paths.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import type { TableState } from './address/filters-in-url.ts';
import { useTableAddress } from './address/use-table-address.ts';
import { AlertButton } from './alert-button.tsx';
import { askedFilters, changedOf } from './changed/changed-filters.ts';
import { ExportButton } from './export/export-button.tsx';
import { ExportLine } from './export/export-line.tsx';
import { changeFilter } from './filters/change-filters.ts';
import { FilterBar } from './filters/filter-bar.tsx';
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

interface TableContentProps {
  readonly name: TableName;
  /** Undefined while it loads. */
  readonly user: User | undefined;
}

export function TableContent({ name, user }: TableContentProps) {
  const definition = tableByName(name);
  const { address, change, openRecord } = useTableAddress(definition);
  const tableViews = useTableViews(name);
  const own = useTableLayout(name);
  const { view, isSettling, perPage, columns, areColumnsKnown, onColumnsChange } = useOpenedView(
    name,
    address,
    change,
    tableViews,
    own,
  );
  const { filters, page, sort, viewId } = address;
  const state = useMemo<TableState>(() => ({ filters, page, perPage, sort }), [filters, page, perPage, sort]);

  const isViewKnown = !isSettling && (viewId === null || view !== null);
  const { since, hasFailed } = useTableVisit({
    table: name,
    viewId: view?.id ?? null,
    isKnown: isViewKnown && user !== undefined,
  });
  const changed = changedOf(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice is counted from the moment it is made
  const now = useMemo(() => new Date(), [changed]);
  const known = useMemo(() => askedFilters(filters, { now, since }), [filters, now, since]);
  const asked = useMemo<TableState>(() => ({ ...state, filters: known ?? noFilters }), [state, known]);

  const isNothingFound = useIsNothingFound(name, asked);
  const isViewChanged = view !== null && !isSettling && isChanged(definition, view, state, columns);

  const { change: changeLayout } = own;
  const onChange = useCallback(
    (part: Partial<TableState>, isReplacing = false) => {
      if (part.perPage !== undefined) changeLayout({ per_page: part.perPage });
      change({ state: { ...state, page: 1, ...part }, viewId, isReplacing });
    },
    [change, changeLayout, state, viewId],
  );
  const isLastVisitUnknown = known === null && hasFailed;
  useEffect(() => {
    if (!isLastVisitUnknown) return;
    showSnackbar('error', 'Your last visit could not be read, so rows of any time are shown.');
    onChange({ filters: changeFilter(definition, filters, UPDATED_AFTER, '') }, true);
  }, [isLastVisitUnknown, definition, filters, onChange]);
  const isReady = !isSettling && user !== undefined && known !== null;
  const { notes, dialog } = useTableNotes({
    name,
    asked,
    isReady,
    since,
    areNewAlone: changed === LAST_VISIT,
    onFilter: (parameter, value) => onChange({ filters: changeFilter(definition, filters, parameter, value) }),
  });
  const onColumns = useCallback((next: readonly ColumnLayout[]) => onColumnsChange(next), [onColumnsChange]);

  return (
    <>
      <TitleLine
        title={definition.title}
        tabs={
          <>
            <ViewTabs
              table={name}
              views={tableViews.views}
              view={view}
              isChanged={isViewChanged}
              onOpen={(opened) => change({ state: openState(definition, opened, perPage), viewId: opened.id })}
              onOpenAll={() => change({ state: { ...state, filters: {}, page: 1, sort: null }, viewId: null })}
            />
            <ViewsMenu
              tableViews={tableViews}
              view={view}
              isChanged={isViewChanged}
              shown={keepState(state, columns)}
              onOpen={(opened) => change({ state: openState(definition, opened, perPage), viewId: opened.id })}
              onRename={(id) => change({ state, viewId: id, isReplacing: true })}
            />
          </>
        }
        notes={
          user !== undefined && (
            <>
              <UserInfo user={user} />
              <ExportLine usage={user.usage} />
            </>
          )
        }
        actions={
          <>
            <AlertButton view={view} list={filters.list} />
            {Object.keys(matchColumnsOf(name)).length > 0 && (
              <Button
                size="small"
                component={Link}
                to={`${paths.match}?table=${name}`}
                // Narrow windows have no room for it; it is in the navigation, too.
                sx={{ display: { xs: 'none', md: 'inline-flex' } }}
              >
                Match a list
              </Button>
            )}
            <ExportButton
              table={name}
              state={asked}
              columns={columns}
              isDisabled={isSettling || known === null || user === undefined || isNothingFound}
            />
          </>
        }
      />
      <FilterBar table={name} applied={filters} onApply={(next) => onChange({ filters: next })} notes={notes} />
      {dialog}
      <RowsSection
        name={name}
        chosen={state}
        state={asked}
        since={since}
        isReady={isReady}
        columns={columns}
        density={own.layout.density}
        areColumnsKnown={areColumnsKnown && !own.isLoading}
        onChange={onChange}
        onColumnsChange={onColumns}
        onDensityChange={(density) => changeLayout({ density })}
        recordId={address.recordId}
        onOpenRecord={openRecord}
      />
    </>
  );
}
