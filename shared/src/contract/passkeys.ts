/**
 * Passkeys: signing in with one, proving the owner with one, and an account's list of them. The options and credentials are
 * the JSON forms of WebAuthn (Level 3, `PublicKeyCredential.toJSON`); fields the server does not use are dropped. Written
 * with the small build of zod, because the sign-in screen loads these definitions first.
 */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';

/** Passkeys of one account. */
export const PASSKEY_LIMIT = 20;
export const PASSKEY_NAME_LENGTH = 60;

const base64url = (length: number) => z.string().check(z.maxLength(length), z.regex(/^[\w-]+$/));
const credentialId = base64url(1400);
const transports = z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10));
const nameInput = lineText(PASSKEY_NAME_LENGTH);

/** Common to both kinds of credentials. No extension is requested, so the results of extensions are dropped. */
const credential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
});

const newCredential = z.extend(credential, {
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(64_000),
    transports: z.exactOptional(transports),
  }),
});

const shownCredential = z.extend(credential, {
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    /** The account's random number for its authenticators. */
    userHandle: z.exactOptional(base64url(200)),
  }),
});

export type NewCredential = z.infer<typeof newCredential>;
export type ShownCredential = z.infer<typeof shownCredential>;

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });

const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  /** The list is empty at sign-in: the authenticator knows which accounts it has. */
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
});

const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  /** null: never. */
  last_used_at: z.nullable(z.iso.datetime()),
});

const passkeyId = z.strictObject({ passkey_id: z.uuid() });

/** Starts a sign-in. The browser gets a cookie; the answer to this challenge counts only together with it. */
export const beginPasskeyLogin = endpoint({
  method: 'POST',
  path: '/login/passkey/options',
  access: 'public',
  stores: false,
  summary: 'Get the challenge to sign in with a passkey; the same for everybody',
  success: { kind: 'json', status: 200, body: requestOptions },
  errors: ['PASSKEY.UNAVAILABLE', 'RATE.LIMITED'],
  rateLimit: { max: 120, windowSeconds: 60 },
});

/** A passkey counts as both factors: no code is asked for. */
export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/login/passkey',
  access: 'public',
  stores: false,
  summary: 'Sign in with a passkey',
  body: z.strictObject({ credential: shownCredential }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({ access_token: z.string(), refresh_token: z.string(), msg: z.string() }),
  },
  errors: ['PASSKEY.REFUSED', 'PASSKEY.UNAVAILABLE', 'AUTH.UNAUTHORIZED', 'RATE.LIMITED'],
  rateLimit: { max: 120, windowSeconds: 60 },
});

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/passkeys',
  access: 'session',
  belongsTo: 'account',
  summary: 'List the passkeys of this account, newest first',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(passkey), total: z.int() }) },
  errors: [],
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/passkeys/options',
  access: 'verified',
  belongsTo: 'account',
  stores: false,
  needsProof: true,
  summary: 'Get the challenge to create a passkey',
  success: { kind: 'json', status: 200, body: creationOptions },
  errors: ['AUTH.PROOF_NEEDED', 'PASSKEY.LIMIT_REACHED', 'PASSKEY.UNAVAILABLE', 'RATE.LIMITED'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/passkeys',
  access: 'verified',
  belongsTo: 'account',
  stores: false,
  needsProof: true,
  summary: 'Add a passkey that the browser has created',
  body: z.strictObject({ name: nameInput, credential: newCredential }),
  success: { kind: 'json', status: 201, body: passkey },
  errors: [
    'AUTH.PROOF_NEEDED',
    'PASSKEY.REFUSED',
    'PASSKEY.KNOWN',
    'PASSKEY.LIMIT_REACHED',
    'PASSKEY.UNAVAILABLE',
    'RATE.LIMITED',
  ],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/passkeys/{passkey_id}',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Rename a passkey',
  params: passkeyId,
  body: z.strictObject({ name: nameInput }),
  success: { kind: 'json', status: 200, body: passkey },
  errors: ['PASSKEY.NOT_FOUND'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/passkeys/{passkey_id}',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  needsProof: true,
  summary: 'Remove a passkey and end the other sessions it opened',
  params: passkeyId,
  success: { kind: 'empty', status: 204 },
  errors: ['AUTH.PROOF_NEEDED', 'PASSKEY.NOT_FOUND'],
});

export const beginPasskeyProof = endpoint({
  method: 'POST',
  path: '/prove/passkey/options',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Get the challenge to confirm with a passkey that it is the owner',
  success: { kind: 'json', status: 200, body: requestOptions },
  errors: ['PASSKEY.UNAVAILABLE', 'RATE.LIMITED'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

/** The same as `POST /prove`, with a passkey in place of the password and the code. */
export const passkeyProof = endpoint({
  method: 'POST',
  path: '/prove/passkey',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Confirm with a passkey that it is the owner, for actions that need a recent proof',
  body: z.strictObject({ credential: shownCredential }),
  success: { kind: 'empty', status: 204 },
  errors: ['PASSKEY.REFUSED', 'PASSKEY.UNAVAILABLE', 'RATE.LIMITED'],
  rateLimit: { max: 60, windowSeconds: 60 },
});
