import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { openBytes } from './open-bytes.ts';

async function* chunksOf(bytes: Buffer, size = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function open(bytes: Buffer, { size = 1000, mustBeGzip = false } = {}): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of openBytes(chunksOf(bytes, size), { mustBeGzip })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const TEXT = 'name\n'.concat('Acme\n'.repeat(5000));

describe('compressed files', () => {
  it('compressed files are recognised by their first bytes', async () => {
    for (const size of [1, 1000]) {
      expect(await open(Buffer.from(TEXT), { size })).toBe(TEXT);
      expect(await open(gzipSync(TEXT), { size })).toBe(TEXT);
    }
    expect(await open(Buffer.alloc(0))).toBe('');
  });

  it('a gzip file may have several members', async () => {
    expect(await open(Buffer.concat([gzipSync('a\n'), gzipSync('b\n')]))).toBe('a\nb\n');
  });

  it('a file that should be gzip and is not is refused', async () => {
    await expect(open(Buffer.from(TEXT), { mustBeGzip: true })).rejects.toThrow('should be gzip but is not');
  });

  it('a truncated or damaged gzip file is refused', async () => {
    const packed = gzipSync(TEXT);
    await expect(open(packed.subarray(0, packed.length - 9))).rejects.toThrow('damaged or cut off');
    const damaged = Buffer.from(packed);
    damaged.fill(0x55, 20, 60);
    await expect(open(damaged)).rejects.toThrow('damaged or cut off');
  });

  it('a file that is compressed twice is refused', async () => {
    await expect(open(gzipSync(gzipSync(TEXT)))).rejects.toThrow('compressed twice');
  });

  it('a file that decompresses to far more than a table would is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(150_000_000, 'a\n'));
    expect(bomb.length).toBeLessThan(200_000);
    await expect(open(bomb)).rejects.toThrow('300 times its size');
  });

  test.each([
    ['an old Office document', [0xd0, 0xcf, 0x11, 0xe0, 0xa1]],
    ['zstd', [0x28, 0xb5, 0x2f, 0xfd, 0x00]],
    ['bzip2', [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]],
    ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
    ['an empty ZIP archive', [0x50, 0x4b, 0x05, 0x06, 0x00]],
    ['a picture (GIF)', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
    ['a PDF', [0x25, 0x50, 0x44, 0x46, 0x2d]],
    ['a Parquet file', [0x50, 0x41, 0x52, 0x31, 0x15]],
    ['UTF-32', [0xff, 0xfe, 0x00, 0x00, 0x61]],
  ])('other formats are refused by name: %s', async (name, bytes) => {
    const file = Buffer.from([...bytes, 1, 2, 3]);
    await expect(open(file)).rejects.toThrow(name);
    await expect(open(gzipSync(file))).rejects.toThrow(name);
  });

  it('an error of the source is passed on', async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield gzipSync(TEXT).subarray(0, 40);
      throw new Error('the client went away');
    }
    const reading = async () => {
      for await (const _ of openBytes(failing(), { mustBeGzip: false }));
    };
    await expect(reading()).rejects.toThrow('the client went away');
  });
});
