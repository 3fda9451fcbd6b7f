import { createRedditAdapter } from '@leadloom/server/sources/reddit/reddit-adapter';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failures } from '../stand-ins/reddit/failures.ts';
import { faultOf, openRedditFixture, type RedditFixture } from '../testing/reddit.fixture.ts';

const TOKEN = /access_token/;
const NEW = /\/new/;

let fixture: RedditFixture;
beforeEach(async () => {
  fixture = await openRedditFixture();
  fixture.reddit.addSubreddit('SlowCoffee', { posts: 2 });
});
afterEach(() => fixture.close());

const visit = (name = 'SlowCoffee') =>
  fixture.adapter.visitSubreddit(name, { position: null, seenUntil: null, signal: fixture.signal });
const waited = () => fixture.waits.reduce((sum, wait) => sum + wait, 0);

describe('the token', () => {
  it('the token is requested once, and renewed a minute before it expires', async () => {
    await visit();
    fixture.clock.advance(3539_000);
    await visit();
    expect(fixture.tokens()).toBe(1);
    fixture.clock.advance(1000);
    await visit();
    expect(fixture.tokens()).toBe(2);
  });

  it('a token that lives less than a minute is used for half its life', async () => {
    fixture.reddit.limits.tokenSeconds = 40;
    await visit();
    fixture.clock.advance(19_000);
    await visit();
    expect(fixture.tokens()).toBe(1);
    fixture.clock.advance(2000);
    await visit();
    expect(fixture.tokens()).toBe(2);
  });

  it('a token is renewed once when Reddit no longer accepts it', async () => {
    await visit();
    fixture.reddit.revokeTokens();
    expect((await visit()).records).toHaveLength(2);
    expect(fixture.tokens()).toBe(2);
  });

  it('a new token that is refused as well is a refusal', async () => {
    fixture.reddit.failures.add({ call: NEW, answer: failures.tokenInvalid });
    expect(await faultOf(visit())).toMatchObject({ fault: 'refused', isOfNetwork: true });
    expect([fixture.tokens(), fixture.paths().length]).toEqual([2, 2]);
  });

  it.each([
    ['an answer of 200 that is an error', failures.grantRefused, 'refused', 'unauthorized_client'],
    ['a page that blocks', failures.blocked, 'blocked', 'blocks this server'],
    ['a page in the place of it', failures.pageForJson, 'failed', 'a page instead of JSON'],
    ['half an answer', failures.cutShort, 'failed', 'is truncated'],
  ] as const)('a token request answered with %s is a fault of the network', async (_, answer, fault, said) => {
    fixture.reddit.failures.add({ call: TOKEN, answer });
    const error = await faultOf(visit());
    expect(error).toMatchObject({ fault, isOfNetwork: true });
    expect(error.message).toContain(said);
    expect(fixture.paths()).toEqual([]);
  });

  it.each([
    ['without a token', { token_type: 'bearer', expires_in: 3600 }],
    ['with one that would make another header', { access_token: 'a\r\nx: y', token_type: 'bearer', expires_in: 3600 }],
    ['that never ends well', { access_token: 'a', token_type: 'bearer', expires_in: -1 }],
    ['of another kind', { access_token: 'a', token_type: 'mac', expires_in: 3600 }],
  ])('no token is read from an answer %s', async (_, body) => {
    fixture.reddit.failures.add({ call: TOKEN, answer: (response) => response.end(JSON.stringify(body)) });
    expect(await faultOf(visit())).toMatchObject({ fault: 'failed', isOfNetwork: true });
    expect(fixture.paths()).toEqual([]);
  });

  it('a token request needs the credentials of an app, which no message repeats', async () => {
    const settings = { ...fixture.reddit.settings, clientSecret: 'not-the-secret' };
    const adapter = createRedditAdapter({ settings, countRequest: () => undefined });
    const error = await faultOf(adapter.suggest('slow', fixture.signal));
    expect(error).toMatchObject({ fault: 'refused', isOfNetwork: true });
    expect(`${error.message}${String(error.cause)}`).not.toContain('not-the-secret');
  });

  it('a token request waits when Reddit asks for a pause', async () => {
    fixture.reddit.failures.add({ call: TOKEN, times: 1, answer: failures.tooMany(7) });
    await visit();
    expect(fixture.waits).toEqual([7000]);
    fixture.clock.advance(7_200_000);
    fixture.reddit.failures.add({ call: TOKEN, answer: failures.tooManyAsPage(600) });
    expect(await faultOf(visit())).toMatchObject({ fault: 'rate_limited', isOfNetwork: true });
  });
});

