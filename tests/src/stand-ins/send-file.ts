/** Answers with a file as publishers' servers do: with its length, time and tag, in part, or not again if it did not change. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface PublishedFile {
  readonly bytes: Buffer;
  readonly modified: Date;
  /** By default any bytes. */
  readonly type?: string;
}

/** @param cutAfter breaks the connection off behind so many bytes of the body */
export function sendFile(request: IncomingMessage, response: ServerResponse, file: PublishedFile, cutAfter?: number): void {
  const etag = `"${createHash('sha256').update(file.bytes).update(file.modified.toISOString()).digest('hex').slice(0, 16)}"`;
  const headers = {
    'content-type': file.type ?? 'application/octet-stream',
    'last-modified': file.modified.toUTCString(),
    'accept-ranges': 'bytes',
    etag,
  };
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, headers).end();
  const from = firstByte(request, { etag, modified: headers['last-modified'] });
  if (from === null) return void send(response, { status: 200, headers, body: file.bytes, cutAfter });
  if (from.start >= file.bytes.length)
    return void response.writeHead(416, { ...headers, 'content-range': `bytes */${file.bytes.length}` }).end();
  const end = Math.min(from.end, file.bytes.length - 1);
  const range = { 'content-range': `bytes ${from.start}-${end}/${file.bytes.length}` };
  send(response, { status: 206, headers: { ...headers, ...range }, body: file.bytes.subarray(from.start, end + 1), cutAfter });
}

/** null: the whole file is wanted, or has changed. */
function firstByte({ headers }: IncomingMessage, known: { readonly etag: string; readonly modified: string }) {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const condition = headers['if-range'];
  if (start === undefined || (condition !== undefined && condition !== known.etag && condition !== known.modified)) return null;
  return { start: Number(start), end: end === '' ? Number.POSITIVE_INFINITY : Number(end) };
}

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly cutAfter: number | undefined;
}

function send(response: ServerResponse, { status, headers, body, cutAfter }: Sent): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
  if (cutAfter === undefined || cutAfter >= body.length) return void response.end(body);
  response.write(body.subarray(0, cutAfter), () => setTimeout(() => response.destroy(), 20));
}
