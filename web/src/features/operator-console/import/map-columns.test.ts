import { expect, it } from 'vitest';
import { chosenColumn, clearColumn, fillColumn, filledColumns, fitMapping, mapHeader } from './map-columns.ts';

it('a column that is chosen for a second header is taken from the first', () => {
  const mapping = mapHeader(mapHeader({}, 'Firm', 'name', null), 'Company', 'name', null);
  expect(mapping).toEqual({ Firm: null, Company: 'name' });
});

it('a unit is kept with its column', () => {
  const mapping = mapHeader({}, 'Turnover', 'revenue', 'thousands');
  expect(mapping).toEqual({ Turnover: { column: 'revenue', unit: 'thousands' } });
  expect(chosenColumn(mapping, 'Turnover')).toEqual({ column: 'revenue', unit: 'thousands' });
  expect(chosenColumn(mapping, 'Town')).toBeUndefined();
});

it('a column that is joined or constant is filled by nothing else, and can be freed again', () => {
  const mapped = mapHeader({}, 'Firm', 'name', null);
  const joined = fillColumn(mapped, 'name', { join: ['First', 'Last'] });
  expect(joined).toEqual({ Firm: null, name: { join: ['First', 'Last'] } });
  expect(filledColumns(joined)).toEqual([{ column: 'name', entry: { join: ['First', 'Last'] } }]);
  expect(mapHeader(joined, 'Firm', 'name', null)).toEqual({ Firm: 'name' });
  expect(clearColumn(joined, 'name')).toEqual({ Firm: null });
});

it('a template is applied as far as the file has its headers', () => {
  const template = { Firm: 'name', Town: 'city', country: { constant: 'Norway' }, region: { join: ['Firm', 'Area'] } };
  expect(fitMapping(template, ['Firm'])).toEqual({
    mapping: { Firm: 'name', country: { constant: 'Norway' } },
    lacking: ['Town', 'Area'],
  });
});
