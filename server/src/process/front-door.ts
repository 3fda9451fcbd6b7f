/**
 * The listening socket. It opens before anything else is started, so that a port in use is known first and
 * `/health` answers from the first moment; the application moves in once it is ready. Limits how long a
 * client may take. When the server leaves, it lets running requests end; meanwhile `/health` answers 503, so that a
 * balancer sends nobody here any more, and whoever comes all the same is served.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../http/app-error.ts';
import { isUploading } from '../http/long-upload.ts';
import { PROBLEM_TYPE, toProblem } from '../http/problem.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { StartError } from './start-error.ts';

const HEADERS_TIMEOUT_MILLISECONDS = 15_000;
/** A large profile on a slow line takes its time; more than this is no client of ours. */
const REQUEST_TIMEOUT_MILLISECONDS = 90_000;
/** Without a byte in either direction. */
const IDLE_TIMEOUT_MILLISECONDS = 60_000;
const KEEP_ALIVE_MILLISECONDS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** For what was running when the server was told to leave, such as exports and uploads. */
const LEAVE_LIMIT_MILLISECONDS = 44_000;
/** For what came meanwhile. */
const DRAIN_LIMIT_MILLISECONDS = 4_800;
const GRACE_MILLISECONDS = 250;
const POLL_MILLISECONDS = 20;
const LINGER_MILLISECONDS = 1_000;
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/health', '/api/v1/health']);
const STARTING = 'The server is starting. Please try again in a moment.';
const LEAVING = 'The server is stopping. Please try again in a moment.';

type Headers = Readonly<Record<string, string>>;
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface FrontDoor {
  /** The port in fact listened on. */
  readonly port: number;
  /** Hands all further requests to the application. */
  serve(handler: RequestHandler): void;
  /** Waits for running requests, at most 49 seconds. Accepts nothing more once those of the beginning have ended. */
  close(): Promise<void>;
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** What `/health` answers until the application serves requests. */
  readonly startingHealth: object;
  /** What it answers once the server leaves. */
  readonly leavingHealth: object;
}

/** @throws {StartError} naming the port and the setting when it cannot be listened on */
export async function openFrontDoor({ host, port, publicUrl, startingHealth, leavingHealth }: Address): Promise<FrontDoor> {
  const headers = securityHeaders(publicUrl);
  let handler: RequestHandler = (request, response) =>
    answerUnavailable(request, response, headers, { health: startingHealth, message: STARTING });
  let closing: Promise<void> | null = null;
  const running = new Set<ServerResponse>();
  const sockets = new Set<Socket>();

  const onRequest: RequestHandler = (request, response) => {
    running.add(response);
    response.once('close', () => running.delete(response));
    if (closing !== null) response.setHeader('connection', 'close');
    if (request.headers.host === undefined && request.httpVersion === '1.1') answerNameless(response, headers);
    else if (closing !== null && HEALTH_PATHS.has(request.url ?? ''))
      answerUnavailable(request, response, headers, { health: leavingHealth, message: LEAVING });
    else handler(request, response);
  };
  const server = createServer(
    {
      // Node's own refusal of a request without Host carries none of our headers.
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MILLISECONDS,
      requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    onRequest,
  );
  server.timeout = IDLE_TIMEOUT_MILLISECONDS;
  server.on('checkExpectation', onRequest);
  server.on('clientError', (error, socket) => refuse(error, socket, headers));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server, host, port);

  async function leave(): Promise<void> {
    for (const response of running) if (!response.headersSent) response.setHeader('connection', 'close');
    await untilEnded([...running], LEAVE_LIMIT_MILLISECONDS);
    const closed = new Promise<void>((resolve) => stopListening(server, resolve));
    const graceEnds = Date.now() + GRACE_MILLISECONDS;
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MILLISECONDS);
    const idle = setInterval(() => {
      if (Date.now() < graceEnds) return;
      server.closeIdleConnections();
      // Browsers open connections ahead of need; one that never sent a byte counts as busy there.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, POLL_MILLISECONDS);
    await closed;
    clearTimeout(deadline);
    clearInterval(idle);
    server.close();
  }

  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    serve: (next) => {
      handler = next;
    },
    close: () => {
      closing ??= leave();
      return closing;
    },
  };
}

/** Resolves once all of them have ended, in whatever way, or the time is up. */
async function untilEnded(responses: readonly ServerResponse[], milliseconds: number): Promise<void> {
  const { promise: timeIsUp, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const ends = responses.map((response) => new Promise<void>((end) => response.once('close', end)));
  await Promise.race([Promise.all(ends), timeIsUp]);
  clearTimeout(timer);
}

/**
 * HTTP's own `close` also cuts idle connections, on which the next request may be on its way already. They
 * get a moment to bring it, and are closed with its answer.
 */
function stopListening(server: Server, onClosed: () => void): void {
  NetServer.prototype.close.call(server, onClosed);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new StartError(explainListen(error, host, port), { cause: error })));
    server.listen({ host, port, backlog: 1024 }, resolve);
  });
}

function explainListen(error: Error, host: string, port: number): string {
  const code = 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') return `PORT: port ${port} on ${host} is in use by another program. Stop it or set PORT.`;
  if (code === 'EACCES') return `PORT: port ${port} may not be opened by this user. Set PORT to 1024 or more.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST: ${host} is not an address of this machine.`;
  return `HOST, PORT: cannot listen on ${host}:${port} (${error.message}).`;
}

interface Unavailable {
  readonly health: object;
  readonly message: string;
}

function answerUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Headers,
  { health, message }: Unavailable,
): void {
  const isHealth = request.url === '/health';
  const body = isHealth ? health : toProblem(new AppError('SERVER.UNAVAILABLE', { message }), 'unavailable');
  const type = isHealth ? 'application/json; charset=utf-8' : PROBLEM_TYPE;
  answer(response, 503, { ...headers, 'content-type': type, 'retry-after': '1' }, body);
}

function answerNameless(response: ServerResponse, headers: Headers): void {
  const nameless = new AppError('REQUEST.INVALID', { message: 'The Host header is missing.' });
  answer(response, 400, { ...headers, 'content-type': PROBLEM_TYPE }, toProblem(nameless, 'refused'));
}

/** Ends the connection too: an unread body would be taken for the next request. */
function answer(response: ServerResponse, status: number, headers: Headers, body: object): void {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, { ...headers, 'cache-control': 'no-store', 'content-length': length, connection: 'close' });
  response.end(text);
}

/** What is no HTTP never becomes a request; it gets the same kind of answer as one, and the connection ends. */
function refuse(error: Error, socket: Duplex, headers: Headers): void {
  const code = 'code' in error ? error.code : '';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return;
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, problem] =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', new AppError('REQUEST.TIMEOUT')]
      : code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', new AppError('REQUEST.TOO_LARGE', { message: 'The headers are too large.' })]
        : ['400 Bad Request', new AppError('REQUEST.INVALID')];
  const body = JSON.stringify(toProblem(problem, 'refused'));
  const lines = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  // A client that keeps its half open keeps no socket of ours.
  setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
