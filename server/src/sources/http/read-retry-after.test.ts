import { expect, test } from 'vitest';
import { readRetryAfter } from './read-retry-after.ts';

const now = new Date('2026-03-01T12:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

test.each([
  ['0', 0],
  ['30', 30_000],
  [' 1.5 ', 1500],
  ['999999999', DAY_MS],
  ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['Sunday, 01-Mar-26 12:00:05 GMT', 5000],
  ['Wed, 01 Mar 2090 12:00:00 GMT', DAY_MS],
  ['9999999999', null],
  ['-5', null],
  ['1e3', null],
  ['0x10', null],
  ['soon', null],
  ['2026', 2_026_000],
  ['Mon, soon', null],
  ['', null],
])('a wait of %j is %j milliseconds', (text, wait) => {
  expect(readRetryAfter(new Map([['retry-after', text]]), now)).toBe(wait);
});

test('without the header there is no wait', () => expect(readRetryAfter(new Map(), now)).toBeNull());
