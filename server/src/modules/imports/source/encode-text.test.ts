import { TextDecoder } from 'node:util';
import { describe, expect, it, test } from 'vitest';
import { encodeText } from './encode-text.ts';

const text = (label: string, bytes: Buffer) => new TextDecoder(label, { ignoreBOM: true }).decode(bytes);

describe('text in the encoding of a file', () => {
  test.each(['windows-1252', 'windows-1250', 'windows-1251', 'iso-8859-2', 'iso-8859-15', 'koi8-r', 'macintosh', 'ibm866'])(
    'every character of %s is written as it was read',
    (label) => {
      const all = text(label, Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)));
      const written = encodeText(all, { label, hasMark: false });
      expect(written).toHaveLength(256);
      expect(text(label, written)).toBe(all);
    },
  );

  test.each([
    ['shift_jis', '日本語 カナ ｶﾅ 株式会社'],
    ['gbk', '中文公司 €'],
    ['gb18030', '中文公司'],
    ['big5', '繁體中文'],
    ['euc-kr', '한국어 회사'],
    ['euc-jp', '日本語'],
    ['utf-8', 'Zürich 😀'],
    ['utf-16le', 'Zürich 😀'],
    ['utf-16be', 'Zürich 😀'],
  ])('text in %s is written as it was read', (label, written) =>
    expect(text(label, encodeText(written, { label, hasMark: false }))).toBe(written),
  );

  it('a mark stands once, before the text', () => {
    expect(encodeText('a', { label: 'utf-8', hasMark: true }, true)).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0x61]));
    expect(encodeText('a', { label: 'utf-8', hasMark: true })).toEqual(Buffer.from('a'));
    expect(encodeText('a', { label: 'utf-16be', hasMark: true }, true)).toEqual(Buffer.from([0xfe, 0xff, 0, 0x61]));
  });

  it('a character that the encoding lacks becomes a question mark, and no encoding loses ASCII', () => {
    expect(encodeText('a日z', { label: 'windows-1252', hasMark: false }).toString()).toBe('a?z');
    expect(encodeText('a,z', { label: null, hasMark: false }).toString()).toBe('a,z');
    expect(text('utf-8', encodeText('日', { label: 'iso-2022-jp', hasMark: false }, true))).toBe('\uFEFF日');
  });
});
