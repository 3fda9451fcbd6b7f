import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CONNECTIONS_DECORATION, SEARCH_QUERY_ID } from '../testing/background-parts.ts';
import { EXTENSION_ID } from '../testing/fake-browser.ts';
import { createDispatcher } from './dispatch.ts';
import type { Handlers } from './handler.ts';
import type { PageProofs } from './page-proofs.ts';

const sender = {
  id: EXTENSION_ID,
  origin: 'http://localhost:3000',
  url: 'http://localhost:3000/app/',
  frameId: 0,
  documentLifecycle: 'active',
  documentId: 'A page of the app',
};
const allowed = {
  extensionId: EXTENSION_ID,
  hasLifecycles: true,
  builtInOrigins: ['http://localhost:3000'],
  connectedOrigins: async () => [],
};
const requestId = '3b6f0a5e-1111-4222-8333-444455556666';
const message = (name: unknown, payload: unknown = {}) => ({
  channel: 'leadloom',
  kind: 'request',
  id: requestId,
  name,
  payload,
});
const refused = (code: string) => ({ ok: false, error: { code } });

const handlers = {
  checkExtension: vi.fn<Handlers['checkExtension']>(),
  checkCookies: vi.fn<Handlers['checkCookies']>(),
  checkConnections: vi.fn<Handlers['checkConnections']>(),
  runSearch: vi.fn<Handlers['runSearch']>(),
  fetchData: vi.fn<Handlers['fetchData']>(),
};
const keyOf = vi.fn<PageProofs['keyOf']>();
const dispatch = createDispatcher(handlers, allowed, { keyOf });
const calls = () => Object.values(handlers).reduce((sum, handler) => sum + handler.mock.calls.length, 0);

beforeEach(() => {
  for (const handler of Object.values(handlers)) handler.mockReset();
  keyOf.mockReset().mockResolvedValue({ publicKey: 'a key', isConfirmed: true });
  handlers.checkCookies.mockResolvedValue({ ok: true, data: { available: true } });
  handlers.fetchData.mockResolvedValue({ ok: true, data: { requestId, body: '{}' } });
});

