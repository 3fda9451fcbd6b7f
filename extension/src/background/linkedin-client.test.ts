import sinonChrome from 'sinon-chrome';
import { describe, expect, it, vi } from 'vitest';
import { readLedgerDay } from '../state/ledger.ts';
import { createBackgroundParts, PROFILE_URL, profileUrl } from '../testing/background-parts.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { json, opaqueRedirect, text, withStatus } from '../testing/fake-linkedin.ts';
import { settle, until } from '../testing/manual-clock.ts';
import { memberPace } from './pacer.ts';

const ME = 'https://www.linkedin.com/voyager/api/me';
const counted = { meter: 'profiles', subject: expect.stringMatching(/^s:[0-9a-f]{16}$/) };
const csrfFailure = () => text('CSRF check failed.', 403);

describe('a request to LinkedIn', () => {
  it('a request is a GET with our own headers, follows no redirect and carries the session', async () => {
    const { client, linkedIn } = createBackgroundParts();
    await client.get(PROFILE_URL, false);
    const [request] = linkedIn.requests;
    expect(request?.url).toBe(PROFILE_URL);
    expect(Object.fromEntries(new Headers(request?.init.headers))).toEqual({
      accept: 'application/vnd.linkedin.normalized+json+2.1',
      'csrf-token': 'ajax:1234567890',
      'x-li-lang': 'en_US',
      'x-restli-protocol-version': '2.0.0',
    });
    expect(request?.init).toMatchObject({ method: 'GET', redirect: 'manual', credentials: 'include', cache: 'no-store' });
    expect(request?.init.body).toBeUndefined();
  });

  it.each(['https://evil.example/voyager/api/me', `${ME}/../psettings`, 'https://www.linkedin.com/psettings', 'data:,x'])(
    'a request is never sent to %s',
    async (url) => {
      const { client, linkedIn } = createBackgroundParts();
      expect(await client.get(url, false)).toEqual({ ok: false, error: { code: 'url_not_allowed' } });
      expect(linkedIn.requests).toEqual([]);
    },
  );

  it('a request is not sent without access to the site', async () => {
    const { client, linkedIn } = createBackgroundParts();
    fakeBrowser.access.clear();
    expect(await client.get(PROFILE_URL, false)).toEqual({ ok: false, error: { code: 'no_permission' } });
    expect(linkedIn.requests).toEqual([]);
  });

  it.each(['li_at', 'JSESSIONID'])('a request is not sent without the cookie %s', async (name) => {
    const { client, linkedIn } = createBackgroundParts();
    fakeBrowser.cookies.delete(name);
    expect(await client.get(PROFILE_URL, false)).toEqual({ ok: false, error: { code: 'signed_out' } });
    expect(linkedIn.requests).toEqual([]);
  });

  it('a request is recorded before it is sent, and with its outcome afterwards', async () => {
    const { client, linkedIn, clock } = createBackgroundParts();
    let during: unknown;
    linkedIn.answer(async () => {
      during = (await readLedgerDay(clock.now())).entries;
      return json('{}', 404);
    });
    await client.get(PROFILE_URL, false);
    expect(during).toEqual([{ time: clock.now(), endpoint: 'profile', ...counted, outcome: 'started' }]);
    await settle();
    expect((await readLedgerDay(clock.now())).entries).toEqual([
      { time: clock.now(), endpoint: 'profile', ...counted, outcome: 'not_found' },
    ]);
  });

  it('a request ends in time if there is no answer, or only a part of one', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(
      () => new Promise<Response>((_, reject) => setTimeout(() => reject(new DOMException('', 'TimeoutError')), 250)),
    );
    expect(await client.get(PROFILE_URL, false)).toEqual({ ok: false, error: { code: 'timeout' } });
  });
});

