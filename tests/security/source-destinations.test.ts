import { once } from 'node:events';
import { createServer, request as requestPlainly, type Server } from 'node:http';
import { createServer as createTcpServer, type LookupFunction } from 'node:net';
import { createSourceHttp } from '@leadloom/server/sources/http/source-http';
import { SourceError } from '@leadloom/server/sources/source-error';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSourceCallers, sourceCalls } from './source-callers.ts';
import { tell } from './testing/security.fixture.ts';

interface Arrival {
  readonly host: string;
  readonly url: string;
}

const hostileNames = [
  ...['/', '.', '..', '../..', '../api/v1/me', '..%2fapi', '%2e%2e', '%2e%2e%2f%2e%2e', '.%2e/', '/../../etc/passwd', './x'],
  ...[
    '?',
    '?x=1',
    '#',
    '#x',
    '@',
    '@evil.example',
    '%',
    '%00',
    '%0d%0a',
    '%zz',
    'a/b',
    'a\\b',
    '\\\\evil.example',
    'a;b',
    'a&b=c',
  ],
  ...['//evil.example', 'https://evil.example', 'http://127.0.0.1', 'evil.example:80', 'x@evil.example/', '[::1]', '::1', 'a:b'],
  ...[
    'new?limit=1',
    'SlowCoffee/new',
    'SlowCoffee/../x',
    'SlowCoffee?after=t3_1',
    'SlowCoffee#',
    'SlowCoffee%2fnew',
    'a+b',
    'a b',
  ],
  ...[
    '\r\nHost: evil.example',
    'a\r\n\r\nGET /x HTTP/1.1',
    '\u0000',
    'a\u0000b',
    '\u2028',
    '\u202e',
    '\ud800',
    '😀',
    '／',
    '．．／',
    '＠',
  ],
  ...['__proto__', 'constructor', "' or 1=1", '"', '<script>', '{{7*7}}', '#{7*7}', '', ' ', 'x'.repeat(5000), '/'.repeat(5000)],
];
const known: readonly RegExp[] = [
  /^\/api\/v1\/access_token$/,
  /^\/r\/[A-Za-z0-9_]{2,21}\/new\?limit=100&raw_json=1$/,
  /^\/r\/SlowCoffee\/new\?limit=100&after=[\w%.*+-]*&count=\d+&raw_json=1$/,
  /^\/api\/info\?id=t3_[0-9a-z]+&raw_json=1$/,
  /^\/api\/subreddit_autocomplete_v2\?query=[\w%.*+-]*&limit=10&include_over_18=false&include_profiles=false&typeahead_active=true&raw_json=1$/,
  /^\/v2\/oauth\/token\/$/,
  /^\/v2\/research\/video\/query\/\?fields=[a-z_,]+$/,
  /^\/v2\/research\/user\/info\/\?fields=[a-z_,]+$/,
];
const privateAddresses = [
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.0.0.1', '100.64.0.1', '169.254.169.254', '172.16.0.1', '192.0.0.8', '192.168.1.1'],
  ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', 'fc00::1', 'fe80::1', 'ff02::1', '::ffff:127.0.0.1'],
  ...['::ffff:169.254.169.254', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::1', '2001:0:7f00:1::'],
];
/** Reserved for documentation, so that nothing responds there. */
const NOBODY = '203.0.113.7';

describe('requests to the visited networks', () => {
  const arrivals: Arrival[] = [];
  /** Addresses that no request may reach: loopback, and every address of this machine. */
  const inside = createTcpServer((socket) => {
    counts['connections elsewhere'] += 1;
    socket.destroy();
  });
  let location: string | null = null;
  let redirect = 302;
  const network: Server = createServer((request, response) => {
    arrivals.push({ host: request.headers.host ?? '', url: request.url ?? '' });
    request.resume();
    if (location !== null) response.writeHead(redirect, { location }).end();
    else response.end(request.url?.includes('token') ? '{"access_token":"t","token_type":"bearer","expires_in":7200}' : '{}');
  });
  let origin = '';
  let insidePort = 0;
  const counts = {
    'hostile names': 0,
    'requests with them': 0,
    'with another host or path': 0,
    redirects: 0,
    'names that lead inside': 0,
    'origins nobody allowed': 0,
    'connections elsewhere': 0,
  };

  beforeAll(async () => {
    network.listen(0, '127.0.0.1');
    inside.listen(0);
    await Promise.all([once(network, 'listening'), once(inside, 'listening')]);
    origin = `http://127.0.0.1:${portOf(network)}`;
    insidePort = portOf(inside);
  });
  afterEach(() => {
    location = null;
    arrivals.length = 0;
  });
  afterAll(async () => {
    tell('destinations of visits (S23)', counts);
    expect(counts['connections elsewhere']).toBe(0);
    network.closeAllConnections();
    await Promise.all([network, inside].map((server) => new Promise((resolve) => server.close(resolve))));
  });

  const signal = new AbortController().signal;
  const expectFault = async (asked: Promise<unknown>, what: string) => {
    const error: unknown = await asked.then(
      () => 'an answer',
      (reason: unknown) => reason,
    );
    expect(error, what).toBeInstanceOf(SourceError);
  };

  it('requests have the intended host and path, whatever a name contains', async () => {
    const callers = createSourceCallers({ origin });
    for (const name of hostileNames) {
      counts['hostile names'] += 1;
      const position = { after: name, count: 100 };
      const calls = [...sourceCalls({ name, id: name }), ...sourceCalls({ name })].map(([, ask]) => ask(callers, signal));
      const paged = callers.reddit.visitSubreddit('SlowCoffee', { position, seenUntil: null, signal });
      await Promise.allSettled([...calls, paged]);
    }
    counts['requests with them'] = arrivals.length;
    expect(arrivals.length).toBeGreaterThan(hostileNames.length);
    const host = new URL(origin).host;
    const others = arrivals.filter((arrival) => arrival.host !== host || !known.some((form) => form.test(arrival.url)));
    counts['with another host or path'] = others.length;
    expect(others).toEqual([]);
  });

  it('no request follows a redirect to another host', async () => {
    const hosts = [
      ...[
        '127.0.0.1',
        'localhost',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        '0.0.0.0',
        '[::]',
        '2130706433',
        '0x7f000001',
      ],
      ...['0177.0.0.1', '127.1', '127.000.000.001', 'localhost.', '①②⑦.⓪.⓪.①'],
    ].flatMap((host) => [`http://${host}:${insidePort}/`, `https://${host}:${insidePort}/`, `//${host}:${insidePort}/x`]);
    const locations = [
      ...hosts,
      ...[
        'http://169.254.169.254/latest/meta-data/',
        'http://[fd00:ec2::254]/',
        'http://metadata.google.internal/',
        '//evil.example/',
      ],
      ...[
        'file:///etc/passwd',
        `gopher://127.0.0.1:${insidePort}/_x`,
        `ftp://127.0.0.1:${insidePort}/`,
        'data:application/json,{}',
        '/',
        '',
      ],
      `http://a@127.0.0.1:${insidePort}/`,
    ];
    for (const [index, target] of locations.entries()) {
      // Without a token and with one: each call is redirected at its first and at its second request.
      const callers = createSourceCallers({ origin });
      const warm = createSourceCallers({ origin });
      await warm.reddit.suggest('slow', signal).catch(() => undefined);
      await warm.tiktok.readFollowerCount('slow', signal).catch(() => undefined);
      location = Buffer.from(target, 'utf8').toString('latin1');
      redirect = [301, 302, 303, 307, 308][index % 5] ?? 302;
      for (const [name, ask] of sourceCalls()) {
        counts.redirects += 2;
        await expectFault(ask(callers, signal), `${name} ${target}`);
        await expectFault(ask(warm, signal), `${name} ${target}`);
      }
      location = null;
    }
  });

  it('no request goes to an address that is not public, whatever a name resolves to', async () => {
    const named = `http://networks.example:${insidePort}`;
    for (const address of privateAddresses) {
      const lookup: LookupFunction = (_, __, callback) => callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
      const callers = createSourceCallers({ origin: named, lookup, timeoutMs: 2000 });
      for (const [name, ask] of sourceCalls()) {
        counts['names that lead inside'] += 1;
        await expectFault(ask(callers, signal), `${name} ${address}`);
      }
      // As the address itself, too.
      const literal = `http://${address.includes(':') ? `[${address}]` : address}:${insidePort}`;
      const isStandIn = address.startsWith('127.') || address === '::1';
      if (!isStandIn) await expectFault(get(literal, [new URL(literal).origin]), literal);
    }
  });

  it('no request goes to a private address that was public a moment ago', async () => {
    const named = `http://networks.example:${insidePort}`;
    const answers = [[NOBODY], ['127.0.0.1'], [NOBODY, '127.0.0.1'], ['127.0.0.1', '::1'], ['::ffff:127.0.0.1']];
    let asked = 0;
    const rebinding: LookupFunction = (_, { all }, callback) => {
      const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      if (all === true) {
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      } else callback(null, addresses[0] ?? '', 4);
    };
    const http = createSourceHttp({ allowedOrigins: [named], lookup: rebinding, timeoutMs: 300 });
    for (let round = 0; round < answers.length + 1; round += 1) {
      counts['names that lead inside'] += 1;
      await expectFault(http.send({ method: 'GET', url: `${named}/`, headers: {}, signal }), `round ${round}`);
    }
    // Each connection resolves the name once, so a second answer has no effect.
    expect(asked).toBe(answers.length + 1);
  });

  it('without the check, the requests would arrive', async () => {
    const before = counts['connections elsewhere'];
    const lookup: LookupFunction = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const sent = requestPlainly(`http://networks.example:${insidePort}/`, { lookup }).end();
    await once(sent, 'error');
    expect(counts['connections elsewhere']).toBe(before + 1);
    counts['connections elsewhere'] = before;
  });

  it('requests go only to the origins in the settings', async () => {
    const urls = [
      ...[`http://127.0.0.1:${insidePort}/`, `http://localhost:${portOf(network)}/`, origin.replace('http:', 'https:')],
      ...[origin.replace('//', '//a@'), origin.replace('//', '//a:b@'), `${origin}.evil.example/`, 'http://evil.example/'],
      ...[
        'http://oauth.reddit.com.evil.example/',
        'https://oauth.reddit.com@evil.example/',
        'file:///etc/passwd',
        'data:,x',
        'x',
        '',
      ],
    ];
    for (const url of urls) {
      counts['origins nobody allowed'] += 1;
      await expectFault(get(url, [origin]), url);
    }
    expect(arrivals).toEqual([]);
  });

  function get(url: string, allowedOrigins: readonly string[]): Promise<unknown> {
    return createSourceHttp({ allowedOrigins, timeoutMs: 2000 }).send({ method: 'GET', url, headers: {}, signal });
  }
});

function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
