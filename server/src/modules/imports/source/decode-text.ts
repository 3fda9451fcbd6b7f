/**
 * Decodes bytes to text. A byte order mark determines the encoding. Without one, the first bytes that are not
 * ASCII do: if they are not valid UTF-8, the text is Windows-1252, which includes Latin-1. The decision waits
 * until then, so a stream is never read twice.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import type { TextEncoding } from './encode-text.ts';

const REPLACEMENT = '\uFFFD';
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT);
const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
/** The longest UTF-8 character, without its first byte. */
const LONGEST_TAIL = 3;

export interface DecodedText {
  readonly text: AsyncIterable<string>;
  /** Whether some bytes so far were invalid in the encoding; U+FFFD replaces them. */
  readonly isDamaged: () => boolean;
  /** The encoding as far as the text is read. */
  readonly encoding: () => TextEncoding;
}

/**
 * @param encoding a label such as `windows-1252` or `utf-16le`; null: detect it
 * @throws {RangeError} for an unknown label
 */
export function decodeText(bytes: AsyncIterable<Buffer>, encoding: string | null): DecodedText {
  let isDamaged = false;
  let hasMark = false;
  let decoder = encoding === null ? null : new TextDecoder(encoding);

  function decode(chosen: TextDecoder, chunk: Buffer, stream: boolean): string {
    const text = chosen.decode(chunk, { stream });
    if (text.includes(REPLACEMENT) && countOf(text) > countOfBytes(chunk)) isDamaged = true;
    return text;
  }

  async function* read(): AsyncGenerator<string> {
    let held: Buffer = Buffer.alloc(0);
    let isFirst = true;
    for await (const chunk of bytes) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      // Two bytes identify every mark except that of UTF-8, which may arrive byte by byte.
      if (isFirst && bytes.length < 4) {
        held = bytes;
        continue;
      }
      if (isFirst) {
        decoder ??= decoderByMark(bytes);
        hasMark = beginsWithMark(bytes, decoder);
      }
      isFirst = false;
      const rest = decoder === null ? undecidedTail(bytes) : 0;
      held = Buffer.from(bytes.subarray(bytes.length - rest));
      const ready = bytes.subarray(0, bytes.length - rest);
      if (decoder === null && !isAscii(ready)) decoder = new TextDecoder(isRatherUtf8(bytes) ? 'utf-8' : 'windows-1252');
      if (decoder === null) yield ready.toString('latin1');
      else {
        const whole = held.length === 0 ? ready : bytes;
        held = Buffer.alloc(0);
        yield decode(decoder, whole, true);
      }
    }
    decoder ??= (isFirst ? decoderByMark(held) : null) ?? new TextDecoder(isRatherUtf8(held) ? 'utf-8' : 'windows-1252');
    yield decode(decoder, held, false);
  }

  return { text: read(), isDamaged: () => isDamaged, encoding: () => ({ label: decoder?.encoding ?? null, hasMark }) };
}

function beginsWithMark(bytes: Buffer, decoder: TextDecoder | null): boolean {
  return MARKS.some(([mark, encoding]) => encoding === decoder?.encoding && startsWith(bytes, mark));
}

function startsWith(bytes: Buffer, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

function decoderByMark(head: Buffer): TextDecoder | null {
  const marked = MARKS.find(([mark]) => startsWith(head, mark));
  if (marked !== undefined) return new TextDecoder(marked[1]);
  // Text without a mark in which every other byte is zero is UTF-16.
  const sample = head.subarray(0, 1024);
  const zeros = [0, 1].map((parity) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length);
  if ((zeros[1] ?? 0) > sample.length / 4) return new TextDecoder('utf-16le');
  return (zeros[0] ?? 0) > sample.length / 4 ? new TextDecoder('utf-16be') : null;
}

/** The number of bytes at the end that could be the beginning of a character. */
function undecidedTail(bytes: Buffer): number {
  let length = 0;
  while (length < LONGEST_TAIL && length < bytes.length && (bytes[bytes.length - 1 - length] ?? 0) >= 0x80) length += 1;
  return length;
}

/** Text in another encoding contains almost no valid UTF-8; UTF-8 with a broken character is mostly valid. */
function isRatherUtf8(bytes: Buffer): boolean {
  for (let tail = 0; tail <= LONGEST_TAIL && tail < bytes.length; tail += 1) {
    const whole = bytes.subarray(0, bytes.length - tail);
    if (isUtf8(whole) && !isAscii(whole)) return true;
  }
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  const broken = countOf(text);
  return (text.match(/[^\0-\x7f]/gu)?.length ?? 0) - broken > broken;
}

function countOf(text: string): number {
  return text.split(REPLACEMENT).length - 1;
}

function countOfBytes(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(REPLACEMENT_BYTES); at >= 0; at = bytes.indexOf(REPLACEMENT_BYTES, at + 3)) count += 1;
  return count;
}
