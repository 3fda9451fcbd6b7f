/**
 * The view a screen shows, and its columns. An address with only a view is filled with the view's state; an empty
 * address, with the account's default view. While a view is open its columns are shown, and changes to them stay
 * on the screen until the view is saved; without one the account's own columns are. If another member saves the view
 * meanwhile, a screen without changes follows it, and one with changes stays as it is, based on the view before.
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
import { isChanged, isSameState, openState } from './view-state.ts';

interface OpenedView {
  readonly view: TableView | null;
  /** The view as it was when the screen showed it without changes; the same as `view` unless somebody else saved that since. */
  readonly base: TableView | null;
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
  const [base, setBase] = useState(view);
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

  const perPage = address.perPage ?? ownPageSize;
  // A view that was opened anew shows what it keeps.
  const columns = (edited !== null && edited.view === base ? edited.columns : base?.state.columns) ?? own.columns;
  const state = { ...address, perPage };
  const isOther = view !== null && base?.id === view.id && !address.isBare && !isSameState(view, base);
  const isShown = !isOther || !isChanged(definition, view, state, columns);
  if (isShown && base !== view) {
    setBase(view);
    // It was only renamed or pinned: columns that were changed stay so.
    if (!isOther && view !== null && edited?.view === base && base?.id === view.id) setEdited({ ...edited, view });
  }
  const follows = !isShown && !isChanged(definition, base, state, columns);
  useEffect(() => {
    if (!follows) return;
    setBase(view);
    change({ state: openState(definition, view, ownPageSize), viewId: view.id, isReplacing: true });
  }, [follows, view, ownPageSize, definition, change]);

  const isPending = address.viewId === null ? tableViews.isLoading : view === null && missing === null;
  return {
    view,
    base,
    isSettling:
      (address.perPage === null && own.isLoading) || (address.isBare && (isPending || target !== undefined || missing !== null)),
    perPage,
    columns,
    areColumnsKnown: view !== null || !own.isLoading,
    onColumnsChange: (next) => (base === null ? own.change({ columns: next }) : setEdited({ view: base, columns: next })),
  };
}
