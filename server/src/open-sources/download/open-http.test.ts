import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { type LoopbackServer, listenOnLoopback } from '../../testing/loopback.ts';
import { makeTemporaryDirectory, removeDirectory } from '../../testing/temporary-directory.ts';
import { OpenSourceError, type OpenSourceManifest } from '../open-source.ts';
import { createOpenHttp, type OpenHttp, type OpenHttpOptions } from './open-http.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const MANIFEST: OpenSourceManifest = {
  id: 'sec-form-d',
  title: 'SEC Form D',
  publisher: 'The SEC',
  tables: ['companies'],
  countries: ['US'],
  licence: 'Public domain',
  attribution: 'Data of the SEC.',
  needs: 'contact',
  isOnByDefault: true,
  everyHours: 24,
  every: 'every day',
  size: '4 MB',
  requestsPerSecond: 5,
  hosts: ['www.sec.example', '*.boards.example'],
  weight: 'register',
  options: {},
  isUntried: false,
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answer: Answer = (_, response) => response.end();
let asked: { readonly host: string; readonly url: string; readonly headers: IncomingMessage['headers'] }[] = [];
let paced: string[] = [];
let waited: number[] = [];
let server: LoopbackServer;
let dataDir = '';
let opened: OpenHttp[] = [];

beforeEach(async () => {
  [asked, paced, waited, opened] = [[], [], [], []];
  dataDir = await makeTemporaryDirectory('open-http');
  server = await listenOnLoopback(
    createServer((request, response) => {
      asked.push({ host: request.headers.host ?? '', url: request.url ?? '', headers: request.headers });
      answer(request, response);
    }),
  );
});
afterEach(async () => {
  for (const http of opened) await http.close();
  await server.close();
  await removeDirectory(dataDir);
});

function open(options: Partial<OpenHttpOptions> = {}): OpenHttp {
  const http = createOpenHttp({
    manifest: MANIFEST,
    contact: 'data@leads.example',
    standIn: server.origin,
    version: '1.2.3',
    dataDir,
    pace: async (host) => void paced.push(host),
    signal: new AbortController().signal,
    now: () => NOW,
    wait: async (milliseconds) => void waited.push(milliseconds),
    ...options,
  });
  opened.push(http);
  return http;
}

async function refusalOf(work: Promise<unknown>): Promise<OpenSourceError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OpenSourceError)) throw new Error(`no OpenSourceError: ${String(error)}`);
  return error;
}

const PAGE = 'https://www.sec.example/page?x=1';
const ZIP = 'https://www.sec.example/files/2026q2_d.zip';
const LIMIT = { maxBytes: 1024 * 1024 };

