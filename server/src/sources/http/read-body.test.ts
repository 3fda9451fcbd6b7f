import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { readBody, UnreadableBody } from './read-body.ts';

const MAX_BYTES = 10_000;
const text = '{"name":"Zoë’s Bäckerei 🥐"}';

/** In pieces, as a network brings them. */
function bodyOf(bytes: Buffer, pieceBytes = 7): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  return Readable.from(pieces, { objectMode: false });
}

function read(bytes: Buffer, encoding: string | null, { maxBytes = MAX_BYTES, isStrict = true } = {}): Promise<string> {
  return readBody(bodyOf(bytes), { encoding, maxBytes, isStrict });
}

describe('a body', () => {
  test.each([
    [null, Buffer.from(text)],
    ['', Buffer.from(text)],
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    [' GZIP ', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
  ])('is read when it is packed as %j', async (encoding, bytes) => {
    expect(await read(bytes, encoding)).toBe(text);
  });

  test.each([
    ['plain', null, (length: number) => Buffer.alloc(length, 'a')],
    ['gzip', 'gzip', (length: number) => gzipSync(Buffer.alloc(length))],
    ['Brotli', 'br', (length: number) => brotliCompressSync(Buffer.alloc(length))],
    ['deflate', 'deflate', (length: number) => deflateSync(Buffer.alloc(length))],
  ])('may be as long as the limit and no longer, unpacked: %s', async (_, encoding, pack) => {
    expect(await read(pack(MAX_BYTES), encoding)).toHaveLength(MAX_BYTES);
    await expect(read(pack(MAX_BYTES + 1), encoding)).rejects.toThrow('longer than 10000 bytes');
  });

  it('a body that decompresses to too much is not read to its end', async () => {
    const bomb = bodyOf(gzipSync(Buffer.alloc(50_000_000)), 100);
    await expect(readBody(bomb, { encoding: 'gzip', maxBytes: MAX_BYTES, isStrict: true })).rejects.toThrow('longer than');
    expect(bomb.destroyed).toBe(true);
  });

  test.each([
    ['gzip that is cut', 'gzip', gzipSync(text).subarray(0, -9)],
    ['Brotli that is cut', 'br', brotliCompressSync(text).subarray(0, -3)],
    ['no gzip at all', 'gzip', Buffer.from(text)],
    ['no Brotli at all', 'br', Buffer.from(text)],
    ['gzip with another checksum', 'gzip', Buffer.concat([gzipSync(text).subarray(0, -8), Buffer.alloc(8)])],
    ['packed twice', 'gzip, gzip', gzipSync(gzipSync(text))],
    ['packed in an unknown way', 'zstd', Buffer.from(text)],
    ['Latin-1', null, Buffer.from('caf\xe9', 'latin1')],
    ['a surrogate in UTF-8', null, Buffer.from([0xed, 0xa0, 0x80])],
    ['half a character', null, Buffer.from('é').subarray(0, 1)],
  ])('is refused when it is %s', async (_, encoding, bytes) => {
    await expect(read(bytes, encoding)).rejects.toThrow(UnreadableBody);
  });

  it('a body may hold any bytes where only its words matter', async () => {
    expect(await read(Buffer.from('caf\xe9', 'latin1'), null, { isStrict: false })).toBe('caf\uFFFD');
  });

  it.each([null, 'gzip'])('a truncated body fails with the reason: compressed as %j', async (encoding) => {
    const bytes = encoding === null ? Buffer.from(text) : gzipSync(text);
    const body = Readable.from(
      (async function* () {
        yield bytes.subarray(0, 5);
        throw new Error('the line went dead');
      })(),
      { objectMode: false },
    );
    await expect(readBody(body, { encoding, maxBytes: MAX_BYTES, isStrict: true })).rejects.toThrow('the line went dead');
  });
});
