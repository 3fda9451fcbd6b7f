import { expect, it } from 'vitest';
import { readTags } from './read-tags.ts';

it.each([
  ['Freight', ['Freight']],
  [' Oslo   fair ', ['Oslo fair']],
  ['one, two;three\nfour', ['one', 'two', 'three', 'four']],
  ['タグ, לקוח, 🧵', ['タグ', 'לקוח', '🧵']],
  [' , ;', []],
])('tags are read as typed: %j', (text, tags) => {
  expect(readTags(text)).toEqual({ tags, problem: null });
});

it.each(['x'.repeat(41), 'a\u0007b', 'a\u200Bb'])('an invalid tag is reported, and the others are kept: %j', (text) => {
  expect(readTags(`good, ${text}`)).toEqual({ tags: ['good'], problem: 'A tag can have at most 40 visible characters.' });
});
