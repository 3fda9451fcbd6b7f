/** The responses of a hostile or broken network. Runs in a process of its own: see `run.ts`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

export interface Behaviour {
  (response: ServerResponse, request: IncomingMessage): void;
  /** Makes what takes long to make. */
  readonly prepare?: () => void;
}

const MEGABYTE = 1024 * 1024;
const SLOW_MS = 50;
const JSON_TYPE = { 'content-type': 'application/json' } as const;
const zeros = () => Buffer.alloc(64 * MEGABYTE);
/** 64 MB of zeros in 64 KB; gzip members may follow one another without end. */
const packedZeros = once(() => gzipSync(zeros()));

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Writes the same bytes again and again, as fast as they are taken. */
function pour(response: ServerResponse, bytes: Buffer): void {
  const more = () => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on('drain', more);
  more();
}

/** One byte at a time. */
function drip(write: (text: string) => void, response: ServerResponse, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    write(text.charAt(at % text.length));
    at += 1;
  }, SLOW_MS);
  response.socket?.on('close', () => clearInterval(timer));
}

/** Raw bytes, without HTTP unless they contain it. */
function raw(response: ServerResponse, bytes: string | Buffer, isEnd = true): void {
  if (isEnd) response.socket?.end(bytes);
  else response.socket?.write(bytes);
}

function packed(encoding: string, bytes: Buffer): Behaviour {
  return (response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': encoding }).end(bytes);
}

function body(text: string | Buffer, status = 200): Behaviour {
  const bytes = Buffer.from(text);
  return (response) => response.writeHead(status, JSON_TYPE).end(bytes);
}

/** Makes a large answer only when it is needed, and not where only the names are read. */
function large(make: () => Behaviour): Behaviour {
  const made = once(make);
  return Object.assign((response: ServerResponse, request: IncomingMessage) => made()(response, request), { prepare: made });
}

const page = '<!doctype html><title>Welcome</title><p>Nothing to see';
const cut = '{"kind":"Listing","data":{"videos":[{"id":1},{"chil';
/** An answer as large as it may be, which is read to its end. */
export const LARGEST_ANSWER = 'an answer of 8 MB';
const headerOf = (length: number) => ({ 'x-long': 'a'.repeat(length) });

export const behaviours: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
  [
    'a gzip bomb without end',
    large(() => {
      const bytes = packedZeros();
      return (response) => {
        response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
        pour(response, bytes);
      };
    }),
  ],
  ['a gzip bomb', large(() => packed('gzip', packedZeros()))],
  ['a gzip bomb in a bomb', large(() => packed('gzip, gzip', gzipSync(packedZeros())))],
  ['a Brotli bomb', large(() => packed('br', brotliCompressSync(zeros())))],
  ['a deflate bomb', large(() => packed('deflate', deflateSync(zeros())))],
  ['gzip that ends early', packed('gzip', gzipSync('{"data":{}}').subarray(0, -6))],
  ['gzip that is none', packed('gzip', Buffer.from('{"data":{}}'))],
  ['an unknown packing', packed('compress', Buffer.from('{"data":{}}'))],
  [
    'a body without end',
    (response) => {
      response.writeHead(200, JSON_TYPE);
      pour(response, Buffer.alloc(64 * 1024, '['));
    },
  ],
  ['a body of 9 MB', large(() => body(`"${'a'.repeat(9 * MEGABYTE)}"`))],
  ['an error of 9 MB', large(() => body('a'.repeat(9 * MEGABYTE), 403))],
  [
    'a body byte by byte',
    (response) => {
      response.writeHead(200, JSON_TYPE);
      drip((text) => response.write(text), response, '{"data":"');
    },
  ],
  [
    'headers byte by byte',
    (response) => drip((text) => raw(response, text, false), response, 'HTTP/1.1 200 OK\r\nx-a: bcdefgh\r\n'),
  ],
  [
    'interim answers without end',
    (response) => {
      const timer = setInterval(() => raw(response, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', false), 1);
      response.socket?.on('close', () => clearInterval(timer));
    },
  ],
  ['silence', () => undefined],
  ['silence after the headers', (response) => response.writeHead(200, JSON_TYPE).flushHeaders()],
  ['a line that breaks', (response) => response.socket?.destroy()],
  [
    'a line that breaks in the body',
    (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
      response.write(cut, () => response.socket?.destroy());
    },
  ],
  ['pieces that end early', (response) => raw(response, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\n{"data":')],
  ['a length that is none', (response) => raw(response, 'HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n{}')],
  ['two lengths', (response) => raw(response, 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 9\r\n\r\n{}')],
  ['no HTTP', (response) => raw(response, 'SSH-2.0-OpenSSH_0.0\r\n\r\n')],
  [
    'bytes at random',
    (response) => raw(response, Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 167 + 13) % 256))),
  ],
  ['a header of 1 MB', (response) => response.writeHead(200, headerOf(MEGABYTE)).end('{}')],
  [
    'headers without end',
    (response) => {
      raw(response, 'HTTP/1.1 200 OK\r\n', false);
      const timer = setInterval(() => raw(response, `x-a: ${'b'.repeat(4000)}\r\n`, false), 1);
      response.socket?.on('close', () => clearInterval(timer));
    },
  ],
  ['a redirect to itself', (response, { url }) => response.writeHead(302, { location: url ?? '/' }).end()],
  ['a redirect in turns', (response, { url }) => response.writeHead(307, { location: `${url}&again=1` }).end()],
  ['a page for JSON', body(page)],
  ['a page with 500', body(page, 500)],
  ['a page with 403', body(page, 403)],
  ['half an answer', body(cut)],
  ['nothing', body('')],
  ['nothing, of status 204', (response) => response.writeHead(204).end()],
  ['null', body('null')],
  ['a number beyond all', body('{"data":{"videos":1e999,"after":1e999},"error":{"code":1e999}}')],
  ['bad UTF-8', body(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]))],
  ['a surrogate in UTF-8', body(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))],
  ['UTF-16', body(Buffer.from('\ufeff{"data":{}}', 'utf16le'))],
  ['JSON a million deep', large(() => body(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`))],
  ['8 MB of brackets', large(() => body('['.repeat(8 * MEGABYTE - 10)))],
  ['8 MB of objects', large(() => body(`{"data":[${'{},'.repeat(2_700_000)}{}]}`))],
  [
    'JSON with names of prototypes',
    body('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"data":{"__proto__":{"polluted":1}}}'),
  ],
  ['a status nobody knows', body('{}', 799)],
  [LARGEST_ANSWER, large(() => body(`{"data":{},"error":{"code":"unknown"},"text":"${'a'.repeat(8 * MEGABYTE - 100)}"}`))],
  ['a storm of 429', body('{"message":"Too Many Requests","error":429}', 429)],
  ['a storm of 503', body(page, 503)],
]);
