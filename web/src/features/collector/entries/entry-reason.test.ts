import { expect, test } from 'vitest';
import { freshProgress } from '../run/job-progress.ts';
import { testEntry } from '../testing/download.fixture.ts';
import { entryState, type RunSnapshot } from './entry-reason.ts';

const entry = testEntry(1);
const quiet: RunSnapshot = { phase: 'idle', progress: null, active: new Set(), notes: new Map() };
const noted = (code: string): RunSnapshot => ({ ...quiet, notes: new Map([[entry.id, { entryId: entry.id, code }]]) });

test('an untouched entry has no text', () => {
  expect(entryState(entry, quiet)).toEqual({ text: null, canRetry: false });
});

test('an entry in a job says that it is waiting, then that it is being read', () => {
  const running: RunSnapshot = { ...noted('forbidden'), phase: 'running', progress: freshProgress([entry], 1) };
  expect(entryState(entry, running)).toEqual({ text: 'Waiting for its turn.', canRetry: false });
  expect(entryState(entry, { ...running, active: new Set([entry.id]) })).toEqual({ text: 'Downloading now.', canRetry: false });
});

test.each([
  ['forbidden', 'Could not find the profile: LinkedIn does not show it to you.'],
  ['no_profile_id', 'ID not set: LinkedIn’s answer names no member.'],
  ['PARSE.OTHER_MEMBER', 'LinkedIn answered with another member, so nothing was stored.'],
  ['SOMETHING.ELSE', 'It could not be read (SOMETHING.ELSE).'],
])('an entry that failed with %s says so and can be retried', (code, text) => {
  expect(entryState(entry, noted(code))).toEqual({ text, canRetry: true });
});

test('while another job is running an entry still shows its reason, and cannot be retried', () => {
  expect(entryState(entry, { ...noted('not_found'), phase: 'running', progress: freshProgress([], 1) })).toEqual({
    text: 'LinkedIn has no such profile.',
    canRetry: false,
  });
});

test('an entry marked not_found in another browser can be retried without a reason', () => {
  expect(entryState({ ...entry, collected: true, status: 'not_found' }, quiet)).toEqual({ text: null, canRetry: true });
});

test('an entry whose person another member collected says who and when, and cannot be retried', () => {
  const at = `${new Date().getFullYear()}-03-03T12:00:00.000Z`;
  const there = { ...entry, collected: true, status: 'ok' } as const;
  const kim = { email: 'kim@nordlys.example', name: 'Kim', at };
  const text = 'Kim collected this profile on 3 March';
  expect(entryState({ ...there, collected_by: kim }, quiet)).toEqual({ text, canRetry: false });
  const former = { email: 'a former member', name: 'a former member', at: '2025-03-03T12:00:00.000Z' };
  expect(entryState({ ...there, collected_by: former }, quiet).text).toBe('A former member collected this profile on 3 March 2025');
});

test('a downloaded entry has no text, whatever happened before', () => {
  expect(entryState({ ...entry, collected: true, status: 'ok' }, noted('forbidden'))).toEqual({ text: null, canRetry: false });
});
