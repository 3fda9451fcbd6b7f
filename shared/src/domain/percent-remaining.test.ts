import { expect, it } from 'vitest';
import { percentRemaining } from './percent-remaining.ts';

it.each([
  { used: 0, limit: 0, text: 'N/A' },
  { used: 5, limit: 0, text: 'N/A' },
  { used: 0, limit: null, text: 'N/A' },
  { used: 7, limit: undefined, text: 'N/A' },
  { used: 0, limit: 1000, text: '100%' },
  { used: 1, limit: 1000, text: '99%' },
  { used: 1, limit: 1_000_000, text: '99%' },
  { used: 250, limit: 1000, text: '75%' },
  { used: 666, limit: 1000, text: '33%' },
  { used: 1000, limit: 1000, text: '0%' },
  { used: 1400, limit: 1000, text: '0%' },
])('$used of $limit leaves $text', ({ used, limit, text }) => {
  expect(percentRemaining(used, limit)).toBe(text);
});
