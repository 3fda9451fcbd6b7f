/**
 * `/mcp`: the Model Context Protocol over Streamable HTTP, for agents with an API key. Every message is a request of its own
 * with an answer as JSON: there are no sessions and no open streams, so any server can answer, and nothing is kept between
 * messages. Refused: pages of other origins, lists of messages, and everything without a valid key.
 */
import { needsPlan } from '@leadloom/shared/contract/endpoint';
import type { TableView } from '@leadloom/shared/contract/table-views';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import { readBearer } from '../../http/bearer-token.ts';
import { signalOf } from '../../http/client-signal.ts';
import { refuseKeyInAddress } from '../../http/presented-key.ts';
import { refuseOtherWorkspace, requireWorkspaceNeed } from '../../http/workspace.ts';
import type { NamedSpeedLimit } from '../../limits/speed.ts';
import type { Platform } from '../../platform.ts';
import { scheduleCleanUp } from '../../schedule/schedule-clean-up.ts';
import { createKeyFinder, type KeyHolder, touchKey } from '../keys/keys.service.ts';
import { findChosenIds } from '../tables/my-rows/chosen-ids.service.ts';
import { listLists } from '../tables/my-rows/row-lists.service.ts';
import { listViews, openView } from '../tables/views/table-views.service.ts';
import type { AgentActing, AgentViews } from './agent-tool.ts';
import { createConfirmations, forgetExpiredConfirmations } from './confirmations.service.ts';
import { createDataApiCalls } from './data-api-calls.ts';
import { readDescriptionRequest } from './description-request.ts';

/** Some clients put a slash at the end of every address. */
const ADDRESSES = ['/mcp', '/mcp/'];
/** Room for a thousand lines to match. */
const BODY_LIMIT = 2 * 1024 * 1024;
/**
 * Messages of an account for each call of the data API it may make: a client asks for tools, views and resources, too.
 * Descriptions, which are large, are limited by themselves, as calls of the data API are.
 */
const MESSAGES_PER_CALL = 5;
const PASSED_HEADERS = ['accept', 'content-type', 'mcp-protocol-version'];
const KEY_MISSING = 'Send an API key as a bearer token: "Authorization: Bearer …".';
const OTHER_ORIGIN = 'Pages of other sites cannot use this address.';
const SAMPLE_VIEW_CHANGED_AT = '2026-10-01T08:00:00.000Z';
const ONE_MESSAGE = 'Send one JSON-RPC message in each request.';

interface AgentCaller {
  readonly key: string;
  readonly holder: KeyHolder;
}

