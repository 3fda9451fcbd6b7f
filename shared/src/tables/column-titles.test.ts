import { expect, it } from 'vitest';
import { columnTitle } from './column-titles.ts';
import { tables } from './tables.ts';

it('a column is called as its table calls it', () => {
  expect(columnTitle('employee_count')).toBe('Employee count');
  expect(columnTitle('revenue')).toBe('Revenue (in $M)');
});

it('what no table has is written in words', () => {
  expect(columnTitle('current_company')).toBe('Current company');
});

it('a field has the same title in every table that has it', () => {
  const others = Object.values(tables).flatMap(({ name, columns }) =>
    columns.filter(({ field, headerName }) => columnTitle(field) !== headerName).map(({ field }) => `${name}.${field}`),
  );
  expect(others).toEqual([]);
});

it('no title of a column has an underscore', () => {
  const keys = Object.values(tables).flatMap(({ columns }) => columns.map(({ field }) => field));
  expect(keys.length).toBeGreaterThan(50);
  expect(keys.map(columnTitle).filter((title) => title.includes('_'))).toEqual([]);
});
