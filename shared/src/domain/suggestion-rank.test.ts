import { expect, test } from 'vitest';
import { rankSuggestions, suggestionRank } from './suggestion-rank.ts';

test.each([
  ['sample', 'sam', 0],
  ['free samples', 'sam', 1],
  ['free_samples', 'sam', 1],
  ['free-samples', 'sam', 1],
  ['resample the samples', 'sam', 1],
  ['balsam', 'sam', 2],
  ['räsamé', 'sam', 2],
  ['𝐛sam', 'sam', 2],
  ['the same', 'the same', 0],
  ['sham', 'sam', null],
  ['', 'sam', null],
])('the name %j has for the text %j the rank %j', (name, typed, rank) => {
  expect(suggestionRank(name, typed)).toBe(rank);
});

test('names that start with the text come first, then those with such a word, then the others, each in their order', () => {
  const names = ['Balsam', 'Free Samples', 'Samovar', 'Nothing', 'Jetsam', 'Same'];
  expect(rankSuggestions(names, 'sam', (name) => name.toLowerCase())).toEqual([
    'Samovar',
    'Same',
    'Free Samples',
    'Balsam',
    'Jetsam',
  ]);
});
