/**
 * Turns endpoint definitions into routes. A handler is typed by its definition: it receives validated input and must
 * return the defined answer. Access, body limits, rate limits and the counting of calls with API keys come from the
 * definition too.
 */
import type { Readable } from 'node:stream';
import {
  type EndpointDefinition,
  type EndpointRequest,
  type EndpointResult,
  hasEntityTag,
  type KeyAccess,
} from '@leadloom/shared/contract/endpoint';
import type { ApiKeyRight } from '@leadloom/shared/contract/keys';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { readBearer } from './bearer-token.ts';
import { entityTag, isKnown, sendUnchanged, tagged } from './entity-tag.ts';
import type { MonthReading, SpeedReading } from './limit-headers.ts';
import { startUpload } from './long-upload.ts';
import { readPresentedKey } from './presented-key.ts';
import { bodyOrQuery } from './query-as-body.ts';
import { sendResult, sendTagged } from './send-result.ts';
import type { TableState } from './table-state.ts';
import type { TrustedJson } from './trusted-json.ts';
import { validate } from './validate.ts';
import type { Membership } from './workspace.ts';
import { type Member, personalWorkspaceOf, type WorkspaceId } from './workspace-id.ts';

/** Bytes. */
const DEFAULT_BODY_LIMIT = 256 * 1024;
const NO_TEST_KEYS = 'This endpoint does not accept test keys.';

interface KnownAccount extends Membership {
  readonly accountId: number;
  readonly email: string;
  readonly isVerified: boolean;
}

/** The caller, and what they are in the workspace of the call, read from the session once per request. */
export interface Caller extends KnownAccount {
  readonly sessionId: string;
  /** The console is open to this session. */
  readonly isOperator: boolean;
}

/** A caller with an API key, and their limits at the time of the call. */
export interface KeyCaller extends KnownAccount {
  readonly keyId: string;
  readonly keyRights: ApiKeyRight;
  readonly speed: readonly SpeedReading[];
  readonly month: MonthReading;
  /** A test key gets sample rows and is never counted. */
  readonly isTest: boolean;
}

export function isKeyCaller(caller: Caller | KeyCaller | null): caller is KeyCaller {
  return caller !== null && 'keyId' in caller;
}

/**
 * The caller as a handler gets it: null on public endpoints and on the operator's, who has no account; the key's holder on
 * endpoints that are open to keys only.
 */
type CallerOf<Row extends EndpointDefinition> = Row['access'] extends 'public' | 'operator'
  ? null
  : Row extends { readonly apiKey: KeyAccess }
    ? Caller | KeyCaller
    : Caller;

interface RouteContext<Row extends EndpointDefinition, Prefetched = unknown> {
  readonly caller: CallerOf<Row>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What the route's `prefetch` returned for this request. */
  readonly prefetched: Prefetched;
}

/** Downloads return a stream, redirects a target; all others what the endpoint's schema describes, or that as JSON. */
type HandlerResult<Row extends EndpointDefinition> = Row['success'] extends { readonly kind: 'csv' | 'file' }
  ? Readable
  : Row['success'] extends { readonly kind: 'redirect' }
    ? string
    : Row['success'] extends { readonly kind: 'json' }
      ? EndpointResult<Row> | TrustedJson
      : EndpointResult<Row>;

export type RouteHandler<Row extends EndpointDefinition, Prefetched = unknown> = (
  input: EndpointRequest<Row>,
  context: RouteContext<Row, Prefetched>,
) => Promise<HandlerResult<Row>>;

