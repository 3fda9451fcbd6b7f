import { anyCharacter } from '@leadloom/shared/testing/any-character';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decodeText } from './decode-text.ts';

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function decode(bytes: Buffer, { size = 7, encoding = null }: { size?: number; encoding?: string | null } = {}) {
  const decoded = decodeText(chunksOf(bytes, size), encoding);
  let text = '';
  for await (const part of decoded.text) text += part;
  return { text, isDamaged: decoded.isDamaged() };
}

const TEXT = 'name,city\nZoë Müller,Kraków\n日本,😀\n';
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('encodings', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT), TEXT],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), TEXT],
    ['UTF-16 with a mark, little-endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), TEXT],
    ['UTF-16 with a mark, big-endian', bigEndian(`\uFEFF${TEXT}`), TEXT],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le'), TEXT],
    ['UTF-16 without a mark, big-endian', bigEndian(TEXT), TEXT],
    ['Latin-1', Buffer.from('name,city\nZoë Müller,Málaga\n', 'latin1'), 'name,city\nZoë Müller,Málaga\n'],
    ['Windows-1252', Buffer.from([0x31, 0x80, 0x20, 0x93, 0x61, 0x94]), '1€ “a”'],
    ['ASCII', Buffer.from('name\nAcme\n'), 'name\nAcme\n'],
    ['nothing', Buffer.alloc(0), ''],
    ['one letter', Buffer.from('a'), 'a'],
    ['one letter of Latin-1', Buffer.from([0xe9]), 'é'],
    ['one letter of UTF-8', Buffer.from('é'), 'é'],
    ['a mark alone', Buffer.from([0xef, 0xbb, 0xbf]), ''],
    ['a replacement character that was meant', Buffer.from('a\uFFFDb'), 'a\uFFFDb'],
  ])('%s', async (_, bytes, text) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(await decode(bytes, { size })).toEqual({ text, isDamaged: false });
  });

  it('the operator’s encoding is used', async () => {
    const bytes = Buffer.from([0x61, 0xc3, 0xa9]);
    expect((await decode(bytes)).text).toBe('aé');
    expect((await decode(bytes, { encoding: 'windows-1252' })).text).toBe('aÃ©');
    expect(() => decodeText(chunksOf(bytes, 1), 'no-such-encoding')).toThrow(RangeError);
  });

  it('a text stays UTF-8 after invalid bytes, which are reported', async () => {
    const broken = Buffer.concat([Buffer.from('Zoë, Müller, Kraków, é'), Buffer.from([0xff]), Buffer.from('Ü')]);
    expect(await decode(broken, { size: 5 })).toEqual({ text: 'Zoë, Müller, Kraków, é\uFFFDÜ', isDamaged: true });
    expect(await decode(Buffer.from('Zoë').subarray(0, 3), { encoding: 'utf-8' })).toEqual({ text: 'Zo\uFFFD', isDamaged: true });
  });

  it('UTF-8 is detected, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.integer({ min: 1, max: 9 }), async (text, size) => {
        fc.pre(text.isWellFormed() && !text.includes('\0') && !text.startsWith('\uFEFF'));
        expect((await decode(Buffer.from(text), { size })).text).toBe(text);
      }),
    );
  });
});
