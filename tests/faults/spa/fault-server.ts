/** Cuts connections before or during a response, which request interception cannot do. Speaks just enough HTTP. */
import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '@leadloom/server/testing/loopback';

const PROMISED_BYTES = 4096;
/** Time for the beginning to arrive; a cut at once may overtake it. */
const CUT_AFTER_MS = 20;

export interface FaultServer {
  /** Sends the beginning of a good answer and closes: fewer bytes than its content-length says. */
  readonly halfBodyUrl: string;
  /** Resets the connection once the request is there. */
  readonly resetUrl: string;
  readonly close: () => Promise<void>;
}

export async function startFaultServer(): Promise<FaultServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The browser may already be gone.
    socket.on('error', () => undefined);
    socket.once('data', (request) => {
      if (request.toString('latin1').includes(' /half-body ')) sendHalf(socket);
      else socket.resetAndDestroy();
    });
  });
  const { origin, close } = await listenOnLoopback(server);
  return {
    halfBodyUrl: `${origin}/half-body`,
    resetUrl: `${origin}/reset`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await close();
    },
  };
}

function sendHalf(socket: Socket): void {
  socket.write(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${PROMISED_BYTES}\r\nconnection: close\r\n\r\n{"msg":"ha`,
  );
  setTimeout(() => socket.destroy(), CUT_AFTER_MS);
}