describe('a request that cannot reach LinkedIn', () => {
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));

  it('a request that cannot reach LinkedIn says so, and is neither counted nor recorded', async () => {
    const { client, linkedIn, gate, clock } = createBackgroundParts();
    linkedIn.answer(unreachable);
    expect(await client.get(PROFILE_URL, false)).toEqual({ ok: false, error: { code: 'offline' } });
    expect((await gate.describe()).profiles.used).toBe(0);
    await settle();
    expect((await readLedgerDay(clock.now())).entries).toEqual([]);
  });

  it('if LinkedIn cannot be reached, waiting requests end without another attempt', async () => {
    const { client, linkedIn, gate, clock } = createBackgroundParts({ pace: memberPace });
    linkedIn.answer(unreachable);
    const results = Promise.all([1, 2, 3].map((number) => client.get(profileUrl(`member-${number}`), false)));
    await clock.advance(0);
    expect(await results).toEqual(Array(3).fill({ ok: false, error: { code: 'offline' } }));
    expect(linkedIn.requests).toHaveLength(1);
    expect((await gate.describe()).profiles.used).toBe(0);
  });

  it('a request that cannot reach LinkedIn does not delay the next one', async () => {
    const { client, linkedIn, gate, clock } = createBackgroundParts({ pace: memberPace });
    linkedIn.answer(unreachable, () => json('{}'));
    await client.get(profileUrl('member-1'), false);
    const second = client.get(profileUrl('member-2'), false);
    await clock.advance(1_000);
    expect(linkedIn.requests).toHaveLength(1);
    await clock.advance(9_000);
    expect(await second).toEqual({ ok: true, body: '{}' });
    expect((await gate.describe()).profiles.used).toBe(1);
  });

  it('a request is counted if an answer began or the time ran out, because LinkedIn has received it', async () => {
    const broken = () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode('{"data":'));
            controller.error(new TypeError('network error'));
          },
        }),
        { headers: { 'content-type': 'application/json' } },
      );
    const { client, linkedIn, gate } = createBackgroundParts();
    linkedIn.answer(
      broken,
      () => new Promise<Response>((_, reject) => setTimeout(() => reject(new DOMException('', 'TimeoutError')), 250)),
    );
    expect(await client.get(profileUrl('member-1'), false)).toEqual({ ok: false, error: { code: 'timeout' } });
    expect(await client.get(profileUrl('member-2'), false)).toEqual({ ok: false, error: { code: 'timeout' } });
    expect((await gate.describe()).profiles.used).toBe(2);
  });

  it('requests are counted if none has been answered for long, because LinkedIn may receive them', async () => {
    const { client, linkedIn, gate } = createBackgroundParts();
    linkedIn.answer(unreachable);
    for (let number = 0; number < 101; number += 1) await client.get(profileUrl('member-1'), false);
    expect((await gate.describe()).profiles.used).toBe(1);
  });
});

describe('a stale token', () => {
  it('a stale token is read again once', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(
      () => {
        fakeBrowser.cookies.set('JSESSIONID', 'ajax:new');
        return csrfFailure();
      },
      () => json('{"data":{}}'),
    );
    expect(await client.get(PROFILE_URL, false)).toEqual({ ok: true, body: '{"data":{}}' });
    expect(linkedIn.requests.map(({ init }) => new Headers(init.headers).get('csrf-token'))).toEqual([
      'ajax:1234567890',
      'ajax:new',
    ]);
  });

  it('a token that is refused twice means that the session is lost', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(csrfFailure);
    expect(await client.get(PROFILE_URL, false)).toMatchObject({ ok: false, error: { code: 'signed_out' } });
    expect(linkedIn.requests).toHaveLength(2);
  });
});

describe('a redirect', () => {
  it('a redirect is checked by one request for the session, which is still valid', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(opaqueRedirect, () => json('{"data":{}}'));
    expect(await client.get(PROFILE_URL, false)).toEqual({ ok: false, error: { code: 'redirected' } });
    expect(linkedIn.requests.map(({ url }) => url)).toEqual([PROFILE_URL, ME]);
    // It stops the following requests as well, because LinkedIn wants to show the member something.
    expect(await client.get(PROFILE_URL, false)).toEqual({ ok: false, error: { code: 'redirected', retryAfterSeconds: 900 } });
    expect(linkedIn.requests).toHaveLength(2);
  });

  it('a redirect whose session check fails stays a redirect', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(opaqueRedirect, () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await client.get(PROFILE_URL, false)).toEqual({ ok: false, error: { code: 'redirected' } });
  });

  it('a redirect of the session check too means that the session is lost, and stops all requests', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(opaqueRedirect);
    for (let repeated = 0; repeated < 2; repeated += 1)
      expect(await client.get(PROFILE_URL, false)).toEqual({ ok: false, error: { code: 'signed_out', retryAfterSeconds: 600 } });
    expect(linkedIn.requests).toHaveLength(2);
  });

  it('a redirect with a throttled session check is a throttle', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(opaqueRedirect, () => text('', 429, { 'retry-after': '60' }));
    expect(await client.get(PROFILE_URL, false)).toEqual({
      ok: false,
      error: { code: 'throttled', retryAfterSeconds: 60, status: 429 },
    });
  });
});

