import { expect, test } from 'vitest';
import { bestFirst } from './best-first.ts';

const countries = ['Algeria', 'Germany', 'Niger', 'Österreich', 'Other Germany'];
const offer = (inputValue: string, limit?: number) => bestFirst((name: string) => name, limit)(countries, { inputValue });

test('What begins so comes first, then what has such a word, then what holds it elsewhere', () => {
  expect(offer('GER')).toEqual(['Germany', 'Other Germany', 'Algeria', 'Niger']);
});

test('Letters are compared without their marks, and blanks around what is typed do not count', () => {
  expect(offer(' oster ')).toEqual(['Österreich']);
  expect(offer('öster')).toEqual(['Österreich']);
});

test('Without a text everything is offered as it stands, up to the limit', () => {
  expect(offer('')).toEqual(countries);
  expect(offer('', 2)).toEqual(['Algeria', 'Germany']);
  expect(offer('ger', 1)).toEqual(['Germany']);
  expect(offer('nothing')).toEqual([]);
});
