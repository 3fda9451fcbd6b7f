/**
 * Names files that hold no text, by their first bytes: pictures, documents, archives, databases, programs. Every signature
 * here is one that no table of text begins with, so letters alone are not enough where they are short: a file whose first
 * column is called BMW is no picture. Pure.
 */

/** The number of bytes that are examined; a shorter file is examined whole. */
export const LOOKED_AT_BYTES = 4096;

export interface UnreadableFile {
  /** Continues "it is", such as `a picture (PNG)`. */
  readonly name: string;
  /** Advice, such as `save it as CSV`; null: nothing in particular. */
  readonly advice: string | null;
}

/** A text of single bytes, or bytes; null stands for any byte. */
type Pattern = string | readonly (number | null)[];
interface Signature {
  readonly at?: number;
  readonly bytes: Pattern;
  readonly name: string;
  readonly advice?: string;
}

const SAVE = 'save it as CSV';
const UNPACK = 'decompress it';
const VIDEO = 'a video or a sound';
const PROGRAM = 'a program';

const signatures: readonly Signature[] = [
  { bytes: '\x89PNG\r\n\x1a\n', name: 'a picture (PNG)' },
  { bytes: '\xff\xd8\xff', name: 'a picture (JPEG)' },
  { bytes: 'GIF87a', name: 'a picture (GIF)' },
  { bytes: 'GIF89a', name: 'a picture (GIF)' },
  { bytes: [...codes('RIFF'), null, null, null, null, ...codes('WEBP')], name: 'a picture (WebP)' },
  { bytes: [...codes('BM'), null, null, null, null, 0, 0, 0, 0], name: 'a picture (BMP)' },
  { bytes: 'II*\0', name: 'a picture (TIFF)' },
  { bytes: 'MM\0*', name: 'a picture (TIFF)' },
  { bytes: '\0\0\x01\0', name: 'a picture (icon)' },
  { bytes: '8BPS\0', name: 'a picture (Photoshop)' },
  ...['heic', 'heix', 'mif1', 'avif'].map((brand) => ({ at: 4, bytes: `ftyp${brand}`, name: 'a picture (HEIF or AVIF)' })),
  { bytes: '%PDF', name: 'a PDF' },
  { bytes: '%!PS-Adobe', name: 'a PostScript document' },
  { bytes: '{\\rtf', name: 'a Rich Text document', advice: SAVE },
  { bytes: '\xd0\xcf\x11\xe0', name: 'an old Office document', advice: SAVE },
  { bytes: 'PK\x03\x04', name: 'a ZIP archive or an Excel workbook', advice: SAVE },
  { bytes: 'PK\x05\x06', name: 'an empty ZIP archive' },
  { bytes: 'PK\x07\x08', name: 'a part of a ZIP archive', advice: SAVE },
  { bytes: '\x28\xb5\x2f\xfd', name: 'compressed with zstd', advice: UNPACK },
  { bytes: [...codes('BZh'), null, ...codes('1AY&SY')], name: 'compressed with bzip2', advice: UNPACK },
  { bytes: '\xfd7zXZ\0', name: 'compressed with xz', advice: UNPACK },
  { bytes: '\x04\x22\x4d\x18', name: 'compressed with lz4', advice: UNPACK },
  { bytes: '\x1f\x9d', name: 'compressed with compress', advice: UNPACK },
  { bytes: '7z\xbc\xaf\x27\x1c', name: 'a 7z archive', advice: UNPACK },
  { bytes: 'Rar!\x1a\x07', name: 'a RAR archive', advice: UNPACK },
  { at: 257, bytes: 'ustar', name: 'a tar archive', advice: 'unpack it' },
  { bytes: 'SQLite format 3\0', name: 'a SQLite database', advice: SAVE },
  { at: 4, bytes: 'Standard Jet DB\0', name: 'an Access database', advice: SAVE },
  { at: 4, bytes: 'Standard ACE DB\0', name: 'an Access database', advice: SAVE },
  { bytes: 'PAR1', name: 'a Parquet file', advice: 'save it as CSV or JSONL' },
  { bytes: 'Obj\x01', name: 'an Avro file', advice: 'save it as CSV or JSONL' },
  { bytes: 'ARROW1\0\0', name: 'an Arrow file', advice: 'save it as CSV or JSONL' },
  { bytes: '\x89HDF\r\n\x1a\n', name: 'an HDF5 file', advice: 'save it as CSV or JSONL' },
  { bytes: '\x7fELF', name: PROGRAM },
  { bytes: [...codes('MZ'), null, 0], name: PROGRAM },
  { bytes: '\xcf\xfa\xed\xfe', name: PROGRAM },
  { bytes: '\xce\xfa\xed\xfe', name: PROGRAM },
  { bytes: '\xca\xfe\xba\xbe', name: PROGRAM },
  { bytes: '\0asm', name: PROGRAM },
  { at: 4, bytes: 'ftyp', name: VIDEO },
  { bytes: '\x1a\x45\xdf\xa3', name: VIDEO },
  { bytes: [...codes('RIFF'), null, null, null, null, ...codes('AVI ')], name: VIDEO },
  { bytes: [...codes('RIFF'), null, null, null, null, ...codes('WAVE')], name: VIDEO },
  { bytes: 'OggS\0', name: VIDEO },
  { bytes: 'fLaC\0', name: VIDEO },
  { bytes: [...codes('ID3'), null, 0], name: VIDEO },
  { bytes: '\xff\xfe\0\0', name: 'written in UTF-32', advice: 'save it as UTF-8' },
  { bytes: '\0\0\xfe\xff', name: 'written in UTF-32', advice: 'save it as UTF-8' },
];

