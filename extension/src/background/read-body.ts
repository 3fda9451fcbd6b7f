/**
 * The body of an answer as text, within limits: no more characters than a message may carry, valid
 * UTF-8 only, and a whole JSON value of sane depth. The value itself is never built here.
 */
import { MAX_ANSWER_LENGTH } from '@leadloom/shared/messages/limits';

export type BodyResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: 'too_large' | 'not_json' };

/** Real answers nest about 40 levels deep. */
const MAX_DEPTH = 200;

/** @throws what the stream throws: a lost connection, an abort */
export async function readJsonBody(body: ReadableStream<Uint8Array> | null, maxLength = MAX_ANSWER_LENGTH): Promise<BodyResult> {
  if (body === null) return { ok: false, code: 'not_json' };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = body.getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const decoded = decode(decoder, value);
      if (decoded === undefined) return { ok: false, code: 'not_json' };
      text += decoded;
      if (text.length > maxLength) return { ok: false, code: 'too_large' };
      if (done) break;
    }
  } finally {
    // Ends a stream we stop reading; for one that is read to its end it does nothing.
    void reader.cancel().catch(() => undefined);
  }
  return isWholeJsonValue(text) ? { ok: true, text } : { ok: false, code: 'not_json' };
}

/** The first characters of a refusal, in any encoding. Reads one chunk and cancels the stream. */
export async function readStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  try {
    const { value } = await reader.read();
    return value === undefined ? '' : new TextDecoder().decode(value.subarray(0, 2048));
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** No chunk means the end: the decoder must have complete characters only. */
function decode(decoder: TextDecoder, chunk: Uint8Array | undefined): string | undefined {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    return undefined;
  }
}

/**
 * Whether the text is one object or array that nests no deeper than the limit and is complete. Detects
 * incomplete and hostile answers in one pass without allocation; the parser checks the rest.
 */
export function isWholeJsonValue(text: string, maxDepth = MAX_DEPTH): boolean {
  let depth = 0;
  let index = skipSpace(text, 0);
  do {
    const character = text.charCodeAt(index);
    if (character === QUOTE) {
      index = endOfString(text, index);
      if (index < 0 || depth === 0) return false;
    } else if (character === OPEN_BRACE || character === OPEN_BRACKET) {
      depth += 1;
      if (depth > maxDepth) return false;
    } else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) {
      depth -= 1;
    }
    index += 1;
  } while (depth > 0 && index < text.length);
  const first = text.trimStart().charAt(0);
  return depth === 0 && (first === '{' || first === '[') && skipSpace(text, index) === text.length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The index of the quote that ends the string beginning at `start`, or -1. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

function skipSpace(text: string, start: number): number {
  let index = start;
  while (index < text.length && text.charCodeAt(index) <= 0x20) index += 1;
  return index;
}
