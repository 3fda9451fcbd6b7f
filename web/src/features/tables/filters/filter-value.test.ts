import { companies } from '@leadloom/shared/tables/companies';
import type { FilterDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type FilterParameter, parametersOf } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { investors } from '@leadloom/shared/tables/investors';
import { people } from '@leadloom/shared/tables/people';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { expect, it } from 'vitest';
import { filterValue } from './filter-value.ts';

function filterOf({ filters }: TableDefinition, key: string): FilterDefinition {
  const filter = filters.find((one) => one.key === key);
  if (filter === undefined) throw new Error(`there is no filter ${key}`);
  return filter;
}

it('a chip says what is in force', () => {
  const cases: readonly (readonly [key: string, filters: TableFilters, value: string | null, definition?: TableDefinition])[] = [
    ['country', {}, null],
    ['country', { country: ['Germany'] }, 'Germany'],
    ['country', { country_not: ['Germany'] }, 'not Germany'],
    ['country', { country_not: ['Germany', 'France', 'Norway', 'Japan'] }, 'not Germany, France, Norway +1'],
    ['country', { country: ['Germany'], country_not: ['Berlin'] }, 'Germany, not Berlin'],
    ['country', { country: ['Germany'], country_has: 'true' }, 'Germany, has a value'],
    ['city', { city_has: 'true' }, 'has a value'],
    ['city', { city_has: 'false' }, 'blank'],
    ['revenue', {}, null],
    ['revenue', { revenue_from: '10', revenue_to: '50' }, '10 – 50'],
    ['revenue', { revenue_from: '10' }, 'from 10'],
    ['revenue', { revenue_to: '-1.5' }, 'up to -1.5'],
    ['revenue', { revenue_from: '0' }, 'from 0'],
    ['employee_count', { employee_count: ['0-10'] }, '< 10'],
    ['employee_count', { employee_count_from: '1000', employee_count_to: '5000' }, '1,000 – 5,000'],
    ['employee_count', { employee_count: ['0-10'], employee_count_from: '5' }, '< 10, from 5'],
    ['last_funded', { last_funded_after: '2026-01-31' }, 'since Jan 31, 2026'],
    ['last_funded', { last_funded_has: 'false' }, 'blank'],
    ['with_contact_info', { with_contact_info: true }, 'Yes'],
    ['with_contact_info', { with_contact_info_not: true }, 'No'],
    ['phone', { phone_has: 'true' }, 'has a value', investors],
    ['search_query', { search_query: 'loom -energy' }, 'loom -energy', people],
  ];
  for (const [key, filters, value, definition = companies] of cases) {
    expect(filterValue(filterOf(definition, key), filters), JSON.stringify(filters)).toBe(value);
  }
});

it('no parameter of a filter is in force without a word on its chip', () => {
  const valueOfForm: Readonly<Record<FilterParameter['form'], TableFilters[string]>> = {
    list: ['one'],
    text: 'one',
    day: '2026-03-31',
    number: '7',
    checked: true,
    choice: 'false',
  };
  for (const name of tableNames) {
    for (const filter of tableByName(name).filters) {
      for (const parameter of parametersOf(filter)) {
        expect(filterValue(filter, { [parameter.name]: valueOfForm[parameter.form] }), parameter.name).not.toBeNull();
      }
    }
  }
});
