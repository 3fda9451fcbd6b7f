import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';

export type PublishedEncoding = 'utf-8' | 'iso-8859-1' | 'windows-1252';

/**
 * The text of a stream, piece by piece, without its byte order mark. U+FFFD stands where bytes are invalid. ISO-8859-1 is
 * read as Windows-1252, which has characters where the former has control codes.
 */
export async function* decodeText(stream: Readable, encoding: PublishedEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of stream) yield decoder.decode(chunk, { stream: true });
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
