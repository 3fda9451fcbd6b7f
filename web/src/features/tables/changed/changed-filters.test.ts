import { tableByName } from '@leadloom/shared/tables/tables';
import { expect, it } from 'vitest';
import { changedText, sinceText } from '../../../components/changed/changed-text.ts';
import { readChanged } from '../../../lib/changed/changed-choice.ts';
import { readTableFilters, requestedFilters } from './changed-filters.ts';

const companies = tableByName('companies');
const now = new Date('2026-03-31T12:00:30.500Z');
const since = '2026-03-27T08:00:00.000Z';

it('an address may name a preset, the last visit, a day or a moment, and nothing else', () => {
  for (const value of ['24h', '7d', '30d', 'last-visit', '2026-03-01']) expect(readChanged(value)).toBe(value);
  expect(readChanged('2026-03-31T14:00:00+02:00')).toBe('2026-03-31T12:00:00.000Z');
  for (const value of ['', '1h', '2026-02-30', 'yesterday', ['7d'], undefined]) expect(readChanged(value)).toBeNull();
});

it('filters keep what was chosen, in the order of their names', () => {
  const read = readTableFilters(companies, { updated_after: '7d', country: ['Norway'], vertical: ['FinTech'], nothing: 'x' });
  expect(Object.entries(read)).toEqual([
    ['country', ['Norway']],
    ['updated_after', '7d'],
    ['vertical', ['FinTech']],
  ]);
  expect(readTableFilters(companies, { updated_after: 'soon' })).toEqual({});
});

it.each([
  ['24h', '2026-03-30T12:00:00.000Z'],
  ['7d', '2026-03-24T12:00:00.000Z'],
  ['30d', '2026-03-01T12:00:00.000Z'],
  ['last-visit', since],
  ['2026-03-05', '2026-03-05T00:00:00.000Z'],
  ['2026-03-05T01:02:03.000Z', '2026-03-05T01:02:03.000Z'],
])('a request for %s names the moment it means', (changed, moment) => {
  const filters = { country: ['Norway'], updated_after: changed };
  expect(requestedFilters(filters, { now, since })).toEqual({ country: ['Norway'], updated_after: moment });
});

it('filters without a time are asked for as they are, and the last visit only once it is known', () => {
  const filters = { country: ['Norway'] };
  expect(requestedFilters(filters, { now, since: null })).toBe(filters);
  expect(requestedFilters({ updated_after: 'last-visit' }, { now, since: null })).toBeNull();
});

it('a choice and a visit are named in short words', () => {
  const texts = ['24h', 'last-visit', '2026-03-05'].map((changed) => changedText(changed, 'en-GB'));
  expect(texts).toEqual(['last 24 hours', 'since my last visit', 'since 5 Mar 2026']);
  expect(sinceText('2026-03-27T12:00:00.000Z', now, 'en-GB')).toBe('Friday');
  expect(sinceText('2026-03-31T12:00:00.000Z', now, 'en-GB')).toMatch(/^\d\d:\d\d$/);
  expect(sinceText('2026-03-12T12:00:00.000Z', now, 'en-GB')).toBe('12 Mar 2026');
});
