/**
 * Cancels what a connection is doing, over a connection of its own, as PostgreSQL's protocol provides. Unlike
 * `pg_cancel_backend`, it also reaches the right process behind a connection pooler and on a replica.
 */
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type pg from 'pg';
import { z } from 'zod';

/** Codes of the two messages that may begin a connection instead of a login. */
const TLS_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;
const TLS_ACCEPTED = 'S'.charCodeAt(0);
/** PgBouncer keeps a request for up to ten seconds. */
const LIMIT_MILLISECONDS = 15_000;

/** The driver knows both since it connected, though its types do not. */
const keySchema = z.object({ processID: z.int(), secretKey: z.int() });

/** Resolves once the request was taken, so that later statements of the connection are not affected. Never rejects. */
export async function cancelQuery(client: pg.Client): Promise<void> {
  const { host, port } = client;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const limit = setTimeout(() => socket.destroy(), LIMIT_MILLISECONDS);
  try {
    await once(socket, 'connect');
    await sendCancelRequest(await secured(socket, client), client);
  } catch {
    // A statement whose server cannot be reached has ended, or ends by its time limit.
  } finally {
    clearTimeout(limit);
    socket.destroy();
  }
}

async function sendCancelRequest(socket: Socket, client: pg.Client): Promise<void> {
  const { processID, secretKey } = keySchema.parse(client);
  const closed = once(socket, 'close');
  // The other side closes the connection. PgBouncer 1.18 dies of a client that does so first.
  socket.resume().write(message(CANCEL_REQUEST, processID, secretKey));
  await closed;
}

async function secured(socket: Socket, { ssl, host }: pg.Client): Promise<Socket> {
  const options: unknown = ssl;
  if (!options || host.startsWith('/')) return socket;
  const answered = once(socket, 'data');
  socket.write(message(TLS_REQUEST));
  const [answer]: unknown[] = await answered;
  if (!Buffer.isBuffer(answer) || answer[0] !== TLS_ACCEPTED) throw new Error('the server does not encrypt');
  const secure = connectTls({
    ...(isTlsOptions(options) ? options : {}),
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
  await once(secure, 'secureConnect');
  return secure;
}

function isTlsOptions(options: unknown): options is ConnectionOptions {
  return typeof options === 'object' && options !== null;
}

/** A message of the protocol: whole numbers of four bytes behind their length. */
function message(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * (numbers.length + 1));
  for (const [index, number] of [bytes.length, ...numbers].entries()) bytes.writeInt32BE(number, 4 * index);
  return bytes;
}
