import { experienceListUrn } from '@leadloom/shared/linkedin/build-url';
import { judgeLinkedInUrl } from '@leadloom/shared/linkedin/endpoint-grammar';
import { messageErrorCodes } from '@leadloom/shared/messages/message-error';
import { describe, expect, test } from 'vitest';
import {
  createFixture,
  memoryRecords,
  parsedComponents,
  parsedProfile,
  partsOf,
  testEntry,
} from '../testing/download.fixture.ts';
import { FAILURE_STREAK_LIMIT } from './failure-streak.ts';
import { emptyRecord, RECORD_LIFETIME_MS } from './raw-record.ts';
import { createRunControl } from './run-control.ts';
import { runDownload } from './run-download.ts';

const entries = (count: number) => Array.from({ length: count }, (_, index) => testEntry(index + 1));

test('a profile costs three requests, and its entry gets the ids, the address and the email', async () => {
  const fixture = createFixture({ entries: entries(1) });
  await runDownload(fixture.job);
  expect(partsOf(fixture.requests)).toEqual(['i', 'p1', 'p2']);
  expect(fixture.requests[0]?.part).toBe('p1');
  expect(fixture.profilePosts).toEqual([{ url: testEntry(1).url, p1: '{"part":"p1"}', p2: '{"part":"p2"}' }]);
  expect(fixture.componentPosts).toEqual([{ profile_id: 'ACoAA-member-1', i: '{"part":"i"}' }]);
  expect(fixture.outcomes).toEqual([
    {
      kind: 'ok',
      isSaved: true,
      entry: {
        ...testEntry(1),
        collected: true,
        status: 'ok',
        profile_id: 'ACoAA-member-1',
        user_id: '7',
        profile_url: testEntry(1).url,
        email: 'maren.holt@example.com',
      },
    },
  ]);
});

test('every requested address is on the extension’s allow-list', async () => {
  const fixture = createFixture({
    entries: [testEntry(1), { ...testEntry(2), url: 'https://www.linkedin.com/in/%E5%B1%B1%E7%94%B0-%E8%8A%B1%E5%AD%90' }],
    parseProfile: async ({ url }) => ({
      kind: 'ok',
      value: parsedProfile(url, {
        profile_id: 'ACoAA1',
        sections: { experience: 'missing', about: 'missing' },
        missing_experiences: 12,
      }),
    }),
    parseComponents: async ({ ex }) => ({
      kind: 'ok',
      value: parsedComponents({
        sections: { experience: 'missing', about: 'missing' },
        missing_experiences: ex === '{"part":"page"}' ? 0 : 6,
        next_experience_page: { list_urn: experienceListUrn('ACoAA1'), start: 10 },
      }),
    }),
  });
  await runDownload(fixture.job);
  expect(new Set(partsOf(fixture.requests))).toEqual(new Set(['c', 'ex', 'i', 'p1', 'p2', 'page']));
  for (const { url } of fixture.requests) expect(judgeLinkedInUrl(url), url).toMatchObject({ ok: true });
});

describe('what an answer does to an entry', () => {
  test.each(['forbidden', 'not_found'] as const)(
    '%s on the lookup marks the entry not_found, and nothing else is requested',
    async (code) => {
      const fixture = createFixture({
        entries: [{ ...testEntry(1), profile_url: 'https://www.linkedin.com/in/old' }],
        linkedIn: () => ({ code }),
      });
      await runDownload(fixture.job);
      expect(partsOf(fixture.requests)).toEqual(['p1']);
      expect(fixture.outcomes).toEqual([
        { kind: 'not_found', code, entry: { ...testEntry(1), collected: true, status: 'not_found', profile_url: null } },
      ]);
    },
  );

  test('a parse answer without a profile id marks the entry not_found', async () => {
    const fixture = createFixture({ entries: entries(1), parseProfile: async () => ({ kind: 'no_profile_id' }) });
    await runDownload(fixture.job);
    expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['not_found']);
  });

  test.each(['upstream_error', 'not_json', 'too_large', 'url_not_allowed', 'bad_request'] as const)(
    '%s on the lookup leaves the entry pending, and the job continues',
    async (code) => {
      const fixture = createFixture({
        entries: entries(2),
        concurrency: 1,
        linkedIn: ({ part, url }) => (part === 'p1' && url.includes('member-1&') ? { code } : '{}'),
      });
      await runDownload(fixture.job);
      expect(fixture.outcomes.map((outcome) => outcome.kind)).toEqual(['failed', 'ok']);
      expect(fixture.outcomes[0]).toMatchObject({ code, entry: { collected: false, status: null } });
    },
  );

  test('unavailable counts or contact details do not fail the profile', async () => {
    const fixture = createFixture({
      entries: entries(1),
      linkedIn: ({ part }) => (part === 'p1' ? '{}' : { code: 'forbidden' }),
    });
    await runDownload(fixture.job);
    expect(fixture.profilePosts).toEqual([{ url: testEntry(1).url, p1: '{}' }]);
    expect(fixture.componentPosts).toEqual([]);
    expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['ok']);
  });

  test('answers that the server cannot use leave the entry pending, are reported, and are not kept', async () => {
    const records = memoryRecords();
    const fixture = createFixture({
      entries: entries(1),
      records,
      parseProfile: async () => ({ kind: 'refused', code: 'PARSE.UNREADABLE' }),
    });
    await runDownload(fixture.job);
    expect(fixture.outcomes).toEqual([{ kind: 'failed', entry: testEntry(1), code: 'PARSE.UNREADABLE' }]);
    expect(fixture.off).toEqual(['parse/profile PARSE.UNREADABLE']);
    expect(records.all.size).toBe(0);
  });
});

