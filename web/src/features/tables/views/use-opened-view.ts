/**
 * The view a screen shows, and its columns. An address with only a view is filled with the view's state; an empty
 * address, with the account's default view. While a view is open its columns are shown, and changes to them stay
 * on the screen until the view is saved; without one the account's own columns are.
 */
import type { ColumnLayout, TableView } from '@leadloom/shared/contract/table-views';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { useEffect, useState } from 'react';
import type { PageSize } from '../../../lib/page-size.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import type { TableAddress } from '../address/filters-in-url.ts';
import type { AddressChange } from '../address/use-table-address.ts';
import type { OwnLayout } from '../layout/use-table-layout.ts';
import { type TableViews, useNamedView } from './use-table-views.ts';
import { openState } from './view-state.ts';

interface OpenedView {
  readonly view: TableView | null;
  /** What to show is not known yet. */
  readonly isSettling: boolean;
  /** The page size of the address, or the account's own. */
  readonly perPage: PageSize;
  readonly columns: readonly ColumnLayout[];
  /** Columns rendered earlier would jump. */
  readonly areColumnsKnown: boolean;
  readonly onColumnsChange: (columns: readonly ColumnLayout[]) => void;
}

export function useOpenedView(
  table: TableName,
  address: TableAddress,
  change: (change: AddressChange) => void,
  tableViews: TableViews,
  own: OwnLayout,
): OpenedView {
  const definition = tableByName(table);
  const ownPageSize = own.pageSize;
  const [edited, setEdited] = useState<{ readonly view: TableView; readonly columns: readonly ColumnLayout[] } | null>(null);
  const { view: named, error } = useNamedView(address.viewId, tableViews);
  const view = named?.table === table ? named : null;
  const isMissing = error !== null || (named !== null && view === null);
  const target = address.viewId === null ? tableViews.views.find(({ is_default }) => is_default) : (view ?? undefined);
  const missing = isMissing ? (error?.message ?? 'This view belongs to another table.') : null;

  useEffect(() => {
    if (missing === null) return;
    showSnackbar('error', missing);
    change({ state: { ...address, perPage: address.perPage ?? ownPageSize }, viewId: null, isReplacing: true });
  }, [missing, address, ownPageSize, change]);

  useEffect(() => {
    if (!address.isBare || target === undefined || own.isLoading) return;
    change({ state: openState(definition, target, ownPageSize), viewId: target.id, isReplacing: true });
  }, [address.isBare, target, own.isLoading, ownPageSize, definition, change]);

  const isPending = address.viewId === null ? tableViews.isLoading : view === null && missing === null;
  // A view that was saved or opened anew shows what it keeps.
  const shown = edited !== null && edited.view === view ? edited.columns : view?.state.columns;
  return {
    view,
    isSettling:
      (address.perPage === null && own.isLoading) || (address.isBare && (isPending || target !== undefined || missing !== null)),
    perPage: address.perPage ?? ownPageSize,
    columns: shown ?? own.columns,
    areColumnsKnown: view !== null || !own.isLoading,
    onColumnsChange: (columns) => (view === null ? own.change({ columns }) : setEdited({ view, columns })),
  };
}
