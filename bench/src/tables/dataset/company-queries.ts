/**
 * The queries: sets of filters as people combine them, each with changing values, so that no side of a comparison is
 * measured on a cached page.
 */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { FileFormat } from '@leadloom/shared/domain/file-format';
import { companies } from '@leadloom/shared/tables/companies';
import { readFilters, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { employeeRanges } from '@leadloom/shared/tables/values/company-values';
import { companyCountries, companyDomain, companyOwnerships, companyVerticals } from './company-rows.ts';
import { itemAt } from './random.ts';
import { words } from './words.ts';

/** The number of rows of the screen's larger page. */
export const PAGE_SIZE = 15;
/** The number of different values of a set of filters. */
const VALUES = 40;
/** Pages to rotate through if there is no filter. */
const PAGES = 10;
const DOMAINS = 5;
/** The maximum age of a financing in days, in the set of six. */
const FINANCED_AFTER = ['2016-01-01', '2018-06-30', '2020-01-01'] as const;

export interface ListQuery {
  readonly filters: TableFilters;
  /** A page number from 1. */
  readonly page: number;
}

export interface FilterSet {
  readonly name: string;
  readonly queries: readonly ListQuery[];
  /** Whether an index finds the newest rows, so that the first page costs the same at any size. */
  readonly isFlat: boolean;
  readonly hasSearch: boolean;
}

/** @param rows the number of companies */
export function filterSets(rows: number): readonly FilterSet[] {
  const flat = { isFlat: true, hasSearch: false };
  return [
    { ...flat, name: 'no filter', queries: pagesOf({}) },
    { ...flat, name: 'country', queries: rotated((at) => ({ country: countryAt(at) })) },
    {
      ...flat,
      name: 'country and employees',
      queries: rotated((at) => ({ country: countryAt(at), employee_count: employeesAt(at) })),
    },
    { ...flat, name: 'vertical', queries: rotated((at) => ({ vertical: verticalAt(at) })) },
    { ...flat, name: 'with contact', queries: pagesOf({ with_contact_info: true }) },
    { ...flat, name: `${DOMAINS} domains`, queries: rotated((at) => ({ domain: domainsAt(at, rows) })) },
    { name: 'six filters', isFlat: false, hasSearch: false, queries: rotated(sixFilters) },
    { name: 'search', isFlat: false, hasSearch: true, queries: rotated((at) => ({ search_query: wordsAt(at) })) },
  ];
}

export interface Marks {
  /** Id of a list. */
  readonly list: string;
  readonly tag: string;
  /** A moment after which some rows changed. */
  readonly since: string;
}

/** Marks of an account, and the time of their last change, as filters: alone, and with a country. */
export function markSets({ list, tag, since }: Marks): readonly FilterSet[] {
  const marks = [
    ['a list', { list }],
    ['a tag', { tag: [tag] }],
    ['changed', { updated_after: since }],
  ] as const;
  return withCountry(marks);
}

/** What is in a CRM of the account as filters: alone, and with a country. */
export const crmSets: readonly FilterSet[] = withCountry([
  ['in the CRM', { in_crm: true }],
  ['not in the CRM', { in_crm: false }],
  ['an owner in the CRM', { crm_owner: ['Owner 3'] }],
]);

function withCountry(asked: readonly (readonly [name: string, filters: Readonly<Record<string, unknown>>])[]) {
  const flat = { isFlat: true, hasSearch: false };
  return asked.flatMap(([name, filters]) => [
    { ...flat, name, queries: pagesOf(filters) },
    { ...flat, name: `${name} and country`, queries: rotated((at) => ({ ...filters, country: countryAt(at) })) },
  ]);
}

/** About a tenth of the companies. */
export const exportedFilters: TableFilters = readFilters(companies, { country: countryAt(1) });

export function listPath({ filters, page }: ListQuery, perPage = PAGE_SIZE): string {
  const parameters = filterParameters(filters);
  parameters.set('per_page', String(perPage));
  if (page > 1) parameters.set('page', String(page));
  return `/api/v1${tableEndpoints.companies.list.path}?${parameters}`;
}

/** @param limit the first rows only; null: all */
export function exportPath(filters: TableFilters, limit: number | null, format: FileFormat = 'csv'): string {
  const parameters = filterParameters(filters);
  if (limit !== null) parameters.set('limit', String(limit));
  if (format !== 'csv') parameters.set('format', format);
  return `/api/v1${tableEndpoints.companies.export.path}?${parameters}`;
}

export function filterParameters(filters: TableFilters): URLSearchParams {
  const pairs = Object.entries(filters).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => [key, String(item)]),
  );
  return new URLSearchParams(pairs);
}

export function rotated(filtersAt: (at: number) => Readonly<Record<string, unknown>>): readonly ListQuery[] {
  return Array.from({ length: VALUES }, (_, at) => ({ filters: readFilters(companies, filtersAt(at)), page: 1 }));
}

function pagesOf(filters: Readonly<Record<string, unknown>>): readonly ListQuery[] {
  return Array.from({ length: PAGES }, (_, at) => ({ filters: readFilters(companies, filters), page: at + 1 }));
}

function sixFilters(at: number): Readonly<Record<string, unknown>> {
  return {
    country: [countryAt(at % 20), countryAt((at % 20) + 3), countryAt((at % 20) + 11)],
    vertical: [verticalAt(at), verticalAt(at + 1), verticalAt(at + 5)],
    employee_count: [employeesAt(at), employeesAt(at + 1)],
    ownership_status: companyOwnerships.slice(0, 2 + (at % 3)),
    last_funded_after: itemAt(FINANCED_AFTER, at % FINANCED_AFTER.length),
    with_contact_info: true,
  };
}

export function countryAt(at: number): string {
  return itemAt(companyCountries, at % companyCountries.length);
}

export function verticalAt(at: number): string {
  return itemAt(companyVerticals, at % companyVerticals.length);
}

function employeesAt(at: number): string {
  return itemAt(employeeRanges, at % employeeRanges.length).value;
}

/** Domains that all exist, far apart in the table. */
function domainsAt(at: number, rows: number): readonly string[] {
  return Array.from({ length: DOMAINS }, (_, number) => {
    const index = Math.floor(((at * DOMAINS + number + 0.5) * rows) / (VALUES * DOMAINS));
    return companyDomain(index) ?? companyDomain(index - 1) ?? '';
  });
}

/** A common word and a rarer one. */
function wordsAt(at: number): string {
  return `${itemAt(words, 60 + at * 4)} ${itemAt(words, 260 + at * 17)}`;
}
