/** The client against servers that do what networks and broken servers do. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { hasOpenssl, makeAuthority, makeCertificate } from '../testing/certificates.fixture.ts';
import { findFreePort, listenOnLoopback } from '../testing/loopback.ts';
import { ColumnStoreFailed } from './column-store.ts';
import type { EngineClient } from './engine-client.ts';
import { EngineAway } from './engine-failure.ts';
import { createEngineClient } from './engine-http.ts';

const PASSWORD = 'top secret';
const question = { text: 'select 1', parameters: {} };
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function clientOf(url: string): EngineClient {
  const client = createEngineClient({ url, user: 'default', password: PASSWORD, database: 'leadloom' });
  closing.unshift(() => client.close());
  return client;
}

async function askedBy(listener: RequestListener): Promise<EngineClient> {
  const { origin, close } = await listenOnLoopback(createServer(listener));
  closing.push(close);
  return clientOf(origin);
}

/** A server that sends these bytes and closes the connection. */
async function sending(...bytes: readonly string[]): Promise<EngineClient> {
  const answer = (socket: Socket) => {
    socket.once('data', () => socket.end(bytes.join('')));
    socket.on('error', () => undefined);
  };
  const { origin, close } = await listenOnLoopback(createTcpServer(answer));
  closing.push(close);
  return clientOf(origin);
}

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

