import { expect, test } from 'vitest';
import { testRow } from '../testing/download.fixture.ts';
import { chooseRows, clampConcurrency, readCount, stillToDo } from './choose-rows.ts';

const rows = [1, 2, 3, 4].map((number) => ({ ...testRow(number), collected: number === 1 }));
const idsOf = (chosen: readonly { readonly id: string }[]) => chosen.map(({ id }) => Number(id.slice(-3)));

const choose = (selected: readonly string[], max: number, latest = rows) =>
  idsOf(chooseRows({ shown: rows, latest, selected: new Set(selected), incomplete: new Set(), max }));
/** As after another tab downloaded the second row and deleted the third. */
const later = rows.filter((_, index) => index !== 2).map((row, index) => ({ ...row, collected: index < 2 }));

test('without a selection a job takes the first rows not collected yet', () => {
  expect(choose([], 2)).toEqual([2, 3]);
});

test('with a selection it takes the first selected rows in the list’s order, collected or not', () => {
  expect(choose([testRow(4).id, testRow(1).id], 10)).toEqual([1, 4]);
  expect(choose([testRow(4).id, testRow(1).id], 1)).toEqual([1]);
});

test('a selection of rows that are gone is no selection', () => {
  expect(choose(['gone'], 10)).toEqual([2, 3, 4]);
});

test('rows another tab downloaded or deleted since they were shown are not taken, those collected before are', () => {
  expect(choose([], 10, later)).toEqual([4]);
  expect(choose([testRow(1).id, testRow(2).id, testRow(3).id], 10, later)).toEqual([1]);
  // Nothing else is taken in their place.
  expect(choose([testRow(2).id], 10, later)).toEqual([]);
  expect(idsOf(stillToDo(rows, later))).toEqual([1, 4]);
});

test.each([
  ['10', 10],
  [' 3 ', 3],
  ['0', null],
  ['-1', null],
  ['2.5', null],
  ['1e3', null],
  ['ten', null],
  ['', null],
])('"%s" is read as %s', (typed, expected) => {
  expect(readCount(typed)).toBe(expected);
});

test('never more than three at once', () => {
  expect([1, 2, 3, 20].map(clampConcurrency)).toEqual([1, 2, 3, 3]);
});

test('rows that could not be completed come after the others, so that they keep no job from the rest', () => {
  const incomplete = new Set([testRow(2).id]);
  const without = { shown: rows, latest: rows, selected: new Set<string>(), incomplete };
  expect(idsOf(chooseRows({ ...without, max: 2 }))).toEqual([3, 4]);
  expect(idsOf(chooseRows({ ...without, max: 3 }))).toEqual([3, 4, 2]);
  expect(idsOf(chooseRows({ ...without, selected: incomplete, max: 1 }))).toEqual([2]);
});
