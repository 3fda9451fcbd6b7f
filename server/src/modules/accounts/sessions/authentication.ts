/**
 * Identifies the caller of every route. A bearer access token is sufficient. Without an Authorization header,
 * the access cookie is used; then unsafe methods also need the XSRF token, and a GET with an effect must come
 * from one of our pages. Endpoints that are open to API keys check for a key first; all others accept none.
 * Each request reads session and account in one query, so the end of a session takes effect with the next
 * request. Operator endpoints only accept the operator's token. The console requires an operator's session; for
 * anyone else it does not exist. Everything that is not explicitly allowed is refused.
 */
import { fastifyCookie } from '@fastify/cookie';
import { me } from '@leadloom/shared/contract/accounts';
import { type EndpointDefinition, needsPlan } from '@leadloom/shared/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdmitKey } from '../../../http/admit-key.ts';
import { AppError } from '../../../http/app-error.ts';
import { readBearer } from '../../../http/bearer-token.ts';
import { installCookieNames, readCookie } from '../../../http/cookies.ts';
import { isMarkedAsKey, readPresentedKey, refuseKeyInAddress, showsKeyHeader } from '../../../http/presented-key.ts';
import { isCertainlyFromOwnPage, isFromOwnOrigin, isSafeMethod } from '../../../http/request-origin.ts';
import type { Authenticate, Caller, KeyCaller } from '../../../http/route.ts';
import { isSameSecret } from '../../../http/same-secret.ts';
import { type Membership, readWorkspaceId, requireWorkspaceNeed } from '../../../http/workspace.ts';
import type { Platform } from '../../../platform.ts';
import { createRecentProof } from '../sign-in/recent-proof.ts';
import type { CurrentUser } from './describe-user.ts';
import type { Identity, Sessions, ShownIn } from './sessions.service.ts';
import { readXsrfHeader } from './xsrf.ts';

const KEY_MISSING = 'Send an API key, or sign in.';
const NO_PAGE_OF_OURS =
  'Links and other sites cannot do this. Use Leadloom itself, or send an API key or access token as a bearer token.';

const SECOND_FACTOR_AGED = 'Confirm that it is you to go on in the console.';

type LiveIdentity = Extract<Identity, { readonly state: 'live' }>;
type Standing = Pick<LiveIdentity, 'isVerified' | 'isTrialRunning' | 'isSubscribed'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the caller of `/me`, read while they were identified; otherwise null. */
    identifiedUser: CurrentUser | null;
  }
}

interface AuthenticationServices {
  readonly sessions: Sessions;
  readonly admitKey: AdmitKey;
}

/** Decorates `app.authenticate` and reads cookies; must run before any route is registered on this instance. */
export async function installAuthentication(
  app: FastifyInstance,
  platform: Platform,
  { sessions, admitKey }: AuthenticationServices,
): Promise<void> {
  await app.register(fastifyCookie);
  installCookieNames(app, platform.config.publicUrl);
  app.decorateRequest('identifiedUser', null);
  app.decorateRequest('tableState', null);
  const recentProof = createRecentProof(platform);
  const { publicUrl, operatorToken, operators } = platform.config;

  const authenticate: Authenticate = async (request, reply, row) => {
    const { access, apiKey } = row;
    if (access === 'public') return null;
    if (access === 'operator') {
      requireOperator(operatorToken, request);
      return null;
    }
    if (access === 'console') {
      const identity = await requireConsole(operators, () => identify(sessions, publicUrl, request, row));
      if (row.needsProof === true) await recentProof.require(identity.sessionId);
      return toCaller(operators, identity, requireMembership(identity));
    }
    if (apiKey !== undefined) {
      refuseKeyInAddress(request);
      const key = readPresentedKey(request, readBearer(request));
      if (key !== null) {
        const { caller, standing } = await admitKey(request, reply, key);
        requireKeyRight(row, caller);
        // Without this check, a key without a plan, which has no requests, would get the message that its month
        // is used up.
        refuseBelow(!caller.isTest && needsPlan(row) ? 'subscribed' : access, standing);
        requireWorkspaceNeed(row, caller);
        return caller;
      }
    }
    const identity = await identify(sessions, publicUrl, request, row);
    const membership = requireMembership(identity);
    refuseBelow(access, identity);
    requireWorkspaceNeed(row, membership);
    if (row.needsProof === true) await recentProof.require(identity.sessionId);
    return toCaller(operators, identity, membership);
  };
  app.decorate('authenticate', authenticate);
}

