/** Counts the results of the sign-ins of a flood. */
import { expect } from 'vitest';

export interface FloodCounts {
  'sign-ins': number;
  'hashed and refused': number;
  /** 429: too many of one address. */
  'over a limit': number;
  /** 503: too many of all addresses together. */
  'turned away': number;
  'refused without a time to come back': number;
  'answered otherwise': number;
}

export function countFlood(): FloodCounts {
  return {
    'sign-ins': 0,
    'hashed and refused': 0,
    'over a limit': 0,
    'turned away': 0,
    'refused without a time to come back': 0,
    'answered otherwise': 0,
  };
}

/** @param retryAfter the header, where there is one */
export function countAnswer(counts: FloodCounts, status: number, retryAfter: string | null): void {
  counts['sign-ins'] += 1;
  if (status === 401) counts['hashed and refused'] += 1;
  else if (status === 429) counts['over a limit'] += 1;
  else if (status === 503) counts['turned away'] += 1;
  else counts['answered otherwise'] += 1;
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(retryAfter ?? ''))
    counts['refused without a time to come back'] += 1;
}

/** Some of all kinds, or the flood was none. */
export function expectFlood(counts: FloodCounts): void {
  expect(counts).toMatchObject({ 'refused without a time to come back': 0, 'answered otherwise': 0 });
  for (const name of ['hashed and refused', 'over a limit', 'turned away'] as const)
    expect(counts[name], name).toBeGreaterThan(0);
}
