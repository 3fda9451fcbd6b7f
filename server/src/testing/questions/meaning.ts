/** What single tests of a row mean, as the specification says it, in plain code. */
import type { FlagFilter, RangeFilter, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import type { ModelRow, World } from './model-rows.ts';
import { ADDRESSES, RANGES, type WrittenAddress } from './vocabulary.ts';

export type Holds = (row: ModelRow) => boolean;

/** The text of a cell, or the items of a list; none where it is blank. */
export function textsOf(row: ModelRow, field: string): readonly string[] {
  const cell = row.cells[field];
  return cell === null || cell === undefined ? [] : [cell].flat().map(String);
}

export function isOneOf(row: ModelRow, field: string, values: readonly string[]): boolean {
  const wanted = values.map((value) => value.trim().toLowerCase());
  return textsOf(row, field).some((text) => wanted.includes(text.trim().toLowerCase()));
}

export function addressOf(row: ModelRow, field: string): WrittenAddress | null {
  return ADDRESSES.get(textsOf(row, field)[0] ?? '') ?? null;
}

/** The lowest and the highest number that the cell may mean; null: none is known. */
export function numbersOf(definition: TableDefinition, row: ModelRow, field: string): readonly [from: number, to: number] | null {
  const cell = row.cells[field];
  if (typeof cell === 'number') return [cell, cell];
  const range = definition.columns.find((column) => column.field === field)?.rangeField;
  return range === undefined ? null : (RANGES.get(textsOf(row, range)[0] ?? '') ?? null);
}

export function isBlank(definition: TableDefinition, row: ModelRow, field: string): boolean {
  return textsOf(row, field).length === 0 && numbersOf(definition, row, field) === null;
}

/** The day, or the UTC day of a moment. */
export function dayOf(row: ModelRow, field: string): string | null {
  return textsOf(row, field)[0]?.slice(0, 10) ?? null;
}

export function isBetween(value: string | null, from: string | null, to: string | null): boolean {
  return value !== null && (from === null || value >= from) && (to === null || value <= to);
}

export function isFlagged(row: ModelRow, { condition }: FlagFilter): boolean {
  if ('isTrue' in condition) return row.cells[condition.isTrue] === true;
  if ('isPositive' in condition) return Number(row.cells[condition.isPositive] ?? 0) > 0;
  return condition.anyPresent.some((field) => textsOf(row, field).length > 0);
}

/** Of `10-50`: 10 is in it and 50 is not, unless it is the last range and includes its end. Of `200+`: there is no end. */
export function isInRange(definition: TableDefinition, row: ModelRow, filter: RangeFilter, name: string): boolean {
  const ends = numbersOf(definition, row, filter.column);
  if (ends === null) return false;
  const [from, to] = name.endsWith('+') ? [Number(name.slice(0, -1)), null] : name.split('-').map(Number);
  if (from === undefined || ends[1] < from) return false;
  if (to === null || to === undefined) return true;
  const isLast = filter.options.at(-1)?.value === name && filter.isLastClosed === true;
  return isLast ? ends[0] <= to : ends[0] < to;
}

/** How the rows of two tables belong together. `name`: unless both rows have a site of their own. */
type Key =
  | readonly [by: 'site' | 'page', from: string, to: string]
  | readonly [by: 'name', from: string, to: string, sites?: readonly [from: string, to: string]];

const LINKS: Readonly<Record<string, readonly [table: TableName, ...keys: readonly Key[]]>> = {
  'companies.people': [
    'people',
    ['site', 'website', 'company_website'],
    ['name', 'name', 'company_name', ['website', 'company_website']],
  ],
  'companies.jobs': [
    'jobs',
    ['site', 'website', 'company_website'],
    ['name', 'name', 'company_name', ['website', 'company_website']],
  ],
  'jobs.company': [
    'companies',
    ['site', 'company_website', 'website'],
    ['name', 'company_name', 'name', ['company_website', 'website']],
  ],
  'companies.reviews': ['reviews', ['site', 'website', 'product_url']],
  'companies.store': ['shopify', ['site', 'website', 'url'], ['page', 'linkedin_url', 'linkedin']],
  'companies.investors': ['investors', ['name', 'name', 'last_investment_company_name']],
  'investors.last_investment': ['companies', ['name', 'last_investment_company_name', 'name']],
  'people.company': [
    'companies',
    ['site', 'company_website', 'website'],
    ['name', 'company_name', 'name', ['company_website', 'website']],
  ],
  'reviews.company': ['companies', ['site', 'product_url', 'website']],
  'shopify.company': ['companies', ['site', 'url', 'website'], ['page', 'linkedin', 'linkedin_url']],
  'shopify.reviews': ['reviews', ['site', 'url', 'product_url']],
};

export interface Link {
  readonly name: string;
  readonly linked: TableDefinition;
  readonly isLinked: (row: ModelRow, other: ModelRow) => boolean;
}

export function linksOf({ name }: TableDefinition): readonly Link[] {
  return Object.entries(LINKS).flatMap(([path, [table, ...keys]]) => {
    const [from, link = ''] = path.split('.');
    const isLinked = (row: ModelRow, other: ModelRow) => keys.some((key) => belongs(key, row, other));
    return from === name ? [{ name: link, linked: tableByName(table), isLinked }] : [];
  });
}

/** Whether one of the linked rows passes. */
export function hasLinked(world: World, { linked, isLinked }: Link, passes: Holds): Holds {
  const rows = [...world.rows].find(([name]) => name === linked.name)?.[1] ?? [];
  return (row) => rows.some((other) => isLinked(row, other) && passes(other));
}

function belongs([by, from, to, sites]: Key, row: ModelRow, other: ModelRow): boolean {
  const [one, another] = [addressOf(row, from), addressOf(other, to)];
  if (by === 'site') return one?.host != null && !one.isShared && one.host === another?.host;
  if (by === 'page') return one?.page != null && one.page === another?.page;
  if (!isOneOf(other, to, textsOf(row, from))) return false;
  if (sites === undefined) return true;
  const [own, others] = [addressOf(row, sites[0]), addressOf(other, sites[1])];
  return own?.host == null || own.isShared || others?.host == null;
}
