/** Decompresses bytes in the browser, piece by piece, with pauses for the page. */
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';
import { refuseBomb, tooLarge } from '@leadloom/shared/workbook/read/archive-rules';

/** Given to the decompressor at once: a few bytes may become a thousand times as many. */
const PIECE_BYTES = 16 * 1024;
/** The page may be busy as long without being slow to answer. */
const BUSY_MS = 30;

/** @throws {TypeError} from the browser for bytes that are damaged or cut off */
export async function* unpacked(
  packed: Uint8Array<ArrayBuffer>,
  format: 'gzip' | 'deflate-raw',
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const stream = new DecompressionStream(format);
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const feed = async () => {
    for (let at = 0; at < packed.length; at += PIECE_BYTES) await writer.write(packed.subarray(at, at + PIECE_BYTES));
    await writer.close();
  };
  // The reader gets the same error. Where nobody reads on, the decompressor waits, and is freed with all that belongs to it.
  feed().catch(() => undefined);
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** The whole content of a gzip file. @throws {UnreadableContent} */
export async function gunzipped(packed: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await joined(
      limited(unpacked(packed, 'gzip'), (bytes) => {
        refuseBomb(bytes, packed.length);
        if (bytes > maxBytes) throw tooLarge(maxBytes);
      }),
    );
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableContent('its gzip data is damaged or cut off', { cause: error }) : error;
  }
}

async function* limited(
  source: AsyncIterable<Uint8Array<ArrayBuffer>>,
  check: (bytes: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    check(bytes);
    yield chunk;
  }
}

export async function joined(source: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** A function to be awaited between pieces of work: it lets the page answer now and then, and ends what nobody waits for. */
export function createPause(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal.throwIfAborted();
    if (performance.now() - since < BUSY_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
    signal.throwIfAborted();
  };
}
