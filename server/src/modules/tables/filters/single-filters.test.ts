import { companies } from '@leadloom/shared/tables/companies';
import type { Condition } from '@leadloom/shared/tables/conditions/condition';
import { people } from '@leadloom/shared/tables/people';
import { expect, it } from 'vitest';
import { personalWorkspaceOf, type WorkspaceId } from '../../../http/workspace.ts';
import { bindMyFilters } from './my-filters.ts';
import { singleFilters } from './single-filters.ts';

const asker = (workspaceId: WorkspaceId) => ({ workspaceId, month: expect.stringMatching(/^\d{4}-\d\d-01$/) });

it('filters are taken apart into conditions, days together, and an index answers texts, search, lists and tags', () => {
  const filters = bindMyFilters(
    {
      country: ['Chile', 'Norway'],
      country_not: ['Peru'],
      search_query: 'loom',
      domain: ['loom.example'],
      city: ['Oslo'],
      last_funded_after: '2026-01-01',
      last_funded_before: '2026-02-01',
      with_contact_info: true,
      list: '12',
      sample: 'false',
      tag: ['warm'],
    },
    personalWorkspaceOf(7),
  );
  const found = singleFilters(companies, filters).map((single) => [single.condition, single.asker, single.isLookedUp]);
  expect(found).toHaveLength(10);
  expect(found).toEqual(
    expect.arrayContaining([
      [{ kind: 'equals', column: 'country', values: ['Chile', 'Norway'] }, null, false],
      [{ kind: 'not', of: { kind: 'equals', column: 'country', values: ['Peru'] } }, null, false],
      [expect.objectContaining({ kind: 'search', text: 'loom' }), null, true],
      [{ kind: 'host', column: 'website', values: ['loom.example'] }, null, true],
      [{ kind: 'equals', column: 'city', values: ['Oslo'] }, null, true],
      [{ kind: 'days', column: 'last_financing_on', from: '2026-01-01', to: '2026-02-01' }, null, false],
      [expect.objectContaining({ kind: 'flag' }), null, false],
      [{ kind: 'not', of: { kind: 'sample' } }, null, false],
      [{ kind: 'list', id: '12' }, asker(personalWorkspaceOf(7)), true],
      [{ kind: 'tag', tags: ['warm'] }, asker(personalWorkspaceOf(7)), true],
    ]),
  );
  expect(singleFilters(companies, {})).toEqual([]);
});

it('a single part, an alternative and linked rows are one condition each', () => {
  const lookedUp = (filters: Parameters<typeof singleFilters>[1]) =>
    singleFilters(people, filters).map(({ condition, isLookedUp }): [Condition['kind'], boolean] => [condition.kind, isLookedUp]);
  expect(lookedUp({ city: ['Oslo'] })).toEqual([['equals', true]]);
  expect(lookedUp({ city_not: ['Oslo'] })).toEqual([['not', false]]);
  expect(lookedUp({ 'company.country': ['Norway'], 'company.employee_count_from': '50' })).toEqual([['linked', true]]);
  expect(lookedUp({ 'company.any': 'false' })).toEqual([['not', false]]);
  expect(singleFilters(companies, { employee_count: ['0-10', '50-200'] }).map(({ condition }) => condition.kind)).toEqual([
    'any',
  ]);
});

it('equal conditions have equal keys, and those of other accounts do not', () => {
  const keys = (filters: Parameters<typeof singleFilters>[1]) => singleFilters(companies, filters).map(({ key }) => key);
  expect(keys({ country: ['Norway'], search_query: 'a' })).toContain(keys({ country: ['Norway'] })[0]);
  expect(keys(bindMyFilters({ list: '1' }, personalWorkspaceOf(7)))).not.toEqual(
    keys(bindMyFilters({ list: '1' }, personalWorkspaceOf(8))),
  );
  expect(keys(bindMyFilters({ list: '1', country: ['Norway'] }, personalWorkspaceOf(7)))).toContain(
    keys({ country: ['Norway'] })[0],
  );
});