export function registerAgents(app: FastifyInstance, platform: Platform): void {
  const { config } = platform;
  const findKey = createKeyFinder(platform);
  const checkAddress = app.createLimit({ name: 'agents of an address', max: config.requestsPerMinute, windowSeconds: 60 });
  const callers = new WeakMap<FastifyRequest, AgentCaller>();
  scheduleCleanUp(app, 'confirmations of agents', () => forgetExpiredConfirmations(platform));

  for (const url of ADDRESSES) {
    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url,
      bodyLimit: BODY_LIMIT,
      exposeHeadRoute: false,
      // The caller is checked before a byte of the body is read.
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        await checkAddress(request);
        refuseOtherOrigins(request, config.publicUrl);
        refuseKeyInAddress(request);
        callers.set(request, await admit(request, reply));
      },
      handler: async (request, reply) => {
        const caller = callers.get(request);
        if (caller === undefined) throw new Error('the caller of this request was not identified');
        if (request.method === 'POST') return answer(request, reply, caller);
        // Without sessions, there is no stream to open and no session to end.
        reply.header('allow', 'POST');
        throw new AppError('REQUEST.METHOD_NOT_ALLOWED');
      },
    });
  }

  /** @throws {AppError} AUTH.KEY_INVALID, RATE.LIMITED */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<AgentCaller> {
    const key = readBearer(request);
    const holder = key === null ? null : await findKey(key);
    if (key === null || holder === null) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('AUTH.KEY_INVALID', key === null ? { message: KEY_MISSING } : {});
    }
    refuseOtherWorkspace(request, holder.membership);
    await take({ name: 'agents', max: config.keyLimits.accountPerMinute * MESSAGES_PER_CALL, windowSeconds: 60 }, holder);
    await touchKey(platform, holder);
    return { key, holder };
  }

  /** Counts for the workspace, and for the member in all workspaces. @throws {AppError} RATE.LIMITED */
  async function take(limit: NamedSpeedLimit, { accountId, membership: { workspaceId } }: KeyHolder): Promise<void> {
    for (const id of new Set([workspaceId, accountId])) {
      const { isAllowed, waitMilliseconds } = await app.speed.take(limit, `account ${id}`);
      if (isAllowed) continue;
      throw new AppError('RATE.LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil(waitMilliseconds / 1_000)) });
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, { key, holder }: AgentCaller): Promise<FastifyReply> {
    // A cancelled message within a list would leave its request without an answer.
    if (Array.isArray(request.body) || request.body === undefined)
      throw new AppError('REQUEST.INVALID', { message: ONE_MESSAGE });
    const description = readDescriptionRequest(request.body);
    if (description !== null)
      await take({ name: 'descriptions for agents', max: config.keyLimits.accountPerMinute, windowSeconds: 60 }, holder);
    const inTurn: InTurn = (turn, work) =>
      app.turns.take(turn, { ...holder.membership, accountId: holder.accountId, reply }, work);
    const parts = {
      callDataApi: createDataApiCalls(app, request, key, signalOf(reply)),
      views: viewsOf(platform, holder, inTurn),
      acting: actingOf(platform, holder, inTurn),
      requestId: request.id,
      onFailure: (error: unknown) => request.log.error({ err: error }, 'a call of an agent failed'),
    };
    // The SDK takes a quarter of a second to load and 30 MB, and most servers never hear from an agent.
    const { answerDescription, answerMessage } = await import('./answer-message.ts');
    const message = toWebRequest(request, config.publicUrl);
    const response = await (description === null
      ? answerMessage(message, request.body, parts)
      : answerDescription(message, description, parts));
    if (response.type !== null) reply.type(response.type);
    return reply.code(response.status).send(response.body);
  }
}

/** @throws {AppError} AUTH.UNAUTHORIZED */
function refuseOtherOrigins({ headers: { origin } }: FastifyRequest, publicUrl: string): void {
  if (origin !== undefined && origin !== publicUrl) throw new AppError('AUTH.UNAUTHORIZED', { message: OTHER_ORIGIN });
}

/** Works in a turn of the account. Calls of the data API take their own; around them, no turn is taken. */
type InTurn = <Result>(turn: 'read' | 'change', work: () => Promise<Result>) => Promise<Result>;

function viewsOf(platform: Platform, { accountId, membership: { workspaceId }, kind }: KeyHolder, inTurn: InTurn): AgentViews {
  const member = { accountId, workspaceId };
  if (kind === 'live') {
    return {
      list: (table) => inTurn('read', () => listViews(platform, member, table)),
      open: (id) => inTurn('read', () => openView(platform, member, id)),
    };
  }
  return { list: async (table) => sandboxViews(table), open: async (id) => sandboxView(id) };
}

/** @returns null for a key that only reads, and for a test key, which changes nothing */
function actingOf(platform: Platform, holder: KeyHolder, inTurn: InTurn): AgentActing | null {
  if (holder.kind !== 'live' || holder.rights !== 'write') return null;
  const { accountId, membership, entitlement } = holder;
  const member = { accountId, workspaceId: membership.workspaceId };
  const { give, require, take } = createConfirmations(platform, holder);
  return {
    confirmations: {
      give: (action) => inTurn('change', () => give(action)),
      require: (token) => inTurn('read', () => require(token)),
      take: (token, action) => inTurn('change', () => take(token, action)),
    },
    requireAllowed: (endpoint) => {
      requireWorkspaceNeed(endpoint, membership);
      const hasPlan = entitlement.isTrialRunning || entitlement.isRunning;
      if (needsPlan(endpoint) && !hasPlan) throw new AppError('AUTH.SUBSCRIPTION_REQUIRED');
    },
    findIds: (table, choice, most) => inTurn('read', () => findChosenIds(platform, member, { table, most, ...choice })),
    findLists: (table) => inTurn('read', () => listLists(platform, member, { table, isDeleted: false })),
  };
}

/** The request in the form that the SDK reads; the body is passed separately. */
function toWebRequest({ headers }: FastifyRequest, publicUrl: string): Request {
  const passed = PASSED_HEADERS.map((name) => [name, headers[name]] as const);
  return new Request(`${publicUrl}/mcp`, {
    method: 'POST',
    headers: Object.fromEntries(passed.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string')),
  });
}

/** The views that a test key sees instead of the account's: an invented one for each table. */
function sandboxViews(table: TableName): TableView[] {
  return [
    {
      id: `sample-${table}`,
      table,
      name: `Sample view of ${tableByName(table).title}`,
      state: { filters: {}, columns: [], sort: null, order: null, per_page: null },
      is_default: false,
      is_own: true,
      updated_at: SAMPLE_VIEW_CHANGED_AT,
    },
  ];
}

/** @throws {AppError} VIEW.NOT_FOUND */
function sandboxView(id: string): TableView {
  const view = tableNames.flatMap(sandboxViews).find((sample) => sample.id === id);
  if (view === undefined) throw new AppError('VIEW.NOT_FOUND');
  return view;
}
