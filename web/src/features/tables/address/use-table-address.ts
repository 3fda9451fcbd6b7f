/**
 * What a table shows, kept in its address: every change is a step that Back undoes. A table that does not
 * read its address (its definition says so) keeps the states itself and only writes the address; what stands
 * there from before a reload is taken out, so that the address never tells what the screen does not show. A chart
 * is read there, too: it is no filter.
 *
 * Which of the kept states a location shows is told by the location alone, through its router state: the
 * router may draw it later than anything set here, browsers write some characters of its query anew, and
 * Back brings it again.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { LIST_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { chartParameters } from '../../../lib/charts/table-chart.ts';
import { randomId } from '../../../lib/extension-client/random-id.ts';
import { readTableFilters } from '../changed/changed-filters.ts';
import { firstState, readAddress, readRecordId, type TableAddress, type TableState, writeAddress } from './filters-in-url.ts';

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
  /** A name of one navigation. */
  step: z.optional(z.string()),
  filters: z.optional(z.record(z.string(), z.union([z.string(), z.array(z.string()), z.literal(true)]))),
});

interface PendingAddress {
  /** The parameters with the question mark. */
  readonly search: string;
  /** The state of the location, without its step. */
  readonly state: object;
  readonly step: string;
}

/** What a table that does not read its address leaves in it. */
function keptSearch({ chart, viewId, recordId }: TableAddress): string {
  const parameters = new URLSearchParams();
  if (chart !== null) for (const [name, value] of chartParameters(chart)) parameters.append(name, value);
  if (viewId !== null) parameters.set('view', viewId);
  if (recordId !== null) parameters.set('record', String(recordId));
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

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
  /** The address that was navigated to last, also while the screen shows an earlier one: changes build on it. */
  readonly latestAddress: () => TableAddress;
  readonly change: (change: AddressChange) => void;
  /**
   * Writes the page that was scrolled to, in place of the one before. @returns false: another change is on its way to the
   * screen, and nothing was written
   */
  readonly follow: (state: TableState, viewId: string | null) => boolean;
  /** Opens the record of a row beside the table, or closes it. */
  readonly openRecord: (id: number | null) => void;
  /** The record that was opened last, also while the screen shows another one; null: none. A stable reference. */
  readonly latestRecord: () => number | null;
} {
  const location = useLocation();
  const { search, state: locationState } = location;
  const navigateTo = useNavigate();
  /**
   * What was navigated to and is not shown yet, in its order: the router shows an address some time after it was told, and the
   * next change builds on the last one.
   */
  const pending = useRef<readonly PendingAddress[]>([]);
  const shownLocation = useRef<Pick<PendingAddress, 'search' | 'state'>>({ search, state: {} });
  useLayoutEffect(() => {
    const step = locationStateSchema.safeParse(location.state).data?.step;
    const shown = pending.current.findIndex((one) => one.step === step);
    pending.current = shown < 0 ? [] : pending.current.slice(shown + 1);
    shownLocation.current = { search: location.search, state: isObject(location.state) ? location.state : {} };
  }, [location]);
  const latestRecord = useCallback(() => recordIn((pending.current.at(-1) ?? shownLocation.current).search), []);
  const navigate = useCallback(
    (to: { readonly search: string }, { replace, state = {} }: { readonly replace: boolean; readonly state?: object }) => {
      const step = randomId();
      pending.current = [...pending.current, { search: to.search, state, step }];
      navigateTo(to, { replace, state: { ...state, step } });
    },
    [navigateTo],
  );
  const [storedStates] = useState(() => new Map<string, TableState>());
  const readsAddress = definition.readsAddress || list !== null;

  const storedAt = useCallback(
    (state: unknown) => {
      const { data } = locationStateSchema.safeParse(state);
      const linked = data?.filters === undefined ? undefined : { filters: readTableFilters(definition, data.filters) };
      return data?.tableState === undefined ? linked : storedStates.get(data.tableState);
    },
    [definition, storedStates],
  );
  const addressAt = useCallback(
    (at: string, state: unknown): TableAddress => {
      const read = readAddress(definition, at);
      // No view is opened on the page of a list, also not the default one.
      if (list !== null) return { ...read, filters: { ...read.filters, [LIST_FILTER]: list }, viewId: null, isBare: false };
      if (readsAddress) return read;
      const stored = storedAt(state);
      const { viewId, recordId } = read;
      if (stored !== undefined) return { ...firstState, ...stored, viewId, recordId, isBare: false };
      // A list is opened by its link, also here.
      if (isList(read)) return { ...firstState, filters: read.filters, viewId: null, recordId, isBare: false };
      // A view has a chart of its own, with the filters that belong to it.
      const chart = viewId === null ? read.chart : null;
      return { ...firstState, chart, viewId, recordId, isBare: chart === null };
    },
    [definition, readsAddress, storedAt, list],
  );
  const address = useMemo(() => addressAt(search, locationState), [addressAt, search, locationState]);
  const latestAddress = useCallback(() => {
    const latest = pending.current.at(-1) ?? shownLocation.current;
    return addressAt(latest.search, latest.state);
  }, [addressAt]);

  const read = readAddress(definition, search);
  const kept = keptSearch(address);
  const isStale = !readsAddress && storedAt(locationState) === undefined && !isList(read) && !read.isBare && search !== kept;
  useEffect(() => {
    if (isStale) navigate({ search: kept }, { replace: true });
  }, [isStale, kept, navigate]);

  const change = useCallback(
    ({ state, viewId, isReplacing = false }: AddressChange) => {
      const { [LIST_FILTER]: _, ...others } = state.filters;
      const written = list === null ? state : { ...state, filters: others };
      const recordId = latestRecord();
      const to = { search: writeAddress(definition, written, viewId, recordId) };
      if (readsAddress) {
        navigate(to, { replace: isReplacing });
        return;
      }
      const tableState = randomId();
      storedStates.set(tableState, state);
      navigate(to, { replace: isReplacing, state: { tableState } });
    },
    [definition, readsAddress, navigate, storedStates, latestRecord, list],
  );

  const follow = useCallback(
    (state: TableState, viewId: string | null) => {
      if (pending.current.length > 0) return false;
      change({ state, viewId, isReplacing: true });
      return true;
    },
    [change],
  );

  const openRecord = useCallback(
    (id: number | null) => {
      const known = pending.current.at(-1) ?? shownLocation.current;
      const parameters = known.search.replace(/^\?/, '').split('&');
      const others = parameters.filter((part) => part !== '' && !part.startsWith('record='));
      const next = id === null ? others : [...others, `record=${id}`];
      // Only the first record gets an entry in the history, so that Back closes the record and does not go through all that
      // were read.
      navigate(
        { search: next.length === 0 ? '' : `?${next.join('&')}` },
        { replace: recordIn(known.search) !== null, state: known.state },
      );
    },
    [navigate],
  );

  return { address, latestAddress, change, follow, openRecord, latestRecord };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function recordIn(search: string): number | null {
  return readRecordId(new URLSearchParams(search).get('record'));
}
