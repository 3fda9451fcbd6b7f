/** A TCP proxy that can be closed: it forwards to a local port, or refuses and closes every connection. */
import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '@leadloom/server/testing/loopback';

export interface Gate {
  readonly port: number;
  /** Closes all connections and accepts none until `open`. */
  readonly shut: () => void;
  readonly open: () => void;
  readonly close: () => Promise<void>;
}

export async function startGate(targetPort: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let isShut = false;

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Broken connections are the purpose here.
    socket.on('error', () => socket.destroy());
  }

  const server = createServer((near) => {
    if (isShut) return void near.resetAndDestroy();
    const far = connect(targetPort, '127.0.0.1');
    keep(near);
    keep(far);
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  const { port, close } = await listenOnLoopback(server);

  const breakOff = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port,
    shut: () => {
      isShut = true;
      breakOff();
    },
    open: () => {
      isShut = false;
    },
    close: () => {
      breakOff();
      return close();
    },
  };
}
