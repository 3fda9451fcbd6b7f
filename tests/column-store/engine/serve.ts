/**
 * A ClickHouse for tests: `node serve.ts --home <folder with chdb> --dir <data> --port <port> [--user --password --engine-argument …]`.
 * It speaks the part of ClickHouse's HTTP interface that clients use, with a real engine behind it, in a process of its own that
 * can be killed. It prints one line once it listens.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { type Chdb, openChdb } from './chdb.ts';
import { type FrontRequest, readRequest } from './front-request.ts';

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    dir: { type: 'string' },
    port: { type: 'string', default: '0' },
    user: { type: 'string', default: 'default' },
    password: { type: 'string', default: '' },
    'engine-argument': { type: 'string', multiple: true, default: [] },
  },
});
if (values.home === undefined || values.dir === undefined) throw new Error('--home and --dir are needed');
const folder = values.dir;
const rows = join(folder, 'rows');
await mkdir(rows, { recursive: true });
const chdb = openChdb(values.home, join(folder, 'data'), values['engine-argument']);

const server = createServer((request, response) => {
  handle(chdb, request, response).catch((error: unknown) => {
    if (response.headersSent) response.destroy();
    else sendError(response, textOf(error));
  });
});
server.keepAliveTimeout = 10_000;
// On a busy machine a client may come late to a connection that it was told is open.
server.keepAliveTimeoutBuffer = 60_000;
server.requestTimeout = 0;
server.listen(Number(values.port), '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`listening ${typeof address === 'object' ? address?.port : ''} ${chdb.version}\n`);
});

async function handle(engine: Chdb, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = new URL(request.url ?? '/', 'http://engine');
  if (address.pathname === '/ping') return void response.end('Ok.\n');
  if (!isKnown(request, address)) {
    request.resume();
    return sendError(
      response,
      `Code: 516. DB::Exception: ${values.user}: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)`,
    );
  }
  const read = await readRequest(request, address, rows);
  const { id, text } = read.statement;
  const killed = /^\s*kill\s+query\s+where\s+query_id\s*=\s*'([^']+)'\s*$/i.exec(text)?.[1];
  if (killed !== undefined) {
    await engine.kill(killed);
    return void response.end();
  }
  // As a server does: only what reads ends with its caller, and only if that was asked for.
  const { settings } = read.statement;
  const endsWithCaller =
    Number(settings.get('readonly') ?? 0) > 0 && settings.get('cancel_http_readonly_queries_on_client_close') === '1';
  response.once('close', () => {
    if (!response.writableFinished && endsWithCaller) void engine.kill(id);
  });
  try {
    await send(engine, read, response);
  } finally {
    if (read.rowsFile !== null) await rm(read.rowsFile, { force: true });
  }
}

async function send(engine: Chdb, { statement, waitsForEnd, takesGzip }: FrontRequest, response: ServerResponse): Promise<void> {
  const tag = randomBytes(12).toString('base64url').slice(0, 16);
  let isStarted = false;
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    const waiting: Uint8Array[] = [];
    try {
      for await (const part of engine.run(statement)) {
        if (waitsForEnd) waiting.push(part);
        else if (part.length > 0) {
          isStarted = true;
          yield part;
        }
      }
      yield* waiting;
    } catch (error) {
      if (!isStarted) throw error;
      // The status was sent, so the answer itself has to say it.
      const said = `${withVersion(textOf(error))}\n`;
      yield Buffer.from(`\r\n__exception__\r\n${tag}\r\n${said}${Buffer.byteLength(said)} ${tag}\r\n__exception__\r\n`);
    }
  };
  const answer = parts();
  const first = await answer.next();
  response.setHeader('X-ClickHouse-Query-Id', statement.id);
  response.setHeader('X-ClickHouse-Exception-Tag', tag);
  response.setHeader('X-ClickHouse-Summary', '{}');
  const body = async function* () {
    if (first.done !== true) yield first.value;
    yield* answer;
  };
  if (takesGzip) response.setHeader('Content-Encoding', 'gzip');
  await (takesGzip ? pipeline(body, createGzip(), response) : pipeline(body, response));
}

function isKnown(request: IncomingMessage, address: URL): boolean {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  const basic = scheme === 'Basic' ? Buffer.from(encoded, 'base64').toString('utf8') : null;
  const user = request.headers['x-clickhouse-user'] ?? address.searchParams.get('user') ?? 'default';
  const password = request.headers['x-clickhouse-key'] ?? address.searchParams.get('password') ?? '';
  return (basic ?? `${user}:${password}`) === `${values.user}:${values.password}`;
}

function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^Query failed: /, '').trim();
}

const withVersion = (text: string) => `${text} (version ${chdb.version} (official build))`;

function sendError(response: ServerResponse, text: string): void {
  const code = /^Code: (\d+)/.exec(text)?.[1] ?? '1002';
  const statuses: Readonly<Record<string, number>> = {
    516: 403,
    62: 400,
    456: 400,
    47: 404,
    60: 404,
    81: 404,
    159: 408,
    48: 501,
  };
  response.writeHead(statuses[code] ?? 500, { 'X-ClickHouse-Exception-Code': code });
  response.end(`${withVersion(text)}\n`);
}
