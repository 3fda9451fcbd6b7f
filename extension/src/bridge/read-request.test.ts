import { messageDefinitions } from '@leadloom/shared/messages/protocol';
import { describe, expect, it } from 'vitest';
import { payloadFields, readRequest } from './read-request.ts';

const id = '3b6f0a5e-1111-4222-8333-444455556666';
const envelope = (changes: object = {}) => ({
  channel: 'leadloom',
  kind: 'request',
  id,
  name: 'checkCookies',
  payload: {},
  ...changes,
});
const fetchData = (payload: unknown) => envelope({ name: 'fetchData', payload });
const good = { url: 'https://www.linkedin.com/voyager/api/me', json: false, requestId: id };

describe('a window message', () => {
  it('a window message is accepted as a copy without prototypes', () => {
    const sent = fetchData(good);
    const read = readRequest(sent);
    expect(read).toEqual({ kind: 'accepted', request: sent });
    if (read.kind !== 'accepted') return;
    expect(read.request.payload).not.toBe(sent.payload);
    expect(Object.getPrototypeOf(read.request.payload)).toBeNull();
  });

  it('a window message may contain lists and nested fields', () => {
    const params = { page: 1, peopleSearchQuery: 'x', locationIds: ['1', '2'], connectionId: null };
    const sent = envelope({ name: 'runSearch', payload: { params, candidate: { kind: 'graphql', queryId: 'q' } } });
    expect(readRequest(sent)).toEqual({ kind: 'accepted', request: sent });
  });

  it('a window message may contain a signed catalogue as text', () => {
    const catalogue = { document: `{"x":"${'y'.repeat(60_000)}"}`, signature: 's'.repeat(86), publicKey: 'k'.repeat(87) };
    const sent = envelope({ name: 'checkExtension', payload: { catalogue } });
    expect(readRequest(sent)).toEqual({ kind: 'accepted', request: sent });
    expect(readRequest(envelope({ name: 'checkCookies', payload: { catalogue } }))).toEqual({ kind: 'refused', id });
  });

  it('a window message that is not addressed to us is ignored', () => {
    const others = [undefined, null, 0, 'x', [], {}, new Map(), { channel: 'leadloom' }, envelope({ kind: 'reply' })];
    const unanswerable = [envelope({ id: 1 }), envelope({ id: 'x'.repeat(10_240) }), envelope({ id: { toString: () => id } })];
    const inherited = Object.create(envelope());
    for (const data of [...others, ...unanswerable, inherited, [envelope()]])
      expect(readRequest(data)).toEqual({ kind: 'ignored' });
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'checkcookies', '', 1, null, ['checkCookies']])(
    'a window message with the name %j is refused',
    (name) => {
      expect(readRequest(envelope({ name }))).toEqual({ kind: 'refused', id });
    },
  );

  it('a window message with an additional field is refused', () => {
    expect(readRequest(envelope({ token: 'x' }))).toEqual({ kind: 'refused', id });
    for (const field of ['headers', 'method', 'body', 'credentials', 'mode', 'redirect', 'constructor'])
      expect(readRequest(fetchData({ ...good, [field]: 'x' }))).toEqual({ kind: 'refused', id });
  });

  it.each<[string, () => unknown]>([
    ['a map', () => new Map([['url', 'x']])],
    ['a date', () => new Date()],
    ['a blob', () => new Blob(['x'])],
    ['bytes', () => new ArrayBuffer(8)],
    ['a function', () => () => 'x'],
    ['a big number', () => 1n],
    ['not a number', () => Number.NaN],
    ['nothing', () => undefined],
    ['a class of its own', () => new (class Own {})()],
    [
      'a cycle',
      () => {
        const cycle: Record<string, unknown> = {};
        cycle.self = cycle;
        return cycle;
      },
    ],
    ['deep nesting', () => JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`)],
    ['an own __proto__', () => JSON.parse('{"__proto__":{"polluted":true}}')],
    ['too much text', () => 'x'.repeat(100_000)],
    ['too many items', () => Array.from({ length: 50_000 }, () => 0)],
    ['endless holes', () => new Array(4_000_000_000)],
  ])('a window message with %s inside is refused', (_, make) => {
    const payload = { ...good, url: make() };
    expect(readRequest(fetchData(payload))).toEqual({ kind: 'refused', id });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('a window message whose payload is not a plain object is refused', () => {
    for (const payload of [null, [], 'x', new Map(), JSON.parse('{"__proto__":{"a":1}}')])
      expect(readRequest(envelope({ payload }))).toEqual({ kind: 'refused', id });
  });
});

describe('the fields of each message', () => {
  it('the fields of each message are those of its definition', () => {
    const rows = Object.entries(messageDefinitions).map(([name, row]) => [name, Object.keys(row.request.shape)]);
    expect([...payloadFields].map(([name, fields]) => [name, [...fields].sort()])).toEqual(
      rows.map(([name, fields]) => [name, [...(fields ?? [])].sort()]),
    );
  });
});