describe('what ends the job', () => {
  const stopping = [
    'throttled',
    'challenged',
    'signed_out',
    'redirected',
    'offline',
    'timeout',
    'no_permission',
    'sender_not_allowed',
  ] as const;
  test.each(stopping)('%s stops the job at once, and the entries stay pending', async (code) => {
    const fixture = createFixture({
      entries: entries(20),
      concurrency: 3,
      linkedIn: ({ url }) => (url.includes('member-1&') ? { code } : '{}'),
    });
    await runDownload(fixture.job);
    expect(fixture.job.control.notice()?.reason).toBe(code);
    expect(fixture.requests.length).toBeLessThanOrEqual(3);
    expect(fixture.outcomes).toEqual([]);
  });

  test('every error code either stops the job or concerns one profile', async () => {
    for (const code of messageErrorCodes) {
      const fixture = createFixture({ entries: entries(2), concurrency: 1, linkedIn: () => ({ code, retryAfterSeconds: 600 }) });
      await runDownload(fixture.job);
      const isStopped = fixture.job.control.notice() !== null;
      expect(isStopped || fixture.outcomes.length === 2, code).toBe(true);
    }
  });

  test('a session that LinkedIn ends in the middle stops the job at once, and what was read is kept', async () => {
    const records = memoryRecords();
    const fixture = createFixture({
      entries: entries(5),
      concurrency: 1,
      records,
      linkedIn: ({ url, part }) =>
        url.includes('member-3&') && part === 'p2' ? { code: 'signed_out', retryAfterSeconds: 600 } : '{}',
    });
    await runDownload(fixture.job);
    expect(fixture.job.control.notice()).toEqual({ reason: 'session_ended', continueAt: null });
    expect(fixture.requests.at(-1)).toMatchObject({ part: 'p2' });
    expect(records.all.get(testEntry(3).id)).toMatchObject({ p1: '{}' });
    expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['ok', 'ok']);
  });

  test('a throttle says when it makes sense to continue', async () => {
    const fixture = createFixture({ entries: entries(1), linkedIn: () => ({ code: 'throttled', retryAfterSeconds: 120 }) });
    await runDownload(fixture.job);
    expect(fixture.job.control.notice()).toEqual({ reason: 'throttled', continueAt: 1_000_000 + 120_000 });
  });

  test('a pause after server errors stops the job with its time, and the remaining entries stay pending', async () => {
    const records = memoryRecords();
    const fixture = createFixture({
      entries: entries(9),
      concurrency: 1,
      records,
      linkedIn: ({ part }) => (part === 'p1' ? '{}' : { code: 'upstream_error', retryAfterSeconds: 60 }),
    });
    await runDownload(fixture.job);
    expect(fixture.job.control.notice()).toEqual({ reason: 'upstream_error', continueAt: 1_000_000 + 60_000 });
    expect(fixture.outcomes).toEqual([]);
    expect(records.all.size).toBeGreaterThan(0);
    for (const { p1, p2, i } of records.all.values()) expect([p1, p2, i]).toEqual(['{}', undefined, undefined]);
  });

  test('answers that came before the stop are stored, and those of a half-fetched profile are kept', async () => {
    const records = memoryRecords();
    const fixture = createFixture({
      entries: entries(2),
      concurrency: 1,
      records,
      linkedIn: ({ part, url }) => (part === 'p2' && url.includes('member-2&') ? { code: 'throttled' } : '{}'),
    });
    await runDownload(fixture.job);
    expect(fixture.outcomes.map(({ kind, entry }) => [kind, entry.id])).toEqual([['ok', testEntry(1).id]]);
    expect([...records.all.keys()]).toEqual([testEntry(2).id]);
    expect(records.all.get(testEntry(2).id)).toMatchObject({ p1: '{}' });
  });

  test('many lookups in a row without a profile stop the job', async () => {
    const fixture = createFixture({ entries: entries(50), concurrency: 1, linkedIn: () => ({ code: 'forbidden' }) });
    await runDownload(fixture.job);
    expect(fixture.requests.length).toBe(FAILURE_STREAK_LIMIT);
    expect(fixture.job.control.notice()?.reason).toBe('repeated_failures');
  });

  test('members who do not exist do not count as such a row', async () => {
    const fixture = createFixture({ entries: entries(20), concurrency: 1, linkedIn: () => ({ code: 'not_found' }) });
    await runDownload(fixture.job);
    expect(fixture.outcomes.length).toBe(20);
    expect(fixture.job.control.notice()).toBeNull();
  });

  test('a server that stays unavailable stops the job, and everything fetched is kept', async () => {
    const records = memoryRecords();
    const fixture = createFixture({
      entries: entries(30),
      concurrency: 1,
      records,
      parseProfile: async () => ({ kind: 'away' }),
    });
    await runDownload(fixture.job);
    expect(fixture.job.control.notice()?.reason).toBe('server_away');
    expect(fixture.outcomes).toEqual([]);
    expect(fixture.requests.filter(({ part }) => part === 'p1').length).toBe(records.all.size);
    expect(fixture.slept.length).toBeGreaterThan(0);
  });

  test('a full storage stops the job, and what was fetched is kept for later', async () => {
    const records = memoryRecords();
    const fixture = createFixture({
      entries: entries(30),
      concurrency: 1,
      records,
      parseProfile: async () => ({ kind: 'refused', code: 'STORAGE.FULL' }),
    });
    await runDownload(fixture.job);
    expect(fixture.job.control.notice()?.reason).toBe('storage_full');
    expect(fixture.outcomes).toEqual([]);
    const fetched = fixture.requests.filter(({ part }) => part === 'p1').length;
    expect(fetched).toBeLessThan(5);
    expect(records.all.size).toBe(fetched);
  });

  test('stopping a job finishes running requests and starts no new one', async () => {
    const control = createRunControl();
    const sentAtStop: number[] = [];
    const fixture = createFixture({
      entries: entries(10),
      concurrency: 2,
      control,
      linkedIn: ({ part }) => {
        if (part === 'p2') {
          control.stop({ reason: 'user', continueAt: null });
          sentAtStop.push(fixture.requests.length);
        }
        return '{}';
      },
    });
    await runDownload(fixture.job);
    expect(fixture.requests.length).toBe(sentAtStop[0]);
    expect(fixture.requests.length).toBeLessThan(10);
    expect(control.notice()?.reason).toBe('user');
  });
});

