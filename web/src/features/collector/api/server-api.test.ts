import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { createFixture, testEntry } from '../testing/download.fixture.ts';
import { failureOf, onlyWhile } from './server-api.ts';

test.each([
  [0, 'CLIENT.NETWORK'],
  [401, 'AUTH.SESSION_EXPIRED'],
  [403, 'AUTH.XSRF_REJECTED'],
  [408, 'REQUEST.TIMEOUT'],
  [422, 'CLIENT.UNREADABLE'],
  [429, 'RATE.LIMITED'],
  [500, 'SERVER.INTERNAL'],
  [503, 'SERVER.BUSY'],
  [200, 'CLIENT.UNREADABLE'],
])('%i %s can be retried', (status, code) => {
  expect(failureOf(new ApiError({ status, code }))).toEqual({ kind: 'away' });
});

test.each([
  [400, 'PARSE.UNREADABLE'],
  [400, 'PARSE.OTHER_MEMBER'],
  [404, 'PROFILE.NOT_FOUND'],
  [413, 'REQUEST.TOO_LARGE'],
])('%i %s is permanent', (status, code) => {
  expect(failureOf(new ApiError({ status, code }))).toEqual({ kind: 'refused', code });
});

test('after another account has signed in, nothing is posted in its name', async () => {
  const fixture = createFixture({ entries: [] });
  let isValid = true;
  const api = onlyWhile(() => isValid, fixture.job.api);
  expect((await api.parseProfile({ url: testEntry(1).url, p1: '{}' })).kind).toBe('ok');
  isValid = false;
  expect(await api.parseProfile({ url: testEntry(1).url, p1: '{}' })).toEqual({ kind: 'away' });
  expect(await api.parseComponents({ profile_id: 'ACoAA1', i: '{}' })).toEqual({ kind: 'away' });
  expect(await api.saveEntries([testEntry(1)])).toEqual({ kind: 'away' });
  expect(fixture.profilePosts.length).toBe(1);
  expect(fixture.componentPosts).toEqual([]);
});
