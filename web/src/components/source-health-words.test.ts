import { type SourceHealth, sourceStates } from '@leadloom/shared/contract/sources';
import { describe, expect, it } from 'vitest';
import { formatDayAndTime } from '../lib/format-date.ts';
import { healthWords, nextTryText } from './source-health-words.ts';

const now = Date.parse('2099-03-01T09:00:00.000Z');
const minutesOn = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const aHealth = (state: SourceHealth['state'], next: string | null): SourceHealth => ({
  state,
  message: 'Reddit asked for a pause.',
  since: null,
  next_visit_at: next,
});

describe('the words for how a source is doing', () => {
  it('are there for every state, each its own', () => {
    const labels = sourceStates.map((state) => healthWords[state].label);
    expect(new Set(labels).size).toBe(sourceStates.length);
  });

  it.each([
    [-5, 'next try any moment now'],
    [0.2, 'next try in 1 min'],
    [12, 'next try in 12 min'],
    [59, 'next try in 59 min'],
    [61, 'next try in 1 h'],
    [23 * 60, 'next try in 23 h'],
  ])('tell a try that is %d minutes away', (minutes, text) => {
    expect(nextTryText(aHealth('rate_limited', minutesOn(minutes)), now)).toBe(text);
  });

  it('name the day of a try that is more than a day away', () => {
    const next = minutesOn(3 * 24 * 60);
    expect(nextTryText(aHealth('private', next), now)).toBe(`next try on ${formatDayAndTime(next)}`);
  });

  it('tell a first visit from another one', () => {
    expect(nextTryText(aHealth('waiting', minutesOn(3)), now)).toBe('first visit in 3 min');
    expect(nextTryText(aHealth('ok', minutesOn(3)), now)).toBe('next visit in 3 min');
  });

  it.each(['visiting', 'not_configured'] as const)('announce nothing while it is %s', (state) => {
    expect(nextTryText(aHealth(state, minutesOn(3)), now)).toBeNull();
  });

  it('announce nothing where nothing is planned', () => {
    expect(nextTryText(aHealth('blocked', null), now)).toBeNull();
  });
});
