import { expect, test } from 'vitest';
import { areInView, isRowInView } from '../columns/columns-in-view.ts';
import { columnAt } from './drop-target.ts';

const spans = [
  { field: 'name', width: 100, isFixed: true },
  { field: 'city', width: 50, isFixed: false },
  { field: 'phone', width: 150, isFixed: false },
];

test.each([
  [-500, 0, 'name'],
  [10, 0, 'name'],
  [143, 0, 'name'],
  [144, 0, 'city'],
  [193, 0, 'city'],
  [194, 0, 'phone'],
  [5000, 0, 'phone'],
])('%d px from the left, scrolled by %d px, is over %s', (x, scrolled, field) => {
  expect(columnAt(spans, x, scrolled)).toBe(field);
});

test('Pinned columns are where they are shown, however far the others have scrolled', () => {
  expect(columnAt(spans, 120, 60)).toBe('name');
  expect(columnAt(spans, 150, 60)).toBe('phone');
});

test('Where pinned columns scroll with the others, the target follows the scroll position', () => {
  const scrolling = spans.map((span) => ({ ...span, isFixed: false }));
  expect(columnAt(scrolling, 120, 60)).toBe('city');
});

test('Without columns nothing is dropped on', () => {
  expect(columnAt([], 10, 0)).toBeNull();
});

test('A column is in view when any part of it is', () => {
  const widths = [100, 100, 100];
  const view = { left: 0, top: 0, width: 200, height: 100, pixel: 1 };
  expect(areInView(widths, 0, 0, view)).toBe(true);
  expect(areInView(widths, 1, 1, view)).toBe(true);
  expect(areInView(widths, 2, 2, view)).toBe(false);
  expect(areInView(widths, 0, 0, { ...view, left: 144 })).toBe(false);
  expect(areInView(widths, 0, 1, { ...view, left: 144 })).toBe(true);
  expect(areInView(widths, 1, 1, { ...view, pixel: 2 })).toBe(false);
});

test('A row is in view at the first rows, and where the table is scrolled to', () => {
  const view = { left: 0, top: 5_300, width: 200, height: 530, pixel: 1 };
  expect([0, 17, 18].map((row) => isRowInView(row, view))).toEqual([true, true, false]);
  expect([98, 99, 109, 195].map((row) => isRowInView(row, view))).toEqual([false, true, true, false]);
  expect(isRowInView(5_000, { ...view, width: 0 })).toBe(true);
});
