/** Requests: addresses, fields, ids and names, each checked by the bridge and again by the background. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { askBackground, evaluateInBridge } from '../../testing/bridge.fixture.ts';
import { type Arena, barePage, test } from './arena.ts';
import { report } from './attack-report.ts';
import { codeOf, eachMessage, exchange, exchangeAll, fetchData, message, type Posted, profileAddress } from './messages.ts';
import { offListAddresses } from './off-list-addresses.ts';
import { refusedAddresses } from './refused-addresses.ts';

test('E07: no spelling of an address leaves the allow-list, through the bridge or past it', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  let count = 0;
  for (const [family, addresses] of Object.entries(refusedAddresses)) {
    const distinct = [...new Set(addresses)];
    for (const replies of await bothWays(
      page,
      distinct.map((url) => fetchData(url)),
    )) {
      const passed = distinct.filter((_, index) => !isRefusedAddress(codeOf(replies[index])));
      expect(passed, family).toEqual([]);
    }
    count += distinct.length;
  }
  expect(count).toBeGreaterThanOrEqual(200);
  await expectNothingSent(arena, page);
  report('E07', count, `${count} addresses refused twice, by page and past the bridge: 0 fetched`);
});

test('E08: of LinkedIn’s own addresses only those on the list are fetched', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  const messages = offListAddresses.map((url) => fetchData(url));
  for (const replies of await bothWays(page, messages)) {
    expect(offListAddresses.filter((_, index) => codeOf(replies[index]) !== 'url_not_allowed')).toEqual([]);
  }
  await expectNothingSent(arena, page);
  report('E08', offListAddresses.length, `${offListAddresses.length} addresses of LinkedIn refused twice: 0 fetched`);
});

test('E09: a message with an unknown field or of an unknown kind is refused', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  const forbidden: Readonly<Record<string, unknown>> = {
    method: 'POST',
    body: 'x',
    headers: { Cookie: 'li_at=forged', 'csrf-token': 'forged', Host: 'evil.example.com', 'X-Forged': 'a\r\nb: c' },
    credentials: 'omit',
    mode: 'no-cors',
    redirect: 'follow',
    referrer: 'https://evil.example.com/',
    signal: null,
    cache: 'force-cache',
    keepalive: true,
    href: profileAddress(arena.identity),
    endpoint: 'me',
    plain: true,
    sender: { origin: 'https://evil.example.com' },
  };
  const operations = eachMessage(arena.identity);
  const messages = Object.entries(forbidden).flatMap(([field, value]) => [
    ...operations.map(({ name, payload }) => message(name, { ...Object(payload), [field]: value })),
    { ...message('checkExtension', {}), [field]: value },
  ]);
  const wrong = [
    ...['', 'POST', 1, null, {}, []].map((json) => fetchData(profileAddress(arena.identity), { json })),
    ...operations.map(({ name }) => message(name, null)),
    ...operations.map(({ name }) => message(name, [])),
    ...operations.map(({ name }) => message(name, 'text')),
    ...[
      1,
      'text',
      [],
      {},
      { document: '{}' },
      signed({ document: 1 }),
      signed({ signature: 'x' }),
      signed({ publicKey: '' }),
    ].map((catalogue) => message('checkExtension', { catalogue })),
    ...[signed({ limits: { profiles: 150 } }), signed({ document: 'x'.repeat(64 * 1024 + 1) })].map((catalogue) =>
      message('checkExtension', { catalogue }),
    ),
    ...[0, -1, 1.5, 1001, '1', null].map((page) => message('checkConnections', { ...Object(operations[2]?.payload), page })),
    message('checkConnections', {
      page: 1,
      candidate: { kind: 'rest', decorationId: 'com.linkedin.voyager.dash.deco.messaging.All-1' },
    }),
    message('checkConnections', { page: 1, candidate: { kind: 'rest', decorationId: '../../messaging/conversations?x=-1' } }),
    message('runSearch', {
      ...Object(operations[3]?.payload),
      candidate: { kind: 'graphql', queryId: `messengerConversations.${'0'.repeat(32)}` },
    }),
    message('runSearch', {
      ...Object(operations[3]?.payload),
      params: { page: 1, peopleSearchQuery: 'x', resultType: 'CONTENT' },
    }),
    message('runSearch', { ...Object(operations[3]?.payload), params: { page: 1, peopleSearchQuery: 'x'.repeat(501) } }),
    message('runSearch', { ...Object(operations[3]?.payload), params: { page: 1, peopleSearchQuery: '\ud800' } }),
  ];
  const all = [...messages, ...wrong];
  for (const replies of await bothWays(page, all)) {
    expect(
      all.filter((_, index) => codeOf(replies[index]) !== 'bad_request').map(({ name, payload }) => ({ name, payload })),
    ).toEqual([]);
  }
  await expectNothingSent(arena, page);
  report('E09', all.length, `${all.length} messages with wrong or unknown fields refused twice: 0 fetched`);
});

test('E12: an id is valid for one request, however it is repeated', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  const first = fetchData(profileAddress(arena.identity));
  expect(codeOf((await exchange(page, [first]))[0])).toBe('ok');
  // The same envelope once more is not even heard; a fresh one with the same request id is refused.
  const replays = Array.from({ length: 12 }, () => message('fetchData', first.payload));
  expect((await exchange(page, replays)).map(codeOf)).toEqual(Array(12).fill('duplicate_request'));
  expect((await askBackground(page, replays)).map(codeOf)).toEqual(Array(12).fill('duplicate_request'));
  expect((await exchange(page, [first], 500)).map(codeOf)).toEqual(['silence']);

  const raced = fetchData(profileAddress(arena.identity));
  const copies = Array.from({ length: 12 }, () => message('fetchData', raced.payload));
  const codes = (await exchange(page, copies)).map(codeOf);
  expect(codes.toSorted()).toEqual([...Array(11).fill('duplicate_request'), 'ok']);

  const ids: readonly unknown[] = [
    '',
    'x',
    'x'.repeat(10_000),
    1,
    null,
    {},
    [],
    '__proto__',
    `${randomUUID()}\n`,
    [randomUUID()],
  ];
  const badIds = ids.map((requestId) => fetchData(profileAddress(arena.identity), { requestId }));
  for (const replies of await bothWays(page, badIds)) expect(replies.map(codeOf)).toEqual(Array(ids.length).fill('bad_request'));

  // To an envelope without a proper id there is nobody to answer, and nothing is passed on.
  const heard = (await arena.heardByBackground()).length;
  const nameless = ids.map((id) => ({ ...message('checkExtension', {}), id }));
  expect((await exchange(page, nameless, 500)).map(codeOf)).toEqual(Array(ids.length).fill('silence'));
  expect(await arena.heardByBackground()).toHaveLength(heard);
  expect(arena.fetched()).toHaveLength(2);
  report('E12', 36 + ids.length * 3, `36 replays and races of 2 ids and ${ids.length * 3} ids of other kinds: 2 fetched`);
});

test('E15: inherited names and strange values are not messages and pollute nothing', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  const names = [
    ...Object.getOwnPropertyNames(Object.prototype),
    ...['prototype', 'then', 'default', 'get', 'set', 'has', 'entries', 'size', 'call', 'apply', 'bind', 'length', 'name'],
    ...[
      'CheckExtension',
      'checkextension',
      'checkExtension ',
      ' checkExtension',
      'checkExtension\0',
      'ping',
      '',
      'x'.repeat(10_000),
    ],
    ...[0, 1, null, true, ['checkExtension'], { name: 'checkExtension' }],
  ];
  const poisoned = [
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"page":{"__proto__":{"polluted":true}}}',
  ];
  const messages = [
    ...names.map((name) => message(name, {})),
    ...poisoned.flatMap((text) => eachMessage(arena.identity).map(({ name }) => message(name, JSON.parse(text)))),
  ];
  for (const replies of await bothWays(page, messages)) {
    expect(messages.filter((_, index) => codeOf(replies[index]) !== 'bad_request').map(({ name }) => name)).toEqual([]);
  }
  const exotic = await page.evaluate(postStrangeValues);
  expect(exotic.filter(({ code }) => code !== 'bad_request')).toEqual([]);

  expect(await page.evaluate('({}).polluted')).toBeUndefined();
  expect(await evaluateInBridge(page, '({}).polluted')).toBeUndefined();
  expect(await arena.worker.evaluate('({}).polluted')).toBeUndefined();
  await expectNothingSent(arena, page);
  report(
    'E15',
    messages.length + exotic.length,
    `${messages.length} names and payloads refused twice, ${exotic.length} strange values: 0 fetched, 0 polluted`,
  );
});

/** Once as a page would, and once straight to the background. */
async function bothWays(page: Page, messages: readonly Posted[]) {
  return [await exchangeAll(page, messages), await askBackground(page, messages)] as const;
}

