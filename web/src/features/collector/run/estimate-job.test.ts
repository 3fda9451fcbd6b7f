import { expect, test } from 'vitest';
import { estimateJob, jobLine } from './estimate-job.ts';

const fresh = { used: 0, limit: 20, continuesAt: null };

test.each([
  [1, fresh, '1 profile: today'],
  [20, fresh, '20 profiles: today'],
  [21, fresh, "21 profiles: about 1 day at today's allowance"],
  [70, fresh, "70 profiles: about 3 days at today's allowance"],
  [2000, fresh, "2,000 profiles: about 99 days at today's allowance"],
  [5, { ...fresh, used: 17 }, "5 profiles: about 1 day at today's allowance"],
  // Requests of all kinds can be used up while profiles are left.
  [1, { ...fresh, used: 3, continuesAt: 1_000 }, "1 profile: about 1 day at today's allowance"],
  // The operator has lowered the limit since.
  [3, { used: 9, limit: 2, continuesAt: 1_000 }, "3 profiles: about 2 days at today's allowance"],
])('%i profiles with %o are estimated as %j', (profiles, meter, text) => {
  expect(estimateJob(profiles, meter)).toBe(text);
});

test('without profiles, or without any allowance, there is no estimate', () => {
  expect(estimateJob(0, fresh)).toBeNull();
  expect(estimateJob(3, { used: 0, limit: 0, continuesAt: 5 })).toBeNull();
});

const progressOf = (total: number, left: number) => {
  const remaining = Array.from({ length: left }, (_, index) => `entry-${index}`);
  return { total, downloaded: total - left, notFound: 0, failed: 0, remaining, hasEnded: false, stop: null, concurrency: 2 };
};
const plenty = { used: 0, limit: 5_000, continuesAt: null };

test.each([
  [10, 10, plenty, '0 of 10 · about 4 minutes'],
  [10, 1, plenty, '9 of 10 · about 1 minute'],
  [2000, 1990, plenty, '10 of 2,000 · about 11 hours'],
  [10, 9, null, '1 of 10 · about 3 minutes'],
  [70, 69, fresh, '1 of 70 · about 3 days'],
  [3, 3, { used: 0, limit: 0, continuesAt: 5 }, '0 of 3 · no allowance left'],
])('a job of %i with %i left and the allowance %o is told in one line', (total, left, meter, text) => {
  expect(jobLine({ phase: 'running', progress: progressOf(total, left) }, meter)).toBe(text);
});

test('a job that waits or stops says so instead of a time, and one that does not run says nothing', () => {
  const progress = progressOf(3, 1);
  expect(jobLine({ phase: 'waiting', progress }, plenty)).toBe('2 of 3 · waiting');
  expect(jobLine({ phase: 'stopping', progress }, plenty)).toBe('2 of 3 · stopping');
  expect(jobLine({ phase: 'idle', progress }, plenty)).toBeNull();
  expect(jobLine({ phase: 'running', progress: null }, plenty)).toBeNull();
});
