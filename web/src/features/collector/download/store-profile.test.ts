import { experienceListUrn } from '@leadloom/shared/linkedin/build-url';
import { expect, test } from 'vitest';
import {
  createFixture,
  memoryRecords,
  parsedComponents,
  parsedProfile,
  partsOf,
  testEntry,
} from '../testing/download.fixture.ts';
import { runDownload } from './run-download.ts';

const entries = [testEntry(1)];

test('a complete profile costs no section request', async () => {
  const fixture = createFixture({ entries });
  await runDownload(fixture.job);
  expect(fixture.requests.length).toBe(3);
});

test.each(['truncated', 'missing', 'unparsed'] as const)(
  'experiences that are %s are requested once more',
  async (experience) => {
    const fixture = createFixture({
      entries,
      parseProfile: async ({ url }) => ({
        kind: 'ok',
        value: parsedProfile(url, { sections: { experience, about: 'complete' } }),
      }),
    });
    await runDownload(fixture.job);
    expect(fixture.requests.map(({ part }) => part)).toContain('ex');
  },
);

test('missing experiences are read page by page until none is missing', async () => {
  const fixture = createFixture({
    entries,
    parseProfile: async ({ url }) => ({
      kind: 'ok',
      value: parsedProfile(url, { sections: { experience: 'truncated', about: 'complete' }, missing_experiences: 15 }),
    }),
    parseComponents: async ({ ex }) => {
      const missing = ex === '{"part":"page"}' ? 0 : 10;
      const sections = { experience: missing > 0 ? 'truncated' : 'complete', about: 'complete' } as const;
      const next_experience_page = missing > 0 ? { list_urn: experienceListUrn('ACoAA-member-1'), start: 10 } : null;
      return { kind: 'ok', value: parsedComponents({ sections, missing_experiences: missing, next_experience_page }) };
    },
  });
  await runDownload(fixture.job);
  expect(partsOf(fixture.requests)).toEqual(['ex', 'i', 'p1', 'p2', 'page']);
  expect(fixture.requests.find(({ part }) => part === 'page')?.url).toContain('start:10,');
  expect(fixture.componentPosts).toEqual([
    { profile_id: 'ACoAA-member-1', ex: '{"part":"ex"}', i: '{"part":"i"}' },
    { profile_id: 'ACoAA-member-1', ex: '{"part":"page"}' },
  ]);
});

test.each([
  ['a page that says it is the last ends the reading', null, 4],
  ['a list that never ends is read ten pages deep', { list_urn: experienceListUrn('ACoAA-member-1'), start: 10 }, 13],
] as const)('%s', async (_, next_experience_page, requests) => {
  const fixture = createFixture({
    entries,
    parseProfile: async ({ url }) => ({
      kind: 'ok',
      value: parsedProfile(url, { sections: { experience: 'truncated' }, missing_experiences: 5 }),
    }),
    parseComponents: async () => ({
      kind: 'ok',
      value: parsedComponents({ sections: { experience: 'truncated' }, missing_experiences: 5, next_experience_page }),
    }),
  });
  await runDownload(fixture.job);
  expect(fixture.requests.length).toBe(requests);
  expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['ok']);
});

test('the cards are read only if about is missing and the experiences were not found', async () => {
  const sections = { experience: 'missing', about: 'missing' } as const;
  const fixture = createFixture({
    entries,
    linkedIn: ({ part }) => (part === 'ex' ? { code: 'stale_endpoint' } : '{}'),
    parseProfile: async ({ url }) => ({ kind: 'ok', value: parsedProfile(url, { sections, missing_experiences: null }) }),
    parseComponents: async () => ({ kind: 'ok', value: parsedComponents({ sections, missing_experiences: null }) }),
  });
  await runDownload(fixture.job);
  expect(partsOf(fixture.requests)).toEqual(['c', 'ex', 'i', 'p1', 'p2']);
  expect(fixture.componentPosts.map(({ c, i }) => ({ c, i }))).toEqual([
    { c: undefined, i: '{}' },
    { c: '{}', i: undefined },
  ]);
  expect(fixture.outcomes).toMatchObject([{ kind: 'failed', code: 'incomplete' }]);
});

test('a stop while further experiences are read keeps the entry for the next job, which requests nothing twice', async () => {
  const records = memoryRecords();
  const options = {
    entries,
    records,
    parseProfile: async ({ url }: { url: string }) => ({
      kind: 'ok' as const,
      value: parsedProfile(url, { sections: { experience: 'truncated' }, missing_experiences: 3 }),
    }),
  };
  const first = createFixture({ ...options, linkedIn: ({ part }) => (part === 'ex' ? { code: 'throttled' } : '{}') });
  await runDownload(first.job);
  expect(first.outcomes).toEqual([]);
  const second = createFixture(options);
  await runDownload(second.job);
  expect(partsOf(second.requests)).toEqual(['ex']);
  expect(second.outcomes.map(({ kind }) => kind)).toEqual(['ok']);
  expect(records.all.size).toBe(0);
});

const cutShort = async ({ url }: { url: string }) => ({
  kind: 'ok' as const,
  value: parsedProfile(url, { sections: { experience: 'truncated', about: 'complete' }, missing_experiences: 3 }),
});

test.each([
  ['the email', 'i', undefined],
  ['later roles', 'ex', cutShort],
] as const)(
  'an entry of which %s could not be read is stored as incomplete, and the next job requests nothing else',
  async (_, lost, parseProfile) => {
    const records = memoryRecords();
    const options = { entries, records, ...(parseProfile === undefined ? {} : { parseProfile }) };
    const first = createFixture({ ...options, linkedIn: ({ part }) => (part === lost ? { code: 'upstream_error' } : '{}') });
    await runDownload(first.job);
    expect(first.profilePosts).toHaveLength(1);
    expect(first.outcomes).toMatchObject([
      {
        kind: 'failed',
        code: 'incomplete',
        entry: { collected: false, status: null, user_id: '7', profile_url: testEntry(1).url },
      },
    ]);
    const second = createFixture(options);
    await runDownload(second.job);
    expect(partsOf(second.requests)).toEqual([lost]);
    expect(second.outcomes).toMatchObject([{ kind: 'ok', entry: { collected: true, status: 'ok' } }]);
    expect(records.all.size).toBe(0);
  },
);

test('a job does not wait for data that LinkedIn does not show of a member', async () => {
  const fixture = createFixture({
    entries,
    parseProfile: cutShort,
    linkedIn: ({ part }) => (part === 'i' || part === 'ex' ? { code: 'forbidden' } : '{}'),
  });
  await runDownload(fixture.job);
  expect(fixture.outcomes).toMatchObject([{ kind: 'ok', isSaved: false }]);
});

test('a profile that the server calls collected is not saved again, even if this job could not read its contact', async () => {
  const fixture = createFixture({
    entries,
    parseProfile: async ({ url }) => ({ kind: 'ok', value: parsedProfile(url, { collected: true }) }),
    linkedIn: ({ part }) => (part === 'i' ? { code: 'upstream_error' } : '{}'),
  });
  await runDownload(fixture.job);
  expect(fixture.outcomes).toMatchObject([{ kind: 'ok', isSaved: true }]);
});

test('sections that the server cannot use leave the entry pending', async () => {
  const fixture = createFixture({ entries, parseComponents: async () => ({ kind: 'refused', code: 'PARSE.UNREADABLE' }) });
  await runDownload(fixture.job);
  expect(fixture.outcomes).toEqual([{ kind: 'failed', entry: testEntry(1), code: 'PARSE.UNREADABLE' }]);
});
