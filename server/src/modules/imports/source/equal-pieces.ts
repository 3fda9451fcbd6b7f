/** Bytes in pieces of one length, so that a file is always read in the same steps, wherever it comes from. */

const PIECE_BYTES = 64 * 1024;

export async function* inEqualPieces(source: AsyncIterable<Buffer>, length = PIECE_BYTES): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (bytes + rest.length >= length) {
      const cut = length - bytes;
      const piece = rest.subarray(0, cut);
      yield waiting.length === 0 ? piece : Buffer.concat([...waiting, piece]);
      rest = rest.subarray(cut);
      [waiting, bytes] = [[], 0];
    }
    if (rest.length === 0) continue;
    waiting.push(rest);
    bytes += rest.length;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