describe('a request', () => {
  it('it names the program and the contact, and a stand-in sees the real host, path and query', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip', 'x-a': 'b' }).end(gzipSync('hello'));
    const { bytes, ...head } = await open().get(PAGE, { headers: { accept: 'text/html' } });
    expect([head.status, head.url, head.headers.get('x-a'), bytes.toString()]).toEqual([200, PAGE, 'b', 'hello']);
    expect(asked).toMatchObject([
      {
        host: 'www.sec.example',
        url: '/page?x=1',
        headers: { 'user-agent': 'Leadloom/1.2.3 (data@leads.example)', accept: 'text/html' },
      },
    ]);
    expect(paced).toEqual(['www.sec.example']);
  });

  it('nothing is sent without a contact to a source that needs one', async () => {
    expect((await refusalOf(open({ contact: null }).get(PAGE))).message).toBe('The SEC is not asked without a contact address.');
    expect((await refusalOf(open({ contact: null }).download(ZIP, LIMIT))).message).toContain('without a contact');
    expect([asked, paced]).toEqual([[], []]);
  });

  it.each([
    'https://www.other.example/',
    'https://sec.example/',
    'https://www.sec.example.evil.example/',
    'http://www.sec.example/',
    'https://www.sec.example:8443/',
    'https://user@www.sec.example/',
    'https://boards.example/',
    'ftp://www.sec.example/',
    'https://127.0.0.1/',
    '/page',
    '',
  ])('%s is not asked', async (url) => {
    const { message } = await refusalOf(open().get(url));
    expect(message).toMatch(/ is not an address of SEC Form D\.$/);
    expect(asked).toEqual([]);
  });

  it('hosts below a host are asked where the manifest says so', async () => {
    answer = (_, response) => response.end('ok');
    expect((await open().get('https://acme.boards.example/x')).status).toBe(200);
    expect(asked[0]?.host).toBe('acme.boards.example');
  });

  it('redirects are followed to the hosts of the manifest, at its pace', async () => {
    answer = ({ url }, response) => {
      if (url === '/page?x=1') response.writeHead(302, { location: '/b' }).end('moved');
      else if (url === '/b') response.writeHead(301, { location: 'https://acme.boards.example/c' }).end();
      else response.end('there');
    };
    const { url, bytes } = await open().get(PAGE);
    expect([url, bytes.toString()]).toEqual(['https://acme.boards.example/c', 'there']);
    expect(paced).toEqual(['www.sec.example', 'www.sec.example', 'acme.boards.example']);
  });

  it('a redirect elsewhere, and one that never ends, are refused', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'https://evil.example/x' }).end();
    expect((await refusalOf(open().get(PAGE))).message).toBe(
      'www.sec.example redirects to https://evil.example/x, which is not an address of SEC Form D.',
    );
    answer = (_, response) => response.writeHead(302, { location: '/again' }).end();
    asked = [];
    expect((await refusalOf(open().get(PAGE))).message).toBe('https://www.sec.example/page redirects more than 5 times.');
    expect(asked).toHaveLength(6);
  });

  it('without a stand-in, a name that leads to this machine is not connected to', async () => {
    const http = open({
      standIn: null,
      manifest: { ...MANIFEST, hosts: null },
      lookup: (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const { port } = server;
    expect((await refusalOf(http.get('http://inside.example/'))).message).toBe(
      'http://inside.example/ could not be fetched: inside.example has no public address.',
    );
    for (const url of [
      `http://127.0.0.1:${port}/`,
      'http://127.0.0.1/',
      'http://localhost/',
      'http://[::1]/',
      'http://10.0.0.1/',
    ])
      await refusalOf(http.get(url));
    expect(asked).toEqual([]);
  });

  it('a publisher that fails is asked again, and then given up', async () => {
    answer = (_, response) => response.writeHead(asked.length < 3 ? 502 : 200).end('ok');
    expect((await open().get(PAGE)).bytes.toString()).toBe('ok');
    expect(waited).toEqual([1_000, 5_000]);
    answer = (_, response) => response.writeHead(500).end();
    expect((await refusalOf(open().get(PAGE))).message).toBe('https://www.sec.example/page could not be fetched: status 500.');
    answer = (_, response) => response.destroy();
    expect((await refusalOf(open().get(PAGE))).message).toMatch(
      /could not be fetched: the connection failed \(UND_ERR_SOCKET\)\.$/,
    );
  });

  it('an answer that never comes, or is too long, is given up', async () => {
    answer = () => undefined;
    const slow = await refusalOf(open({ timeoutMs: 200 }).get(PAGE));
    expect(slow.message).toBe(
      'https://www.sec.example/page could not be fetched: there was no complete answer within 0.2 seconds.',
    );
    answer = (_, response) => response.end('x'.repeat(2_000));
    expect((await refusalOf(open().get(PAGE, { maxBytes: 1_000 }))).message).toContain('longer than 1000 bytes');
  });

  test.each([
    [403, {}, 10, /refused the request with status 403\. It may refuse the contact address/],
    [403, { 'retry-after': '3600' }, 60, /403/],
    [403, { 'retry-after': '1' }, 10, /403/],
    [429, { 'retry-after': '120' }, 2, /^www\.sec\.example wants fewer requests \(status 429\)\.$/],
    [429, {}, 10, /429/],
    [503, { 'retry-after': 'Sun, 29 Nov 2026 13:00:00 GMT' }, 60, /^www\.sec\.example is not available now \(status 503\)\.$/],
  ])('status %i with %j stops the source for %i minutes', async (status, headers, minutes, message) => {
    answer = (_, response) => response.writeHead(status, headers).end('<html>');
    for (const work of [open().get(PAGE), open().download(ZIP, LIMIT)]) {
      const refusal = await refusalOf(work);
      expect(refusal.message).toMatch(message);
      expect(refusal.retryAt?.getTime()).toBe(NOW.getTime() + minutes * 60_000);
    }
    expect(waited).toEqual([]);
  });

  it('a reader may take a refusal as an answer, and judges any host of its own', async () => {
    answer = (_, response) => response.writeHead(403).end('<Code>AccessDenied</Code>');
    const accepts = ({ bytes }: { readonly bytes: Buffer }) => bytes.includes('AccessDenied');
    expect((await open().get(PAGE, { accepts })).status).toBe(403);
    expect((await open({ manifest: { ...MANIFEST, hosts: null } }).get('http://any.example/')).status).toBe(403);
  });

  it('a run that is stopped throws its own reason', async () => {
    const controller = new AbortController();
    const reason = new Error('the lease is lost');
    answer = () => controller.abort(reason);
    await expect(open({ signal: controller.signal }).get(PAGE)).rejects.toBe(reason);
    await expect(open({ signal: controller.signal }).download(ZIP, LIMIT)).rejects.toBe(reason);
  });
});

describe('a download', () => {
  const content = randomBytes(300_000);
  const LAST_MODIFIED = 'Thu, 09 Jul 2026 10:00:00 GMT';

  /** A publisher that knows ranges. @param cutAfter bytes of each answer, as long as there are some */
  function publisher(file: Buffer, etag: string | null, cutAfter: number[] = []): Answer {
    return ({ headers }, response) => {
      const validators: Record<string, string> = { 'last-modified': LAST_MODIFIED, ...(etag === null ? {} : { etag }) };
      const isSame = etag === null ? headers['if-modified-since'] === LAST_MODIFIED : headers['if-none-match'] === etag;
      if (isSame) return void response.writeHead(304, validators).end();
      const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
      const isRange = from > 0 && headers['if-range'] === (etag ?? LAST_MODIFIED);
      const body = isRange ? file.subarray(from) : file;
      response.writeHead(isRange ? 206 : 200, {
        ...validators,
        'content-length': body.length,
        ...(isRange ? { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` } : {}),
      });
      const cut = cutAfter.shift();
      if (cut === undefined) response.end(body);
      else response.write(body.subarray(0, cut), () => void stored(from + cut).then(() => response.destroy()));
    };
  }
  const filesIn = async () =>
    (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  /** Resolves once a part has as many bytes: what is cut earlier may be lost on its way to the file. */
  async function stored(bytes: number): Promise<void> {
    for (;;) {
      const parts = (await filesIn()).filter(({ name }) => name.endsWith('.part'));
      for (const { parentPath, name } of parts)
        if ((await stat(join(parentPath, name)).catch(() => null))?.size === bytes) return;
      await sleep(5);
    }
  }
  const ranges = () => asked.map(({ headers }) => headers.range ?? null);

  it('the file keeps its name and the time of the publisher, in the folder of its source', async () => {
    answer = publisher(content, '"a"');
    const file = await open().download(ZIP, LIMIT);
    expect(await readFile(file.path)).toEqual(content);
    expect([file.bytes, file.lastModified]).toEqual([content.length, new Date(LAST_MODIFIED)]);
    expect(file.path).toMatch(new RegExp(`^${join(dataDir, 'open-sources', 'sec-form-d')}/[0-9a-f]{16}/2026q2_d\\.zip$`));
    expect(asked[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('a download that is cut is resumed where it ended, within one run', async () => {
    answer = publisher(content, '"a"', [100_000, 50_000]);
    const file = await open().download(ZIP, LIMIT);
    expect(await readFile(file.path)).toEqual(content);
    expect(ranges()).toEqual([null, 'bytes=100000-', 'bytes=150000-']);
    expect(paced).toHaveLength(3);
    expect(waited).toEqual([1_000, 1_000]);
  });

  it('another run resumes what a killed one had, and only if the publisher still has this file', async () => {
    answer = publisher(content, null, [100_000]);
    const controller = new AbortController();
    const wait = async () => controller.abort(new Error('killed'));
    await expect(open({ signal: controller.signal, wait }).download(ZIP, LIMIT)).rejects.toThrow('killed');
    asked = [];
    const other = randomBytes(200_000);
    answer = publisher(other, '"b"');
    const file = await open().download(ZIP, LIMIT);
    expect(ranges()).toEqual(['bytes=100000-']);
    expect(asked[0]?.headers['if-range']).toBe(LAST_MODIFIED);
    expect(await readFile(file.path)).toEqual(other);
  });

  it('a file that is whole is asked for only if it changed', async () => {
    answer = publisher(content, '"a"');
    const first = await open().download(ZIP, LIMIT);
    expect(await open().download(ZIP, LIMIT)).toEqual(first);
    expect(asked.at(-1)?.headers).toMatchObject({ 'if-none-match': '"a"', 'if-modified-since': LAST_MODIFIED });
    const newer = randomBytes(1_000);
    answer = publisher(newer, '"b"', [400]);
    expect(await readFile((await open().download(ZIP, LIMIT)).path)).toEqual(newer);
  });

  it('a file that was removed as unreadable is fetched again', async () => {
    answer = publisher(content, '"a"');
    const { path } = await open().download(ZIP, LIMIT);
    await removeDirectory(path);
    expect(await readFile((await open().download(ZIP, LIMIT)).path)).toEqual(content);
  });

  it('a publisher that answers ranges wrongly is asked for the whole file', async () => {
    const usual = publisher(content, '"a"', [100_000]);
    answer = (request, response) => {
      if (request.headers.range === undefined) usual(request, response);
      else response.writeHead(206, { etag: '"a"', 'content-range': `bytes 0-9/${content.length}` }).end('0123456789');
    };
    expect(await readFile((await open().download(ZIP, LIMIT)).path)).toEqual(content);
    expect(ranges()).toEqual([null, 'bytes=100000-', null]);
  });

  it('a weak tag does not let a part be resumed', async () => {
    const usual = publisher(content, 'W/"a"', [100_000]);
    answer = (request, response) => {
      response.removeHeader('last-modified');
      usual(request, response);
    };
    await open().download(ZIP, LIMIT);
    // The publisher compares with the tag alone, so it answers the whole file.
    expect(asked.at(-1)?.headers['if-range']).toBe(LAST_MODIFIED);
  });

  it('a download that brings nothing is given up with growing waits', async () => {
    answer = publisher(content, '"a"', [100_000, 0, 0, 0, 0, 0, 0, 0]);
    const { message } = await refusalOf(open().download(ZIP, LIMIT));
    expect(message).toMatch(/^https:\/\/www\.sec\.example\/files\/2026q2_d\.zip could not be fetched: /);
    expect(waited).toEqual([1_000, 5_000, 20_000, 60_000]);
  });

  it('a file above the limit is refused, announced or not, and leaves nothing', async () => {
    const small = { maxBytes: 200_000 };
    answer = publisher(content, '"a"');
    expect((await refusalOf(open().download(ZIP, small))).message).toBe(`${ZIP} is larger than 0 MB, which is the limit.`);
    answer = (_, response) => response.writeHead(200).end(content);
    expect((await refusalOf(open().download(ZIP, small))).message).toContain('larger than');
    expect(await filesIn()).toEqual([]);
  });

  it('an address that is gone is said at once', async () => {
    answer = (_, response) => response.writeHead(404).end();
    expect((await refusalOf(open().download(ZIP, LIMIT))).message).toBe(`${ZIP} could not be fetched: status 404.`);
    expect(waited).toEqual([]);
  });

  it('a disk that refuses the file is named as the cause', async () => {
    await writeFile(join(dataDir, 'open-sources'), 'a file where a folder belongs');
    answer = publisher(content, '"a"');
    expect((await refusalOf(open().download(ZIP, LIMIT))).message).toMatch(/could not be stored \(E\w+\)\.$/);
  });

  it('all files of a source are removed together', async () => {
    answer = publisher(content, '"a"');
    await open().download(ZIP, LIMIT);
    await open().removeFiles();
    expect(await filesIn()).toEqual([]);
  });
});
