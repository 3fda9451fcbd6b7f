import { expect, test } from 'vitest';
import { freshProgress } from '../run/job-progress.ts';
import { testRow } from '../testing/download.fixture.ts';
import { type RunSnapshot, rowState } from './row-reason.ts';

const row = testRow(1);
const quiet: RunSnapshot = { phase: 'idle', progress: null, active: new Set(), notes: new Map() };
const noted = (code: string): RunSnapshot => ({ ...quiet, notes: new Map([[row.id, { rowId: row.id, code }]]) });

test('a row nothing happened to says nothing', () => {
  expect(rowState(row, quiet)).toEqual({ text: null, canRetry: false });
});

test('a row in a job says that it waits, then that it is being read', () => {
  const running: RunSnapshot = { ...noted('forbidden'), phase: 'running', progress: freshProgress([row], 1) };
  expect(rowState(row, running)).toEqual({ text: 'Waits for its turn.', canRetry: false });
  expect(rowState(row, { ...running, active: new Set([row.id]) })).toEqual({ text: 'Being read now.', canRetry: false });
});

test.each([
  ['forbidden', 'Could not find the profile: LinkedIn does not show it to you.'],
  ['no_profile_id', 'ID not set: LinkedIn’s answer names no member.'],
  ['PARSE.OTHER_MEMBER', 'LinkedIn answered with another member, so nothing was stored.'],
  ['SOMETHING.ELSE', 'It could not be read (SOMETHING.ELSE).'],
])('a row that failed by %s says so and can be tried again', (code, text) => {
  expect(rowState(row, noted(code))).toEqual({ text, canRetry: true });
});

test('while another job runs it still says why, and waits with the retry', () => {
  expect(rowState(row, { ...noted('not_found'), phase: 'running', progress: freshProgress([], 1) })).toEqual({
    text: 'LinkedIn has no such profile.',
    canRetry: false,
  });
});

test('a row marked not_found in another browser can be tried again without a reason', () => {
  expect(rowState({ ...row, collected: true, status: 'not_found' }, quiet)).toEqual({ text: null, canRetry: true });
});

test('a downloaded row has nothing to say, whatever was noted before', () => {
  expect(rowState({ ...row, collected: true, status: 'ok' }, noted('forbidden'))).toEqual({ text: null, canRetry: false });
});
