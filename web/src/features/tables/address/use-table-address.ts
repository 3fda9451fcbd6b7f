/**
 * What a table shows, kept in its address: every change is a step that Back undoes. A table that does not
 * read its address (its definition says so) keeps the state itself and only writes the address; what stands
 * there from before a reload is taken out, so that the address never tells what the screen does not show.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { firstState, readAddress, type TableAddress, type TableState, writeAddress } from './filters-in-url.ts';

export interface AddressChange {
  readonly state: TableState;
  readonly viewId: string | null;
  /** The step before is not worth coming back to. */
  readonly isReplacing?: boolean;
}

interface Held {
  readonly state: TableState;
  /** The address it was written to; any other address is somebody coming anew. */
  readonly search: string;
}

export function useTableAddress(definition: TableDefinition): {
  readonly address: TableAddress;
  readonly change: (change: AddressChange) => void;
} {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [held, setHeld] = useState<Held | null>(null);
  const { readsAddress } = definition;

  const address = useMemo<TableAddress>(() => {
    const read = readAddress(definition, search);
    if (readsAddress) return read;
    return held?.search === search
      ? { ...held.state, viewId: read.viewId, isBare: false }
      : { ...firstState, viewId: read.viewId, isBare: true };
  }, [definition, search, readsAddress, held]);

  const isStale = !readsAddress && address.isBare && !readAddress(definition, search).isBare;
  useEffect(() => {
    if (!isStale) return;
    const kept = address.viewId === null ? '' : `?view=${encodeURIComponent(address.viewId)}`;
    navigate({ search: kept }, { replace: true });
  }, [isStale, address.viewId, navigate]);

  const change = useCallback(
    ({ state, viewId, isReplacing = false }: AddressChange) => {
      const written = writeAddress(definition, state, viewId);
      if (!readsAddress) setHeld({ state, search: written });
      navigate({ search: written }, { replace: isReplacing || !readsAddress });
    },
    [definition, readsAddress, navigate],
  );

  return { address, change };
}
