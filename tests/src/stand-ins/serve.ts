/** Serves a stand-in as plain HTTP on loopback. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type LoopbackServer, listenOnLoopback } from '@leadloom/server/testing/loopback';

/** A request that the stand-in fails to answer is cut off, and its error printed with the stand-in's name. */
export function serveStandIn(
  name: string,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  port: number,
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.destroy();
      process.stderr.write(`${name} stand-in: ${String(error)}\n`);
    });
  });
  return listenOnLoopback(server, port);
}
