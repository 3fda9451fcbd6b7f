import { companies } from '@leadloom/shared/tables/companies';
import { type Condition, everything, group, not, nothing, type Test } from '@leadloom/shared/tables/conditions/condition';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import { people } from '@leadloom/shared/tables/people';
import { describe, expect, it } from 'vitest';
import { filteredColumns, hasSameMatch, type Match, matchOf } from './row-match.ts';

const cells = {
  id: 7,
  name: 'Alder GmbH',
  country: 'Norway',
  city: 'İzmir',
  verticals: ['Fintech', 'Energy'],
  website: 'https://alder.example/about',
  website_domain: 'alder.example',
  employee_count: null,
  employee_range_from: 11,
  employee_range_to: 50,
  revenue: 2.5,
  ebitda: 'NaN',
  last_financing_on: '2026-01-31',
  updated_at: '2026-02-01T23:59:59.5+00:00',
  source: 'sample',
};
const match = (condition: Condition) => matchOf(companies, condition, cells);
const equals = (column: string, ...values: string[]): Test => ({ kind: 'equals', column, values });
const numbers = (column: string, from: number | null, to: number | null, isOpen = false): Test => ({
  kind: 'numbers',
  column,
  from: from === null ? null : { value: from, isOpen },
  to: to === null ? null : { value: to, isOpen },
});
const unknown: Test = { kind: 'search', columns: ['name'], text: 'alder', findsAddress: true };
const yes = equals('country', 'Norway');
const no = equals('country', 'Chile');

describe('a row judged by its cells', () => {
  it.each<[string, Condition, Match]>([
    ['the same text', equals('country', 'Chile', 'Norway'), true],
    ['another text', no, false],
    ['the same text but for its case', equals('country', 'norway'), null],
    ['a text with letters whose case the database knows', equals('city', 'izmir'), null],
    ['such a text letter by letter', equals('city', 'İzmir'), true],
    ['a blank text', equals('region', 'Europe'), false],
    ['an item', equals('verticals', 'Energy'), true],
    ['no item', equals('verticals', 'Food'), false],
    ['an item but for its case', equals('verticals', 'ENERGY', 'food'), null],
    ['not another text', not(no), true],
    ['not a blank text', not(equals('region', 'Europe')), true],
    ['not a text but for its case', not(equals('country', 'norway')), null],
    ['blank', { kind: 'blank', column: 'region' }, true],
    ['not blank', { kind: 'blank', column: 'country' }, false],
    ['a number of which only the range is known is not blank', { kind: 'blank', column: 'employee_count' }, false],
    ['the stored host', { kind: 'host', column: 'website', values: ['https://www.ALDER.example/x'] }, true],
    ['another host', { kind: 'host', column: 'website', values: ['birch.example', 'no host'] }, false],
    ['a host that is not stored', { kind: 'host', column: 'linkedin_url', values: ['alder.example'] }, false],
    ['an address', { kind: 'address', column: 'website', values: ['alder.example/about'] }, null],
    ['a range of the row that meets the numbers', numbers('employee_count', 50, 200), true],
    ['and that does not', numbers('employee_count', 50.5, 200), false],
    ['open ends', numbers('employee_count', 50, null, true), false],
    ['both ends', numbers('revenue', 2.5, 2.5), true],
    ['no ends', numbers('revenue', null, null), true],
    ['a number that JSON cannot write', numbers('ebitda', 0, null), null],
    ['days', { kind: 'days', column: 'last_financing_on', from: '2026-01-31', to: '2026-01-31' }, true],
    ['the day of a moment', { kind: 'days', column: 'updated_at', from: null, to: '2026-01-31' }, false],
    ['a part of a text', { kind: 'contains', column: 'name', text: 'der G' }, true],
    ['a part but for its case', { kind: 'contains', column: 'name', text: 'gmbh' }, null],
    ['a part that is not there', { kind: 'contains', column: 'name', text: 'birch' }, false],
    ['a part of a text with other letters', { kind: 'contains', column: 'city', text: 'zmir' }, null],
    ['a beginning', { kind: 'starts', column: 'verticals', text: 'Ener' }, true],
    ['no beginning', { kind: 'starts', column: 'name', text: 'GmbH' }, false],
    ['a sample', { kind: 'sample' }, true],
    ['an id', { kind: 'ids', ids: ['7'] }, true],
    ['another id', { kind: 'ids', ids: ['70'] }, false],
    ['a search', unknown, null],
    ['a list', { kind: 'list', id: '1' }, null],
    ['a tag', { kind: 'tag', tags: ['warm'] }, null],
    ['an export', { kind: 'exported' }, null],
    ['linked rows', { kind: 'linked', link: 'people', of: everything }, null],
    ['all', group('all', [yes, yes]), true],
    ['all of no part', everything, true],
    ['all, where one does not hold, whatever is unknown', group('all', [unknown, no]), false],
    ['all, where one is unknown', group('all', [yes, unknown]), null],
    ['any of no part', nothing, false],
    ['any, where one holds, whatever is unknown', group('any', [unknown, yes]), true],
    ['any, where one is unknown', group('any', [no, unknown]), null],
    ['not of what is unknown', not(group('any', [no, unknown])), null],
  ])('%s', (_, condition, expected) => expect(match(condition)).toBe(expected));

  it('matches the same while no column changes that the condition reads', () => {
    const condition = filterCondition(companies, {
      employee_count_from: '10',
      domain_not: ['birch.example'],
      with_contact_info_not: true,
      revenue_has: 'true',
      sample: 'false',
      ids: ['7'],
    });
    const columns = filteredColumns(companies, condition);
    expect(columns).toEqual(
      expect.arrayContaining(['employee_count', 'website', 'website_domain', 'main_contact_email', 'revenue', 'source']),
    );
    expect(columns).toEqual(expect.arrayContaining([expect.stringMatching(/_from$/), expect.stringMatching(/_to$/)]));
    expect(columns).not.toContain('country');
    const same = (changed: string) => hasSameMatch(companies, condition, cells, { ...cells, [changed]: 'changed' });
    expect(same('country')).toBe(true);
    for (const column of columns) expect(same(column), column).toBe(false);
  });

  it('never matches the same by its cells where linked rows or times of writing decide', () => {
    for (const filters of [
      { 'company.country': ['Norway'] },
      { 'company.any': 'false' },
      { updated_after: '2026-01-01T00:00:00Z' },
    ])
      expect(hasSameMatch(people, filterCondition(people, filters), cells, cells), JSON.stringify(filters)).toBe(false);
  });
});
