import { companies } from '@leadloom/shared/tables/companies';
import type { FilterDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { readFilters, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { investors } from '@leadloom/shared/tables/investors';
import { expect, it } from 'vitest';
import type { FilterOperator } from './filter-operators.ts';
import { operatorChanges, operatorsInForce, operatorsOf } from './operators-of.ts';

function filterOf({ filters }: TableDefinition, key: string): FilterDefinition {
  const filter = filters.find((one) => one.key === key);
  if (filter === undefined) throw new Error(`there is no filter ${key}`);
  return filter;
}

it('a filter has the operators of its kind', () => {
  const cases: readonly (readonly [key: string, operators: readonly FilterOperator[], definition?: TableDefinition])[] = [
    ['search_query', []],
    ['with_contact_info', []],
    ['country', ['is', 'not', 'has', 'blank']],
    ['domain', ['is', 'not', 'has', 'blank']],
    ['employee_count', ['is', 'between', 'has', 'blank']],
    ['revenue', ['between', 'has', 'blank']],
    ['last_funded', ['between', 'has', 'blank']],
    ['phone', ['has', 'blank'], investors],
  ];
  for (const [key, operators, definition = companies] of cases)
    expect(operatorsOf(filterOf(definition, key)), key).toEqual(operators);
});

it('another operator keeps the values where it can, and what is in force stays', () => {
  const cases: readonly (readonly [key: string, before: TableFilters, operator: FilterOperator, after: TableFilters])[] = [
    ['country', { country: ['Germany'] }, 'not', { country_not: ['Germany'] }],
    ['country', { country_not: ['Germany'] }, 'is', { country: ['Germany'] }],
    ['country', { country: ['Germany'], country_not: ['France'] }, 'not', { country: ['Germany'], country_not: ['France'] }],
    ['country', { country: ['Germany'] }, 'has', { country_has: 'true' }],
    ['country', { country: ['Germany'], country_not: ['France'] }, 'blank', { country_has: 'false' }],
    ['country', { country_has: 'true' }, 'blank', { country_has: 'false' }],
    ['country', { country_has: 'true' }, 'is', {}],
    ['employee_count', { employee_count: ['0-10'] }, 'between', {}],
    ['employee_count', { employee_count_from: '5', employee_count_to: '9' }, 'is', {}],
    ['last_funded', { last_funded_after: '2026-01-01' }, 'blank', { last_funded_has: 'false' }],
    ['city', { country: ['Germany'], city: ['Köln'] }, 'not', { country: ['Germany'], city_not: ['Köln'] }],
  ];
  for (const [key, before, operator, after] of cases) {
    const filter = filterOf(companies, key);
    const changed = Object.fromEntries(operatorChanges(filter, before, operator));
    expect(readFilters(companies, { ...before, ...changed }), `${key} ${operator}`).toEqual(after);
  }
});

it('all operators in force are known, "is" first', () => {
  const filters = { country: ['Germany'], country_not: ['France'], country_has: 'true', city_has: 'false', revenue_to: '7' };
  const inForce = (key: string) => operatorsInForce(filterOf(companies, key), filters);
  expect(inForce('country')).toEqual(['is', 'not', 'has']);
  expect(inForce('city')).toEqual(['blank']);
  expect(inForce('revenue')).toEqual(['between']);
  expect(inForce('region')).toEqual([]);
});
