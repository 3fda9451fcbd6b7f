import { expect, test } from 'vitest';
import { bestFirst } from './best-first.ts';

const countries = ['Algeria', 'Germany', 'Niger', 'Österreich', 'Other Germany'];
const offer = (inputValue: string, limit?: number) => bestFirst((name: string) => name, limit)(countries, { inputValue });

test('Options that start with the text come first, then those with such a word, then those that contain it', () => {
  expect(offer('GER')).toEqual(['Germany', 'Other Germany', 'Algeria', 'Niger']);
});

test('Accents and surrounding spaces are ignored', () => {
  expect(offer(' oster ')).toEqual(['Österreich']);
  expect(offer('öster')).toEqual(['Österreich']);
});

test('Without a text all options are offered in their order, up to the limit', () => {
  expect(offer('')).toEqual(countries);
  expect(offer('', 2)).toEqual(['Algeria', 'Germany']);
  expect(offer('ger', 1)).toEqual(['Germany']);
  expect(offer('nothing')).toEqual([]);
});
