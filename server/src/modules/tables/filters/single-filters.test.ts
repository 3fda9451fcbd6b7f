import { companies } from '@leadloom/shared/tables/companies';
import { expect, it } from 'vitest';
import { bindMyFilters } from './my-filters.ts';
import { singleFilters } from './single-filters.ts';

const taken = (filters: Parameters<typeof singleFilters>[1]) =>
  singleFilters(companies, filters).map(({ filters: single, isLookedUp }) => [single, isLookedUp]);

it('filters are taken apart into conditions, days together, and an index answers texts, search and lists', () => {
  const filters = bindMyFilters(
    {
      country: ['Chile', 'Norway'],
      search_query: 'loom',
      domain: ['loom.example'],
      last_funded_after: '2026-01-01',
      last_funded_before: '2026-02-01',
      with_contact_info: true,
      list: '12',
      sample: 'false',
      tag: ['warm'],
    },
    7,
  );
  const found = taken(filters);
  expect(found).toHaveLength(7);
  expect(found).toEqual(
    expect.arrayContaining([
      [{ country: ['Chile', 'Norway'] }, false],
      [{ search_query: 'loom' }, true],
      [{ domain: ['loom.example'] }, true],
      [{ last_funded_after: '2026-01-01', last_funded_before: '2026-02-01' }, false],
      [{ with_contact_info: true }, false],
      [{ sample: 'false' }, false],
      [{ list: '12', tag: ['warm'], 'bound to': '7.0' }, true],
    ]),
  );
  expect(taken({})).toEqual([]);
});

it('equal conditions have equal keys, and those of other accounts do not', () => {
  const keys = (filters: Parameters<typeof singleFilters>[1]) => singleFilters(companies, filters).map(({ key }) => key);
  expect(keys({ country: ['Norway'], search_query: 'a' })).toContain(keys({ country: ['Norway'] })[0]);
  expect(keys(bindMyFilters({ list: '1' }, 7))).not.toEqual(keys(bindMyFilters({ list: '1' }, 8)));
});
