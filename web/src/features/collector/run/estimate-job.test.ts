import { expect, test } from 'vitest';
import { estimateJob } from './estimate-job.ts';

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
