/**
 * Whether a row that changed passes a list's filters, by its cells as JSON. It answers only where it is certain to agree
 * with the database: words and upper case, which the database compares by rules of its own, stay unknown. Pure.
 */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import type { FilterDefinition, RangeFilter, TableDefinition } from '@leadloom/shared/tables/define-table';
import { SAMPLE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { ROW_IDS, type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { readRange } from '@leadloom/shared/tables/read-range';
import { domainColumn, domainSources, rangeColumnsOf, SAMPLE_SOURCE } from '../../../schema/data-table.ts';
import type { ChangedCells } from '../list/row-change.ts';
import { hasMyFilters } from './my-filters.ts';
import { addressColumns, isAddressFilter } from './searched-address.ts';

/** null: unknown. */
export type Match = boolean | null;

const DAY = /^\d{4}-\d\d-\d\d$/;
/** A moment as the database writes it in JSON where the connection's zone is UTC. */
const UTC_MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?\+00:00$/;

/** The filters in force, each as one condition. */
function conditionsOf({ filters: known }: TableDefinition, filters: TableFilters): readonly FilterDefinition[] {
  return known.filter((filter) =>
    filter.kind === 'dates'
      ? filters[filter.after] !== undefined || filters[filter.before] !== undefined
      : filters[filter.key] !== undefined,
  );
}

export function matchOf(definition: TableDefinition, filters: TableFilters, cells: ChangedCells): Match {
  const isByCellsAlone = filters[UPDATED_AFTER] === undefined && filters[ROW_IDS] === undefined && !hasMyFilters(filters);
  const sample = filters[SAMPLE_FILTER];
  if (sample !== undefined && (cells.source === SAMPLE_SOURCE) !== (sample === 'true')) return false;
  let answer: Match = isByCellsAlone ? true : null;
  for (const filter of conditionsOf(definition, filters)) {
    const matched =
      filter.kind === 'range' ? matchesRange(definition, filter, filters, cells) : matchesOne(filter, filters, cells);
    if (matched === false) return false;
    if (matched === null) answer = null;
  }
  return answer;
}

/** Whether both have the same cells in all columns the filters look at; then both pass, or neither does. */
export function hasSameMatch(
  definition: TableDefinition,
  filters: TableFilters,
  before: ChangedCells,
  after: ChangedCells,
): boolean {
  if (filters[UPDATED_AFTER] !== undefined) return false;
  return filteredColumns(definition, filters).every((column) => isSameCell(before[column], after[column]));
}

/** The columns that the filters look at. */
export function filteredColumns(definition: TableDefinition, filters: TableFilters): readonly string[] {
  const columns = conditionsOf(definition, filters).flatMap((filter) => columnsOf(definition, filter));
  return filters[SAMPLE_FILTER] === undefined ? columns : [...columns, 'source'];
}

export function isSameCell(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

function columnsOf(definition: TableDefinition, filter: FilterDefinition): readonly string[] {
  const range = filter.kind === 'range' ? rangeColumnsOf(definition, filter.column) : null;
  if (range !== null) return [range.number, range.from, range.to];
  if (filter.kind === 'search') return isAddressFilter(filter) ? searchedColumns(definition, filter.columns) : filter.columns;
  if (filter.kind === 'text' && filter.match === 'domain') return [filter.column, domainColumn(filter.column)];
  if (filter.kind !== 'flag') return [filter.column];
  const { condition } = filter;
  if ('isTrue' in condition) return [condition.isTrue];
  return 'isPositive' in condition ? [condition.isPositive] : condition.anyPresent;
}

/** The words, and the addresses as they are stored and as they are compared. */
function searchedColumns(definition: TableDefinition, columns: readonly string[]): readonly string[] {
  const compared = addressColumns(definition);
  const sites = domainSources(definition).filter((column) => compared.includes(column));
  return [...new Set([...columns, ...compared, ...sites.map(domainColumn)])];
}

function matchesRange(definition: TableDefinition, filter: RangeFilter, filters: TableFilters, cells: ChangedCells): Match {
  const range = rangeColumnsOf(definition, filter.column);
  const or = (end: string | undefined) => cells[filter.column] ?? (end === undefined ? null : (cells[end] ?? null));
  const [low, high] = [or(range?.from), or(range?.to)];
  if (isBlank(low) && isBlank(high)) return false;
  if (typeof low !== 'number' || typeof high !== 'number') return null;
  const value = filters[filter.key];
  const names = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  const last = filter.options.at(-1)?.value;
  return names.some((name) => {
    const { from, to } = readRange(name);
    return high >= from && (to === null || low < to || (filter.isLastClosed === true && name === last && low === to));
  });
}

function matchesOne(filter: Exclude<FilterDefinition, RangeFilter>, filters: TableFilters, cells: ChangedCells): Match {
  if (filter.kind === 'dates') return matchesDays(cells[filter.column], filters[filter.after], filters[filter.before]);
  if (filter.kind === 'flag') return matchesFlag(filter, cells);
  if (filter.kind === 'search') return null;
  const value = filters[filter.key];
  const values = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  if (filter.kind === 'text') {
    if (filter.match === 'equals') return isBlank(cells[filter.column]) ? false : null;
    const host = cells[domainColumn(filter.column)];
    return values.some((text) => (normalDomain(text) ?? text) === host);
  }
  const cell = cells[filter.column];
  if (isBlank(cell)) return false;
  return [cell].flat().some((item) => values.includes(String(item)));
}

function matchesFlag({ condition }: Extract<FilterDefinition, { kind: 'flag' }>, cells: ChangedCells): Match {
  if ('isTrue' in condition) return cells[condition.isTrue] === true;
  if ('isPositive' in condition) {
    const cell = cells[condition.isPositive];
    return isBlank(cell) ? false : typeof cell === 'number' ? cell > 0 : null;
  }
  return condition.anyPresent.some((column) => !isBlank(cells[column]));
}

function matchesDays(cell: unknown, after: TableFilters[string] | undefined, before: TableFilters[string] | undefined): Match {
  if (isBlank(cell)) return false;
  const day = typeof cell !== 'string' ? undefined : DAY.test(cell) ? cell : UTC_MOMENT.exec(cell)?.[1];
  if (day === undefined) return null;
  return (typeof after !== 'string' || day >= after) && (typeof before !== 'string' || day <= before);
}

function isBlank(cell: unknown): boolean {
  return cell === null || cell === undefined;
}