/** A signed catalogue by its form, with a part of it changed. */
function signed(change: Readonly<Record<string, unknown>>): unknown {
  return { document: '{}', signature: 'A'.repeat(86), publicKey: 'A'.repeat(87), ...change };
}

function isRefusedAddress(code: string): boolean {
  return code === 'url_not_allowed' || code === 'bad_request';
}

async function expectNothingSent(arena: Arena, page: Page): Promise<void> {
  expect(arena.linkedIn.control.requests()).toEqual([]);
  expect(arena.arrivals()).toEqual([]);
  // Alive, and no worse for it.
  expect((await exchange(page, [message('checkExtension', {})])).map(codeOf)).toEqual(['ok']);
}

/** Values a window message can carry and JSON cannot, as the payload, in it, and as the whole message. */
function postStrangeValues(): Promise<{ kind: string; code: string }[]> {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const deep = Array.from({ length: 400 }).reduce<unknown>((inner) => ({ inner }), {});
  const values: Record<string, unknown> = {
    cyclic,
    deep,
    map: new Map([['page', 1]]),
    set: new Set([1]),
    date: new Date(0),
    pattern: /x/,
    error: new Error('x'),
    blob: new Blob(['x']),
    file: new File(['x'], 'x'),
    buffer: new ArrayBuffer(8),
    bytes: new Uint8Array(8),
    bigint: 10n,
    boxed: Object('x'),
    sparse: new Array(100_000),
    notNumber: Number.NaN,
    endless: Number.POSITIVE_INFINITY,
    nothing: undefined,
    accessor: Object.defineProperty({}, 'page', { enumerable: true, get: () => ({ page: 1 }) }),
  };
  const cases = Object.entries(values).flatMap(([kind, value]) => [
    { kind, name: 'checkConnections', payload: value },
    { kind: `${kind} in a field`, name: 'checkConnections', payload: { page: value, candidate: value } },
    { kind: `${kind} as an address`, name: 'fetchData', payload: { url: value, json: value, requestId: value } },
    { kind: `${kind} as a name`, name: value, payload: {} },
  ]);
  const ask = (one: { kind: string; name: unknown; payload: unknown }) =>
    new Promise<{ kind: string; code: string }>((resolve) => {
      const id = crypto.randomUUID();
      const end = (code: string): void => {
        clearTimeout(timer);
        window.removeEventListener('message', listen);
        resolve({ kind: one.kind, code });
      };
      const timer = setTimeout(end, 5_000, 'silence');
      const listen = ({ data }: MessageEvent): void => {
        if (data?.kind === 'reply' && data.id === id) end(data.reply.ok ? 'ok' : data.reply.error.code);
      };
      window.addEventListener('message', listen);
      window.postMessage({ channel: 'leadloom', kind: 'request', id, name: one.name, payload: one.payload }, location.origin);
    });
  return Promise.all(cases.map(ask));
}
