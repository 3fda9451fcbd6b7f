import { describe, expect, test } from 'vitest';
import {
  createFixture,
  type FixtureOptions,
  type LinkedInAnswer,
  type LinkedInRequest,
  memoryRecords,
  parsedComponents,
  parsedProfile,
  partsOf,
  testEntry,
} from '../testing/download.fixture.ts';
import { createCandidateMemory } from './candidate-memory.ts';
import type { ParsedProfile, ProfileContent } from './download-api.ts';
import { emptyRecord } from './raw-record.ts';
import { runDownload } from './run-download.ts';

const entries = [testEntry(1)];
const POSITIONS = { resource: 'profilePositions', start: 0 } as const;
const EDUCATIONS = { resource: 'profileEducations', start: 0 } as const;

const cut: Partial<ParsedProfile> = {
  sections: { experience: 'truncated', education: 'complete', about: 'complete' },
  missing_experiences: 4,
  next_sections: [POSITIONS],
};
const whole: Partial<ParsedProfile> = {
  sections: { experience: 'complete', education: 'complete', about: 'complete' },
  next_sections: [],
};

/** A server that says `cut` until it was sent what makes the profile whole. */
function serverOf(isWhole: (content: ProfileContent) => boolean, before = cut): Pick<FixtureOptions, 'parseProfile'> {
  return {
    parseProfile: async (content) => ({ kind: 'ok', value: parsedProfile(content.url, isWhole(content) ? whole : before) }),
  };
}

const answering =
  (answers: Partial<Record<LinkedInRequest['part'], LinkedInAnswer>>) =>
  ({ part }: LinkedInRequest): LinkedInAnswer =>
    answers[part] ?? `{"part":"${part}"}`;

