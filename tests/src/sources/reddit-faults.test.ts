import { createRedditAdapter } from '@leadloom/server/sources/reddit/reddit-adapter';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failures } from '../stand-ins/reddit/failures.ts';
import { faultOf, openRedditFixture, type RedditFixture } from './reddit.fixture.ts';

const TOKEN = /access_token/;
const NEW = /\/new/;

let world: RedditFixture;
beforeEach(async () => {
  world = await openRedditFixture();
  world.reddit.addSubreddit('SlowCoffee', { posts: 2 });
});
afterEach(() => world.close());

const visit = (name = 'SlowCoffee') => world.adapter.visitSubreddit(name, { place: null, seenUntil: null, signal: world.signal });
const waited = () => world.waits.reduce((sum, wait) => sum + wait, 0);

describe('the token', () => {
  it('is asked for once, and renewed a minute before it ends', async () => {
    await visit();
    world.clock.advance(3539_000);
    await visit();
    expect(world.tokens()).toBe(1);
    world.clock.advance(1000);
    await visit();
    expect(world.tokens()).toBe(2);
  });

  it('that lives less than a minute is used for half its life', async () => {
    world.reddit.limits.tokenSeconds = 40;
    await visit();
    world.clock.advance(19_000);
    await visit();
    expect(world.tokens()).toBe(1);
    world.clock.advance(2000);
    await visit();
    expect(world.tokens()).toBe(2);
  });

  it('is renewed once when Reddit no longer takes it', async () => {
    await visit();
    world.reddit.revokeTokens();
    expect((await visit()).records).toHaveLength(2);
    expect(world.tokens()).toBe(2);
  });

  it('that is refused when it is new, too, is a refusal', async () => {
    world.reddit.failures.add({ call: NEW, answer: failures.tokenInvalid });
    expect(await faultOf(visit())).toMatchObject({ fault: 'refused', isOfNetwork: true });
    expect([world.tokens(), world.paths().length]).toEqual([2, 2]);
  });

  it.each([
    ['an answer of 200 that is an error', failures.grantRefused, 'refused', 'unauthorized_client'],
    ['a page that blocks', failures.blocked, 'blocked', 'does not talk to this server'],
    ['a page in the place of it', failures.pageForJson, 'failed', 'a page instead of JSON'],
    ['half an answer', failures.cutShort, 'failed', 'cut short'],
  ] as const)('that is answered with %s is a fault of the network', async (_, answer, fault, said) => {
    world.reddit.failures.add({ call: TOKEN, answer });
    const error = await faultOf(visit());
    expect(error).toMatchObject({ fault, isOfNetwork: true });
    expect(error.message).toContain(said);
    expect(world.paths()).toEqual([]);
  });

  it.each([
    ['without a token', { token_type: 'bearer', expires_in: 3600 }],
    ['with one that would make another header', { access_token: 'a\r\nx: y', token_type: 'bearer', expires_in: 3600 }],
    ['that never ends well', { access_token: 'a', token_type: 'bearer', expires_in: -1 }],
    ['of another kind', { access_token: 'a', token_type: 'mac', expires_in: 3600 }],
  ])('is not taken from an answer %s', async (_, body) => {
    world.reddit.failures.add({ call: TOKEN, answer: (response) => response.end(JSON.stringify(body)) });
    expect(await faultOf(visit())).toMatchObject({ fault: 'failed', isOfNetwork: true });
    expect(world.paths()).toEqual([]);
  });

  it('needs the credentials of an app, which no message repeats', async () => {
    const settings = { ...world.reddit.settings, clientSecret: 'not-the-secret' };
    const adapter = createRedditAdapter({ settings, countRequest: () => undefined });
    const error = await faultOf(adapter.suggest('slow', world.signal));
    expect(error).toMatchObject({ fault: 'refused', isOfNetwork: true });
    expect(`${error.message}${String(error.cause)}`).not.toContain('not-the-secret');
  });

  it('is waited for when Reddit asks for a pause', async () => {
    world.reddit.failures.add({ call: TOKEN, times: 1, answer: failures.tooMany(7) });
    await visit();
    expect(world.waits).toEqual([7000]);
    world.clock.advance(7_200_000);
    world.reddit.failures.add({ call: TOKEN, answer: failures.tooManyAsPage(600) });
    expect(await faultOf(visit())).toMatchObject({ fault: 'rate_limited', isOfNetwork: true });
  });
});

