import { experienceListUrn } from '@leadloom/shared/linkedin/build-url';
import type { Candidate } from '@leadloom/shared/linkedin/catalogue';
import type { MessageErrorCode } from '@leadloom/shared/messages/message-error';
import { describe, expect, test } from 'vitest';
import { createFixture, type LinkedInRequest, parsedComponents, parsedProfile, testEntry } from '../testing/download.fixture.ts';
import { createCandidateMemory } from './candidate-memory.ts';
import { createLinkedInReader, type SendFetch } from './linkedin-reader.ts';
import { createRunControl } from './run-control.ts';
import { runDownload } from './run-download.ts';

const entries = (count: number) => Array.from({ length: count }, (_, index) => testEntry(index + 1));

describe('retries', () => {
  test('a request is repeated if the worker was terminated', async () => {
    const fixture = createFixture({
      entries: entries(1),
      linkedIn: (_, attempt) => (attempt === 1 ? { code: 'internal' } : '{}'),
    });
    await runDownload(fixture.job);
    expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['ok']);
  });

  test('a worker that is terminated repeatedly ends the job', async () => {
    const fixture = createFixture({ entries: entries(3), concurrency: 1, linkedIn: () => ({ code: 'internal' }) });
    await runDownload(fixture.job);
    expect(fixture.job.control.notice()?.reason).toBe('internal');
    expect(fixture.requests.length).toBe(5);
    expect(fixture.slept).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  test('a short delay requested by the extension is waited for, and a long one ends the job', async () => {
    const short = createFixture({
      entries: entries(1),
      linkedIn: (_, attempt) => (attempt === 1 ? { code: 'rate_limited', retryAfterSeconds: 9 } : '{}'),
    });
    await runDownload(short.job);
    expect(short.slept).toContain(9_000);
    expect(short.outcomes.map(({ kind }) => kind)).toEqual(['ok']);

    const long = createFixture({ entries: entries(1), linkedIn: () => ({ code: 'rate_limited', retryAfterSeconds: 3_600 }) });
    await runDownload(long.job);
    expect(long.job.control.notice()).toEqual({ reason: 'rate_limited', continueAt: 1_000_000 + 3_600_000 });
  });
});

describe('candidates', () => {
  const isFirst = ({ url }: LinkedInRequest) => url.includes('FullProfileWithEntities-3');

  test('a stale candidate is followed by the next, which is remembered for the session', async () => {
    const memory = createCandidateMemory();
    const fixture = createFixture({
      entries: entries(5),
      concurrency: 1,
      memory,
      linkedIn: (request) => (isFirst(request) ? { code: 'stale_endpoint' } : '{}'),
    });
    await runDownload(fixture.job);
    expect(fixture.requests.filter(isFirst).length).toBe(1);
    expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(Array(5).fill('ok'));

    const second = createFixture({
      entries: entries(1),
      memory,
      linkedIn: (request) => (isFirst(request) ? { code: 'stale_endpoint' } : '{}'),
    });
    await runDownload(second.job);
    expect(second.requests.filter(isFirst)).toEqual([]);
  });

  test('if all candidates are stale from the start, the job ends instead of failing entry by entry', async () => {
    const fixture = createFixture({ entries: entries(9), concurrency: 1, linkedIn: () => ({ code: 'stale_endpoint' }) });
    await runDownload(fixture.job);
    expect(fixture.requests.length).toBe(2);
    expect(fixture.job.control.notice()?.reason).toBe('stale_catalogue');
  });

  test('if all candidates look stale for a single profile, the job continues', async () => {
    const fixture = createFixture({
      entries: entries(4),
      concurrency: 1,
      linkedIn: ({ part, url }) => (part === 'p1' && url.includes('member-3&') ? { code: 'stale_endpoint' } : '{}'),
    });
    await runDownload(fixture.job);
    expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(['ok', 'ok', 'failed', 'ok']);
  });

  test('a kind without a working id is skipped after two profiles, and the profiles are stored without it', async () => {
    const fixture = createFixture({
      entries: entries(6),
      concurrency: 1,
      linkedIn: ({ part }) => (part === 'p2' ? { code: 'stale_endpoint' } : '{}'),
    });
    await runDownload(fixture.job);
    expect(fixture.requests.filter(({ part }) => part === 'p2').length).toBe(2);
    expect(fixture.outcomes.map(({ kind }) => kind)).toEqual(Array(6).fill('ok'));
  });

  test('a candidate that fails for some members is still used for the others', async () => {
    const fixture = createFixture({
      entries: entries(6),
      concurrency: 1,
      linkedIn: ({ part, url }) => (part === 'i' && /member-[135]&/.test(url) ? { code: 'stale_endpoint' } : '{}'),
    });
    await runDownload(fixture.job);
    expect(fixture.requests.filter(({ part }) => part === 'i').length).toBe(6);
  });

  test('an id of another client is requested as plain JSON', async () => {
    const fixture = createFixture({
      entries: entries(1),
      parseProfile: async ({ url }) => ({
        kind: 'ok',
        value: parsedProfile(url, { sections: { experience: 'truncated' }, missing_experiences: 3 }),
      }),
      parseComponents: async ({ ex }) => ({
        kind: 'ok',
        value: parsedComponents({
          sections: { experience: 'truncated' },
          missing_experiences: ex === '{"part":"ex"}' ? 2 : 0,
          next_experience_page: { list_urn: experienceListUrn('ACoAA-member-1'), start: 10 },
        }),
      }),
    });
    await runDownload(fixture.job);
    expect(fixture.requests.filter(({ plain }) => plain).map(({ part }) => part)).toEqual(['page']);
  });
});

describe('a kind that answers in two ways', () => {
  const finder = { kind: 'rest', decorationId: 'finder' } as const;
  const older = { kind: 'rest', decorationId: 'older finder' } as const;
  const query = { kind: 'graphql', queryId: 'query' } as const;

  /** A reader whose candidates answer as told, and the names it asked for. */
  function readerOf(codes: Record<string, MessageErrorCode>, memory = createCandidateMemory()) {
    const asked: string[] = [];
    const clock = { now: () => 1_000_000, sleep: async () => undefined };
    const send: SendFetch = async (url) => {
      asked.push(url);
      const code = codes[url];
      return code === undefined ? { ok: true, body: url } : { ok: false, error: { code } };
    };
    const reader = createLinkedInReader({ send, concurrency: 1, memory, control: createRunControl(), clock });
    const read = (candidates: readonly Candidate[]) =>
      reader.read('search', candidates, (candidate) => (candidate.kind === 'rest' ? candidate.decorationId : candidate.queryId));
    return { read, asked };
  }

  test('where the finder is out of order, the query is asked, and is asked first from then on', async () => {
    const { read, asked } = readerOf({ finder: 'upstream_error', 'older finder': 'upstream_error' });
    expect(await read([finder, older, query])).toEqual({ kind: 'body', body: 'query' });
    expect(await read([finder, older, query])).toEqual({ kind: 'body', body: 'query' });
    expect(asked).toEqual(['finder', 'query', 'query']);
  });

  test('where both are, the failure is told as one of LinkedIn’s servers', async () => {
    for (const code of ['upstream_error', 'stale_endpoint'] as const) {
      const { read, asked } = readerOf({ finder: 'upstream_error', query: code });
      expect(await read([finder, query])).toEqual({ kind: 'failed', code: 'upstream_error' });
      expect(asked).toEqual(['finder', 'query']);
    }
  });

  test('a kind with one way is not asked again', async () => {
    const { read, asked } = readerOf({ finder: 'upstream_error' });
    expect(await read([finder, older])).toEqual({ kind: 'failed', code: 'upstream_error' });
    expect(asked).toEqual(['finder']);
  });
});
