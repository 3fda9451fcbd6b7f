/**
 * One connection to the server that stays open and sends one request at a time, with almost no work of its own between the
 * request and the last byte of the response, so that only the server is measured.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

/** An answer whose status is not 200. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(path: string, status: number, body: string) {
    super(`${path} answered ${status}: ${body}`);
    this.status = status;
  }
}

export interface KeepAliveConnection {
  /** Resolves with the body once all of it has arrived. @throws {RefusedError} unless the status is 200 */
  get(path: string): Promise<Buffer>;
  close(): void;
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** @param url without a path @param authorization the header */
export async function openConnection(url: string, authorization: string): Promise<KeepAliveConnection> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let received: Buffer[] = [];
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;

  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = null;
  };
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk);
    const answer = readAnswer(received);
    if (answer === 'not whole') return;
    received = [];
    if (answer === 'of unknown length') {
      socket.destroy(new Error('a response has no length'));
      return;
    }
    waiting?.resolve(answer);
    waiting = null;
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));

  return {
    get: async (path) => {
      if (socket.destroyed) throw new Error('the connection is closed');
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      waiting = { resolve, reject };
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n\r\n`);
      const { status, body } = await promise;
      if (status !== 200) throw new RefusedError(path, status, body.toString('utf8').slice(0, 300));
      return body;
    },
    close: () => socket.destroy(),
  };
}

/** Responses of lists have a content length. */
function readAnswer(chunks: readonly Buffer[]): Answer | 'not whole' | 'of unknown length' {
  const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return 'not whole';
  const head = bytes.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
  if (Number.isNaN(length)) return 'of unknown length';
  if (bytes.length < end + 4 + length) return 'not whole';
  return { status: Number(head.slice(9, 12)), body: bytes.subarray(end + 4) };
}
