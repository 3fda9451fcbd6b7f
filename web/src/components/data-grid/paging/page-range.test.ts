import { expect, test } from 'vitest';
import { formatCount as n } from '../../../lib/format-count.ts';
import { pageCount, printedText, rangeText, readPage, rowsOnPage } from './page-range.ts';

test.each([
  [{ page: 3, perPage: 10, count: 10, total: 1_000_000 }, `21–30 of ${n(1_000_000)}`],
  [{ page: 100_000, perPage: 10, count: 10, total: 1_000_000 }, `${n(999_991)}–${n(1_000_000)} of ${n(1_000_000)}`],
  [{ page: 2, perPage: 15, count: 3, total: 18 }, '16–18 of 18'],
  [{ page: 1, perPage: 10, count: 0, total: 0 }, '0 of 0'],
  [{ page: 9, perPage: 10, count: 0, total: 12 }, '0 of 12'],
  [{ page: 3, perPage: 10, count: 10, total: null }, '21–30'],
])('%j is shown as %s', (range, text) => {
  expect(rangeText(range)).toBe(text);
});

test.each([
  [1, 10, null, 10],
  [1, 10, 5285, 10],
  [3, 10, 24, 4],
  [9, 10, 24, 4],
  [1, 25, 3, 3],
  [1, 10, 0, 1],
])('page %d of %d rows each, of %j in all, will have %d', (page, perPage, total, rows) => {
  expect(rowsOnPage(page, perPage, total)).toBe(rows);
});

test('There is always at least one page', () => {
  expect(pageCount(0, 10)).toBe(1);
  expect(pageCount(10, 10)).toBe(1);
  expect(pageCount(11, 10)).toBe(2);
  expect(pageCount(null, 10)).toBeNull();
});

test.each([
  ['7', 7],
  [' 99,999 ', 99_999],
  ['99.999', 99_999],
  ['99 999', 99_999],
  ['0', 1],
  ['100001', 100_000],
  ['999999999999', 100_000],
  ['', null],
  ['-3', null],
  ['1e5', null],
  ['seven', null],
  ['1234567890123', null],
])('%j is page %j of 100,000', (text, page) => {
  expect(readPage(text, 100_000)).toBe(page);
});

test.each([
  [1, 75, 5285, 'Rows 1–75 of 5,285'],
  [1001, 50, null, 'Rows 1,001–1,050'],
  [1, 0, 0, ''],
])('Paper says which rows are on it: from %j, %j of %j', (first, count, total, text) => {
  expect(printedText(first, count, total)).toBe(text);
});

test('While the number of pages is unknown, any page may be requested', () => {
  expect(readPage('123456', null)).toBe(123_456);
});