describe('the request limit', () => {
  it('requests are spaced so that the limit is never reached', async () => {
    fixture.reddit.limits.requests = 100;
    for (let count = 0; count < 130; count += 1) await visit();
    expect(fixture.reddit.requests.filter(({ status }) => status === 429)).toEqual([]);
    expect(Math.max(...fixture.waits)).toBeLessThanOrEqual(10_000);
    // A hundred in ten minutes, so thirty more need the next ten.
    expect(waited()).toBeGreaterThan(600_000);
  });

  it('a limit that others used up is waited for when it resets soon, and otherwise reported with its reset time', async () => {
    fixture.reddit.limits.requests = 1;
    await visit();
    const error = await faultOf(visit());
    expect(error).toMatchObject({ fault: 'rate_limited', isOfNetwork: true });
    expect(error.retryAt).toEqual(new Date('2026-03-01T12:10:00Z'));
    expect([fixture.paths().length, fixture.waits]).toEqual([1, []]);
    fixture.clock.advance(545_000);
    await visit();
    expect(waited()).toBe(55_000);
  });

  it.each([
    ['JSON, seconds', failures.tooMany(30), 30_000],
    ['a page, seconds', failures.tooManyAsPage(30), 30_000],
    ['a date', failures.tooMany('Sun, 01 Mar 2026 12:00:20 GMT'), 20_000],
    ['no time at all', failures.tooMany(0), 1000],
  ])('an exceeded limit is waited out: %s', async (_, answer, wait) => {
    fixture.reddit.failures.add({ call: NEW, times: 1, answer });
    expect((await visit()).records).toHaveLength(2);
    expect(fixture.waits).toEqual([wait]);
  });

  it('a long pause is reported at once and applies to every caller', async () => {
    fixture.reddit.failures.add({ call: NEW, times: 1, answer: failures.tooMany(3600) });
    const retryAt = new Date('2026-03-01T13:00:00Z');
    expect(await faultOf(visit())).toMatchObject({ fault: 'rate_limited', isOfNetwork: true, retryAt });
    const asked = fixture.reddit.requests.length;
    expect(await faultOf(fixture.adapter.suggest('slow', fixture.signal))).toMatchObject({ fault: 'rate_limited', retryAt });
    expect(await faultOf(fixture.adapter.findGone(['t3_a'], fixture.signal))).toMatchObject({ fault: 'rate_limited', retryAt });
    expect([fixture.reddit.requests.length, fixture.waits]).toEqual([asked, []]);
    fixture.clock.advance(3_600_000);
    expect((await visit()).records).toHaveLength(2);
  });

  it('an exceeded limit without a time is retried with growing pauses of at most five minutes', async () => {
    fixture.reddit.failures.add({ call: NEW, answer: failures.tooManyAsPage() });
    const pauses: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      const { fault, retryAt } = await faultOf(visit());
      expect(fault).toBe('rate_limited');
      const pause = (retryAt?.getTime() ?? 0) - fixture.clock.now().getTime();
      pauses.push(pause);
      fixture.clock.advance(pause);
    }
    const first = fixture.waits.slice(0, 4);
    first.forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual(0.75 * 2 ** (index + 1) * 1000);
      expect(wait).toBeLessThanOrEqual(1.25 * 2 ** (index + 1) * 1000);
    });
    expect(Math.max(...pauses)).toBe(300_000);
    fixture.reddit.failures.clear();
    await visit();
    fixture.reddit.failures.add({ call: NEW, times: 1, answer: failures.tooMany() });
    await visit();
    expect(fixture.waits.at(-1)).toBeLessThanOrEqual(2500);
  });

  it('a limit that is exceeded repeatedly is reported after a minute of waiting', async () => {
    fixture.reddit.failures.add({ call: NEW, answer: failures.tooMany(15) });
    expect(await faultOf(visit())).toMatchObject({ fault: 'rate_limited' });
    expect(waited()).toBeLessThanOrEqual(60_000);
    expect(fixture.paths().length).toBeLessThanOrEqual(6);
  });

  it('a person does not wait for a limit', async () => {
    fixture.reddit.failures.add({ call: /autocomplete/, answer: failures.tooMany(20) });
    expect(await faultOf(fixture.adapter.suggest('slow', fixture.signal))).toMatchObject({ fault: 'rate_limited' });
    expect(fixture.waits).toEqual([]);
  });
});

