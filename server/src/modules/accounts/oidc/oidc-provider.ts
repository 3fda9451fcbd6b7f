/**
 * The operator's OpenID Connect provider. It may be down, slow or hostile: the server talks only to the origins in its
 * settings, follows no redirect, and reads little and not for long. A signature is always checked, with keys that are fetched
 * for each sign-in, so that a provider may change its keys at any time.
 */
import * as oidc from 'openid-client';
import type { OidcSettings } from '../../../config.ts';
import { AppError } from '../../../http/app-error.ts';
import { createSourceHttp } from '../../../sources/http/source-http.ts';
import { SourceError } from '../../../sources/source-error.ts';
import type { FlowSecrets } from './oidc-flows.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;
/** How long the provider's description of itself is cached. */
const DISCOVERY_MS = 10 * 60_000;
/** Sign-ins that may wait for the provider at once; a slow one must not hold more. */
const MAX_WAITING = 32;
/** Statuses whose answers have no body. */
const EMPTY_STATUSES = [101, 204, 205, 304];
/** The length that the specification allows. */
const MAX_SUBJECT_LENGTH = 255;
const SCOPE = 'openid email';

/** What the provider has confirmed. */
export interface ConfirmedPerson {
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  /** When the person signed in at the provider, in seconds; null: it did not say. */
  readonly authTime: number | null;
  /** Names of the person's groups; null: the provider sent none, or the settings name no group. */
  readonly groups: readonly string[] | null;
}

interface Request extends FlowSecrets {
  readonly redirectUri: string;
  /** Asks for a new sign-in, even if the person is signed in there. */
  readonly isProof: boolean;
}

export type OidcProvider = ReturnType<typeof createOidcProvider>;

/** @param warn gets what the screens do not say */
export function createOidcProvider(settings: OidcSettings, warn: (error: unknown) => void) {
  const { issuer, clientId, clientSecret, origins, groupsClaim, groups } = settings;
  const http = createSourceHttp({ allowedOrigins: origins, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  let known: { readonly metadata: oidc.ServerMetadata; readonly until: number } | null = null;
  let waiting = 0;

  const request: oidc.CustomFetch = async (url, { method, headers, body, signal }) => {
    const answer = await http.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
      ...(body === null || body === undefined ? {} : { body: textOf(body) }),
    });
    const isEmpty = EMPTY_STATUSES.includes(answer.status);
    return new Response(isEmpty ? null : answer.text, { status: answer.status, headers: [...answer.headers].filter(isPlain) });
  };

  function prepare(configuration: oidc.Configuration): oidc.Configuration {
    configuration[oidc.customFetch] = request;
    configuration.timeout = TIMEOUT_MS / 1000;
    if (issuer.startsWith('http:')) oidc.allowInsecureRequests(configuration);
    oidc.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  async function discover(): Promise<oidc.ServerMetadata> {
    if (known !== null && known.until > performance.now()) return known.metadata;
    const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
    const options = { [oidc.customFetch]: request, execute, timeout: TIMEOUT_MS / 1000 };
    const found = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
    const { supportsPKCE: _, ...metadata } = found.serverMetadata();
    // The browser is sent there: nothing but a page of the provider.
    const { authorization_endpoint: page = '' } = metadata;
    if (!URL.canParse(page) || !origins.includes(new URL(page).origin))
      throw new Error(`the provider's authorization_endpoint is not at ${origins.join(' or ')}`);
    known = { metadata, until: performance.now() + DISCOVERY_MS };
    return metadata;
  }

  /** A new one each time, because it keeps the keys it has fetched. */
  async function configure(): Promise<oidc.Configuration> {
    const metadata = await discover();
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic');
    const authentication = isBasic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret);
    return prepare(new oidc.Configuration(metadata, clientId, undefined, authentication));
  }

  /** @throws {AppError} OIDC.PROVIDER_FAILED */
  async function waitFor<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting >= MAX_WAITING) throw new AppError('OIDC.PROVIDER_FAILED', { retryAfterSeconds: 10 });
    waiting += 1;
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) throw error;
      warn(error);
      throw new AppError('OIDC.PROVIDER_FAILED', { cause: error, retryAfterSeconds: 10 });
    } finally {
      waiting -= 1;
    }
  }

  return {
    /** The page of the provider that asks the person. @throws {AppError} OIDC.PROVIDER_FAILED */
    addressFor: ({ state, nonce, verifier, redirectUri, isProof }: Request): Promise<string> =>
      waitFor(async () => {
        const configuration = await configure();
        // Some providers send groups only where a scope of that name is asked for; others refuse a scope that they do not know.
        const scopes = groups.length > 0 ? (configuration.serverMetadata().scopes_supported ?? []) : [];
        const parameters = {
          redirect_uri: redirectUri,
          scope: scopes.includes(groupsClaim) ? `${SCOPE} ${groupsClaim}` : SCOPE,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(isProof ? { prompt: 'login', max_age: '0' } : {}),
        };
        return oidc.buildAuthorizationUrl(configuration, parameters).href;
      }),

    /**
     * @param answer the page that the provider sent the browser to, with its parameters
     * @throws {AppError} OIDC.PROVIDER_FAILED, OIDC.REFUSED for an answer that is not right
     */
    confirm: (answer: URL, { state, nonce, verifier }: FlowSecrets): Promise<ConfirmedPerson> =>
      waitFor(async () => {
        const configuration = await configure();
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
        const tokens = await oidc.authorizationCodeGrant(configuration, answer, checks).catch((error: unknown) => {
          if (isOfConnection(error)) throw error;
          warn(error);
          throw new AppError('OIDC.REFUSED', { cause: error });
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new AppError('OIDC.REFUSED');
        const { sub, auth_time: authTime } = claims;
        // An empty one would be everybody's.
        if (sub === '' || sub.length > MAX_SUBJECT_LENGTH) throw new AppError('OIDC.REFUSED');
        const lacksGroups = groups.length > 0 && claims[groupsClaim] === undefined;
        const isWhole = claims.email !== undefined && !lacksGroups;
        const hasMore = !isWhole && configuration.serverMetadata().userinfo_endpoint !== undefined;
        const more: Readonly<Record<string, unknown>> = hasMore
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, sub)
          : {};
        const { email, email_verified: isEmailVerified } = claims.email === undefined && hasMore ? more : claims;
        return {
          subject: sub,
          email: typeof email === 'string' ? email : null,
          isEmailVerified: isEmailVerified === true,
          authTime: typeof authTime === 'number' ? authTime : null,
          groups: groups.length > 0 ? readGroups(claims[groupsClaim] ?? more[groupsClaim]) : null,
        };
      }),
  };
}

/** Names of groups: a list of texts, or a single text. null: nothing that can be read as such. */
function readGroups(claim: unknown): readonly string[] | null {
  if (typeof claim === 'string') return [claim];
  if (!Array.isArray(claim) || !claim.every((entry) => typeof entry === 'string')) return null;
  return claim;
}

/** The provider was not reached or failed, which is nothing that the answer said. */
function isOfConnection(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SourceError || cause.name === 'TimeoutError') return true;
    if ('status' in cause && typeof cause.status === 'number' && cause.status >= 500) return true;
  }
  return false;
}

function textOf(body: NonNullable<oidc.FetchBody>): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new Error('a request to the provider has a body of text');
}

/** The text is already decompressed. */
function isPlain([name]: readonly [string, string]): boolean {
  return name !== 'content-encoding' && name !== 'content-length' && name !== 'transfer-encoding';
}