describe('the limit of requests', () => {
  it('is kept by waiting between requests, and never met', async () => {
    world.reddit.limits.requests = 100;
    for (let count = 0; count < 130; count += 1) await visit();
    expect(world.reddit.requests.filter(({ status }) => status === 429)).toEqual([]);
    expect(Math.max(...world.waits)).toBeLessThanOrEqual(10_000);
    // A hundred in ten minutes, so thirty more need the next ten.
    expect(waited()).toBeGreaterThan(600_000);
  });

  it('that others have used up is waited for when the end is near, and else said with its end', async () => {
    world.reddit.limits.requests = 1;
    await visit();
    const error = await faultOf(visit());
    expect(error).toMatchObject({ fault: 'rate_limited', isOfNetwork: true });
    expect(error.retryAt).toEqual(new Date('2026-03-01T12:10:00Z'));
    expect([world.paths().length, world.waits]).toEqual([1, []]);
    world.clock.advance(545_000);
    await visit();
    expect(waited()).toBe(55_000);
  });

  it.each([
    ['JSON, seconds', failures.tooMany(30), 30_000],
    ['a page, seconds', failures.tooManyAsPage(30), 30_000],
    ['a date', failures.tooMany('Sun, 01 Mar 2026 12:00:20 GMT'), 20_000],
    ['no time at all', failures.tooMany(0), 1000],
  ])('met by accident is waited out: %s', async (_, answer, wait) => {
    world.reddit.failures.add({ call: NEW, times: 1, answer });
    expect((await visit()).records).toHaveLength(2);
    expect(world.waits).toEqual([wait]);
  });

  it('is said at once when the pause is long, and holds for whoever asks', async () => {
    world.reddit.failures.add({ call: NEW, times: 1, answer: failures.tooMany(3600) });
    const retryAt = new Date('2026-03-01T13:00:00Z');
    expect(await faultOf(visit())).toMatchObject({ fault: 'rate_limited', isOfNetwork: true, retryAt });
    const asked = world.reddit.requests.length;
    expect(await faultOf(world.adapter.suggest('slow', world.signal))).toMatchObject({ fault: 'rate_limited', retryAt });
    expect(await faultOf(world.adapter.findGone(['t3_a'], world.signal))).toMatchObject({ fault: 'rate_limited', retryAt });
    expect([world.reddit.requests.length, world.waits]).toEqual([asked, []]);
    world.clock.advance(3_600_000);
    expect((await visit()).records).toHaveLength(2);
  });

  it('without a time is met with longer and longer pauses, five minutes at most', async () => {
    world.reddit.failures.add({ call: NEW, answer: failures.tooManyAsPage() });
    const pauses: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      const { fault, retryAt } = await faultOf(visit());
      expect(fault).toBe('rate_limited');
      const pause = (retryAt?.getTime() ?? 0) - world.clock.now().getTime();
      pauses.push(pause);
      world.clock.advance(pause);
    }
    const first = world.waits.slice(0, 4);
    first.forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual(0.75 * 2 ** (index + 1) * 1000);
      expect(wait).toBeLessThanOrEqual(1.25 * 2 ** (index + 1) * 1000);
    });
    expect(Math.max(...pauses)).toBe(300_000);
    world.reddit.failures.clear();
    await visit();
    world.reddit.failures.add({ call: NEW, times: 1, answer: failures.tooMany() });
    await visit();
    expect(world.waits.at(-1)).toBeLessThanOrEqual(2500);
  });

  it('met again and again is given up after a minute of waiting', async () => {
    world.reddit.failures.add({ call: NEW, answer: failures.tooMany(15) });
    expect(await faultOf(visit())).toMatchObject({ fault: 'rate_limited' });
    expect(waited()).toBeLessThanOrEqual(60_000);
    expect(world.paths().length).toBeLessThanOrEqual(6);
  });

  it('does not keep a person waiting', async () => {
    world.reddit.failures.add({ call: /autocomplete/, answer: failures.tooMany(20) });
    expect(await faultOf(world.adapter.suggest('slow', world.signal))).toMatchObject({ fault: 'rate_limited' });
    expect(world.waits).toEqual([]);
  });
});

