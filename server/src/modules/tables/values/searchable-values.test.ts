import { rankSuggestions } from '@leadloom/shared/domain/suggestion-rank';
import { expect, test } from 'vitest';
import { createSearchableValues } from './searchable-values.ts';

const names = ['catlady', 'The Cats', 'Bobcat', 'catalan', 'concat the cat', 'İcat', '', 'dogs', 'CAT', 'scatter'];

test('values that begin with the text come first, then those that contain it, at word starts first', () => {
  const { find } = createSearchableValues(names);
  expect(find('cat', 20)).toEqual({
    beginnings: ['catlady', 'catalan', 'CAT'],
    inside: ['The Cats', 'concat the cat', 'Bobcat', 'İcat', 'scatter'],
  });
  expect(find('cat', 2)).toEqual({ beginnings: ['catlady', 'catalan'], inside: [] });
  expect(find('dogs', 2)).toEqual({ beginnings: ['dogs'], inside: [] });
  expect(find('sc', 2)).toEqual({ beginnings: ['scatter'], inside: [] });
});

test('a text is never found across two values', () => {
  const { find } = createSearchableValues(names);
  for (const typed of ['bird', 'ladythe', 'dogs\0cat', 'lady\0']) expect(find(typed, 20)).toEqual({ beginnings: [], inside: [] });
  expect(createSearchableValues([]).find('cat', 20)).toEqual({ beginnings: [], inside: [] });
});

test('the search finds what testing each value finds', () => {
  const letters = ['a', 'b', '_', 'é', ' ', '7', '😀'];
  const at = (seed: number) => letters[seed % letters.length] ?? '';
  const values = Array.from({ length: 3_000 }, (_, n) => at(n) + at(n >> 2) + at(n >> 4) + at(n >> 6) + at(n * 7));
  const { find } = createSearchableValues(values);
  for (const typed of ['a', 'ab', '_a', 'é7', '😀', 'b_a', ' ']) {
    const { beginnings, inside } = find(typed, values.length);
    expect([...beginnings, ...inside]).toEqual(rankSuggestions(values, typed, (value) => value.toLowerCase()));
  }
});
