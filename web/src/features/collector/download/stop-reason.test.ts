import { describe, expect, test } from 'vitest';
import { explainStop, stopNoticeFor } from './stop-reason.ts';

const now = 1_000_000;
const format = (epoch: number) => `moment ${epoch}`;

describe('the notice for an error', () => {
  test.each(['throttled', 'challenged', 'redirected', 'upstream_error'] as const)(
    'the notice keeps the remaining time of a pause by %s',
    (code) => {
      expect(stopNoticeFor({ code, retryAfterSeconds: 70 }, now)).toEqual({ reason: code, continueAt: now + 70_000 });
    },
  );

  test.each([
    ['throttled', 15],
    ['challenged', 60],
    ['redirected', 15],
  ] as const)('of %s, which begins a pause without saying how long, tells its usual length', (code, minutes) => {
    expect(stopNoticeFor({ code }, now)).toEqual({ reason: code, continueAt: now + minutes * 60_000 });
  });

  test('a session that LinkedIn ended is not a missing one, and has no time, because signing in ends its pause', () => {
    const ended = stopNoticeFor({ code: 'signed_out', retryAfterSeconds: 600 }, now);
    expect(ended).toEqual({ reason: 'session_ended', continueAt: null });
    expect(stopNoticeFor({ code: 'signed_out' }, now)).toEqual({ reason: 'signed_out', continueAt: null });
  });

  test('a single server error of LinkedIn has no notice', () => {
    expect(stopNoticeFor({ code: 'upstream_error' }, now)).toBeNull();
  });
});

describe('the explanation', () => {
  test.each(['challenged', 'redirected'] as const)(
    'the explanation of %s contains the button that ends the pause, and when it ends by itself',
    (reason) => {
      const notice = { reason, continueAt: now + 1 };
      expect(explainStop(notice, now, format).join(' ')).toMatch(
        /press “Continue now” in the extension’s popup, then start the job again\. Otherwise the pause ends at moment 1000001\.$/,
      );
      expect(explainStop(notice, now + 1, format).join(' ')).toMatch(/ The pause is over\.$/);
    },
  );

  test('the explanation of a throttle contains its other possible cause, and the button that ends that one', () => {
    const text = explainStop({ reason: 'throttled', continueAt: now + 1 }, now, format).join(' ');
    expect(text).toMatch(/or refused several profiles in a row, .* “Continue now”, that ends the pause\. You can continue at /);
  });

  test('a session that LinkedIn ended is told from one that is missing', () => {
    expect(explainStop({ reason: 'session_ended', continueAt: null }, now, format)).toEqual([
      'LinkedIn has signed you out, so the download has stopped. Sign in in another tab, then start the job again.',
    ]);
    expect(explainStop({ reason: 'signed_out', continueAt: null }, now, format).join(' ')).toMatch(
      /^You are signed out of LinkedIn\. Sign in in another tab/,
    );
  });

  test('the explanation of a pause that has ended says so', () => {
    expect(explainStop({ reason: 'upstream_error', continueAt: now }, now, format).join(' ')).toMatch(/ You can continue now\.$/);
  });
});
