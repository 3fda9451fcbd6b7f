import { measures } from '@leadloom/shared/contract/table-facets';
import type { FilterDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { dimensionsOf, measuredFields } from '@leadloom/shared/tables/dimensions';
import { parametersOf } from '@leadloom/shared/tables/filter-parameters';
import { normalFilters, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { anyCharacter } from '@leadloom/shared/testing/any-character';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableChart } from '../../../lib/charts/table-chart.ts';
import { firstState as bareState, readAddress, type TableState, writeAddress } from './filters-in-url.ts';

const firstState: TableState = { ...bareState, perPage: 10 };
const companies = tableByName('companies');

/** Texts that a person may type, with what addresses give a meaning of its own among them. */
const text = fc
  .oneof(
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
    fc.string({
      unit: fc.constantFrom(',', '%', '%2C', '%25', '&', '=', '+', '#', '?', ' ', "'", '"', '<', '>', 'é', '日', '🧵', 'x'),
      maxLength: 20,
    }),
  )
  .map((value) => value.replaceAll(/\p{Cc}/gu, '').trim())
  .filter((value) => value !== '' && value.length <= 200);

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

function valuesOf(filter: FilterDefinition): Record<string, fc.Arbitrary<unknown>> {
  const own = ownValuesOf(filter);
  const others = parametersOf(filter).flatMap(({ name, role, form }) => {
    const [first] = Object.values(own);
    if (role === 'not') return first === undefined ? [] : [[name, first] as const];
    if (role === 'has') return [[name, fc.constantFrom('true', 'false')] as const];
    return form === 'number' ? [[name, fc.integer().map(String)] as const] : [];
  });
  return { ...own, ...Object.fromEntries(others) };
}

function ownValuesOf(filter: FilterDefinition): Record<string, fc.Arbitrary<unknown>> {
  switch (filter.kind) {
    case 'choice':
    case 'lookup':
    case 'text':
      return { [filter.key]: fc.uniqueArray(text, { maxLength: 5 }).map((values) => values.sort()) };
    case 'search':
      return { [filter.key]: text };
    case 'range': {
      const name = fc.constantFrom(...filter.options.map(({ value }) => value));
      return { [filter.key]: filter.isMultiple ? fc.uniqueArray(name).map((values) => values.sort()) : name };
    }
    case 'dates':
      return { [filter.after]: day, [filter.before]: day };
    case 'flag':
      return { [filter.key]: fc.constant(true) };
    case 'numbers':
    case 'presence':
      return {};
  }
}

function filtersOf(definition: TableDefinition): fc.Arbitrary<TableFilters> {
  const parameters = Object.assign({}, ...definition.filters.map(valuesOf));
  return fc.record(parameters, { requiredKeys: [] }).map((values) => normalFilters(definition, values));
}

function stateOf(definition: TableDefinition): fc.Arbitrary<TableState> {
  const fields = definition.columns.filter(({ isStoredOnly }) => isStoredOnly !== true).map(({ field }) => field);
  return fc.record({
    filters: filtersOf(definition),
    page: fc.integer({ min: 1, max: 1_000_000_000 }),
    perPage: fc.constantFrom(10 as const, 15 as const),
    sort: fc.option(fc.record({ field: fc.constantFrom(...fields), order: fc.constantFrom('asc' as const, 'desc' as const) })),
    chart: fc.option(chartOf(definition)),
  });
}

function chartOf(definition: TableDefinition): fc.Arbitrary<TableChart> {
  const by = fc.uniqueArray(fc.constantFrom(...dimensionsOf(definition).keys()), { minLength: 1, maxLength: 2 });
  const counted = by.map((names): TableChart => ({ by: names, measure: 'count' }));
  const fields = measuredFields(definition);
  if (fields.length === 0) return counted;
  const measure = fc.constantFrom(...measures.filter((one) => one !== 'count'));
  return fc.oneof(counted, fc.record({ by, measure, of: fc.constantFrom(...fields) }));
}

describe('the address of a table', () => {
  it.each(tableNames)('a table’s state survives its address: %s', (name) => {
    const definition = tableByName(name);
    fc.assert(
      fc.property(stateOf(definition), fc.option(fc.string({ minLength: 1, maxLength: 40 })), (state, viewId) => {
        const read = readAddress(definition, writeAddress(definition, state, viewId));
        expect(read).toEqual({ ...state, viewId, recordId: null, isBare: false });
      }),
    );
  });

  it('a table’s address is not rewritten by browsers', () => {
    fc.assert(
      fc.property(stateOf(companies), fc.option(fc.string({ minLength: 1, maxLength: 40 })), (state, viewId) => {
        const written = writeAddress(companies, state, viewId);
        expect(new URL(written, 'https://loom.example/table/companies').search).toBe(written);
      }),
    );
    const quoting = writeAddress(
      companies,
      { ...firstState, filters: { country: ["Côte d'Ivoire"], search_query: "loom's" } },
      null,
    );
    expect(new URL(quoting, 'https://loom.example').search).toBe(quoting);
  });

  it('a table’s address survives re-encoding', () => {
    fc.assert(
      fc.property(stateOf(companies), (state) => {
        const rewritten = new URL(`https://loom.example/${writeAddress(companies, state, null)}`);
        rewritten.searchParams.sort();
        expect(readAddress(companies, rewritten.search)).toEqual({ ...state, viewId: null, recordId: null, isBare: false });
      }),
    );
  });

  it('any query string can be read', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (search) => {
        const read = readAddress(companies, search);
        const state = { ...read, perPage: read.perPage ?? 10 };
        expect(readAddress(companies, writeAddress(companies, state, read.viewId))).toEqual({
          ...state,
          recordId: null,
          isBare: false,
        });
      }),
    );
  });

  it('values with commas and percent signs stay separate', () => {
    const filters = { vertical: ['100% wool', 'Media, Print'] };
    const search = writeAddress(companies, { ...firstState, filters }, null);
    expect(search).toBe('?vertical=100%2525%20wool,Media%252C%20Print&page=1&per_page=10');
    expect(readAddress(companies, search).filters).toEqual(filters);
  });

  it.each([
    ['?country=Germany,France', { country: ['France', 'Germany'] }],
    ['?country=Germany%2CFrance', { country: ['France', 'Germany'] }],
    ['?country=Germany&country=France', { country: ['France', 'Germany'] }],
    ['?country=100%25', { country: ['100%'] }],
    ['?with_contact_info=true&positive_revenue=false', { with_contact_info: true }],
    ['?last_funded_after=2026-03-31&last_funded_before=2026-02-30', { last_funded_after: '2026-03-31' }],
    ['?employee_count=10-50,7-9', {}],
    ['?country=&search_query=%20%20&unknown=1', {}],
  ])('the address %s is read correctly', (search, filters) => {
    expect(readAddress(companies, search).filters).toEqual(filters);
  });

  it.each([
    ['page=0', { page: 1 }],
    ['page=-3', { page: 1 }],
    ['page=7', { page: 7 }],
    ['page=1e3', { page: 1 }],
    ['per_page=1000', { perPage: 100 }],
    ['per_page=15', { perPage: 15 }],
    ['page=2', { perPage: null }],
    ['per_page=1', { perPage: 10 }],
    ['per_page=many', { perPage: 10 }],
    ['sort=revenue&order=desc', { sort: { field: 'revenue', order: 'desc' } }],
    ['sort=revenue&order=sideways', { sort: { field: 'revenue', order: 'asc' } }],
    ['sort=password', { sort: null }],
    ['show=chart&by=vertical&by=last_funded', { chart: { by: ['vertical', 'last_funded'], measure: 'count' } }],
    ['show=chart&by=region&measure=sum&of=revenue', { chart: { by: ['region'], measure: 'sum', of: 'revenue' } }],
    ['show=chart&by=region&measure=sum', { chart: { by: ['region'], measure: 'count' } }],
    ['show=chart&by=region&measure=sum&of=name', { chart: { by: ['region'], measure: 'count' } }],
    ['show=chart&by=region&by=region&by=search_query&by=city&by=country', { chart: { by: ['region', 'city'] } }],
    ['show=chart&by=password', { chart: { by: ['country'], measure: 'count' } }],
    ['show=chart', { isBare: false, chart: { by: ['country'], measure: 'count' } }],
    ['show=rows&by=region', { chart: null }],
    ['by=region', { isBare: true, chart: null }],
    [`view=${'v'.repeat(41)}`, { viewId: null }],
  ])('invalid values are dropped from %s', (search, expected) => {
    expect(readAddress(companies, search)).toMatchObject(expected);
  });

  it('an address with only a view is bare', () => {
    expect(readAddress(companies, '')).toEqual({ ...bareState, viewId: null, recordId: null, isBare: true });
    expect(readAddress(companies, '?view=v1&utm=x')).toMatchObject({ viewId: 'v1', recordId: null, isBare: true });
    expect(readAddress(companies, '?page=1').isBare).toBe(false);
  });
});
