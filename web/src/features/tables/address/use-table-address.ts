/**
 * What a table shows, kept in its address: every change is a step that Back undoes. A table that does not
 * read its address (its definition says so) keeps the states itself and only writes the address; what stands
 * there from before a reload is taken out, so that the address never tells what the screen does not show.
 *
 * Which of the kept states a location shows is told by the location alone, through its router state: the
 * router may draw it later than anything set here, browsers write some characters of its query anew, and
 * Back brings it again.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { LIST_FILTER } from '@leadloom/shared/tables/filter-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { randomId } from '../../../lib/extension-client/random-id.ts';
import { readTableFilters } from '../changed/changed-filters.ts';
import { firstState, readAddress, type TableAddress, type TableState, writeAddress } from './filters-in-url.ts';

export interface AddressChange {
  readonly state: TableState;
  readonly viewId: string | null;
  /** The step before is not worth coming back to. */
  readonly isReplacing?: boolean;
}

/**
 * `tableState`: the key of a kept state. Random, for browsers keep it beyond a reload, which the states do not outlive.
 * `filters`: those with which a link of another screen opens a table that does not read its address.
 */
const locationStateSchema = z.object({
  tableState: z.optional(z.string()),
  filters: z.optional(z.record(z.string(), z.union([z.string(), z.array(z.string()), z.literal(true)]))),
});

/** An address that names a list and no other filter. */
function isList({ filters }: TableAddress): boolean {
  return filters[LIST_FILTER] !== undefined && Object.keys(filters).length === 1;
}

/** @param list the list whose page this is: its rows alone are shown, and the query of the address does not name it; null: none */
export function useTableAddress(
  definition: TableDefinition,
  list: string | null,
): {
  readonly address: TableAddress;
  readonly change: (change: AddressChange) => void;
  /** Opens the record of a row beside the table, or closes it. */
  readonly openRecord: (id: number | null) => void;
} {
  const { search, state: locationState } = useLocation();
  const navigate = useNavigate();
  const [keptStates] = useState(() => new Map<string, TableState>());
  const readsAddress = definition.readsAddress || list !== null;

  const address = useMemo<TableAddress>(() => {
    const read = readAddress(definition, search);
    // No view is opened on the page of a list, also not the default one.
    if (list !== null) return { ...read, filters: { ...read.filters, [LIST_FILTER]: list }, viewId: null, isBare: false };
    if (readsAddress) return read;
    const { data } = locationStateSchema.safeParse(locationState);
    const linked = data?.filters === undefined ? undefined : { filters: readTableFilters(definition, data.filters) };
    const kept = data?.tableState === undefined ? linked : keptStates.get(data.tableState);
    // A list is opened by its link, also here.
    if (kept === undefined && isList(read))
      return { ...firstState, filters: read.filters, viewId: null, recordId: read.recordId, isBare: false };
    return { ...firstState, ...kept, viewId: read.viewId, recordId: read.recordId, isBare: kept === undefined };
  }, [definition, search, readsAddress, locationState, keptStates, list]);

  const isStale = !readsAddress && address.isBare && !readAddress(definition, search).isBare;
  useEffect(() => {
    if (!isStale) return;
    const kept = new URLSearchParams();
    if (address.viewId !== null) kept.set('view', address.viewId);
    if (address.recordId !== null) kept.set('record', String(address.recordId));
    navigate({ search: kept.toString() }, { replace: true });
  }, [isStale, address.viewId, address.recordId, navigate]);

  const { recordId } = address;

  const change = useCallback(
    ({ state, viewId, isReplacing = false }: AddressChange) => {
      const { [LIST_FILTER]: _, ...others } = state.filters;
      const written = list === null ? state : { ...state, filters: others };
      const to = { search: writeAddress(definition, written, viewId, recordId) };
      if (readsAddress) {
        navigate(to, { replace: isReplacing });
        return;
      }
      const tableState = randomId();
      keptStates.set(tableState, state);
      navigate(to, { replace: true, state: { tableState } });
    },
    [definition, readsAddress, navigate, keptStates, recordId, list],
  );

  const openRecord = useCallback(
    (id: number | null) => {
      const parameters = search.replace(/^\?/, '').split('&');
      const others = parameters.filter((part) => part !== '' && !part.startsWith('record='));
      const next = id === null ? others : [...others, `record=${id}`];
      // Back closes the record, and does not go through all that were read.
      navigate({ search: `?${next.join('&')}` }, { replace: recordId !== null, state: locationState });
    },
    [search, recordId, navigate, locationState],
  );

  return { address, change, openRecord };
}
