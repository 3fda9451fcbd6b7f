/** The state of the list of collected people, kept in the address: every change is a step that Back undoes. */
import { profileSorts } from '@leadloom/shared/contract/collected-profiles';
import { DEFAULT_PAGE_SIZE } from '@leadloom/shared/contract/list-parameters';
import { collectedPeople } from '@leadloom/shared/tables/collected-people';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { chartOfAddress, chartParameters, type TableChart } from '../../../lib/charts/table-chart.ts';
import { clampPageSize } from '../../../lib/page-size.ts';
import { type PeopleFilters, readFilters, readParameters, toParameters, withoutList } from './people-filters.ts';

export type SortField = (typeof profileSorts)[number];

export interface PeopleSort {
  readonly field: SortField;
  readonly order: 'asc' | 'desc';
}

export interface PeopleState {
  readonly filters: PeopleFilters;
  readonly sort: PeopleSort;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  /** The chart that is shown in place of the people; null: the people are shown. */
  readonly chart: TableChart | null;
}

/** What changes, or how it follows from the state that was chosen last. That may not be on the screen yet. */
export type PeopleChange = Partial<PeopleState> | ((latest: PeopleState) => Partial<PeopleState>);

export const newestFirst: PeopleSort = { field: 'collected_at', order: 'desc' };
const MAX_PAGE = 100_000;

/**
 * @param search with or without the question mark
 * @param pageSize of an address without one
 */
export function readAddress(search: string, pageSize: number = DEFAULT_PAGE_SIZE): PeopleState {
  const parameters = new URLSearchParams(search);
  const field = profileSorts.find((name) => name === parameters.get('sort'));
  const page = Number(parameters.get('page'));
  return {
    filters: readParameters(parameters),
    sort: field === undefined ? newestFirst : { field, order: parameters.get('order') === 'asc' ? 'asc' : 'desc' },
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    perPage: parameters.has('per_page') ? clampPageSize(Number(parameters.get('per_page'))) : pageSize,
    chart: chartOfAddress(collectedPeople, parameters),
  };
}

/** The address with the question mark; empty for the default state. */
export function writeAddress({ filters, sort, page, perPage, chart }: PeopleState, pageSize: number = DEFAULT_PAGE_SIZE): string {
  const parameters = new URLSearchParams(
    Object.entries(toParameters(filters)).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );
  if (sort.field !== newestFirst.field || sort.order !== newestFirst.order) {
    parameters.set('sort', sort.field);
    parameters.set('order', sort.order);
  }
  if (page !== 1) parameters.set('page', String(page));
  if (perPage !== pageSize) parameters.set('per_page', String(perPage));
  if (chart !== null) for (const [name, value] of chartParameters(chart)) parameters.append(name, value);
  // Commas between tags stay readable.
  const text = parameters.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/**
 * @param pageSize of an address without one
 * @param list the list whose page this is: the people on it alone are shown, and the query of the address does not name it; null: none
 */
export function usePeopleAddress(pageSize: number, list: string | null) {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  /** What was navigated to last, which the router shows some time later. Changes build on it. */
  const addressed = useRef(search);
  useLayoutEffect(() => {
    addressed.current = search;
  }, [search]);
  const stateAt = useCallback(
    (at: string) => {
      const read = readAddress(at, pageSize);
      return list === null ? read : { ...read, filters: readFilters({ ...read.filters, list }) };
    },
    [pageSize, list],
  );
  const state = useMemo(() => stateAt(search), [stateAt, search]);
  /** Goes to the first page unless the change names another. */
  const change = useCallback(
    (changed: PeopleChange, isReplacing = false) => {
      const latest = stateAt(addressed.current);
      const next = { ...latest, page: 1, ...(typeof changed === 'function' ? changed(latest) : changed) };
      const written = list === null ? next : { ...next, filters: withoutList(next.filters) };
      addressed.current = writeAddress(written, pageSize);
      void navigate({ pathname, search: addressed.current }, { replace: isReplacing });
    },
    [navigate, pathname, stateAt, pageSize, list],
  );
  /** Writes the page that was scrolled to. @returns false: another change is on its way, and nothing was written */
  const follow = useCallback(
    (page: number) => {
      if (addressed.current !== search) return false;
      change({ page }, true);
      return true;
    },
    [change, search],
  );
  return { state, change, follow };
}
