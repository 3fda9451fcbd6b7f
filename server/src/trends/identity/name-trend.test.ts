import { expect, it } from 'vitest';
import { nameTrend } from './name-trend.ts';
import type { CountedTerm } from './weighed-videos.ts';

const term = (text: string, videos: number, idf: number): CountedTerm => ({ text, videos, idf, weight: idf * idf, squares: 1 });
const titles = new Map([
  ['~7', 'Slow Evening'],
  ['~8', ' '],
]);

it('a trend is named by up to three hashtags of half of its videos, the most distinctive first', () => {
  const terms = [term('#a', 10, 2), term('#b', 5, 8), term('#c', 4, 9), term('#d', 10, 3), term('#e', 10, 1), term('~7', 10, 9)];
  expect(nameTrend(terms, 10, titles)).toBe('#b #d #a');
});

it('a trend without shared hashtags is named by the title of a sound', () => {
  expect(nameTrend([term('#c', 4, 9), term('~8', 9, 9), term('~7', 6, 2), term('word', 10, 9)], 10, titles)).toBe('Slow Evening');
});

it('a trend without a sound title is named by words', () => {
  const words = ['one', 'two', 'three', 'four'].map((text, at) => term(text, 10, 9 - at));
  expect(nameTrend([term('~9', 10, 9), ...words], 10, titles)).toBe('one two three');
});

it('a trend has no name when half of its videos share nothing', () => {
  expect(nameTrend([term('#a', 4, 2), term('~9', 10, 2)], 10, titles)).toBeNull();
});