describe('the order in which a profile is read', () => {
  test('a profile that was cut costs one request more, for its typed rows', async () => {
    const fixture = createFixture({ entries, ...serverOf(({ positions }) => positions !== undefined) });
    await runDownload(fixture.job);
    expect(partsOf(fixture.requests)).toEqual(['i', 'p1', 'p2', 'positions']);
    const request = fixture.requests.find(({ part }) => part === 'positions');
    expect(request).toMatchObject({
      plain: false,
      url: 'https://www.linkedin.com/voyager/api/identity/dash/profilePositions?q=viewee&profileUrn=urn%3Ali%3Afsd_profile%3AACoAA-member-1&start=0&count=100',
    });
    expect(fixture.profilePosts).toEqual([
      { url: testEntry(1).url, p1: '{"part":"p1"}', p2: '{"part":"p2"}' },
      { url: testEntry(1).url, p1: '{"part":"p1"}', p2: '{"part":"p2"}', positions: ['{"part":"positions"}'] },
    ]);
    expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['ok']);
  });

  test('a profile whose sections are complete costs no request more', async () => {
    const fixture = createFixture({ entries, ...serverOf(() => true) });
    await runDownload(fixture.job);
    expect(partsOf(fixture.requests)).toEqual(['i', 'p1', 'p2']);
    expect(fixture.profilePosts).toHaveLength(1);
  });

  test('both sections are read before one more post', async () => {
    const lacking = { ...cut, next_sections: [POSITIONS, EDUCATIONS] };
    const fixture = createFixture({ entries, ...serverOf(({ educations }) => educations !== undefined, lacking) });
    await runDownload(fixture.job);
    expect(partsOf(fixture.requests)).toEqual(['educations', 'i', 'p1', 'p2', 'positions']);
    expect(fixture.profilePosts).toHaveLength(2);
  });

  test('rows are read page by page, and posted together', async () => {
    const fixture = createFixture({
      entries,
      linkedIn: ({ part, url }) => `${part} ${/start=(\d+)/.exec(url)?.[1] ?? ''}`.trim(),
      parseProfile: async ({ url, positions = [] }) => {
        const next = { ...cut, next_sections: [{ ...POSITIONS, start: positions.length * 100 }] };
        return { kind: 'ok', value: parsedProfile(url, positions.length === 3 ? whole : next) };
      },
    });
    await runDownload(fixture.job);
    expect(fixture.profilePosts.at(-1)?.positions).toEqual(['positions 0', 'positions 100', 'positions 200']);
    expect(fixture.requests).toHaveLength(6);
  });

  test('a list that never ends is read five pages deep, and rendered rows follow', async () => {
    const fixture = createFixture({
      entries,
      parseProfile: async ({ url, positions = [] }) => ({
        kind: 'ok',
        value: parsedProfile(url, { ...cut, next_sections: [{ ...POSITIONS, start: positions.length * 100 }] }),
      }),
    });
    await runDownload(fixture.job);
    expect(partsOf(fixture.requests).filter((part) => part === 'positions')).toHaveLength(5);
    expect(partsOf(fixture.requests).filter((part) => part === 'ex')).toHaveLength(1);
  });

  test('rendered rows are read only where typed ones did not help, and not both of one section', async () => {
    const fixture = createFixture({ entries, ...serverOf(() => false) });
    await runDownload(fixture.job);
    expect(partsOf(fixture.requests)).toEqual(['ex', 'i', 'p1', 'p2', 'positions']);
    expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['ok']);
  });

  test('educations that typed rows did not bring are read as rendered, once', async () => {
    const lacking: Partial<ParsedProfile> = {
      sections: { experience: 'complete', education: 'missing', about: 'complete' },
      next_sections: [EDUCATIONS],
    };
    const fixture = createFixture({
      entries,
      ...serverOf(() => false, lacking),
      parseComponents: async () => ({
        kind: 'ok',
        value: parsedComponents({ sections: { experience: 'complete', education: 'missing' }, collected: true }),
      }),
    });
    await runDownload(fixture.job);
    expect(partsOf(fixture.requests)).toEqual(['ed', 'educations', 'i', 'p1', 'p2']);
    expect(fixture.componentPosts).toEqual([{ profile_id: 'ACoAA-member-1', ed: '{"part":"ed"}', i: '{"part":"i"}' }]);
    expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['ok']);
  });

  test.each([
    ['an older extension', { canReadSections: false }],
    ['an older server', serverOf(() => false, { ...cut, next_sections: undefined })],
  ])('%s is asked for what it knows: rendered rows, as before', async (_, options) => {
    const fixture = createFixture({
      entries,
      ...serverOf(() => false, { ...cut, next_sections: [POSITIONS, EDUCATIONS] }),
      ...options,
    });
    await runDownload(fixture.job);
    expect(partsOf(fixture.requests)).toEqual(['ex', 'i', 'p1', 'p2']);
  });
});

