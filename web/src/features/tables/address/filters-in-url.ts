/**
 * Converts what a table shows to the query string of its address, and back. Values of lists are encoded before they are
 * joined, and once more for the address: they can be split even if something re-encoded the address. What the table does
 * not know, or does not allow, is dropped.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tableParameters } from '@leadloom/shared/tables/filter-parameters';
import { type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { splitList, writeListItem } from '@leadloom/shared/tables/list-values';
import type { GridSort } from '../../../components/data-grid/data-grid-props.ts';
import { chartOfAddress, chartParameters, type TableChart } from '../../../lib/charts/table-chart.ts';
import { clampPageSize, type PageSize } from '../../../lib/page-size.ts';
import { readTableFilters } from '../changed/changed-filters.ts';

export interface TableState {
  /** The filters, with `updated_after` as it was chosen; `requestedFilters` names the moment it means. */
  readonly filters: TableFilters;
  /** From 1. */
  readonly page: number;
  readonly perPage: PageSize;
  /** null: the table's own order. */
  readonly sort: GridSort | null;
  /** The chart that is shown in place of the rows; null: the rows are shown. */
  readonly chart: TableChart | null;
}

/** What changes, or how it follows from the state that was chosen last. That may not be on the screen yet. */
export type StateChange = Partial<TableState> | ((latest: TableState) => Partial<TableState>);

export interface TableAddress extends Omit<TableState, 'perPage'> {
  /** null: the size the account chose for the table. */
  readonly perPage: PageSize | null;
  readonly viewId: string | null;
  /** The row whose record is open beside the table; null: none. */
  readonly recordId: number | null;
  /** The address says nothing of what to show, but perhaps which view. */
  readonly isBare: boolean;
}

const MAX_PAGE = 1_000_000_000;
const MAX_VIEW_ID = 40;

export const firstState: Omit<TableAddress, 'viewId' | 'recordId' | 'isBare'> = {
  filters: {},
  page: 1,
  perPage: null,
  sort: null,
  chart: null,
};

/** @param search with or without the question mark */
export function readAddress(definition: TableDefinition, search: string): TableAddress {
  const parameters = new URLSearchParams(search);
  const lists = listKeys(definition);
  const texts = plainKeys(definition);
  const values: Record<string, unknown> = {};
  for (const key of lists) if (parameters.has(key)) values[key] = parameters.getAll(key).flatMap(splitList);
  for (const key of texts) if (parameters.has(key)) values[key] = parameters.get(key) ?? '';
  const viewId = parameters.get('view') ?? '';
  const stateKeys = [...lists, ...texts, 'page', 'per_page', 'sort', 'show'];
  return {
    filters: readTableFilters(definition, values),
    page: readPage(parameters.get('page')),
    perPage: parameters.has('per_page') ? clampPageSize(Number(parameters.get('per_page'))) : null,
    sort: readSort(definition, parameters.get('sort'), parameters.get('order')),
    chart: chartOfAddress(definition, parameters),
    viewId: viewId === '' || viewId.length > MAX_VIEW_ID ? null : viewId,
    recordId: readRecordId(parameters.get('record')),
    isBare: !stateKeys.some((key) => parameters.has(key)),
  };
}

/** The address with the question mark. Page and size always stand in it, so that an address somebody chose is never bare. */
export function writeAddress(
  definition: TableDefinition,
  state: TableState,
  viewId: string | null,
  recordId: number | null = null,
): string {
  const parts = filterParts(definition, state.filters);
  parts.push(`page=${state.page}`, `per_page=${state.perPage}`);
  if (state.sort !== null) parts.push(`sort=${encodeValue(state.sort.field)}`, `order=${state.sort.order}`);
  if (state.chart !== null) parts.push(...chartParameters(state.chart).map(([name, value]) => `${name}=${encodeValue(value)}`));
  if (viewId !== null) parts.push(`view=${encodeValue(viewId)}`);
  if (recordId !== null) parts.push(`record=${recordId}`);
  return `?${parts.join('&')}`;
}

/** The parameters of links that leave page and size to the screen. */
export function writeFilters(definition: TableDefinition, filters: TableFilters): string {
  return `?${filterParts(definition, filters).join('&')}`;
}

function filterParts(definition: TableDefinition, filters: TableFilters): string[] {
  return [...listKeys(definition), ...plainKeys(definition)].flatMap((key) => {
    const value = filters[key];
    if (value === undefined) return [];
    return [`${key}=${typeof value === 'object' ? value.map(encodeItem).join(',') : encodeValue(String(value))}`];
  });
}

/** A sort by a column the screen shows; null for any other. */
export function readSort(definition: TableDefinition, field: string | null, order: string | null): GridSort | null {
  const column = definition.columns.find((one) => one.field === field && one.isStoredOnly !== true);
  return column === undefined ? null : { field: column.field, order: order === 'desc' ? 'desc' : 'asc' };
}

/** null: not the id of a row */
export function readRecordId(text: string | null | undefined): number | null {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;
}

function readPage(text: string | null): number {
  const page = /^\d{1,10}$/.test(text ?? '') ? Number(text) : 1;
  return page >= 1 && page <= MAX_PAGE ? page : 1;
}

function listKeys(definition: TableDefinition): readonly string[] {
  return [...tableParameters(definition).values()].flatMap(({ name, form }) => (form === 'list' ? [name] : []));
}

function plainKeys(definition: TableDefinition): readonly string[] {
  const own = [...tableParameters(definition).values()].flatMap(({ name, form }) => (form === 'list' ? [] : [name]));
  return [...own, UPDATED_AFTER];
}

/** The value is written for the list first and then, like any value, for the address; the commas between stay readable. */
function encodeItem(value: string): string {
  return encodeValue(writeListItem(value));
}

/** The value as browsers keep it: they write apostrophes in a query anew, so that the address would not be the one written. */
function encodeValue(value: string): string {
  return encodeURIComponent(value).replaceAll("'", '%27');
}
