import { expect, test } from 'vitest';
import { pageState, selectRange, togglePage, toggleRow } from './grid-selection.ts';

const page = [11, 12, 13, 14];

test('A row is selected by one press and deselected by the next, without changing the given selection', () => {
  const before = new Set([1]);
  expect([...toggleRow(before, 11)]).toEqual([1, 11]);
  expect([...toggleRow(new Set([1, 11]), 11)]).toEqual([1]);
  expect([...before]).toEqual([1]);
});

test('Select all adds the rest of the page, then removes the page; other pages stay selected', () => {
  const all = togglePage(new Set([1, 12]), page);
  expect([...all].sort((a, b) => a - b)).toEqual([1, 11, 12, 13, 14]);
  expect([...togglePage(all, page)]).toEqual([1]);
});

test('A range is selected in both directions, and adds to what was selected', () => {
  expect([...selectRange(new Set([1, 11]), page, 11, 13)]).toEqual([1, 11, 12, 13]);
  expect([...selectRange(new Set([14]), page, 14, 12)]).toEqual([14, 12, 13]);
});

test('A range from a row of another page is one row', () => {
  expect([...selectRange(new Set([1]), page, 1, 12)]).toEqual([1, 12]);
});

test('A page is selected completely, partly or not at all; an empty page is not selected', () => {
  expect(pageState(new Set(page), page)).toBe('all');
  expect(pageState(new Set([12]), page)).toBe('some');
  expect(pageState(new Set([1]), page)).toBe('none');
  expect(pageState(new Set([1]), [])).toBe('none');
});
