import { expect, it } from 'vitest';
import { stopReasonSchema } from '../download/stop-reason.ts';
import { explainEnd, explainLine } from './explain-check.ts';
import type { CheckAttempt } from './run-check.ts';

const NOW = 1_000_000;
const format = () => '14:05';

/** Reasons of jobs that no check ends with. */
const OTHERS = ['storage_full', 'stale_catalogue', 'repeated_failures'];

it.each(stopReasonSchema.options.filter((reason) => !OTHERS.includes(reason)))(
  'an end for “%s” is explained as one of a check, not of a job or a list',
  (reason) => {
    const text = explainEnd({ reason, continueAt: null }, NOW, format);
    expect(text).not.toMatch(/download|reading|the job|continue here|continue\.$/i);
    expect(text.length).toBeGreaterThan(20);
  },
);

it('a session that LinkedIn ended and one that had ended before are told apart', () => {
  const end = (reason: 'signed_out' | 'session_ended') => explainEnd({ reason, continueAt: null }, NOW, format);
  expect(end('session_ended')).toBe(
    'LinkedIn has signed you out, so the check has stopped. Sign in in another tab, then start the check again.',
  );
  expect(end('signed_out')).toBe('You are signed out of LinkedIn. Sign in in another tab, then start the check again.');
});

it('the line whose request ended the check says so; those after it say that it ended before them', () => {
  const attempt: CheckAttempt = { state: 'not_asked', candidate: null, capturedAt: null, isFallback: false, isEnd: true };
  const line = { endpoint: 'contact', state: 'not_asked', reason: 'stopped', isCut: false } as const;
  expect(explainLine({ ...line, attempts: [attempt] }, NOW)).toEqual(['The check ended here.']);
  expect(explainLine({ ...line, attempts: [] }, NOW)).toEqual(['The check ended before it.']);
});
