/** A plain HTTPS client for tests: no redirects followed, no certificate checked, nothing decoded. */

import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { LinkedInStandIn } from './server.ts';

export interface StandInAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export const NORMALIZED = 'application/vnd.linkedin.normalized+json+2.1';

/** The headers of a signed-in reader. */
export function readerHeaders(standIn: LinkedInStandIn): Record<string, string> {
  const session = standIn.control.signIn();
  return {
    cookie: session.cookieHeader,
    'csrf-token': session.csrfToken,
    accept: NORMALIZED,
    'x-restli-protocol-version': '2.0.0',
    'x-li-lang': 'en_US',
  };
}

/**
 * @param address a path, or a whole address of the real host
 * @param limit stop reading after this many bytes; the connection is then cut
 * @throws when the connection breaks before the answer is complete
 */
export function ask(
  standIn: LinkedInStandIn,
  address: string,
  headers: Record<string, string> = readerHeaders(standIn),
  limit = Number.POSITIVE_INFINITY,
  method = 'GET',
  content?: string,
): Promise<StandInAnswer> {
  const path = address.replace(/^https:\/\/www\.linkedin\.com/, '');
  return new Promise((resolve, reject) => {
    const call = request({
      host: '127.0.0.1',
      port: standIn.port,
      path,
      method,
      headers,
      rejectUnauthorized: false,
      agent: false,
    });
    call.once('error', reject);
    call.once('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const done = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length < limit) return;
        response.off('error', reject);
        done();
        response.destroy();
      });
      response.once('error', reject);
      response.once('end', done);
    });
    call.end(content);
  });
}
