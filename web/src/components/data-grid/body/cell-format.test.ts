import type { CellValue, ColumnDefinition, ColumnKind } from '@leadloom/shared/tables/define-table';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cellText, cellTitle, createCellFormat } from './cell-format.ts';

const column = (kind: ColumnKind, headerName = 'Column'): ColumnDefinition => ({ field: 'a', headerName, kind });
const english = createCellFormat('en-US');

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each<[ColumnKind, CellValue, string]>([
  ['text', null, ''],
  ['text', 'Ada', 'Ada'],
  ['boolean', true, 'Yes'],
  ['boolean', false, 'No'],
  ['list', ['Textiles', 'Energy'], 'Textiles, Energy'],
  ['list', [], ''],
  ['integer', 1_234_567, '1,234,567'],
  ['number', 4.25, '4.25'],
  ['number', 2 / 3, '0.667'],
  ['number', 0.000_012_34, '0.0000123'],
  ['number', 0, '0'],
  ['money', 1234.5, '$1,234.5M'],
  ['money', 12, '$12.0M'],
  ['money', -0.25, '-$0.25M'],
  ['date', '2024-03-01', 'Mar 1, 2024'],
  ['date', 'soon', 'soon'],
  ['date', '2024-13-45', '2024-13-45'],
  ['time', 'never', 'never'],
])('a %s of %j is shown as %j', (kind, value, text) => {
  expect(cellText(column(kind), value, english)).toBe(text);
});

test('A header that says millions of dollars leaves the number to its cells', () => {
  expect(cellText(column('money', 'Revenue (in $M)'), 1234.5, english)).toBe('1,234.5');
});

test('Numbers are grouped in the reader’s locale', () => {
  expect(cellText(column('integer'), 1_234_567, createCellFormat('de-DE'))).toBe('1.234.567');
  expect(cellText(column('money'), 1234.5, createCellFormat('de-DE'))).toBe('$1.234,5M');
});

describe.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])('In %s', (zone) => {
  test('a day is the same day in every time zone', () => {
    vi.stubEnv('TZ', zone);
    expect(createCellFormat('en-US').day('2024-01-01')).toBe('Jan 1, 2024');
  });
});

test('A time is shown in the reader’s time zone', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  const west = createCellFormat('en-US').time('2024-01-01T03:30:00Z');
  vi.stubEnv('TZ', 'Asia/Tokyo');
  const east = createCellFormat('en-US').time('2024-01-01T03:30:00Z');
  expect(west).toMatch(/^Dec 31, 2023, 7:30\sPM$/);
  expect(east).toMatch(/^Jan 1, 2024, 12:30\sPM$/);
});

test.each<[ColumnKind, CellValue, string | undefined]>([
  ['time', '2024-01-01T03:30:00Z', '2024-01-01T03:30:00Z'],
  ['text', 'Ada', undefined],
  ['date', '2024-01-01', undefined],
  ['integer', 1_000_000, undefined],
  ['money', 1234.5, undefined],
  ['money', 12, undefined],
  ['money', 1234.567_8, '1,234.5678'],
  ['number', 2.5, undefined],
  ['number', 2.555_55, '2.55555'],
  ['money', null, undefined],
])('The full value of %s %j is %j', (kind, value, title) => {
  expect(cellTitle(column(kind), value, english)).toBe(title);
});