/**
 * A text that looks like a key is refused without a check if no key is accepted. The status is not 401, which
 * would tell a program that its key was deleted.
 * @throws {AppError} 401; 403 for a key, and for a cookie request that may be forged; 404 for endpoints that
 * declare it
 */
async function identify(
  sessions: Sessions,
  publicUrl: string,
  request: FastifyRequest,
  row: EndpointDefinition,
): Promise<LiveIdentity> {
  const hasAuthorization = request.headers.authorization !== undefined;
  const token = hasAuthorization ? readBearer(request) : readCookie(request, 'leadloom_access');
  if (token === null) {
    if (row.apiKey !== undefined) throw new AppError('AUTH.SESSION_REQUIRED', { message: KEY_MISSING });
    throw new AppError(showsKeyHeader(request) ? 'AUTH.KEY_NOT_ACCEPTED' : 'AUTH.SESSION_REQUIRED');
  }
  // A key in the session cookie counts as no session.
  if (isMarkedAsKey(token)) throw new AppError(hasAuthorization ? 'AUTH.KEY_NOT_ACCEPTED' : 'AUTH.SESSION_REQUIRED');
  const identity = await look(sessions, token, hasAuthorization ? 'header' : 'cookie', request);
  if (identity.state === 'no account') throw new AppError(accountGoneCode(request));
  if (identity.state === 'ended') throw new AppError('AUTH.SESSION_EXPIRED');
  if (hasAuthorization) return identity;
  if (!isSafeMethod(request.method)) requireXsrf(sessions, publicUrl, request, identity.sessionId);
  else if (row.hasEffect === true && !isCertainlyFromOwnPage(request.headers, publicUrl))
    throw new AppError('AUTH.UNAUTHORIZED', { message: NO_PAGE_OF_OURS });
  return identity;
}

/** Every screen requests `/me` first, so its data is read together with its caller, like the state of a list's table. */
async function look(sessions: Sessions, token: string, shownIn: ShownIn, request: FastifyRequest): Promise<Identity> {
  const { endpoint, tableName } = request.routeOptions.config;
  // The console belongs to no workspace.
  const workspaceId = endpoint?.access === 'console' ? null : readWorkspaceId(request);
  if (endpoint !== me) {
    const identity = await sessions.identify(token, shownIn, { tableName: tableName ?? null, workspaceId });
    if (identity.state === 'live') request.tableState = identity.tableState ?? null;
    return identity;
  }
  const { identity, user } = await sessions.identifyWithUser(token, shownIn, workspaceId);
  request.identifiedUser = user;
  return identity;
}

/** Only endpoints that list this code reveal to the bearer of a genuine token that the account was deleted. */
function accountGoneCode(request: FastifyRequest): 'AUTH.ACCOUNT_NOT_FOUND' | 'AUTH.SESSION_EXPIRED' {
  const isNamed = request.routeOptions.config.endpoint?.errors.includes('AUTH.ACCOUNT_NOT_FOUND') ?? false;
  return isNamed ? 'AUTH.ACCOUNT_NOT_FOUND' : 'AUTH.SESSION_EXPIRED';
}

/**
 * Refuses everybody but the holder of the operator's token: no session or key grants operator access, whoever owns it.
 * @throws {AppError} AUTH.OPERATOR_ONLY; AUTH.SESSION_REQUIRED for a request without any credentials
 */
