/**
 * A host that must never receive a request: HTTP and HTTPS on loopback, which records each request. It answers
 * every origin and every method with open arms, so that a request that arrives was stopped by nothing.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { listenOnLoopback } from '@leadloom/server/testing/loopback';
import { localCertificate } from './linkedin/certificate.ts';

export interface HostileRequest {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly scheme: 'http' | 'https';
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The first 64 KiB of the body. */
  readonly body: string;
}

export interface HostileHost {
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly httpOrigin: string;
  readonly httpsOrigin: string;
  /** Maps a name to this host, for Chromium's `--host-resolver-rules`. */
  readonly resolverRules: (hostName: string) => string;
  readonly requests: () => readonly HostileRequest[];
  readonly clear: () => void;
  readonly close: () => Promise<void>;
}

const KEPT_BODY_BYTES = 64 * 1024;
const KEPT_REQUESTS = 10_000;

export async function startHostileHost(): Promise<HostileHost> {
  let requests: HostileRequest[] = [];

  const answering = (scheme: HostileRequest['scheme']) => (request: IncomingMessage, response: ServerResponse) => {
    record(request, scheme).catch(() => response.destroy());
    const origin = request.headers.origin ?? '*';
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'access-control-allow-methods': '*',
    });
    response.end('{"data":{},"included":[]}');
  };

  async function record(request: IncomingMessage, scheme: HostileRequest['scheme']): Promise<void> {
    const entry = {
      time: Date.now(),
      scheme,
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: '',
    };
    // The request is recorded before its body is read: one that breaks off still arrived.
    if (requests.length < KEPT_REQUESTS) requests.push(entry);
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      if (length < KEPT_BODY_BYTES) chunks.push(bytes);
      length += bytes.length;
    }
    entry.body = Buffer.concat(chunks).subarray(0, KEPT_BODY_BYTES).toString('utf8');
  }

  const open = await listenOnLoopback(createServer({ requestTimeout: 30_000 }, answering('http')));
  const certificate = await localCertificate();
  const secure = await listenOnLoopback(createSecureServer({ ...certificate, requestTimeout: 30_000 }, answering('https')));
  const { port: httpPort } = open;
  const { port: httpsPort } = secure;

  return {
    httpPort,
    httpsPort,
    httpOrigin: open.origin,
    httpsOrigin: `https://127.0.0.1:${httpsPort}`,
    resolverRules: (hostName) => `MAP ${hostName}:80 127.0.0.1:${httpPort},MAP ${hostName}:443 127.0.0.1:${httpsPort}`,
    requests: () => [...requests],
    clear: () => {
      requests = [];
    },
    close: async () => {
      await Promise.all([open.close(), secure.close()]);
    },
  };
}
