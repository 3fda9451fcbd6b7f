import { expect, test } from 'vitest';
import { stopReasonSchema } from '../download/stop-reason.ts';
import { explainQueue, explainWaiting, isPassing, waitingAfter } from './waiting.ts';

const now = 1_000_000;

test('only causes that end without the user are waited for', () => {
  expect(stopReasonSchema.options.filter(isPassing)).toEqual([
    'offline',
    'timeout',
    'rate_limited',
    'allowance_spent',
    'internal',
    'server_away',
  ]);
});

test('pauses grow to a minute and end after an hour without any response', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 60].map(
    (fruitless) => (waitingAfter({ reason: 'offline', continueAt: null }, fruitless, now)?.until ?? 0) - now,
  );
  expect(pauses).toEqual([2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000]);
  expect(waitingAfter({ reason: 'offline', continueAt: null }, 61, now)).toBeNull();
});

test('a used-up allowance is waited for until the extension’s time, however often', () => {
  expect(waitingAfter({ reason: 'allowance_spent', continueAt: now + 7_200_000 }, 500, now)?.until).toBe(now + 7_200_000);
  // A time that has passed is no reason to ask without a pause.
  expect(waitingAfter({ reason: 'allowance_spent', continueAt: now - 5 }, 1, now)?.until).toBe(now + 1_000);
  expect(waitingAfter({ reason: 'allowance_spent', continueAt: null }, 1, now)?.until).toBe(now + 900_000);
});

test('the texts say what the job waits for, and that it continues by itself', () => {
  const say = (reason: 'busy' | 'offline' | 'allowance_spent') =>
    explainWaiting({ reason, until: 5 }, (epoch) => `moment ${epoch}`).join(' ');
  expect(say('allowance_spent')).toBe('Waiting until moment 5. Today’s allowance is used up.');
  expect(say('offline')).toBe(
    'LinkedIn cannot be reached. Nothing was charged to your allowance. The job retries automatically.',
  );
  expect(say('busy')).toBe('Waiting for the running import, search or check to end.');
});

test('a queue continues tomorrow, or later today when the allowance returns earlier', () => {
  const evening = new Date(2026, 2, 4, 21, 30).getTime();
  const say = (until: Date) =>
    explainQueue({ reason: 'allowance_spent', until: until.getTime() }, evening, (epoch) => `${new Date(epoch).getHours()} h`);
  expect(say(new Date(2026, 2, 5, 21, 30))).toBe('Goes on tomorrow while a tab of Leadloom is open');
  expect(say(new Date(2026, 2, 4, 23, 0))).toBe('Goes on at 23 h while a tab of Leadloom is open');
});
