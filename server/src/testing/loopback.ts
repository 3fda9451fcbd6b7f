/** Servers on loopback, for tests, stand-ins and benchmarks. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

export interface LoopbackServer {
  readonly port: number;
  /** The origin for plain HTTP. */
  readonly origin: string;
  /** Ends open connections too, where the server speaks HTTP. */
  readonly close: () => Promise<void>;
}

/** A server of TCP, or of HTTP or HTTPS, which know their connections. */
type Listening = Server & { readonly closeAllConnections?: () => void };

/** @param port 0 takes any free one @throws when the port is taken */
export async function listenOnLoopback(server: Listening, port = 0): Promise<LoopbackServer> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections?.();
      }),
  };
}

/** @returns a port of loopback on which nobody listens at this moment */
export async function findFreePort(): Promise<number> {
  const { port, close } = await listenOnLoopback(createServer());
  await close();
  return port;
}
