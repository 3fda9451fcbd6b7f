/**
 * The app's origin as the browser meets it: everything is passed on to the real server, except that
 * addresses beginning with `/app/bare` and `/bare` answer an empty page without any policy. On such a
 * page nothing but the extension's own walls can stop an attack.
 */
import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '@leadloom/server/testing/loopback';

export interface FrontDoor {
  readonly port: number;
  /** Everything the browser sent to the app's origin: addresses, headers and bodies, one text each. */
  readonly received: () => readonly string[];
  /** What an address of the bare kind shows instead of nothing, until `clear`. */
  readonly show: (path: string, html: string) => void;
  readonly clear: () => void;
  readonly close: () => Promise<void>;
}

const BARE = /^\/(?:app\/)?bare(?:[/?]|$)/;

/** @param serverPort where the real server listens on loopback */
export async function startFrontDoor(serverPort: number): Promise<FrontDoor> {
  let received: string[] = [];
  let shown = new Map<string, string>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    received.push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}`);
    if (BARE.test(request.url ?? '')) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      const content = shown.get(request.url ?? '') ?? '<body></body>';
      response.end(`<!doctype html><html lang="en"><title>Bare</title><link rel="icon" href="data:,">${content}</html>`);
      return;
    }
    const { method, url, headers } = request;
    const call = forward({ host: '127.0.0.1', port: serverPort, method, path: url, headers });
    call.end(body);
    const [answer]: IncomingMessage[] = await once(call, 'response');
    if (answer === undefined) throw new Error('the server did not answer');
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    port,
    received: () => [...received],
    show: (path, html) => {
      shown.set(path, html);
    },
    clear: () => {
      received = [];
      shown = new Map();
    },
    close,
  };
}