function requireOperator(operatorToken: string | null, request: FastifyRequest): void {
  if (operatorToken === null) throw new AppError('AUTH.OPERATOR_ONLY');
  const given = readBearer(request);
  if (given !== null && isSameSecret(given, operatorToken)) return;
  const showsCookie = readCookie(request, 'leadloom_access') !== null;
  const showsNothing = request.headers.authorization === undefined && !showsCookie && !showsKeyHeader(request);
  throw new AppError(showsNothing ? 'AUTH.SESSION_REQUIRED' : 'AUTH.OPERATOR_ONLY');
}

/**
 * Anyone but an operator gets the same answer as for an unknown address, whatever is missing: a session, its XSRF
 * token, a verified email, a second factor, or the name in the settings.
 * @throws {AppError} REQUEST.NOT_FOUND, AUTH.PROOF_NEEDED for an operator whose second factor was shown too long ago
 */
async function requireConsole(operators: ReadonlySet<string>, find: () => Promise<LiveIdentity>): Promise<LiveIdentity> {
  const identity = await find().catch((error: unknown) => {
    if (error instanceof AppError) throw new AppError('REQUEST.NOT_FOUND', { cause: error });
    throw error;
  });
  if (!isOperator(operators, identity)) throw new AppError('REQUEST.NOT_FOUND');
  if (!identity.isSecondFactorRecent) throw new AppError('AUTH.PROOF_NEEDED', { message: SECOND_FACTOR_AGED });
  return identity;
}

/** A verified account that the settings name, in a session that has shown a second factor. */
function isOperator(operators: ReadonlySet<string>, { email, isVerified, hasShownSecondFactor }: LiveIdentity): boolean {
  return isVerified && hasShownSecondFactor && operators.has(email);
}

function toCaller(operators: ReadonlySet<string>, identity: LiveIdentity, membership: Membership): Caller {
  const { accountId, sessionId, email, isVerified } = identity;
  const { workspaceId, isPersonal, role, rights } = membership;
  const account = { accountId, sessionId, email, isVerified, isOperator: isOperator(operators, identity) };
  return { ...account, workspaceId, isPersonal, role, rights };
}

/** @throws {AppError} WORKSPACE.NOT_FOUND, whether the workspace exists or not */
function requireMembership({ membership }: LiveIdentity): Membership {
  if (membership === null) throw new AppError('WORKSPACE.NOT_FOUND');
  return membership;
}

/** @throws {AppError} KEY.RIGHT_MISSING */
function requireKeyRight({ keyRight }: EndpointDefinition, { keyRights }: KeyCaller): void {
  if (keyRight === 'write' && keyRights !== 'write') throw new AppError('KEY.RIGHT_MISSING');
}

/** @throws {AppError} AUTH.NOT_VERIFIED, AUTH.SUBSCRIPTION_REQUIRED */
function refuseBelow(access: Exclude<EndpointDefinition['access'], 'public' | 'operator' | 'console'>, standing: Standing): void {
  if (access === 'session') return;
  if (!standing.isVerified) throw new AppError('AUTH.NOT_VERIFIED');
  if (access === 'verified' || standing.isTrialRunning || standing.isSubscribed) return;
  throw new AppError('AUTH.SUBSCRIPTION_REQUIRED');
}

/** @throws {AppError} AUTH.XSRF_REJECTED */
export function requireXsrf(sessions: Sessions, publicUrl: string, request: FastifyRequest, sessionId: string): void {
  const header = readXsrfHeader(request.headers);
  const isGenuine = header !== null && header === readCookie(request, 'XSRF-TOKEN') && sessions.isXsrfTokenOf(sessionId, header);
  if (!isGenuine || !isFromOwnOrigin(request.headers, publicUrl)) throw new AppError('AUTH.XSRF_REJECTED');
}