describe('faults on Reddit’s side', () => {
  it.each([408, 500, 502, 503, 504, 520, 522])(
    'a fault with status %d is retried and passes at the third attempt',
    async (status) => {
      fixture.reddit.failures.add({ call: NEW, times: 2, answer: failures.serverError(status) });
      expect((await visit()).records).toHaveLength(2);
      expect(fixture.paths()).toHaveLength(3);
    },
  );

  it.each([
    [500, false],
    [503, true],
    [522, true],
  ])('a permanent fault with status %d is reported after three attempts', async (status, isOfNetwork) => {
    fixture.reddit.failures.add({ call: NEW, answer: failures.serverError(status) });
    expect(await faultOf(visit())).toMatchObject({ fault: 'failed', isOfNetwork, retryAt: null });
    expect(fixture.paths()).toHaveLength(3);
  });

  it('Reddit receives no request for as long as it asks', async () => {
    fixture.reddit.failures.add({ call: NEW, times: 1, answer: failures.serverError(503, 12) });
    await visit();
    expect(fixture.waits).toEqual([12_000]);
    // So that no turn is to be waited for.
    fixture.clock.advance(60_000);
    fixture.reddit.failures.add({ call: NEW, times: 1, answer: failures.serverError(503, 900) });
    const retryAt = new Date(fixture.clock.now().getTime() + 900_000);
    expect(await faultOf(visit())).toMatchObject({ fault: 'failed', isOfNetwork: true, retryAt });
    expect(await faultOf(visit())).toMatchObject({ fault: 'rate_limited', retryAt });
  });

  it.each([
    ['a page that blocks', failures.blocked, 'blocked', true],
    ['a missing scope', failures.scopeMissing, 'refused', true],
    ['a page for JSON', failures.pageForJson, 'failed', false],
    ['half an answer', failures.cutShort, 'failed', false],
  ] as const)('%s is reported and not retried', async (_, answer, fault, isOfNetwork) => {
    fixture.reddit.failures.add({ call: NEW, answer });
    expect(await faultOf(visit())).toMatchObject({ fault, isOfNetwork });
    expect(fixture.paths()).toHaveLength(1);
  });

  const answers: readonly (readonly [number, object, Record<string, string>, string, boolean])[] = [
    [302, {}, { location: '/subreddits/search?q=x' }, 'not_found', false],
    [302, {}, { location: 'https://www.reddit.com/subreddits/search.json' }, 'not_found', false],
    [302, {}, { location: 'https://www.reddit.com/login' }, 'failed', false],
    [301, {}, {}, 'failed', false],
    [400, { message: 'Bad Request', error: 400 }, {}, 'failed', false],
    [403, { message: 'Forbidden', error: 403 }, {}, 'restricted', false],
    [403, { reason: 'gold_only', error: 403 }, {}, 'restricted', false],
    [404, { message: 'Not Found', error: 404 }, {}, 'not_found', false],
    [404, { reason: 'banned', error: 404 }, {}, 'banned', false],
    [451, {}, {}, 'restricted', false],
    [418, {}, {}, 'failed', false],
  ];
  it.each(answers)('status %d with %j and %j is reported as %s', async (status, body, headers, fault, isOfNetwork) => {
    fixture.reddit.failures.add({
      call: NEW,
      answer: (response) => response.writeHead(status, headers).end(JSON.stringify(body)),
    });
    expect(await faultOf(visit())).toMatchObject({ fault, isOfNetwork });
    expect(fixture.paths()).toHaveLength(1);
  });

  it('a fault is reported for no name where none was requested', async () => {
    const answer = (status: number) => ({
      call: /api\/info/,
      times: 1,
      answer: failures.serverError(status),
    });
    for (const [status, fault] of [
      [404, 'failed'],
      [451, 'failed'],
      [302, 'failed'],
    ] as const) {
      fixture.reddit.failures.add(answer(status));
      expect(await faultOf(fixture.adapter.findGone(['t3_a'], fixture.signal)), String(status)).toMatchObject({ fault });
    }
  });

  it.each([
    ['{"kind":"Listing","data":{"after":null}}'],
    ['{"kind":"Listing","data":{"after":5,"children":[]}}'],
    ['{"kind":"Listing","data":{"after":"../../x","children":[]}}'],
    ['{"message":"Not Found","error":404}'],
    ['[]'],
    ['null'],
    [''],
    ['"text"'],
  ])('an answer that is no listing is reported: %s', async (text) => {
    fixture.reddit.failures.add({ call: NEW, answer: (response) => response.end(text) });
    expect(await faultOf(visit())).toMatchObject({ fault: 'failed', isOfNetwork: false });
  });
});

describe('a caller that cancels', () => {
  it('a cancelled caller does not wait for its turn', async () => {
    const controller = new AbortController();
    const adapter = createRedditAdapter({
      settings: fixture.reddit.settings,
      countRequest: () => undefined,
      now: fixture.clock.now,
    });
    fixture.reddit.failures.add({
      call: NEW,
      answer: (response) => {
        failures.tooMany(50)(response);
        response.on('finish', () => controller.abort());
      },
    });
    const options = { position: null, seenUntil: null, signal: controller.signal };
    expect(await faultOf(adapter.visitSubreddit('SlowCoffee', options))).toMatchObject({ fault: 'failed' });
  });

  it('a cancelled caller does not wait for an answer', async () => {
    const controller = new AbortController();
    fixture.reddit.failures.add({ call: NEW, answer: () => controller.abort() });
    const options = { position: null, seenUntil: null, signal: controller.signal };
    expect(await faultOf(fixture.adapter.visitSubreddit('SlowCoffee', options))).toMatchObject({ fault: 'failed' });
  });
});
