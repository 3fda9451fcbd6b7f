/** The parts of a table's screen that depend on its filters: views, filters, export and rows. */
import type { User } from '@leadloom/shared/contract/accounts';
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import { matchColumnsOf } from '@leadloom/shared/tables/match-columns';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Button from '@mui/material/Button';
import { useCallback, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { TitleLine } from '../../components/table-frame.tsx';
import { paths } from '../../lib/paths.ts';
import type { TableState } from './address/filters-in-url.ts';
import { useTableAddress } from './address/use-table-address.ts';
import { ExportButton } from './export/export-button.tsx';
import { ExportLine } from './export/export-line.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { useTableLayout } from './layout/use-table-layout.ts';
import { RowsSection } from './rows/rows-section.tsx';
import { useIsNothingFound } from './rows/use-table-rows.ts';
import { UserInfo } from './user-info.tsx';
import { useOpenedView } from './views/use-opened-view.ts';
import { useTableViews } from './views/use-table-views.ts';
import { isChanged, keepState, openState } from './views/view-state.ts';
import { ViewTabs } from './views/view-tabs.tsx';
import { ViewsMenu } from './views/views-menu.tsx';

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

  const isNothingFound = useIsNothingFound(name, state);
  const isViewChanged = view !== null && !isSettling && isChanged(definition, view, state, columns);

  const { change: changeLayout } = own;
  const onChange = useCallback(
    (part: Partial<TableState>, isReplacing = false) => {
      if (part.perPage !== undefined) changeLayout({ per_page: part.perPage });
      change({ state: { ...state, page: 1, ...part }, viewId, isReplacing });
    },
    [change, changeLayout, state, viewId],
  );
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
            {Object.keys(matchColumnsOf(name)).length > 0 && (
              <Button size="small" component={Link} to={`${paths.match}?table=${name}`}>
                Match a list
              </Button>
            )}
            <ExportButton
              table={name}
              state={state}
              columns={columns}
              isDisabled={isSettling || user === undefined || isNothingFound}
            />
          </>
        }
      />
      <FilterBar table={name} applied={filters} onApply={(next) => onChange({ filters: next })} />
      <RowsSection
        name={name}
        state={state}
        isReady={!isSettling && user !== undefined}
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
