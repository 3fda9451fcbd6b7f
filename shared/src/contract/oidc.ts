/**
 * Signing in with the operator's OpenID Connect provider. The browser goes to the address that a `start` answers, comes back
 * to a page of ours, and that page hands over what the provider wrote into its address. Written with the small build of zod,
 * because the sign-in screen loads these definitions first.
 */
import * as z from 'zod/mini';
import { secondFactorInput } from './account-settings.ts';
import { endpoint } from './endpoint.ts';

/** How many sign-ins an account can have. */
export const OIDC_LINK_LIMIT = 10;

const address = z.object({ url: z.string() });
/** The query of the page that the provider sent the browser to, without `?`. */
const providerAnswer = z.string().check(z.minLength(1), z.maxLength(8000));
const state = z.string().check(z.maxLength(100));
const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), msg: z.string() });
const rateLimit = { max: 60, windowSeconds: 60 };

const link = z.object({
  id: z.uuid(),
  /** The address that the provider named when the account was connected. */
  email: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
});

/** The browser gets a cookie; what the provider answers counts only together with it, once, for ten minutes. */
export const beginOidcLogin = endpoint({
  method: 'POST',
  path: '/login/oidc/start',
  access: 'public',
  stores: false,
  summary: 'Get the address at which to sign in with the OpenID Connect provider of this server',
  success: { kind: 'json', status: 200, body: address },
  errors: ['OIDC.UNAVAILABLE', 'OIDC.PROVIDER_FAILED', 'RATE.LIMITED'],
  rateLimit,
});

/** Answers TWO_FACTOR.CODE_REQUIRED where the account has a second factor of its own: then `/login/oidc/code` follows. */
export const oidcLogin = endpoint({
  method: 'POST',
  path: '/login/oidc',
  access: 'public',
  stores: false,
  summary: 'Sign in with what the OpenID Connect provider answered; a new person gets an account if anyone may register',
  body: z.strictObject({ answer: providerAnswer }),
  success: { kind: 'json', status: 200, body: tokens },
  errors: [
    'AUTH.UNAUTHORIZED',
    'TWO_FACTOR.CODE_REQUIRED',
    'OIDC.UNAVAILABLE',
    'OIDC.PROVIDER_FAILED',
    'OIDC.REFUSED',
    'OIDC.CANCELLED',
    'OIDC.EMAIL_UNVERIFIED',
    'OIDC.NO_ACCOUNT',
    'OIDC.LINK_LIMIT_REACHED',
    'RATE.LIMITED',
  ],
  rateLimit,
});

export const oidcLoginCode = endpoint({
  method: 'POST',
  path: '/login/oidc/code',
  access: 'public',
  stores: false,
  summary: 'Show the second factor of the account, to complete such a sign-in',
  body: z.strictObject({ state, code: secondFactorInput }),
  success: { kind: 'json', status: 200, body: tokens },
  errors: ['AUTH.UNAUTHORIZED', 'TWO_FACTOR.CODE_WRONG', 'OIDC.UNAVAILABLE', 'OIDC.REFUSED', 'RATE.LIMITED'],
  rateLimit,
});

export const listOidcLinks = endpoint({
  method: 'GET',
  path: '/oidc-links',
  access: 'session',
  belongsTo: 'account',
  summary: 'List the sign-ins at the OpenID Connect provider that open this account, and whether it has a password',
  success: {
    kind: 'json',
    status: 200,
    body: z.object({ data: z.array(link), total: z.int(), has_password: z.boolean() }),
  },
  errors: [],
});

export const removeOidcLink = endpoint({
  method: 'DELETE',
  path: '/oidc-links/{link_id}',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  needsProof: true,
  summary: 'Remove a sign-in at the OpenID Connect provider, and sign out all other browsers',
  params: z.strictObject({ link_id: z.uuid() }),
  success: { kind: 'empty', status: 204 },
  errors: ['AUTH.PROOF_NEEDED', 'OIDC.LINK_NOT_FOUND', 'OIDC.LINK_NEEDED'],
});

export const beginOidcProof = endpoint({
  method: 'POST',
  path: '/prove/oidc/start',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Get the address at which to sign in again, to confirm that it is the owner',
  turn: 'own',
  success: { kind: 'json', status: 200, body: address },
  errors: ['OIDC.UNAVAILABLE', 'OIDC.PROVIDER_FAILED', 'RATE.LIMITED'],
  rateLimit,
});

/** The same as `POST /prove`, with a new sign-in at the provider in place of the password. */
export const oidcProof = endpoint({
  method: 'POST',
  path: '/prove/oidc',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Confirm by a new sign-in at the OpenID Connect provider that it is the owner',
  body: z.strictObject({ answer: providerAnswer, code: z.optional(secondFactorInput) }),
  turn: 'own',
  success: { kind: 'empty', status: 204 },
  errors: [
    'TWO_FACTOR.CODE_REQUIRED',
    'TWO_FACTOR.CODE_WRONG',
    'OIDC.UNAVAILABLE',
    'OIDC.PROVIDER_FAILED',
    'OIDC.REFUSED',
    'OIDC.CANCELLED',
    'OIDC.NOT_OWNER',
    'OIDC.NOT_RECENT',
    'RATE.LIMITED',
  ],
  rateLimit,
});
