/** Reads an export as fast as possible and discards it. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface ReadExport {
  /** The number of records that the server reported. */
  readonly rows: number;
  readonly bytes: number;
  readonly firstByteMilliseconds: number;
  readonly milliseconds: number;
}

/** @param url complete @throws {Error} unless the whole file arrived */
export async function readExport(url: string, authorization: string): Promise<ReadExport> {
  const start = performance.now();
  const request = get(url, { headers: { authorization } });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error(`${url} got no response`);
  if (response.statusCode !== 200)
    throw new Error(`${url} answered ${response.statusCode}: ${(await text(response)).slice(0, 300)}`);
  let bytes = 0;
  let firstByteMilliseconds = Number.NaN;
  response.on('data', (chunk: Buffer) => {
    if (bytes === 0) firstByteMilliseconds = performance.now() - start;
    bytes += chunk.length;
  });
  await once(response, 'end');
  if (!response.complete) throw new Error(`${url} ended early`);
  const rows = Number(response.headers['x-export-rows']);
  return { rows, bytes, firstByteMilliseconds, milliseconds: performance.now() - start };
}