async function failureOf(work: Promise<unknown>): Promise<ColumnStoreFailed> {
  const error = await work.then(
    (rows) => new Error(`answered ${JSON.stringify(rows)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ColumnStoreFailed)) throw error;
  expect(error.message).not.toContain(PASSWORD);
  return error;
}

it('reads rows wherever the network cuts them', async () => {
  const text = '["ä\\n","1"]\n["\u{1f680}","2"]\n';
  const client = await askedBy((_request, response) => {
    for (const byte of Buffer.from(text)) response.write(Buffer.of(byte));
    response.end();
  });
  expect(await client.rows(question)).toEqual([
    ['ä\n', '1'],
    ['\u{1f680}', '2'],
  ]);
});

it.each([
  ['an answer that breaks off between two rows', CHUNKED, chunk('["1"]\n')],
  ['an answer that breaks off in a row', CHUNKED, chunk('["1"]\n["2'), '0\r\n\r\n'],
  ['an answer without its last line end', CHUNKED, chunk('["1"]\n["2"]'), '0\r\n\r\n'],
  ['an answer whose end nothing shows', `${OK}Connection: close\r\n\r\n`, '["1"]\n'],
  ['an answer shorter than it says', `${OK}Content-Length: 100\r\n\r\n`, '["1"]\n'],
  ['rows that are no arrays', CHUNKED, chunk('["1"]\n{"exception":"Code: 1"}\n'), '0\r\n\r\n'],
  [
    'text that is not UTF-8',
    Buffer.from(`${OK}Content-Length: 5\r\n\r\n`).toString('latin1'),
    '["\ufffd'.slice(0, 2),
    '\x80"]\n',
  ],
  ['a page of a proxy', 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 15\r\n\r\n', '<html>no</html>'],
  ['a redirect', 'HTTP/1.1 301 Moved\r\nLocation: http://other.example/\r\nContent-Length: 0\r\n\r\n'],
  ['something other than HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['nothing', ''],
])('takes %s for no answer', async (_what, ...bytes) => {
  expect(await failureOf((await sending(...bytes)).rows(question))).toBeInstanceOf(ColumnStoreFailed);
});

it.each([
  [
    "a current server's words in the middle",
    '\r\n__exception__\r\nabcdefgh\r\nCode: 395. DB::Exception: no. (SOME_ERROR) (version 1)\n60 abcdefgh\r\n__exception__\r\n',
  ],
  ["an older server's words in the middle", 'Code: 395. DB::Exception: no. (SOME_ERROR) (version 1)\n'],
])('takes %s for an error', async (_what, words) => {
  const client = await sending(CHUNKED, chunk('["1"]\n'), chunk(words), '0\r\n\r\n');
  const error = await failureOf(client.rows(question));
  expect(error.message).toBe('The column store refused: Code: 395. DB::Exception: no. (SOME_ERROR)');
  expect(error).not.toBeInstanceOf(EngineAway);
});

it('sees an error that comes with the status of a success', async () => {
  const words = 'Code: 60. DB::Exception: no table. (UNKNOWN_TABLE) (version 1)';
  const client = await sending(`${OK}X-ClickHouse-Exception-Code: 60\r\nContent-Length: ${words.length}\r\n\r\n`, words);
  expect((await failureOf(client.rows(question))).message).toContain('UNKNOWN_TABLE');
});

it('does not wait for a server that nobody reaches', async () => {
  expect(await failureOf(clientOf(`http://127.0.0.1:${await findFreePort()}`).rows(question))).toBeInstanceOf(EngineAway);
});

it('ends what takes longer than its limit, however it is drawn out', async () => {
  const silent = await askedBy(() => undefined);
  await failureOf(silent.rows(question, { seconds: 0.1 }));
  const drip = await askedBy((_request, response) => {
    const timer = setInterval(() => response.write('[1]\n'), 10);
    response.on('close', () => clearInterval(timer));
  });
  await failureOf(drip.rows(question, { seconds: 0.1 }));
});

it('stops reading an answer that never ends', async () => {
  const ended = Promise.withResolvers<void>();
  const client = await askedBy((_request, response) => {
    const line = `["${'x'.repeat(65_536)}"]\n`;
    const fill = () => {
      while (!response.destroyed && response.write(line));
    };
    response.on('drain', fill).on('close', () => ended.resolve());
    fill();
  });
  expect((await failureOf(client.rows(question))).message).toContain('longer than');
  await ended.promise;
});

it('stops reading a row that never ends', async () => {
  const client = await askedBy((_request, response) => {
    const fill = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', fill);
    fill();
  });
  const read = async () => {
    for await (const _part of client.stream(question));
  };
  expect((await failureOf(read())).message).toContain('too long');
});

it('closes the connection of a stream that is not read to its end', async () => {
  const closed = Promise.withResolvers<void>();
  const client = await askedBy((_request, response) => {
    const timer = setInterval(() => response.write('[1]\n'), 1);
    response.on('close', () => {
      clearInterval(timer);
      closed.resolve();
    });
  });
  for await (const _part of client.stream(question)) break;
  await closed.promise;
});

it('names user and password in a header alone, and asks for nothing that keeps texts of statements', async () => {
  const seen: IncomingMessage[] = [];
  const client = await askedBy((request: IncomingMessage, response: ServerResponse) => {
    seen.push(request);
    response.end();
  });
  await client.rows(question);
  await client.run(question);
  await client.insert('t', ['id'], Readable.from([Buffer.from('1\n')]));
  for (const { url = '', headers } of seen) {
    expect(decodeURIComponent(url)).not.toContain(PASSWORD);
    expect(new URL(url, 'http://engine').searchParams.get('log_queries')).toBe('0');
    expect(headers.authorization).toBe(`Basic ${Buffer.from(`default:${PASSWORD}`).toString('base64')}`);
  }
});

it.skipIf(!(await hasOpenssl()))('speaks TLS to a server whose certificate is known, and to no other', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'leadloom-engine-tls-'));
  closing.push(() => rm(directory, { recursive: true, force: true }));
  const authority = await makeAuthority(directory, 'authority');
  const { certificate, key } = await makeCertificate(directory, authority, 'localhost');
  let asked = 0;
  const { port, close } = await listenOnLoopback(
    createTlsServer({ cert: certificate, key }, (_request, response) => {
      asked += 1;
      response.end('[1]\n');
    }),
  );
  closing.push(close);
  expect(await failureOf(clientOf(`https://localhost:${port}`).rows(question))).toBeInstanceOf(EngineAway);
  expect(asked).toBe(0);
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, await readFile(authority.certificate, 'utf8')]);
  try {
    expect(await clientOf(`https://localhost:${port}`).rows(question)).toEqual([[1]]);
  } finally {
    setDefaultCACertificates(usual);
  }
});
