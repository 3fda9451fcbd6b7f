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
  it('every state of a source has its own label', () => {
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
  ])('the next try is named when it is %d minutes away', (minutes, text) => {
    expect(nextTryText(aHealth('rate_limited', minutesOn(minutes)), now)).toBe(text);
  });

  it('the next try is named by its day when it is more than a day away', () => {
    const next = minutesOn(3 * 24 * 60);
    expect(nextTryText(aHealth('private', next), now)).toBe(`next try on ${formatDayAndTime(next)}`);
  });

  it('a first visit and a later one are named differently', () => {
    expect(nextTryText(aHealth('waiting', minutesOn(3)), now)).toBe('first visit in 3 min');
    expect(nextTryText(aHealth('ok', minutesOn(3)), now)).toBe('next visit in 3 min');
  });

  it.each(['visiting', 'not_configured'] as const)('no next try is named while the state is %s', (state) => {
    expect(nextTryText(aHealth(state, minutesOn(3)), now)).toBeNull();
  });

  it('no next try is named when none is planned', () => {
    expect(nextTryText(aHealth('blocked', null), now)).toBeNull();
  });
});
