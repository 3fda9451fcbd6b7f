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
import { firstState, readAddress, type TableAddress, type TableState, writeAddress } from './filters-in-url.ts';

export interface AddressChange {
  readonly state: TableState;
  readonly viewId: string | null;
  /** The step before is not worth coming back to. */
  readonly isReplacing?: boolean;
}

/** The key of a kept state. Random, for browsers keep it beyond a reload, which the states do not outlive. */
const locationStateSchema = z.object({ tableState: z.string() });

/** An address that names a list and no other filter. */
function isList({ filters }: TableAddress): boolean {
  return filters[LIST_FILTER] !== undefined && Object.keys(filters).length === 1;
}

export function useTableAddress(definition: TableDefinition): {
  readonly address: TableAddress;
  readonly change: (change: AddressChange) => void;
} {
  const { search, state: locationState } = useLocation();
  const navigate = useNavigate();
  const [keptStates] = useState(() => new Map<string, TableState>());
  const { readsAddress } = definition;

  const address = useMemo<TableAddress>(() => {
    const read = readAddress(definition, search);
    if (readsAddress) return read;
    const { data } = locationStateSchema.safeParse(locationState);
    const kept = data && keptStates.get(data.tableState);
    // A list is opened by its link, also here.
    if (kept === undefined && isList(read)) return { ...firstState, filters: read.filters, viewId: null, isBare: false };
    return { ...(kept ?? firstState), viewId: read.viewId, isBare: kept === undefined };
  }, [definition, search, readsAddress, locationState, keptStates]);

  const isStale = !readsAddress && address.isBare && !readAddress(definition, search).isBare;
  useEffect(() => {
    if (!isStale) return;
    const kept = address.viewId === null ? '' : `?view=${encodeURIComponent(address.viewId)}`;
    navigate({ search: kept }, { replace: true });
  }, [isStale, address.viewId, navigate]);

  const change = useCallback(
    ({ state, viewId, isReplacing = false }: AddressChange) => {
      const to = { search: writeAddress(definition, state, viewId) };
      if (readsAddress) {
        navigate(to, { replace: isReplacing });
        return;
      }
      const tableState = randomId();
      keptStates.set(tableState, state);
      navigate(to, { replace: true, state: { tableState } });
    },
    [definition, readsAddress, navigate, keptStates],
  );

  return { address, change };
}
