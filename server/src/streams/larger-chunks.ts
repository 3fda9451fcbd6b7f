/** Joins small chunks of a stream, so that the next step runs less often. */

/** @param least how many bytes each has at least, apart from the last one */
export async function* inLargerChunks(source: AsyncIterable<Uint8Array>, least: number): AsyncGenerator<Buffer<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < least) continue;
    yield Buffer.concat(waiting);
    [waiting, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(waiting);
}