describe('a session that LinkedIn ends', () => {
  const endSession = (name: 'li_at' | 'JSESSIONID' = 'li_at') => {
    fakeBrowser.cookies.delete(name);
    return opaqueRedirect();
  };
  const ended = { ok: false, error: { code: 'signed_out', retryAfterSeconds: 600 } };

  it('a redirect without the session cookie is a sign-out at once, without another request', async () => {
    const { client, linkedIn, clock } = createBackgroundParts({ pace: memberPace });
    linkedIn.answer(() => endSession());
    let result: unknown;
    void client.get(PROFILE_URL, false).then((ended) => {
      result = ended;
    });
    await clock.advance(0);
    expect(result).toEqual(ended);
    expect(linkedIn.requests).toHaveLength(1);
  });

  it('requests that wait for their turn are not sent, and end as a sign-out by LinkedIn', async () => {
    const { client, linkedIn, clock } = createBackgroundParts({ pace: memberPace });
    linkedIn.answer(() => endSession());
    const results = Promise.all([1, 2, 3, 4].map((number) => client.get(profileUrl(`member-${number}`), false)));
    await clock.advance(120_000);
    expect(await results).toMatchObject(
      Array(4).fill({ ok: false, error: { code: 'signed_out', retryAfterSeconds: expect.any(Number) } }),
    );
    expect(linkedIn.requests).toHaveLength(1);
  });

  it('a redirect after which the cookie is overwritten is a sign-out, too', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(() => {
      fakeBrowser.cookies.set('li_at', 'delete me');
      return opaqueRedirect();
    });
    expect(await client.get(PROFILE_URL, false)).toEqual(ended);
    expect(linkedIn.requests).toHaveLength(1);
  });

  it('401 and a token that is refused twice say that LinkedIn ended the session; a missing cookie does not', async () => {
    for (const answer of [() => text('', 401), csrfFailure]) {
      const { client, linkedIn } = createBackgroundParts();
      linkedIn.answer(answer);
      expect(await client.get(PROFILE_URL, false)).toMatchObject(ended);
      fakeBrowser.local.clear();
    }
    fakeBrowser.cookies.clear();
    const { client } = createBackgroundParts();
    expect(await client.get(PROFILE_URL, false)).toEqual({ ok: false, error: { code: 'signed_out' } });
  });

  it('what follows is sent as soon as the member is signed in again', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(
      () => endSession(),
      () => json('{}'),
    );
    expect(await client.get(PROFILE_URL, false)).toEqual(ended);
    expect(await client.get(PROFILE_URL, false)).toEqual(ended);
    fakeBrowser.cookies.set('li_at', 'AQEDnew');
    expect(await client.get(PROFILE_URL, false)).toEqual({ ok: true, body: '{}' });
  });
});

describe('a pause', () => {
  it.each<[string, () => Response, string, number]>([
    ['429 asks for it', () => text('', 429, { 'retry-after': '120' }), 'throttled', 120],
    ['999 refuses', () => withStatus(999), 'throttled', 3_600],
    ['a challenge comes', () => text('<html></html>', 200, { 'content-type': 'text/html' }), 'challenged', 3_600],
  ])('a pause starts when %s and refuses everything until it ends', async (_, answer, code, seconds) => {
    const { client, linkedIn, clock } = createBackgroundParts();
    linkedIn.answer(answer, () => json('{}'));
    expect(await client.get(PROFILE_URL, false)).toMatchObject({ ok: false, error: { code } });
    await clock.advance(10_000);
    expect(await client.get(PROFILE_URL, false)).toEqual({
      ok: false,
      error: { code, retryAfterSeconds: seconds - 10 },
    });
    expect(linkedIn.requests).toHaveLength(1);
    await clock.advance((seconds - 10) * 1000);
    expect(await client.get(PROFILE_URL, false)).toEqual({ ok: true, body: '{}' });
  });

  it('a pause stops requests that are waiting for their turn', async () => {
    const { client, linkedIn, clock } = createBackgroundParts({ pace: memberPace });
    linkedIn.answer(
      () => text('', 429),
      () => json('{}'),
    );
    const results = Promise.all([1, 2, 3, 4].map(() => client.get(PROFILE_URL, false)));
    await clock.advance(120_000);
    expect((await results).map((result) => (result.ok ? 'ok' : result.error.code))).toEqual(Array(4).fill('throttled'));
    expect(linkedIn.requests).toHaveLength(1);
  });

  it('errors about a single member start no pause', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(
      () => json('{}', 403),
      () => json('{}', 404),
      () => json('{}', 410),
      () => json('{}', 500),
      () => json('{}'),
    );
    for (let number = 0; number < 4; number++) expect((await client.get(PROFILE_URL, false)).ok).toBe(false);
    expect((await client.get(PROFILE_URL, false)).ok).toBe(true);
  });
});

describe('waiting', () => {
  it('waiting requests keep the worker alive, and only while there is work', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { client, linkedIn } = createBackgroundParts();
    let finish: (response: Response) => void = () => undefined;
    linkedIn.answer(() => new Promise<Response>((resolve) => (finish = resolve)));
    const pending = client.get(PROFILE_URL, false);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(sinonChrome.runtime.getPlatformInfo.callCount).toBe(3);
    await until(() => linkedIn.requests.length === 1);
    finish(json('{}'));
    await pending;
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
