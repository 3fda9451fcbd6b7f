/** TikTok’s adapter against the stand-in. Long because all cases share one stand-in, one clock and what is asked of both. */
import type { TikTokAdapter, TikTokPosition } from '@leadloom/server/sources/adapters';
import { SourceError } from '@leadloom/server/sources/source-error';
import { createTikTokAdapter, type TikTokAdapterOptions } from '@leadloom/server/sources/tiktok/tiktok-adapter';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTikTokStandIn, TIKTOK_CLIENT, type TikTokStandIn, type TikTokStandInOptions } from './server.ts';

const NOW = new Date('2026-03-20T10:00:00Z');
const DAY = 24 * 3600 * 1000;
const never = new AbortController().signal;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY);
const secondOf = (moment: Date) => Math.floor(moment.getTime() / 1000);
const query = /^\/v2\/research\/video\/query/;
const token = /^\/v2\/oauth\/token/;

describe('TikTok as a source', () => {
  let standIn: TikTokStandIn;
  let now = NOW;
  let requests = 0;
  let pauses: number[] = [];
  let adapter: TikTokAdapter;

  const adapterWith = (options: Partial<TikTokAdapterOptions> = {}) =>
    createTikTokAdapter({
      settings: { clientKey: TIKTOK_CLIENT.key, clientSecret: TIKTOK_CLIENT.secret, apiUrl: standIn.origin },
      now: () => now,
      sleep: async (milliseconds) => void pauses.push(milliseconds),
      countRequest: () => {
        requests += 1;
      },
      ...options,
    });
  async function start(options: TikTokStandInOptions = {}): Promise<void> {
    await standIn?.close();
    standIn = await startTikTokStandIn({ now: () => now, ...options });
    adapter = adapterWith();
  }
  beforeEach(async () => {
    now = NOW;
    requests = 0;
    pauses = [];
    await start();
  });
  afterEach(() => standIn.close());

  const visit = (names: readonly string[], since = daysAgo(10), position: TikTokPosition | null = null) =>
    adapter.visitUsers(names, { position, since, signal: never });
  /** A whole visit, with the number of its pages. */
  async function visitAll(names: readonly string[], since?: Date) {
    const videos: unknown[] = [];
    let pages = 0;
    let position: TikTokPosition | null = null;
    do {
      const page = await visit(names, since, position);
      videos.push(...page.records.map(({ video }) => video));
      position = page.next;
      pages += 1;
    } while (position !== null);
    return { videos, pages };
  }
  const addMany = (username: string, count: number, createdAt = secondOf(daysAgo(2))) =>
    Array.from({ length: count }, (_, index) => standIn.catalogue.addVideo(username, { createdAt: createdAt - index }));
  const addressesOf = (username: string, ids: readonly string[]) =>
    ids.map((id) => `https://www.tiktok.com/@${username}/video/${id}`);
  const queries = () => standIn.calls.filter(({ path }) => query.test(path));
  async function faultOf(work: Promise<unknown>): Promise<SourceError> {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof SourceError)) throw new Error('no SourceError', { cause: error });
    return error;
  }

  it('videos of many users are returned at once, each id with all its digits', async () => {
    const id = standIn.catalogue.addVideo('mila.draws', { createdAt: secondOf(daysAgo(1)), musicId: '7100000000000000123' });
    standIn.catalogue.addVideo('pavo_cooks');
    standIn.catalogue.addVideo('somebody.else');
    const page = await visit(['mila.draws', 'pavo_cooks', 'nobody']);
    expect(page).toMatchObject({ next: null, goneIds: [] });
    expect(page.records).toHaveLength(2);
    expect(page.records).toContainEqual(
      expect.objectContaining({
        author: 'https://www.tiktok.com/@mila.draws',
        video: `https://www.tiktok.com/@mila.draws/video/${id}`,
        sound_id: '7100000000000000123',
        hashtags: ['kettle'],
        posted_at: daysAgo(1).toISOString(),
      }),
    );
    expect(Number.isSafeInteger(Number(id))).toBe(false);
    expect(standIn.calls.map(({ path, status }) => `${status} ${path}`)).toEqual([
      '200 /v2/oauth/token/',
      '200 /v2/research/video/query/',
    ]);
    expect(requests).toBe(2);
  });

  it('no request is sent for no users, and none asks for more than TikTok allows', async () => {
    expect(await visit([])).toEqual({ records: [], goneIds: [], next: null });
    expect(await faultOf(visit(Array.from({ length: 51 }, (_, index) => `user${index}`)))).toMatchObject({ fault: 'failed' });
    expect(requests).toBe(0);
  });

  it('every page is read, short ones too, and no video is missed', async () => {
    const ids = addMany('mila', 250);
    for (const id of [ids[0], ids[120], ids[249]])
      if (id !== undefined)
        standIn.catalogue.addVideo('mila', { id, createdAt: Number(BigInt(id) >> 32n) + 2, isWithheld: true });
    const { videos, pages } = await visitAll(['mila']);
    expect(pages).toBe(3);
    expect(videos).toHaveLength(247);
    expect(new Set(videos).size).toBe(247);
  });

  it('a visit continues where it stood after a restart', async () => {
    const ids = addMany('mila', 150);
    const first = await visit(['mila']);
    adapter = adapterWith();
    const second = await visit(['mila'], daysAgo(10), first.next);
    expect([...first.records, ...second.records].map(({ video }) => video).sort()).toEqual(addressesOf('mila', ids).sort());
  });

  it('months are searched in windows of at most thirty days', async () => {
    const ids = [0.5, 20, 31, 59, 60, 61, 89, 94.9].map((days) =>
      standIn.catalogue.addVideo('mila', { createdAt: secondOf(daysAgo(days)) }),
    );
    const { videos, pages } = await visitAll(['mila'], daysAgo(95));
    expect(pages).toBe(4);
    expect(new Set(videos)).toEqual(new Set(addressesOf('mila', ids)));
    expect(queries().every(({ status }) => status === 200)).toBe(true);
  });

  it('a long visit includes the days that pass meanwhile', async () => {
    addMany('mila', 101);
    const first = await visit(['mila']);
    now = new Date(NOW.getTime() + 3 * DAY);
    const later = standIn.catalogue.addVideo('mila', { createdAt: secondOf(now) - 60 });
    const second = await visit(['mila'], daysAgo(10), first.next);
    expect(second.next).not.toBeNull();
    const third = await visit(['mila'], daysAgo(10), second.next);
    expect(third.records.map(({ video }) => video)).toContain(addressesOf('mila', [later])[0]);
    expect(third.next).toBeNull();
  });

  it('a search that is not ready yet is waited for', async () => {
    await start({ lazySearches: 2 });
    const ids = addMany('mila', 150);
    const { videos } = await visitAll(['mila']);
    expect(new Set(videos)).toEqual(new Set(addressesOf('mila', ids)));
    expect(pauses).toEqual([1_000, 3_000]);
  });

  it('a search that TikTok has forgotten is started again and continued', async () => {
    const ids = addMany('mila', 250);
    const first = await visit(['mila']);
    standIn.forgetSearches();
    const second = await visit(['mila'], daysAgo(10), first.next);
    const third = await visit(['mila'], daysAgo(10), second.next);
    expect(third.next).toBeNull();
    const videos = [first, second, third].flatMap(({ records }) => records.map(({ video }) => video));
    expect(new Set(videos)).toEqual(new Set(addressesOf('mila', ids)));
  });

  it('a token is used until shortly before it expires, and then renewed', async () => {
    standIn.catalogue.addUser('mila');
    await visit(['mila']);
    now = new Date(NOW.getTime() + 7_100_000);
    await visit(['mila']);
    now = new Date(NOW.getTime() + 7_150_000);
    await visit(['mila']);
    expect(standIn.calls.map(({ path }) => token.test(path))).toEqual([true, false, false, true, false]);
    expect(standIn.calls.some(({ status }) => status === 401)).toBe(false);
  });

  it('a refused token is renewed once', async () => {
    standIn.catalogue.addVideo('mila');
    await visit(['mila']);
    standIn.endTokens();
    expect((await visit(['mila'])).records).toHaveLength(1);
    standIn.fail({ call: query, times: 2, answer: { status: 401, code: 'access_token_invalid', message: 'no' } });
    expect(await faultOf(visit(['mila']))).toMatchObject({ fault: 'refused', isOfNetwork: true, retryAt: null });
  });

  it('a refused client and a refused scope are reported', async () => {
    adapter = adapterWith({ settings: { clientKey: 'other-key', clientSecret: 'other-secret', apiUrl: standIn.origin } });
    const refused = await faultOf(visit(['mila']));
    expect(refused).toMatchObject({ fault: 'refused', isOfNetwork: true });
    expect(refused.message).toContain('invalid_client');
    expect(refused.message).not.toContain('other-secret');
    adapter = adapterWith();
    for (const code of ['scope_not_authorized', 'scope_permission_missed']) {
      standIn.fail({ call: query, answer: { status: 401, code, message: 'The user did not authorize the scope' } });
      expect(await faultOf(visit(['mila']))).toMatchObject({ fault: 'refused', isOfNetwork: true });
    }
    expect(pauses).toEqual([]);
  });

  it('an answer is judged by its code, whatever its status', async () => {
    standIn.catalogue.addVideo('mila');
    standIn.fail({ call: query, answer: 'late ok' });
    expect((await visit(['mila'])).records).toHaveLength(1);
    expect(pauses).toEqual([]);
  });

  it('faults on TikTok’s side are retried with growing pauses, five times at most', async () => {
    standIn.catalogue.addVideo('mila');
    standIn.fail({ call: query, times: 2, answer: { status: 500, code: 'internal_error', message: 'trouble' } });
    standIn.fail({ call: query, times: 3, answer: { status: 503, text: '<html>busy</html>' } });
    expect((await visit(['mila'])).records).toHaveLength(1);
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    standIn.fail({ call: query, times: 6, answer: { status: 504, text: '' } });
    expect(await faultOf(visit(['mila']))).toMatchObject({ fault: 'failed', isOfNetwork: true });
    standIn.fail({ call: query, times: 6, answer: { status: 500, code: 'internal_error', message: 'trouble' } });
    expect(await faultOf(visit(['mila']))).toMatchObject({ fault: 'failed', isOfNetwork: false });
    standIn.fail({ call: token, times: 6, answer: { status: 500, text: '' } });
    adapter = adapterWith();
    expect(await faultOf(visit(['mila']))).toMatchObject({ fault: 'failed', isOfNetwork: true });
  });

  it('a used-up quota is waited for a minute, and then until the next day', async () => {
    await start({ quota: 2 });
    standIn.catalogue.addVideo('mila');
    await visit(['mila']);
    await visit(['mila']);
    expect(await faultOf(visit(['mila']))).toMatchObject({
      fault: 'rate_limited',
      isOfNetwork: true,
      retryAt: new Date('2026-03-21T00:00:00Z'),
    });
    expect(pauses).toEqual([60_000]);
    standIn.fail({ call: token, times: 2, answer: { status: 429, text: '<html>slow down</html>' } });
    adapter = adapterWith();
    expect(await faultOf(visit(['mila']))).toMatchObject({ fault: 'rate_limited' });
    now = new Date('2026-03-21T00:00:01Z');
    expect((await visit(['mila'])).records).toHaveLength(1);
  });

  it.each([
    ['a mistake in what was asked', { status: 400, code: 'invalid_params', message: 'field is invalid' }, 'failed', false],
    ['another mistake', { status: 400, code: 'invalid_request', message: 'no' }, 'failed', false],
    ['a page in the place of an answer', { status: 200, text: '<!doctype html><title>Hello</title>' }, 'failed', false],
    ['an answer cut off', { status: 200, text: '{"data":{"videos":[{"id":730' }, 'failed', false],
    ['an answer of another form', { status: 200, text: '{"videos":[]}' }, 'failed', false],
    ['videos of another form', { status: 200, text: '{"data":{"videos":[{"a":1}]},"error":{"code":"ok"}}' }, 'failed', false],
    ['a list of no videos', { status: 200, text: '{"data":{"videos":7},"error":{"code":"ok"}}' }, 'failed', false],
    [
      'a search that does not advance',
      { status: 200, text: '{"data":{"has_more":true,"cursor":0},"error":{"code":"ok"}}' },
      'failed',
      false,
    ],
    ['a wall before it', { status: 403, text: '<html>Access Denied</html>' }, 'blocked', true],
    ['a way to elsewhere', { status: 302, text: '' }, 'failed', true],
  ] as const)('%s is reported as its own fault', async (_, answer, fault, isOfNetwork) => {
    standIn.fail({ call: query, answer });
    expect(await faultOf(visit(['mila']))).toMatchObject({ fault, isOfNetwork });
  });

  it('an unreadable video is left out', async () => {
    const text =
      '{"data":{"videos":[{"id":7301234567890123457,"username":"mila","create_time":1774000000},{"id":7}]},"error":{"code":"ok"}}';
    standIn.fail({ call: query, answer: { status: 200, text } });
    expect((await visit(['mila'])).records).toHaveLength(1);
  });

  it('an answer without a list counts as one without videos', async () => {
    standIn.fail({ call: query, answer: { status: 200, text: '{"data":{},"error":{"code":"ok"}}' } });
    expect(await visit(['mila'])).toEqual({ records: [], goneIds: [], next: null });
  });

  it('a cancelled call ends, in a pause or a request', async () => {
    const stop = new AbortController();
    const visitUntil = () => adapter.visitUsers(['mila'], { position: null, since: daysAgo(1), signal: stop.signal });
    adapter = adapterWith({
      sleep: async (_, signal) => {
        stop.abort();
        signal.throwIfAborted();
      },
    });
    standIn.fail({ call: query, answer: { status: 500, code: 'internal_error', message: 'trouble' } });
    expect(await faultOf(visitUntil())).toMatchObject({ fault: 'failed', isOfNetwork: false });
    expect(await faultOf(visitUntil())).toMatchObject({ fault: 'failed' });
  });

  describe('followers', () => {
    it('followers are counted', async () => {
      standIn.catalogue.addUser('mila', 12_345);
      expect(await adapter.readFollowerCount('mila', never)).toBe(12_345);
    });

    it('the number of followers can be missing, or belong to nobody', async () => {
      expect(await faultOf(adapter.readFollowerCount('nobody', never))).toMatchObject({ fault: 'not_found', isOfNetwork: false });
      const info = /^\/v2\/research\/user/;
      standIn.fail({ call: info, answer: { status: 200, text: '{"data":{},"error":{"code":"ok"}}' } });
      expect(await adapter.readFollowerCount('mila', never)).toBeNull();
      standIn.fail({ call: info, answer: { status: 400, code: 'invalid_params', message: 'The user is private' } });
      expect(await faultOf(adapter.readFollowerCount('mila', never))).toMatchObject({ fault: 'private' });
    });
  });

  describe('removed videos', () => {
    it('a video that two searches miss is removed', async () => {
      const ids = [1, 5, 12, 28].map((days) => standIn.catalogue.addVideo('mila', { createdAt: secondOf(daysAgo(days)) }));
      expect(await adapter.findGone(ids, never)).toEqual([]);
      const gone = ids.filter((_, index) => index % 2 === 0);
      for (const id of gone) standIn.catalogue.removeVideo(id);
      expect([...(await adapter.findGone(ids, never))].sort()).toEqual([...gone].sort());
      expect(await adapter.findGone(gone, never)).toHaveLength(2);
    });

    it('a video that one answer left out is not removed', async () => {
      const ids = addMany('mila', 3);
      standIn.fail({
        call: query,
        answer: { status: 200, text: '{"data":{"videos":[],"has_more":false},"error":{"code":"ok"}}' },
      });
      expect(await adapter.findGone(ids, never)).toEqual([]);
    });

    it('a video posted weeks after its upload is not removed', async () => {
      const uploaded = secondOf(daysAgo(40));
      const id = String((BigInt(uploaded) << 32n) | 77n);
      standIn.catalogue.addVideo('mila', { id, createdAt: secondOf(daysAgo(11)) });
      expect(await adapter.findGone([id], never)).toEqual([]);
    });

    it('no video is removed where a search fails on its way', async () => {
      const ids = addMany('mila', 3);
      standIn.fail({
        call: query,
        answer: { status: 200, text: '{"data":{"has_more":true,"cursor":100,"search_id":"1"},"error":{"code":"ok"}}' },
      });
      standIn.fail({ call: query, times: 9, answer: { status: 500, code: 'internal_error', message: 'trouble' } });
      expect(await faultOf(adapter.findGone(ids, never))).toMatchObject({ fault: 'failed' });
    });

    it('a video whose number gives no day is never removed', async () => {
      const future = String((BigInt(secondOf(NOW) + 90_000) << 32n) | 5n);
      expect(await adapter.findGone(['12', 'abc', '', future], never)).toEqual([]);
      expect(requests).toBe(0);
    });
  });
});