export interface SandboxContext {
  readonly caller: KeyCaller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface RouteExtras<Row extends EndpointDefinition, Prefetched> {
  /** The data table it is about, by its name in the database: `request.tableState` is read together with a session. */
  readonly tableName?: string;
  /**
   * Runs as soon as a request arrives, while its caller is still being identified: for a small read that the handler
   * needs anyway and that reveals nothing. It must not throw. Its result is passed to the handler. Where the state of a
   * table is read with the session, it runs after that.
   */
  readonly prefetch?: (request: FastifyRequest) => Prefetched;
  /**
   * Names the state that all responses of this endpoint are made from, so that a program that already has the response gets
   * 304 for free; undefined if the state is unknown. Without it, the response is made first and then compared.
   * @param input as it passed the endpoint's schemas
   */
  readonly stateOf?: (prefetched: Prefetched, member: Member, input: EndpointRequest<Row>) => Promise<string | undefined>;
  /** Serves test keys, which never reach the handler. */
  readonly sandbox?: (input: EndpointRequest<Row>, context: SandboxContext) => Promise<HandlerResult<Row>>;
}

/**
 * Set by the accounts module: identifies the caller, or throws the reason for a refusal. Responses to a key get its limits
 * as headers.
 */
export type Authenticate = (
  request: FastifyRequest,
  reply: FastifyReply,
  row: EndpointDefinition,
) => Promise<Caller | KeyCaller | null>;

/** Set by the usage module: charges calls with an API key. */
export interface RequestCounter {
  /**
   * Counts a call before it is served. @param amount of requests, by default 1
   * @throws {AppError} QUOTA.REQUESTS_EXHAUSTED
   */
  take(request: FastifyRequest, reply: FastifyReply, caller: KeyCaller, amount?: number): Promise<void>;
  /** Called before the response is sent: refunds the call unless it succeeded. */
  settle(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint definition of this route; convention tests and metrics read it. */
    endpoint?: EndpointDefinition;
    /** See `RouteExtras`. */
    tableName?: string;
  }
  interface FastifyInstance {
    authenticate: Authenticate;
    requestCounter: RequestCounter;
    /** Refuses workspaces whose storage is full. Set by the storage module. @throws {AppError} STORAGE.FULL */
    requireStorage: (workspaceId: WorkspaceId) => Promise<void>;
  }
  interface FastifyRequest {
    /** Who makes the request; null until the session plugin has set it, and on public and operator endpoints. */
    caller: Caller | KeyCaller | null;
    /** The state of the table that the route names; null for callers without a session, and where it names none. */
    tableState: TableState | null;
  }
}

/**
 * Registers one endpoint, below the `/api/v1` prefix. The caller and their rate limit are checked before a byte of
 * the body is read.
 */
export function serveEndpoint<const Row extends EndpointDefinition, Prefetched = undefined>(
  app: FastifyInstance,
  row: Row,
  handler: RouteHandler<Row, Prefetched>,
  ...[extras = {}]: undefined extends Prefetched
    ? [extras?: RouteExtras<Row, Prefetched>]
    : [extras: RouteExtras<Row, Prefetched> & Required<Pick<RouteExtras<Row, Prefetched>, 'prefetch'>>]
): void {
  if (row.rawBody !== true && row.streamBody !== true) {
    addRoute(app, row, handler, extras);
    return;
  }
  app.register(async (scope) => {
    if (row.streamBody === true) keepStream(scope);
    else keepBytes(scope);
    addRoute(scope, row, handler, extras);
  });
}

/** Leaves the body unread, whatever its type, for `bodyBytes`. */
function keepStream(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/**
 * The body of a `streamBody` endpoint as it arrives, no faster than it is read; an empty body has no chunks. A handler that
 * stops reading early can still respond.
 * @throws {AppError} REQUEST.TOO_LARGE beyond the endpoint's limit, REQUEST.INVALID when the client disconnects
 */
export async function* bodyBytes({ raw, routeOptions }: FastifyRequest): AsyncGenerator<Buffer> {
  let room = routeOptions.bodyLimit ?? DEFAULT_BODY_LIMIT;
  const endUpload = startUpload(raw);
  try {
    // Destroying the request would end the connection before the answer is written.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      room -= chunk.length;
      if (room < 0) throw new AppError('REQUEST.TOO_LARGE');
      yield chunk;
    }
  } catch (error) {
    if (error instanceof AppError || !raw.errored) throw error;
    throw new AppError('REQUEST.INVALID', { message: 'The body ended early.', cause: error });
  } finally {
    endUpload();
    // The rest is read and dropped: unread, it would keep the answer from the client.
    raw.resume();
  }
}

/** Passes the bytes of the body on unchanged, whatever its type: `request.body` is a Buffer. */
function keepBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function addRoute<const Row extends EndpointDefinition, Prefetched>(
  app: FastifyInstance,
  row: Row,
  handler: RouteHandler<Row, Prefetched>,
  { tableName, prefetch, stateOf, sandbox }: RouteExtras<Row, Prefetched>,
): void {
  const prefetches = new WeakMap<FastifyRequest, Prefetched>();
  const checkRow = row.rateLimit === undefined ? null : app.createLimit({ name: `${row.method} ${row.path}`, ...row.rateLimit });
  const isCounted = row.apiKey === 'counted';
  app.route({
    method: row.method,
    url: row.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: row.bodyLimit ?? DEFAULT_BODY_LIMIT,
    exposeHeadRoute: hasHeadRoute(row),
    config: { endpoint: row, ...(tableName === undefined ? {} : { tableName }) },
    onRequest: async (request, reply) => {
      const isReadWithSession = tableName !== undefined && readPresentedKey(request, readBearer(request)) === null;
      if (prefetch !== undefined && !isReadWithSession) prefetches.set(request, prefetch(request));
      request.caller = await app.authenticate(request, reply, row);
      if (prefetch !== undefined && isReadWithSession) prefetches.set(request, prefetch(request));
      await checkRow?.(request);
      if (row.stores === true && request.caller !== null) {
        const { accountId, workspaceId } = request.caller;
        const owner = row.belongsTo === 'account' ? personalWorkspaceOf(accountId) : workspaceId;
        // The check waits for a turn, so that it uses no connection before the call's turn has come.
        await app.turns.take('change', { accountId, workspaceId, reply }, () => app.requireStorage(owner));
      }
    },
    onSend: async (request, reply) => {
      // Drops what the handler left unread, which would keep the answer from the client.
      if (row.streamBody === true) request.raw.resume();
      if (isCounted) await app.requestCounter.settle(request, reply);
    },
    handler: async (request, reply) => {
      const { caller } = request;
      const input = {
        params: validate(row.params, request.params, 'path'),
        query: validate(row.query, request.query, 'query'),
        body: validate(row.body, bodyOrQuery(row, request.body, request.query), 'body'),
      };
      // The endpoint's schemas produced these values, which the compiler cannot infer through the optional parts.
      const checked = input as EndpointRequest<Row>;
      const prefetched = prefetches.get(request);
      const context = { caller, request, reply, prefetched } as RouteContext<Row, Prefetched>;
      if (!isKeyCaller(caller)) {
        const result = await app.turns.takeFor(row, { request, reply }, () => handler(checked, context));
        return sendResult(reply, row, result);
      }
      const isTagged = hasEntityTag(row);
      if (caller.isTest) {
        if (sandbox === undefined) throw new AppError('REQUEST.NOT_FOUND', { message: NO_TEST_KEYS });
        const result = await sandbox(checked, { caller, request, reply });
        return isTagged ? sendTagged(request, reply, row, result) : sendResult(reply, row, result);
      }
      const state = isTagged && prefetched !== undefined ? await stateOf?.(prefetched, caller, checked) : undefined;
      const tag = state === undefined ? null : entityTag([request.url, state]);
      if (tag !== null && isKnown(request, tag)) return sendUnchanged(reply, tag);
      const result = await app.turns.takeFor(row, { request, reply }, async () => {
        if (isCounted) await app.requestCounter.take(request, reply, caller, requestsOf(row, input.body));
        return handler(checked, context);
      });
      if (!isTagged) return sendResult(reply, row, result);
      return tag === null ? sendTagged(request, reply, row, result) : sendResult(tagged(reply, tag), row, result);
    },
  });
}

/** How many requests of the month a call is counted as. */
function requestsOf({ rowsPerRequest }: EndpointDefinition, body: unknown): number {
  if (rowsPerRequest === undefined) return 1;
  const rows = typeof body === 'object' && body !== null && 'rows' in body && Array.isArray(body.rows) ? body.rows.length : 0;
  return Math.max(1, Math.ceil(rows / rowsPerRequest));
}

/** HEAD would produce a whole file and discard it. */
function hasHeadRoute({ method, hasEffect, hasDownloadSibling, success }: EndpointDefinition): boolean {
  return (
    method === 'GET' && hasEffect !== true && hasDownloadSibling !== true && success.kind !== 'csv' && success.kind !== 'file'
  );
}
