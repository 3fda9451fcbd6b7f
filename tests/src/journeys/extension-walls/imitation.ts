/** A program that answers at the app's port while the app is stopped: any address is an empty page without a policy. */
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface Imitation {
  readonly close: () => Promise<void>;
}

/** @param port on loopback; it has to be free */
export async function startImitation(port: number): Promise<Imitation> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><html lang="en"><title>Imitation</title><link rel="icon" href="data:,"><body></body></html>');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