test('an entry deleted while the job runs costs no request', async () => {
  const fixture = createFixture({ entries: entries(3), concurrency: 1 });
  await runDownload({ ...fixture.job, isIncluded: (entry) => entry.id !== testEntry(2).id });
  expect(fixture.outcomes.map(({ entry }) => entry.id)).toEqual([testEntry(1).id, testEntry(3).id]);
  expect(fixture.requests.some(({ url }) => url.includes('member-2&'))).toBe(false);
});

describe('resuming', () => {
  test('parts fetched before a stop are not fetched again', async () => {
    const records = memoryRecords([{ ...emptyRecord(testEntry(1).id, testEntry(1).url, 999_000), p1: '{"kept":1}', i: null }]);
    const fixture = createFixture({ entries: entries(1), records });
    await runDownload(fixture.job);
    expect(partsOf(fixture.requests)).toEqual(['p2']);
    expect(fixture.profilePosts[0]).toMatchObject({ p1: '{"kept":1}' });
  });

  test('incomplete answers are fetched again after a day, and complete ones are not', async () => {
    const old = (number: number) => emptyRecord(testEntry(number).id, testEntry(number).url, 1_000_000 - RECORD_LIFETIME_MS);
    const records = memoryRecords([
      { ...old(1), p1: '{}', p2: '{}' },
      { ...old(2), p1: '{}', p2: '{}', i: '{}' },
    ]);
    const fixture = createFixture({ entries: entries(2), records });
    await runDownload(fixture.job);
    expect(fixture.requests.map(({ url }) => url.includes('member-1&'))).toEqual([true, true, true]);
    expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['ok', 'ok']);
  });
});

describe('concurrency', () => {
  test.each([1, 2, 3])('never more than %i requests run at once, and all slots are used', async (concurrency) => {
    let inFlight = 0;
    let peak = 0;
    const fixture = createFixture({
      entries: entries(25),
      concurrency,
      linkedIn: async () => {
        inFlight += 1;
        peak = Math.max(peak, inFlight);
        await new Promise((resolve) => setTimeout(resolve, 1));
        inFlight -= 1;
        return '{}';
      },
    });
    await runDownload(fixture.job);
    expect(peak).toBe(concurrency);
    expect(fixture.outcomes.length).toBe(25);
  });

  test('LinkedIn is requested for the next profile while the server still processes the last', async () => {
    const posted: (() => void)[] = [];
    const fixture = createFixture({
      entries: entries(4),
      concurrency: 1,
      parseProfile: ({ url }) =>
        new Promise((resolve) => {
          posted.push(() => resolve({ kind: 'ok', value: parsedProfile(url) }));
        }),
    });
    const done = runDownload(fixture.job);
    await expect.poll(() => fixture.requests.length).toBe(12);
    expect(fixture.outcomes).toEqual([]);
    for (const finish of posted) finish();
    await done;
    expect(fixture.outcomes.length).toBe(4);
  });
});
