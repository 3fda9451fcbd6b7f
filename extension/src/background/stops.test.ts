import { describe, expect, it } from 'vitest';
import { readCoolDown } from '../state/cool-down.ts';
import { readRequestLog } from '../state/ledger.ts';
import { createBackgroundParts, profileUrl } from '../testing/background-parts.ts';
import { json, opaqueRedirect, text } from '../testing/fake-linkedin.ts';
import { settle, until } from '../testing/manual-clock.ts';
import { memberPace } from './pacer.ts';
import { createAnswerRows, type NotedAnswer } from './stops.ts';

const forbidden = () => json('{}', 403);
const serverError = () => json('{}', 500);
const profiles = (...numbers: readonly number[]) => numbers.map((number) => profileUrl(`member-${number}`));

async function codesOf(client: ReturnType<typeof createBackgroundParts>['client'], urls: readonly string[]) {
  const codes: string[] = [];
  for (const url of urls) {
    const result = await client.get(url, false);
    codes.push(result.ok ? 'ok' : result.error.code);
  }
  return codes;
}

describe('five members refused in a row', () => {
  it('five refused members in a row stop everything for an hour, as a problem of the session', async () => {
    const { client, linkedIn, clock } = createBackgroundParts();
    linkedIn.answer(forbidden);
    expect(await codesOf(client, profiles(1, 2, 3, 4))).toEqual(Array(4).fill('forbidden'));
    expect(await client.get(profileUrl('member-5'), false)).toEqual({
      ok: false,
      error: { code: 'throttled', retryAfterSeconds: 3_600 },
    });
    expect(await readCoolDown(clock.now())).toEqual({ cause: 'refused', until: clock.now() + 3_600_000 });
    expect(await codesOf(client, profiles(6))).toEqual(['throttled']);
    expect(linkedIn.requests).toHaveLength(5);
  });

  it('five refused members are counted across terminated workers', async () => {
    const first = createBackgroundParts();
    first.linkedIn.answer(forbidden);
    await codesOf(first.client, profiles(1, 2, 3));
    await settle();
    const next = createBackgroundParts({ clock: first.clock, linkedIn: first.linkedIn });
    expect(await codesOf(next.client, profiles(4, 5))).toEqual(['forbidden', 'throttled']);
  });

  it('one member refused five times, or five with a success in between, stop nothing', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(forbidden);
    expect(await codesOf(client, profiles(1, 1, 1, 1, 1, 2, 3, 4))).toEqual(Array(8).fill('forbidden'));
    linkedIn.answer(() => json('{}'), forbidden);
    expect(await codesOf(client, profiles(5, 6, 7, 8, 9))).toEqual(['ok', ...Array(4).fill('forbidden')]);
  });
});

describe('five server errors in a row', () => {
  it('five server errors in a row pause everything for a minute, and longer each time', async () => {
    const { client, linkedIn, clock } = createBackgroundParts();
    linkedIn.answer(serverError);
    expect(await codesOf(client, profiles(1, 2, 3, 4, 5, 6))).toEqual(Array(6).fill('upstream_error'));
    expect(linkedIn.requests).toHaveLength(5);
    expect(await readCoolDown(clock.now())).toEqual({ cause: 'upstream_error', until: clock.now() + 60_000 });
    await clock.advance(60_000);
    await codesOf(client, profiles(6));
    expect((await readCoolDown(clock.now()))?.until).toBe(clock.now() + 120_000);
    await clock.advance(120_000);
    linkedIn.answer(() => json('{}'), serverError);
    expect(await codesOf(client, profiles(7, 8, 9))).toEqual(['ok', 'upstream_error', 'upstream_error']);
    expect(await readCoolDown(clock.now())).toBeNull();
  });

  it('pauses grow to a quarter of an hour at most, and a lost connection does not reset the count', () => {
    const rows = createAnswerRows();
    const answer = (outcome: NotedAnswer['outcome']) => rows.add({ endpoint: 'search', outcome });
    const seconds = Array.from({ length: 12 }, () => {
      answer('offline');
      return answer('upstream_error')?.seconds;
    });
    expect(seconds).toEqual([undefined, undefined, undefined, undefined, 60, 120, 240, 480, 900, 900, 900, 900]);
    expect(answer('not_found')).toBeNull();
    expect(answer('upstream_error')).toBeNull();
  });
});

describe('a stop', () => {
  it('a stop also reaches a request that has its turn but is not sent yet', async () => {
    const { client, linkedIn, clock } = createBackgroundParts();
    let refuse: (response: Response) => void = () => undefined;
    linkedIn.answer(
      () => new Promise<Response>((resolve) => (refuse = resolve)),
      () => json('{}'),
    );
    const first = client.get(profileUrl('member-1'), false);
    await until(() => linkedIn.requests.length === 1);
    const second = client.get(profileUrl('member-2'), false);
    // The second is being recorded when the answer of the first is read.
    refuse(text('', 429, { 'retry-after': '60' }));
    const results = [await first, await second];
    const sent = linkedIn.requests.length;
    expect(await readRequestLog(clock.now())).toHaveLength(sent);
    expect(results[0]).toMatchObject({ ok: false, error: { code: 'throttled' } });
    expect(results[1]?.ok).toBe(sent === 2);
  });

  it('a stop by a redirect starts before the session check, and only that check is sent', async () => {
    const { client, linkedIn, clock } = createBackgroundParts({ pace: memberPace });
    linkedIn.answer(opaqueRedirect, () => json('{}'));
    const results = Promise.all(profiles(1, 2, 3, 4, 5).map((url) => client.get(url, false)));
    await clock.advance(120_000);
    expect((await results).map((result) => (result.ok ? 'ok' : result.error.code))).toEqual(Array(5).fill('redirected'));
    expect(linkedIn.requests.map(({ url }) => url.split('/').at(-1)?.slice(0, 8))).toEqual(['profiles', 'me']);
    expect((await readCoolDown(clock.now()))?.cause).toBe('redirected');
  });

  it('a redirect of the session check too means that the session is lost', async () => {
    const { client, linkedIn, clock } = createBackgroundParts();
    linkedIn.answer(opaqueRedirect);
    const results = await Promise.all(profiles(1, 2, 3).map((url) => client.get(url, false)));
    expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toContain('signed_out');
    expect(linkedIn.requests.filter(({ url }) => url.endsWith('/me'))).toHaveLength(1);
    expect(await readCoolDown(clock.now())).toEqual({ cause: 'signed_out', until: clock.now() + 600_000 });
  });
});
