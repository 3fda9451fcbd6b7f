import { describe, expect, it } from 'vitest';
import { isGzip, unreadableFileOf } from './unreadable-file.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string, isLittle: boolean) =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const code = letter.charCodeAt(0);
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  );
const of = (text: string) => unreadableFileOf(bytes(text));

describe('files that hold no text', () => {
  it.each([
    ['a picture (PNG)', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['a picture (JPEG)', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['a picture (GIF)', 'GIF89a\x01\0\x01\0'],
    ['a picture (WebP)', 'RIFF\x24\0\0\0WEBPVP8 '],
    ['a picture (BMP)', 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0'],
    ['a picture (TIFF)', 'II*\0\x08\0\0\0'],
    ['a picture (icon)', '\0\0\x01\0\x01\0\x10\x10'],
    ['a picture (HEIF or AVIF)', '\0\0\0\x18ftypheic'],
    ['a PDF', '%PDF-1.7\n'],
    ['a Rich Text document', '{\\rtf1\\ansi'],
    ['an old Office document', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['a ZIP archive or an Excel workbook', 'PK\x03\x04\x14\0'],
    ['an empty ZIP archive', `PK\x05\x06${'\0'.repeat(18)}`],
    ['compressed with zstd', '\x28\xb5\x2f\xfd\0'],
    ['compressed with bzip2', 'BZh91AY&SY'],
    ['compressed with xz', '\xfd7zXZ\0'],
    ['a 7z archive', '7z\xbc\xaf\x27\x1c'],
    ['a RAR archive', 'Rar!\x1a\x07\x01\0'],
    ['a tar archive', `${'companies.csv'.padEnd(257, '\0')}ustar\0`],
    ['a SQLite database', 'SQLite format 3\0\x10\0'],
    ['an Access database', '\0\x01\0\0Standard ACE DB\0'],
    ['a Parquet file', 'PAR1\x15\0'],
    ['a program', '\x7fELF\x02\x01'],
    ['a program', 'MZ\x90\0\x03\0\0\0'],
    ['a video or a sound', '\0\0\0\x18ftypmp42'],
    ['a video or a sound', 'ID3\x04\0\0'],
    ['written in UTF-32', '\xff\xfe\0\0a\0\0\0'],
    ['not text', '\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f'],
    ['not text', Array.from({ length: 200 }, (_, at) => `\0${String.fromCharCode(at % 7)}`).join('')],
  ])('%s is named', (name, head) => {
    expect(of(head)).toMatchObject({ name });
  });

  it.each([
    ['', 'nothing'],
    ['name,city\nA,Oslo\n', 'CSV'],
    ['BMW,Munich\nBMX,Lyon\n', 'a first cell like the beginning of a picture'],
    ['GIF,PNG,PDF\n', 'names of formats'],
    ['MZ,PK,BZh,ID3,Rar!,II,MM\n', 'beginnings of formats'],
    ['PARIS,1\n', 'a town'],
    ['RIFF,WAVE\n', 'words of formats'],
    ['name\tcity\r\n\x1b[1mA\x1b[0m\tx\r\n\x0c', 'tabs, escapes and form feeds'],
    ['name,city\nA\0,x\nB\0,y\n', 'two zero bytes'],
    ['[{"name":"A"}]', 'JSON'],
    ['Zo\xeb,M\xe1laga\n', 'Latin-1'],
    ['\xef\xbb\xbfname\n', 'UTF-8 with a mark'],
  ])('%j may be text: %s', (head) => {
    expect(of(head)).toBeNull();
  });

  it('UTF-16 is text, with and without a mark', () => {
    for (const isLittle of [true, false]) {
      for (const mark of ['', '\uFEFF']) expect(unreadableFileOf(utf16(`${mark}name,city\nÄcme,Köln\n`, isLittle))).toBeNull();
    }
  });

  it('gzip is told apart, because it may hold text', () => {
    expect(unreadableFileOf(bytes('\x1f\x8b\x08\0\0\0\0\0\0\0'))).toBeNull();
    expect(isGzip(bytes('\x1f\x8b\x08'))).toBe(true);
    expect(isGzip(bytes('name'))).toBe(false);
  });
});
