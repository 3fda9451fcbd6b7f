import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, readerHeaders } from './ask.ts';
import { type FaultKind, faultKinds, instantKinds } from './faults/fault-book.ts';
import { at, jsonOf } from './read-answer.ts';
import { type LinkedInStandIn, startLinkedInStandIn } from './server.ts';

const ME = '/voyager/api/me';
let standIn: LinkedInStandIn;
beforeAll(async () => {
  standIn = await startLinkedInStandIn({ memberCount: 50 });
});
afterEach(() => {
  standIn.control.clearFaults();
  standIn.control.clear();
});
afterAll(() => standIn.close());

const sectionAddress = () =>
  `/voyager/api/graphql?queryId=voyagerIdentityDashProfileComponents.8903e7f7b15f1c12a050c55d48ca2835&variables=(profileUrn:${encodeURIComponent(`urn:li:fsd_profile:${standIn.control.member(0).id}`)},sectionType:skills)`;

describe('instant faults', () => {
  const expected: Readonly<Record<(typeof instantKinds)[number], readonly [status: number, sign: RegExp]>> = {
    csrf: [403, /CSRF check failed\./],
    restricted: [403, /This profile can't be accessed/],
    unauthorized: [401, /"status":401/],
    'not-found': [404, /"status":404/],
    gone: [410, /"status":410/],
    'stale-query': [400, /"status":400/],
    throttled: [429, /"status":429/],
    'bot-block': [999, /Request denied/],
    'legal-block': [451, /Unavailable/],
    'login-redirect': [302, /www\.linkedin\.com\/uas\/login/],
    'self-redirect': [302, /https:\/\/www\.linkedin\.com\/voyager\/api\/me$/],
    'challenge-redirect': [302, /\/checkpoint\/challenge\//],
    'other-host-redirect': [302, /https:\/\/hostile\.example\.com\//],
    'insecure-redirect': [302, /http:\/\/www\.linkedin\.com\/voyager/],
    'off-list-redirect': [302, /https:\/\/www\.linkedin\.com\/li\/track/],
    'challenge-page': [200, /quick security check/],
    'session-killed': [302, /^(?=.*www\.linkedin\.com\/voyager)(?=.*li_at=delete me; Max-Age=0)(?=.*Domain=\.linkedin\.com)/s],
    'graphql-errors': [200, /"errors":\[/],
    'null-section': [200, /:null/],
    'empty-section': [200, /"elements":\[\]/],
    'other-section': [200, /PYMK_RECOMMENDATION/],
    'other-member-rows': [200, /fsd_profilePosition:\(ACoAAx+,3\)/],
    'deep-json': [200, /\[{1000}/],
    'server-error': [500, /"status":500/],
    'bad-gateway': [502, /Bad Gateway/],
    unavailable: [503, /"status":503/],
  };

  it.each(instantKinds)('the fault %s is answered at once', async (kind) => {
    standIn.control.fault({ kind, ...(kind === 'deep-json' ? { size: 2000 } : {}) });
    const asked = await ask(standIn, ME);
    const [status, sign] = expected[kind];
    expect(asked.status).toBe(status);
    expect(`${asked.body} ${asked.headers['set-cookie']} ${asked.headers.location}`).toMatch(sign);
    expect(standIn.control.requests()[0]).toMatchObject({ status, fault: kind });
  });

  it('a throttled answer says when to try again', async () => {
    standIn.control.fault({ kind: 'throttled', retryAfterSeconds: 7 });
    expect((await ask(standIn, ME)).headers['retry-after']).toBe('7');
  });

  it('a redirect has any status and target', async () => {
    standIn.control.fault({ kind: 'other-host-redirect', status: 307, location: 'https://127.0.0.1:1/' });
    const asked = await ask(standIn, ME);
    expect([asked.status, asked.headers.location]).toEqual([307, 'https://127.0.0.1:1/']);
  });

  it('the requested section can be withheld', async () => {
    standIn.control.fault({ kind: 'null-section' });
    expect(jsonOf(await ask(standIn, sectionAddress()))).toEqual({
      data: { data: { identityDashProfileComponentsBySectionType: null } },
      included: [],
    });
  });
});

describe('spoiled and slow answers', () => {
  const whole = async () => (await ask(standIn, ME)).body;

  it('an answer can be cut short, mistyped or no text at all', async () => {
    const body = await whole();
    standIn.control.fault({ kind: 'truncated-json', times: 1 });
    expect((await ask(standIn, ME)).body).toEqual(body.subarray(0, Math.floor(body.length / 2)));
    standIn.control.fault({ kind: 'wrong-content-type', times: 1 });
    const mistyped = await ask(standIn, ME);
    expect([mistyped.headers['content-type'], mistyped.body]).toEqual(['text/plain; charset=utf-8', body]);
    standIn.control.fault({ kind: 'invalid-utf8', times: 1 });
    const { body: bytes } = await ask(standIn, ME);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
  });

  it('an answer can be delayed, by more than half a minute by default', async () => {
    standIn.control.fault({ kind: 'slow', delayMs: 5, times: 1 });
    expect((await ask(standIn, ME)).status).toBe(200);
    standIn.control.fault({ kind: 'slow', times: 1 });
    const waiting = ask(standIn, ME).then(() => 'answered');
    waiting.catch(() => undefined);
    expect(await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 300, 'still waiting'))])).toBe(
      'still waiting',
    );
  });

  it('an answer can arrive byte by byte', async () => {
    const body = await whole();
    standIn.control.fault({ kind: 'drip', delayMs: 0, times: 1 });
    expect((await ask(standIn, ME)).body).toEqual(body);
    standIn.control.fault({ kind: 'drip', times: 1 });
    expect((await ask(standIn, ME, undefined, 1)).body).toHaveLength(1);
  });

  it('an answer can be huge, endless, or small until it is unpacked', async () => {
    standIn.control.fault({ kind: 'huge', size: 3_000_000, times: 1 });
    const huge = await ask(standIn, ME);
    expect(huge.body).toHaveLength(3_000_000);
    expect(at(jsonOf(huge), 'data')).toHaveLength(3_000_000 - '{"included":[],"data":""}'.length);

    standIn.control.fault({ kind: 'endless', times: 1 });
    expect((await ask(standIn, ME, undefined, 8_000_000)).body.length).toBeGreaterThanOrEqual(8_000_000);

    standIn.control.fault({ kind: 'gzip-bomb', times: 1 });
    const bomb = await ask(standIn, ME, undefined, 64 * 1024);
    expect(bomb.headers['content-encoding']).toBe('gzip');
    expect(() => gunzipSync(bomb.body, { maxOutputLength: 8 * 1024 * 1024 })).toThrow(/larger than/);
  });

  it('an answer can be missing, or stop in the middle', async () => {
    standIn.control.fault({ kind: 'reset', times: 1 });
    await expect(ask(standIn, ME)).rejects.toThrow();
    standIn.control.fault({ kind: 'reset-midway', times: 1 });
    await expect(ask(standIn, ME)).rejects.toThrow();
    expect((await ask(standIn, ME)).status).toBe(200);
  });
});

describe('configured faults', () => {
  it('a fault occurs as often as configured, for the configured endpoints', async () => {
    const stop = standIn.control.fault({ kind: 'throttled', match: 'graphql', after: 1, times: 2 });
    const statuses = [];
    for (let round = 0; round < 4; round += 1) statuses.push((await ask(standIn, sectionAddress())).status);
    expect(statuses).toEqual([200, 429, 429, 200]);
    expect((await ask(standIn, ME)).status).toBe(200);
    stop();
    standIn.control.fault({ kind: 'gone', match: /sectionType:skills/g });
    expect((await ask(standIn, sectionAddress())).status).toBe(410);
    expect((await ask(standIn, sectionAddress())).status).toBe(410);
    expect((await ask(standIn, ME)).status).toBe(200);
  });

  it('pages and the stand-in’s own addresses have no fault unless they are named', async () => {
    standIn.control.fault({ kind: 'bot-block' });
    expect((await ask(standIn, '/login', {})).status).toBe(200);
    expect((await ask(standIn, '/stand-in/sign-in', {})).status).toBe(200);
    standIn.control.fault({ kind: 'bot-block', match: 'page' });
    expect((await ask(standIn, '/login', {})).status).toBe(999);
  });

  it('every kind of fault can be configured over HTTP', async () => {
    const command = async (body: unknown) =>
      ask(standIn, '/stand-in/control', { 'content-type': 'application/json' }, undefined, 'POST', JSON.stringify(body));
    for (const kind of faultKinds satisfies readonly FaultKind[]) {
      expect((await command({ action: 'fault', kind, match: 'search' })).status).toBe(200);
    }
    expect((await command({ action: 'fault', kind: 'gone', pattern: '/me$' })).status).toBe(200);
    expect((await ask(standIn, ME, readerHeaders(standIn))).status).toBe(410);
    await command({ action: 'clear-faults' });
    expect((await ask(standIn, ME)).status).toBe(200);
  });
});
