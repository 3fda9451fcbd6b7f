import { expect, it } from 'vitest';
import { formatAgo } from './format-ago.ts';

const NOW = Date.parse('2026-03-31T12:00:00Z');

it.each([
  ['2026-03-31T12:00:05Z', 'just now'],
  ['2026-03-31T11:59:30Z', 'just now'],
  ['2026-03-31T11:59:00Z', '1 minute ago'],
  ['2026-03-31T11:00:01Z', '59 minutes ago'],
  ['2026-03-31T09:59:00Z', '2 hours ago'],
  ['2026-03-30T12:00:00Z', '1 day ago'],
  ['2026-01-01T12:00:00Z', '89 days ago'],
])('%s was %s', (time, words) => {
  expect(formatAgo(time, NOW)).toBe(words);
});
