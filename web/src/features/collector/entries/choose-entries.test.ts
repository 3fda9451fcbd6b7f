import { expect, test } from 'vitest';
import { testEntry } from '../testing/download.fixture.ts';
import { chooseEntries, clampConcurrency, readCount, stillToDo } from './choose-entries.ts';

const entries = [1, 2, 3, 4].map((number) => ({ ...testEntry(number), collected: number === 1 }));
const idsOf = (chosen: readonly { readonly id: string }[]) => chosen.map(({ id }) => Number(id.slice(-3)));

const choose = (selected: readonly string[], max: number, latest = entries) =>
  idsOf(chooseEntries({ shown: entries, latest, selected: new Set(selected), incomplete: new Set(), max }));
/** The list after another tab downloaded the second entry and deleted the third. */
const later = entries.filter((_, index) => index !== 2).map((entry, index) => ({ ...entry, collected: index < 2 }));

test('without a selection a job takes the first entries not collected yet', () => {
  expect(choose([], 2)).toEqual([2, 3]);
});

test('with a selection a job takes the first selected entries in the list’s order, collected or not', () => {
  expect(choose([testEntry(4).id, testEntry(1).id], 10)).toEqual([1, 4]);
  expect(choose([testEntry(4).id, testEntry(1).id], 1)).toEqual([1]);
});

test('a selection of removed entries counts as none', () => {
  expect(choose(['gone'], 10)).toEqual([2, 3, 4]);
});

test('entries that another tab has downloaded or deleted are not taken, and those collected before are', () => {
  expect(choose([], 10, later)).toEqual([4]);
  expect(choose([testEntry(1).id, testEntry(2).id, testEntry(3).id], 10, later)).toEqual([1]);
  // Nothing else is taken in their place.
  expect(choose([testEntry(2).id], 10, later)).toEqual([]);
  expect(idsOf(stillToDo(entries, later))).toEqual([1, 4]);
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

test('at most three requests run at once', () => {
  expect([1, 2, 3, 20].map(clampConcurrency)).toEqual([1, 2, 3, 3]);
});

test('incomplete entries come after the others, so that they do not hold up a job', () => {
  const incomplete = new Set([testEntry(2).id]);
  const without = { shown: entries, latest: entries, selected: new Set<string>(), incomplete };
  expect(idsOf(chooseEntries({ ...without, max: 2 }))).toEqual([3, 4]);
  expect(idsOf(chooseEntries({ ...without, max: 3 }))).toEqual([3, 4, 2]);
  expect(idsOf(chooseEntries({ ...without, selected: incomplete, max: 1 }))).toEqual([2]);
});
