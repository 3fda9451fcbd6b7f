import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type LookupFunction } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, test } from 'vitest';
import { SourceError } from '../source-error.ts';
import { createSourceHttp, type SourceHttpOptions, type SourceRequest } from './source-http.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<{ origin: string; port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer(listener).on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { origin: `http://127.0.0.1:${address.port}`, port: address.port, connections: () => connections };
}

function send(options: SourceHttpOptions, url: string, request: Partial<SourceRequest> = {}) {
  return createSourceHttp(options).send({ method: 'GET', url, headers: {}, signal: new AbortController().signal, ...request });
}

async function faultOf(sent: Promise<unknown>): Promise<SourceError> {
  const error = await sent.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SourceError)) throw new Error(`no SourceError: ${String(error)}`);
  expect(error.fault).toBe('failed');
  return error;
}

/** Says of every name that it has these addresses. */
function lookupOf(...addresses: readonly string[]): LookupFunction {
  return (_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}

describe('a request', () => {
  it('a request and its response are transferred unchanged', async () => {
    let seen: Pick<IncomingMessage, 'method' | 'url' | 'headers'> | null = null;
    let body = '';
    const { origin } = await serve((request, response) => {
      seen = request;
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      request.on('end', () => {
        response.writeHead(201, { 'Content-Encoding': 'gzip', 'X-Several': ['one', 'two'] }).end(gzipSync('{"ü":1}'));
      });
    });
    const answer = await send({ allowedOrigins: [origin] }, `${origin}/a/b?c=d%20e`, {
      method: 'POST',
      headers: { authorization: 'Bearer x' },
      body: 'f=g',
    });
    expect(seen).toMatchObject({ method: 'POST', url: '/a/b?c=d%20e', headers: { authorization: 'Bearer x' } });
    expect(body).toBe('f=g');
    expect([answer.status, answer.text]).toEqual([201, '{"ü":1}']);
    expect(answer.headers.get('x-several')).toBe('one, two');
  });

  it('a redirect is not followed', async () => {
    const other = await serve((_, response) => response.end('here'));
    const { origin } = await serve((_, response) => response.writeHead(302, { location: `${other.origin}/` }).end());
    const answer = await send({ allowedOrigins: [origin, other.origin] }, origin);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${other.origin}/`]);
    expect(other.connections()).toBe(0);
  });

  it('a request to an origin that is not allowed is refused', async () => {
    const { origin, port, connections } = await serve((_, response) => response.end());
    const others = [
      ...[`http://localhost:${port}/`, `http://127.0.0.2:${port}/`, `https://127.0.0.1:${port}/`, 'http://127.0.0.1/'],
      ...[`http://user@127.0.0.1:${port}/`, `http://:secret@127.0.0.1:${port}/`, '/path', '', 'file:///etc/passwd'],
    ];
    for (const url of others) {
      const fault = await faultOf(send({ allowedOrigins: [origin] }, url));
      expect(fault.isOfNetwork, url).toBe(true);
      expect(fault.message, url).toMatch(/is not a destination/);
    }
    expect(connections()).toBe(0);
  });

  it('a loopback origin connects to loopback only, also by name', async () => {
    const { origin, port, connections } = await serve((_, response) => response.end('ok'));
    const byName = `http://localhost:${port}`;
    expect((await send({ allowedOrigins: [origin] }, origin)).text).toBe('ok');
    expect((await send({ allowedOrigins: [byName], lookup: lookupOf('127.0.0.1') }, byName)).text).toBe('ok');
    const before = connections();
    const fault = await faultOf(send({ allowedOrigins: [byName], lookup: lookupOf('203.0.113.7', '10.0.0.1') }, byName));
    expect(fault.message).toContain('has no public address');
    expect(connections()).toBe(before);
  });

  test.each([['127.0.0.1'], ['::ffff:127.0.0.1'], ['0.0.0.0'], ['::']])(
    'a name that resolves to %s is never connected to',
    async (address) => {
      const { port, connections } = await serve((_, response) => response.end('inside'));
      const origin = `http://networks.example:${port}`;
      const fault = await faultOf(send({ allowedOrigins: [origin], lookup: lookupOf(address) }, `${origin}/x`));
      expect(fault.message).toBe(`GET ${origin}/x: networks.example has no public address`);
      expect(connections()).toBe(0);
    },
  );

  test.each(['http://10.0.0.1', 'http://[::ffff:10.0.0.1]', 'http://[fd00::1]', 'http://0x0a000001', 'https://169.254.169.254'])(
    '%s is never connected to, even if it is allowed',
    async (address) => {
      const { origin } = new URL(address);
      const fault = await faultOf(send({ allowedOrigins: [origin] }, origin));
      expect(fault.message).toContain('has no public address');
    },
  );

  it('a name is resolved once per connection', async () => {
    const { port } = await serve((_, response) => response.end('ok'));
    let looked = 0;
    const lookup: LookupFunction = (_, __, callback) => {
      looked += 1;
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    const origin = `http://localhost:${port}`;
    await send({ allowedOrigins: [origin], lookup }, origin);
    expect(looked).toBe(1);
  });
});

describe('an answer', () => {
  const slow: readonly (readonly [string, (response: ServerResponse) => void])[] = [
    ['never comes', () => undefined],
    ['stops after its headers', (response) => response.writeHead(200).flushHeaders()],
    [
      'comes a byte at a time',
      (response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('a'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ];
  test.each(slow)('a response that %s is cancelled in time', async (_, answer) => {
    const { origin } = await serve((__, response) => answer(response));
    const fault = await faultOf(send({ allowedOrigins: [origin], timeoutMs: 300 }, origin));
    expect(fault.message).toBe(`GET ${origin}/: no complete response within 0.3 s`);
  });

  it('an aborted request is cancelled', async () => {
    const controller = new AbortController();
    const { origin } = await serve(() => controller.abort());
    const fault = await faultOf(send({ allowedOrigins: [origin] }, origin, { signal: controller.signal }));
    expect(fault.message).toContain('cancelled');
    const again = await faultOf(send({ allowedOrigins: [origin] }, origin, { signal: controller.signal }));
    expect(again.message).toContain('cancelled');
  });

  it('a response that is too long is refused and not read further', async () => {
    const { origin } = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('a'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    const fault = await faultOf(send({ allowedOrigins: [origin], maxBytes: 100_000 }, origin));
    expect(fault.message).toContain('longer than 100000 bytes');
    expect(fault.isOfNetwork).toBe(false);
  });

  it('a response with too many headers is refused', async () => {
    const { origin } = await serve((_, response) => response.writeHead(200, { 'x-long': 'a'.repeat(40_000) }).end('ok'));
    const fault = await faultOf(send({ allowedOrigins: [origin] }, origin));
    expect(fault.message).toContain('UND_ERR_HEADERS_OVERFLOW');
  });

  it('invalid UTF-8 is refused, but not in an error page', async () => {
    const { origin } = await serve((request, response) =>
      response.writeHead(request.url === '/ok' ? 200 : 403).end(Buffer.from('caf\xe9', 'latin1')),
    );
    expect((await faultOf(send({ allowedOrigins: [origin] }, `${origin}/ok`))).message).toContain('not UTF-8');
    expect(await send({ allowedOrigins: [origin] }, `${origin}/error`)).toMatchObject({ status: 403, text: 'caf\uFFFD' });
  });

  it('a truncated response is refused', async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('short', () => response.destroy());
    });
    expect((await faultOf(send({ allowedOrigins: [origin] }, origin))).isOfNetwork).toBe(false);
  });

  it('a response that is not HTTP and a closed port are faults of the network', async () => {
    const server = createTcpServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('SSH-2.0-nothing\r\n'),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const origin = `http://127.0.0.1:${address.port}`;
    expect((await faultOf(send({ allowedOrigins: [origin] }, origin))).isOfNetwork).toBe(true);
    server.close();
    await once(server, 'close');
    const fault = await faultOf(send({ allowedOrigins: [origin] }, origin));
    expect(fault.isOfNetwork).toBe(true);
    expect(fault.message).toContain('the connection failed (ECONNREFUSED)');
  });
});