describe('typed rows that fail', () => {
  test.each(['stale_endpoint', 'not_found', 'url_not_allowed'] as const)(
    'after two profiles in a row that were answered with %s, rows are not asked for again',
    async (code) => {
      const fixture = createFixture({
        entries: [1, 2, 3, 4].map(testEntry),
        concurrency: 1,
        ...serverOf(() => false),
        linkedIn: answering({ positions: { code } }),
      });
      await runDownload(fixture.job);
      expect(partsOf(fixture.requests).filter((part) => part === 'positions')).toHaveLength(2);
      expect(partsOf(fixture.requests).filter((part) => part === 'ex')).toHaveLength(4);
      expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['ok', 'ok', 'ok', 'ok']);
    },
  );

  test.each(['upstream_error', 'forbidden', 'too_large', 'not_json'] as const)(
    'rows that end with %s leave the profile to rendered rows',
    async (code) => {
      const fixture = createFixture({ entries, ...serverOf(() => false), linkedIn: answering({ positions: { code } }) });
      await runDownload(fixture.job);
      expect(partsOf(fixture.requests)).toEqual(['ex', 'i', 'p1', 'p2', 'positions']);
      expect(fixture.profilePosts).toHaveLength(1);
      expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['ok']);
    },
  );

  test('rows that the server refuses are dropped, and the profile is kept without them', async () => {
    const records = memoryRecords();
    const fixture = createFixture({
      entries,
      records,
      linkedIn: answering({ ex: { code: 'upstream_error' } }),
      parseProfile: async ({ url, positions }) =>
        positions === undefined
          ? { kind: 'ok', value: parsedProfile(url, cut) }
          : { kind: 'refused', code: 'PARSE.OTHER_MEMBER' },
    });
    await runDownload(fixture.job);
    expect(partsOf(fixture.requests)).toEqual(['ex', 'i', 'p1', 'p2', 'positions']);
    expect(fixture.off).toEqual(['parse/profile PARSE.OTHER_MEMBER']);
    expect(records.all.get(testEntry(1).id)).toMatchObject({ sections: [], sectionsEnded: ['profilePositions'] });
  });

  test('kept rows that a server refuses are dropped before the profile is posted again', async () => {
    const page = { ...POSITIONS, body: 'of another member' };
    const kept = { ...emptyRecord(testEntry(1).id, testEntry(1).url, 1_000_000), p1: 'p1', p2: 'p2', i: 'i', sections: [page] };
    const fixture = createFixture({
      entries,
      records: memoryRecords([kept]),
      parseProfile: async ({ url, positions }) =>
        positions === undefined ? { kind: 'ok', value: parsedProfile(url, whole) } : { kind: 'refused', code: 'REQUEST.INVALID' },
    });
    await runDownload(fixture.job);
    expect(fixture.requests).toEqual([]);
    expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['ok']);
  });

  test.each(['signed_out', 'redirected', 'challenged', 'throttled'] as const)(
    'a session that ends with %s while rows are read stops the job, and the next one asks for them alone',
    async (code) => {
      const records = memoryRecords();
      const server = serverOf(({ positions }) => positions !== undefined);
      const first = createFixture({ entries, records, ...server, linkedIn: answering({ positions: { code } }) });
      await runDownload(first.job);
      expect(first.job.control.notice()?.reason).toBe(code);
      expect(first.outcomes).toEqual([]);
      const second = createFixture({ entries, records, ...server });
      await runDownload(second.job);
      expect(partsOf(second.requests)).toEqual(['positions']);
      expect(second.outcomes.map(({ kind }) => kind)).toEqual(['ok']);
      expect(records.all.size).toBe(0);
    },
  );

  test('a page that stops before the second post sends nothing twice', async () => {
    const records = memoryRecords();
    let isAway = false;
    const first = createFixture({
      entries,
      records,
      parseProfile: async ({ url, positions }) => {
        isAway ||= positions !== undefined;
        return isAway ? { kind: 'away' } : { kind: 'ok', value: parsedProfile(url, cut) };
      },
    });
    await runDownload(first.job);
    expect(first.job.control.notice()?.reason).toBe('server_away');
    const second = createFixture({ entries, records, ...serverOf(({ positions }) => positions !== undefined) });
    await runDownload(second.job);
    expect(second.requests).toEqual([]);
    expect(second.profilePosts).toHaveLength(1);
    expect(second.outcomes.map(({ kind }) => kind)).toEqual(['ok']);
  });
});

describe('what a job reports about typed rows', () => {
  const outcomesOf = async (options: Partial<FixtureOptions>) => {
    const memory = createCandidateMemory();
    const fixture = createFixture({
      entries: [1, 2, 3].map(testEntry),
      concurrency: 1,
      memory,
      ...serverOf(() => false),
      ...options,
    });
    await runDownload(fixture.job);
    return memory.takeOutcomes().filter(({ endpoint }) => endpoint === 'sections');
  };

  test('an answer is reported once, however many profiles were read', async () => {
    expect(await outcomesOf({})).toEqual([{ endpoint: 'sections', state: 'understood', candidate: null }]);
  });

  test.each([
    ['stale_endpoint', 400],
    ['not_found', 404],
  ] as const)('%s is reported once, with the status of LinkedIn’s answer', async (code, status) => {
    const refused = { endpoint: 'sections', state: 'refused', candidate: null, status };
    expect(await outcomesOf({ linkedIn: answering({ positions: { code, status } }) })).toEqual([refused]);
  });

  test('what LinkedIn was not asked for is not reported', async () => {
    expect(await outcomesOf({ canReadSections: false })).toEqual([]);
    expect(await outcomesOf({ linkedIn: answering({ positions: { code: 'url_not_allowed' } }) })).toEqual([]);
  });
});