const NO_TEXT: UnreadableFile = { name: 'not text', advice: null };
/** Tab, line ends, form feeds, and the escape of terminals. */
const USUAL_CONTROLS = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);
/** Fewer control characters are a slip in some cell, which is reported with its line. */
const FEW_CONTROLS = 4;
const MOST_CONTROLS = 0.05;

/** @param head the first bytes, at best `LOOKED_AT_BYTES` @returns null: it may be text, or gzip */
export function unreadableFileOf(head: Uint8Array): UnreadableFile | null {
  if (isGzip(head)) return null;
  const found = signatures.find(({ at = 0, bytes }) => matches(head, at, typeof bytes === 'string' ? codes(bytes) : bytes));
  if (found !== undefined) return { name: found.name, advice: found.advice ?? null };
  return looksLikeText(head.subarray(0, LOOKED_AT_BYTES)) ? null : NO_TEXT;
}

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** A ZIP archive with files, which an Excel workbook is too. */
export function isZip(head: Uint8Array): boolean {
  return matches(head, 0, codes('PK\x03\x04'));
}

/** Word, Excel and PowerPoint wrote them until 2007, and write workbooks with a password in the same container. */
export function isOldOffice(head: Uint8Array): boolean {
  return matches(head, 0, codes('\xd0\xcf\x11\xe0'));
}

/** Text has next to no control characters, in single bytes as in UTF-16. */
function looksLikeText(sample: Uint8Array): boolean {
  const order = utf16OrderOf(sample);
  const letters = order === null ? [...sample] : unitsOf(sample, order);
  const controls = letters.filter((code) => code < 0x20 && !USUAL_CONTROLS.has(code)).length;
  return controls <= FEW_CONTROLS || controls <= letters.length * MOST_CONTROLS;
}

/** @returns where the more significant byte of each unit is, 0 or 1; null: the text is of single bytes */
function utf16OrderOf(sample: Uint8Array): 0 | 1 | null {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 1;
  if (sample[0] === 0xfe && sample[1] === 0xff) return 0;
  const zerosAt = (parity: number) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  if (zerosAt(1) > sample.length / 4) return 1;
  return zerosAt(0) > sample.length / 4 ? 0 : null;
}

function unitsOf(sample: Uint8Array, order: 0 | 1): readonly number[] {
  const half = Math.floor(sample.length / 2);
  return Array.from({ length: half }, (_, index) => {
    const [high, low] = [sample[index * 2 + order] ?? 0, sample[index * 2 + 1 - order] ?? 0];
    return high * 256 + low;
  });
}

function matches(head: Uint8Array, at: number, bytes: readonly (number | null)[]): boolean {
  return bytes.every((byte, index) => head[at + index] !== undefined && (byte === null || head[at + index] === byte));
}

function codes(text: string): readonly number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}
