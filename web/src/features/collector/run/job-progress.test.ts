import { expect, it } from 'vitest';
import { testEntry } from '../testing/download.fixture.ts';
import { countOutcome, freshProgress, wasInterrupted } from './job-progress.ts';

it('a job that is cut off after its last entry was not interrupted', () => {
  let progress = freshProgress([testEntry(1), testEntry(2)], 1);
  for (const number of [1, 2]) {
    expect(wasInterrupted(progress)).toBe(true);
    progress = countOutcome(progress, { kind: 'not_found', entry: testEntry(number), code: 'not_found' });
  }
  expect(wasInterrupted(progress)).toBe(false);
});
