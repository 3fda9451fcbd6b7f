/** The parts of a table's screen that depend on its filters: views, filters, export and rows. */
import type { User } from '@leadloom/shared/contract/accounts';
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import { useCallback, useMemo } from 'react';
import { PageHeading } from '../../components/page-heading.tsx';
import type { TableState } from './address/filters-in-url.ts';
import { useTableAddress } from './address/use-table-address.ts';
import { ExportBar } from './export/export-bar.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { RowsSection } from './rows/rows-section.tsx';
import { useIsNothingFound } from './rows/use-table-rows.ts';
import { useOpenedView } from './views/use-opened-view.ts';
import { useTableViews } from './views/use-table-views.ts';
import { isChanged, keepState, openState } from './views/view-state.ts';
import { ViewsMenu } from './views/views-menu.tsx';

interface TableContentProps {
  readonly name: TableName;
  /** Undefined while it loads. */
  readonly user: User | undefined;
}

export function TableContent({ name, user }: TableContentProps) {
  const definition = tableByName(name);
  const { address, change } = useTableAddress(definition);
  const tableViews = useTableViews(name);
  const { view, isSettling, columns, areColumnsKnown, onColumnsChange } = useOpenedView(name, address, change, tableViews);
  const { filters, page, perPage, sort, viewId } = address;
  const state = useMemo<TableState>(() => ({ filters, page, perPage, sort }), [filters, page, perPage, sort]);

  const isNothingFound = useIsNothingFound(name, state);

  const onChange = useCallback(
    (part: Partial<TableState>, isReplacing = false) => change({ state: { ...state, page: 1, ...part }, viewId, isReplacing }),
    [change, state, viewId],
  );
  const onColumns = useCallback((next: readonly ColumnLayout[]) => onColumnsChange(next), [onColumnsChange]);

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0.5rem 1rem' }}>
        <PageHeading title={definition.title} />
        <ViewsMenu
          tableViews={tableViews}
          view={view}
          isChanged={view !== null && !isSettling && isChanged(definition, view, state, columns)}
          shown={keepState(state, columns)}
          onOpen={(opened) => change({ state: openState(definition, opened), viewId: opened.id })}
          onRename={(id) => change({ state, viewId: id, isReplacing: true })}
        />
      </Box>
      <FilterBar table={name} applied={filters} onApply={(next) => onChange({ filters: next })} />
      <ExportBar
        table={name}
        user={user}
        state={state}
        columns={columns}
        isDisabled={isSettling || user === undefined || isNothingFound}
      />
      <RowsSection
        name={name}
        state={state}
        isReady={!isSettling && user !== undefined}
        columns={columns}
        areColumnsKnown={areColumnsKnown}
        onChange={onChange}
        onColumnsChange={onColumns}
      />
    </>
  );
}
