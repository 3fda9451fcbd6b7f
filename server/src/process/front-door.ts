/**
 * The listening socket. It opens before anything else is started, so that a port in use is detected first and `/health`
 * responds from the first moment; requests are passed to the application once it is ready. Limits how long a client may
 * take, and how many connections clients may hold. When the server leaves, running requests may finish; meanwhile `/health` responds 503, so that load balancers send
 * no more requests here, and requests that still arrive are served.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Registry } from 'prom-client';
import { AppError } from '../http/app-error.ts';
import { isUploading } from '../http/long-upload.ts';
import { PROBLEM_TYPE, toProblem } from '../http/problem.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { type BodyLimits, watchBodies } from './body-watch.ts';
import { type ConnectionLimits, createConnections } from './connection-limits.ts';
import { StartError } from './start-error.ts';

const HEADERS_TIMEOUT_MILLISECONDS = 15_000;
/** Enough for a large profile on a slow connection; no client of ours needs more. */
const REQUEST_TIMEOUT_MILLISECONDS = 90_000;
/** Milliseconds without a byte in either direction. */
const IDLE_TIMEOUT_MILLISECONDS = 60_000;
const BODY_LIMITS: BodyLimits = { stall: 20_000, look: 2_000 };
const CONNECTION_LIMITS: ConnectionLimits = { total: 1_000, perAddress: 200, isProxy: () => false };
const KEEP_ALIVE_MILLISECONDS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** The time for requests that were running when the server was told to shut down, such as exports and uploads. */
const LEAVE_LIMIT_MILLISECONDS = 44_000;
/** The time for requests that arrived during the shutdown. */
const DRAIN_LIMIT_MILLISECONDS = 4_800;
const GRACE_MILLISECONDS = 250;
const POLL_MILLISECONDS = 20;
const LINGER_MILLISECONDS = 1_000;
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/health', '/api/v1/health']);
const STARTING = 'The server is starting. Please try again in a moment.';
const LEAVING = 'The server is stopping. Please try again in a moment.';
const FULL = 'The server has as many connections as it can hold. Please try again in a moment.';

type Headers = Readonly<Record<string, string>>;
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface FrontDoor {
  /** The actual port. */
  readonly port: number;
  /** Metrics of the connections, for `/metrics`. */
  readonly registry: Registry;
  /** Hands all further requests to the application. */
  serve(handler: RequestHandler): void;
  /**
   * Waits for running requests, at most 49 seconds. No more are accepted once those that were running at the start have
   * ended.
   */
  close(): Promise<void>;
}

interface FrontDoorOptions {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** The response of `/health` until the application serves requests. */
  readonly startingHealth: object;
  /** The response of `/health` once the server is shutting down. */
  readonly leavingHealth: object;
  readonly connections?: ConnectionLimits;
  readonly bodies?: BodyLimits;
}

/** @throws {StartError} naming the port and the setting if it cannot be opened */
export async function openFrontDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const { host, port, publicUrl, startingHealth, leavingHealth } = options;
  const connections = createConnections(options.connections ?? CONNECTION_LIMITS);
  const bodies = watchBodies(options.bodies ?? BODY_LIMITS);
  const headers = securityHeaders(publicUrl);
  let handler: RequestHandler = (request, response) =>
    answerUnavailable(request, response, headers, { health: startingHealth, message: STARTING });
  let closing: Promise<void> | null = null;
  const running = new Set<ServerResponse>();
  const sockets = new Set<Socket>();

  const onRequest: RequestHandler = (request, response) => {
    const { socket } = request;
    running.add(response);
    connections.begin(socket);
    bodies.add(request, () => {
      connections.noteStalledBody();
      if (response.headersSent) socket.destroy();
      else sendRefusal(socket, '408 Request Timeout', new AppError('REQUEST.TIMEOUT'), headers);
    });
    response.once('close', () => {
      running.delete(response);
      connections.end(socket);
      bodies.remove(request);
    });
    if (closing !== null) response.setHeader('connection', 'close');
    if (request.headers.host === undefined && request.httpVersion === '1.1') answerNameless(response, headers);
    else if (closing !== null && HEALTH_PATHS.has(request.url ?? ''))
      answerUnavailable(request, response, headers, { health: leavingHealth, message: LEAVING });
    else if (connections.isForHealth(socket) && !HEALTH_PATHS.has(request.url ?? ''))
      answerUnavailable(request, response, headers, { health: startingHealth, message: FULL });
    else handler(request, response);
  };
  const server = createServer(
    {
      // Node's own refusal of a request without Host has none of our headers.
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
    if (connections.admit(socket) === 'refused') {
      socket.destroy();
      return;
    }
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
      // Browsers open connections in advance; Node counts one that never sent a byte as busy.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, POLL_MILLISECONDS);
    await closed;
    clearTimeout(deadline);
    clearInterval(idle);
    bodies.stop();
    server.close();
  }

  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    registry: connections.registry,
    serve: (next) => {
      handler = next;
    },
    close: () => {
      closing ??= leave();
      return closing;
    },
  };
}

/** Resolves once all of them have ended, in any way, or the time is up. */
async function untilEnded(responses: readonly ServerResponse[], milliseconds: number): Promise<void> {
  const { promise: timeIsUp, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const ends = responses.map((response) => new Promise<void>((end) => response.once('close', end)));
  await Promise.race([Promise.all(ends), timeIsUp]);
  clearTimeout(timer);
}

/**
 * Stops listening. HTTP's own `close` also closes idle connections, on which the next request may already be arriving. They
 * get a moment for it, and are closed after its response.
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

/** Answers and closes the connection: an unread body would be taken for the next request. */
function answer(response: ServerResponse, status: number, headers: Headers, body: object): void {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, { ...headers, 'cache-control': 'no-store', 'content-length': length, connection: 'close' });
  response.end(text);
}

/**
 * Refuses input that is not HTTP and never becomes a request: it gets the same kind of response, and the connection is
 * closed.
 */
function refuse(error: Error, socket: Duplex, headers: Headers): void {
  const code = 'code' in error ? error.code : '';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return;
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, problem]: readonly [string, AppError] =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', new AppError('REQUEST.TIMEOUT')]
      : code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', new AppError('REQUEST.TOO_LARGE', { message: 'The headers are too large.' })]
        : ['400 Bad Request', new AppError('REQUEST.INVALID')];
  sendRefusal(socket, status, problem, headers);
}

/** Sends a refusal without Node's response object, which may be waiting for a body that does not come. */
function sendRefusal(socket: Duplex, status: string, problem: AppError, headers: Headers): void {
  const body = JSON.stringify(toProblem(problem, 'refused'));
  const lines = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  // A client that keeps its half open does not keep our socket.
  setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