describe('a message', () => {
  it('a message is validated and reaches the handler of its name, and the reply comes back', async () => {
    const payload = { url: 'https://www.linkedin.com/voyager/api/me', json: false, requestId };
    expect(await dispatch(message('fetchData', payload), sender)).toEqual({ ok: true, data: { requestId, body: '{}' } });
    expect(handlers.fetchData).toHaveBeenCalledExactlyOnceWith(payload, { origin: sender.origin, documentId: sender.documentId });
  });

  it('a message of a sender that is not allowed reaches no handler', async () => {
    expect(await dispatch(message('checkCookies'), { ...sender, frameId: 1 })).toEqual(refused('sender_not_allowed'));
    expect(calls()).toBe(0);
  });

  it.each<[string, object]>([
    ['checkCookies', {}],
    ['checkConnections', { page: 1, candidate: { kind: 'rest', decorationId: CONNECTIONS_DECORATION } }],
    [
      'runSearch',
      { params: { page: 1, peopleSearchQuery: 'engineer' }, candidate: { kind: 'graphql', queryId: SEARCH_QUERY_ID } },
    ],
    ['fetchData', { url: 'https://www.linkedin.com/voyager/api/me', json: false, requestId }],
  ])('a message of a page that has not proved its server reaches no handler: %s', async (name, payload) => {
    keyOf.mockResolvedValue(null);
    expect(await dispatch(message(name, payload), sender)).toEqual(refused('unproved'));
    expect(calls()).toBe(0);
    expect(keyOf).toHaveBeenCalledExactlyOnceWith({ origin: sender.origin, documentId: sender.documentId });
  });

  it('the message that proves a page’s server needs no proof', async () => {
    keyOf.mockResolvedValue(null);
    handlers.checkExtension.mockResolvedValue({ ok: true, data: { installed: true, version: '1.0.0' } });
    expect((await dispatch(message('checkExtension'), sender)).ok).toBe(true);
  });

  it.each<[string, unknown]>([
    ['an unknown name', message('deleteEverything')],
    ['an inherited name', message('constructor')],
    ['another inherited name', message('toString')],
    ['the prototype itself', message('__proto__')],
    ['a name that is a list', message(['checkCookies'])],
    ['no name', message(undefined)],
    ['an unknown field of the envelope', { ...message('checkCookies'), token: 'x' }],
    ['an unknown field of the payload', message('checkCookies', { force: true })],
    ['headers', message('fetchData', { url: 'https://x', json: false, requestId, headers: { cookie: 'x' } })],
    ['another method', message('fetchData', { url: 'https://x', json: false, requestId, method: 'POST' })],
    ['a request id that is none', message('fetchData', { url: 'https://x', json: false, requestId: '__proto__' })],
    ['a long request id', message('fetchData', { url: 'https://x', json: false, requestId: 'a'.repeat(10_240) })],
    ['an address that is a list', message('fetchData', { url: ['https://x'], json: false, requestId })],
    ['a missing field', message('fetchData', { url: 'https://x', requestId })],
    ['a page beyond the last', message('checkConnections', { page: 1001, candidate: { kind: 'rest', decorationId: 'x' } })],
    ['no payload', message('checkCookies', null)],
    ['a payload left out', { channel: 'leadloom', kind: 'request', id: requestId, name: 'checkCookies' }],
    ['a payload that is text', message('checkCookies', '{}')],
    ['another channel', { ...message('checkCookies'), channel: 'other' }],
    ['another kind', { ...message('checkCookies'), kind: 'reply' }],
    ['an id that is none', { ...message('checkCookies'), id: 1 }],
    ['nothing', undefined],
    ['text', 'checkCookies'],
    ['a list', [message('checkCookies')]],
    ['too much', message('runSearch', { params: { peopleSearchQuery: 'a'.repeat(100_000) }, candidate: {} })],
  ])('a message with %s is refused', async (_, attack) => {
    expect(await dispatch(attack, sender)).toEqual(refused('bad_request'));
    expect(calls()).toBe(0);
  });

  it('a message with a getter or a cycle causes no exception', async () => {
    const getter = Object.defineProperty(message('checkCookies'), 'payload', {
      enumerable: true,
      get: () => {
        throw new Error('trap');
      },
    });
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const attack of [getter, message('checkCookies', cyclic)]) expect((await dispatch(attack, sender)).ok).toBe(false);
    expect(calls()).toBe(0);
  });

  it('a message with its own __proto__ pollutes nothing', async () => {
    const attack: unknown = JSON.parse(
      '{"channel":"leadloom","kind":"request","id":"3b6f0a5e-1111-4222-8333-444455556666","name":"checkCookies","payload":{"__proto__":{"polluted":true}}}',
    );
    await dispatch(attack, sender);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('an answer', () => {
  it('a reply loses every field that its definition does not contain', async () => {
    const leaky = { ok: true, data: { available: true, cookie: 'AQEDcanary' } } as const;
    handlers.checkCookies.mockResolvedValue(leaky);
    expect(await dispatch(message('checkCookies'), sender)).toEqual({ ok: true, data: { available: true } });
  });

  it('a reply keeps the error code and the time of a retry', async () => {
    handlers.checkCookies.mockResolvedValue({ ok: false, error: { code: 'throttled', retryAfterSeconds: 9 } });
    expect(await dispatch(message('checkCookies'), sender)).toEqual({
      ok: false,
      error: { code: 'throttled', retryAfterSeconds: 9 },
    });
  });

  it('a handler that throws causes an error code without text', async () => {
    handlers.checkCookies.mockRejectedValue(new Error('secret li_at=AQEDcanary'));
    expect(await dispatch(message('checkCookies'), sender)).toEqual(refused('internal'));
  });
});
