import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { expect, test } from 'vitest';
import { firstWidths, nameWidthIn } from './first-widths.ts';

const column = (field: string, headerName: string, kind: ColumnDefinition['kind'] = 'text') => ({ field, headerName, kind });
const columns = [
  column('city', 'City'),
  column('country', 'Country'),
  column('website', 'Website', 'link'),
  column('linkedin_url', 'LinkedIn URL', 'link'),
  column('deal_type', 'Last financing deal type'),
  column('blank', 'Nr'),
];
const row = (id: number, city: string, country: string): TableRow => ({
  id,
  city,
  country,
  website: 'https://www.thistle-harbour-and-daughters-logistics.example/',
  linkedin_url: 'https://www.linkedin.com/company/thistle/',
  deal_type: 'Seed',
  blank: null,
});
const widths = firstWidths(columns, [row(1, 'Porto', 'United States'), row(2, 'Bergen', 'Norway')]);

test('a column begins with the width of the longest text it holds, and never above 200 px', () => {
  expect(widths.get('country')).toBeGreaterThan(widths.get('city') ?? 0);
  expect(widths.get('country')).toBeGreaterThan(110);
  expect(widths.get('country')).toBeLessThan(130);
  expect(widths.get('city')).toBeLessThan(90);
  expect(widths.get('website')).toBe(200);
});

test('a profile of LinkedIn takes the room of its last part', () => {
  expect(widths.get('linkedin_url')).toBeLessThan(130);
});

test('a long name is cut where the cells are short, and a column without texts can still be read', () => {
  expect(widths.get('deal_type')).toBe(152);
  expect(widths.get('blank')).toBe(64);
});

test('the name of a row takes what a wide window leaves, as far as its texts need it', () => {
  const name = column('city', 'City');
  const rows = [row(1, 'What do you think of the mills and dye works of the old harbour?', 'Norway')];
  expect(nameWidthIn(1_200, 1_000, name, rows)).toBe(280);
  expect(nameWidthIn(1_444, 1_000, name, rows)).toBe(400);
  expect(nameWidthIn(2_300, 1_000, name, rows)).toBeGreaterThan(440);
  expect(nameWidthIn(2_300, 1_000, name, rows)).toBeLessThan(545);
  expect(nameWidthIn(2_300, 1_000, name, [row(1, 'Porto', 'Portugal')])).toBe(280);
});