describe('trouble of Reddit’s own', () => {
  it.each([408, 500, 502, 503, 504, 520, 522])('of status %d passes with the third try', async (status) => {
    world.reddit.failures.add({ call: NEW, times: 2, answer: failures.serverError(status) });
    expect((await visit()).records).toHaveLength(2);
    expect(world.paths()).toHaveLength(3);
  });

  it.each([
    [500, false],
    [503, true],
    [522, true],
  ])('of status %d that stays is said after three tries', async (status, isOfNetwork) => {
    world.reddit.failures.add({ call: NEW, answer: failures.serverError(status) });
    expect(await faultOf(visit())).toMatchObject({ fault: 'failed', isOfNetwork, retryAt: null });
    expect(world.paths()).toHaveLength(3);
  });

  it('is left in peace as long as it asks', async () => {
    world.reddit.failures.add({ call: NEW, times: 1, answer: failures.serverError(503, 12) });
    await visit();
    expect(world.waits).toEqual([12_000]);
    // So that no turn is to be waited for.
    world.clock.advance(60_000);
    world.reddit.failures.add({ call: NEW, times: 1, answer: failures.serverError(503, 900) });
    const retryAt = new Date(world.clock.now().getTime() + 900_000);
    expect(await faultOf(visit())).toMatchObject({ fault: 'failed', isOfNetwork: true, retryAt });
    expect(await faultOf(visit())).toMatchObject({ fault: 'rate_limited', retryAt });
  });

  it.each([
    ['a page that blocks', failures.blocked, 'blocked', true],
    ['a missing scope', failures.scopeMissing, 'refused', true],
    ['a page for JSON', failures.pageForJson, 'failed', false],
    ['half an answer', failures.cutShort, 'failed', false],
  ] as const)('is told by %s, and not asked again', async (_, answer, fault, isOfNetwork) => {
    world.reddit.failures.add({ call: NEW, answer });
    expect(await faultOf(visit())).toMatchObject({ fault, isOfNetwork });
    expect(world.paths()).toHaveLength(1);
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
  it.each(answers)('of status %d with %j and %j is %s', async (status, body, headers, fault, isOfNetwork) => {
    world.reddit.failures.add({ call: NEW, answer: (response) => response.writeHead(status, headers).end(JSON.stringify(body)) });
    expect(await faultOf(visit())).toMatchObject({ fault, isOfNetwork });
    expect(world.paths()).toHaveLength(1);
  });

  it('says nothing of a name where none was asked for', async () => {
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
      world.reddit.failures.add(answer(status));
      expect(await faultOf(world.adapter.findGone(['t3_a'], world.signal)), String(status)).toMatchObject({ fault });
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
  ])('is an answer that is no listing: %s', async (text) => {
    world.reddit.failures.add({ call: NEW, answer: (response) => response.end(text) });
    expect(await faultOf(visit())).toMatchObject({ fault: 'failed', isOfNetwork: false });
  });
});

describe('whoever gives up', () => {
  it('is not kept waiting for a turn', async () => {
    const controller = new AbortController();
    const adapter = createRedditAdapter({
      settings: world.reddit.settings,
      countRequest: () => undefined,
      now: world.clock.now,
    });
    world.reddit.failures.add({
      call: NEW,
      answer: (response) => {
        failures.tooMany(50)(response);
        response.on('finish', () => controller.abort());
      },
    });
    const options = { place: null, seenUntil: null, signal: controller.signal };
    expect(await faultOf(adapter.visitSubreddit('SlowCoffee', options))).toMatchObject({ fault: 'failed' });
  });

  it('is not kept waiting for an answer', async () => {
    const controller = new AbortController();
    world.reddit.failures.add({ call: NEW, answer: () => controller.abort() });
    const options = { place: null, seenUntil: null, signal: controller.signal };
    expect(await faultOf(world.adapter.visitSubreddit('SlowCoffee', options))).toMatchObject({ fault: 'failed' });
  });
});
