/** Account settings: profile, password, email, sessions, two-factor sign-in, and deletion of the account. */
import * as z from 'zod/mini';
import { emailInput, passwordInput } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';

const message = z.object({ msg: z.string() });
const line = z.nullable(lineText(200, 0));
/** Six digits from an authenticator app, or a recovery code. */
export const secondFactorInput = z.string().check(z.minLength(6), z.maxLength(40));
const code = z.optional(secondFactorInput);
/** Whether to revoke the API keys together with the sessions. */
const revokeKeys = z.optional(z.boolean());
/** Number of revoked keys; present only if revocation was requested. */
const revokedKeys = z.optional(z.int());
/**
 * Password and code, or neither: then the owner must have been proved recently in the same session, by signing in or by
 * `POST /prove`. A code without a password is ignored.
 */
const evidenceOrRecentProof = z.strictObject({ password: z.optional(passwordInput), code });
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/**
 * Reads camelCase and answers snake_case, as specified. null and the empty string clear a field; an absent field keeps its
 * value.
 */
export const updateProfile = endpoint({
  method: 'POST',
  path: '/update-profile',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Save name, company, country, currency, VAT number and address',
  body: z.strictObject({
    fullName: z.optional(line),
    companyName: z.optional(line),
    vatNumber: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    country: z.optional(z.nullable(z.string().check(z.maxLength(2)))),
    currency: z.optional(z.nullable(z.enum(['EUR', 'USD', '']))),
    address: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  }),
  success: { kind: 'json', status: 200, body: message },
  errors: ['PROFILE.COUNTRY_UNKNOWN', 'PROFILE.NEEDED_WHILE_SUBSCRIBED', 'PROFILE.CURRENCY_FIXED'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/change-password',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Change the password and end all other sessions',
  body: z.strictObject({ current_password: passwordInput, code, new_password: passwordInput, revoke_keys: revokeKeys }),
  success: { kind: 'json', status: 200, body: z.extend(message, { revoked_keys: revokedKeys }) },
  errors: [
    'AUTH.PASSWORD_WRONG',
    'TWO_FACTOR.CODE_REQUIRED',
    'TWO_FACTOR.CODE_WRONG',
    'PASSWORD.TOO_SHORT',
    'PASSWORD.TOO_LONG',
    'PASSWORD.TOO_COMMON',
    'RATE.LIMITED',
    'SERVER.BUSY',
  ],
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/change-email',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Request a change of email address: mails a confirmation link to the new address and a notice to the old one',
  body: z.strictObject({ password: passwordInput, code, new_email: emailInput }),
  turn: 'own',
  success: { kind: 'json', status: 200, body: message },
  errors: [
    'AUTH.PASSWORD_WRONG',
    'TWO_FACTOR.CODE_REQUIRED',
    'TWO_FACTOR.CODE_WRONG',
    'EMAIL.INVALID',
    'RATE.LIMITED',
    'SERVER.BUSY',
  ],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/confirm-email',
  access: 'public',
  stores: false,
  summary: 'Confirm a new email address with the code mailed to it',
  body: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(200)) }),
  success: { kind: 'json', status: 200, body: message },
  errors: ['VERIFICATION.EXPIRED', 'VERIFICATION.INCORRECT', 'RATE.LIMITED'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

/**
 * Proves the owner, for endpoints that answer AUTH.PROOF_NEEDED. Signing in counts as a proof; renewing the session does
 * not.
 */
export const prove = endpoint({
  method: 'POST',
  path: '/prove',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Confirm the password, and the second factor if it is on, for actions that need a recent proof',
  body: z.strictObject({ password: passwordInput, code }),
  success: { kind: 'empty', status: 204 },
  errors: ['AUTH.PASSWORD_WRONG', 'TWO_FACTOR.CODE_REQUIRED', 'TWO_FACTOR.CODE_WRONG', 'RATE.LIMITED', 'SERVER.BUSY'],
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions',
  access: 'session',
  belongsTo: 'account',
  summary: 'List the browsers signed in to this account',
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      sessions: z.array(
        z.object({
          id: z.uuid(),
          created_at: z.iso.datetime(),
          last_used_at: z.iso.datetime(),
          user_agent: z.nullable(z.string()),
          address: z.nullable(z.string()),
          is_current: z.boolean(),
        }),
      ),
    }),
  },
  errors: [],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/sessions/{session_id}',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Sign out one browser',
  params: z.strictObject({ session_id: z.uuid() }),
  success: { kind: 'empty', status: 204 },
  errors: ['SESSION.NOT_FOUND'],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/sessions/end-others',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Sign out all other browsers and, on request, revoke all API keys',
  body: z.strictObject({ revoke_keys: revokeKeys }),
  success: { kind: 'json', status: 200, body: z.object({ ended: z.int(), revoked_keys: revokedKeys }) },
  errors: [],
});

export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/two-factor',
  access: 'session',
  belongsTo: 'account',
  summary: 'Get the state of two-factor sign-in and the number of recovery codes left',
  success: { kind: 'json', status: 200, body: z.object({ enabled: z.boolean(), recovery_codes_left: z.int() }) },
  errors: [],
});

export const beginTwoFactor = endpoint({
  method: 'POST',
  path: '/two-factor/begin',
  access: 'verified',
  belongsTo: 'account',
  stores: false,
  summary: 'Create a secret for an authenticator app; two-factor sign-in stays off until it is confirmed',
  body: z.strictObject({ password: z.optional(passwordInput) }),
  success: { kind: 'json', status: 200, body: z.object({ secret: z.string(), otpauth_url: z.string() }) },
  errors: ['AUTH.PROOF_NEEDED', 'AUTH.PASSWORD_WRONG', 'TWO_FACTOR.ALREADY_ON', 'RATE.LIMITED', 'SERVER.BUSY'],
});

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/two-factor/enable',
  access: 'verified',
  belongsTo: 'account',
  stores: false,
  summary: 'Turn on two-factor sign-in and return the recovery codes, which are shown once',
  body: z.strictObject({ code: secondFactorInput }),
  success: { kind: 'json', status: 200, body: recoveryCodes },
  errors: ['TWO_FACTOR.CODE_WRONG', 'TWO_FACTOR.ALREADY_ON', 'TWO_FACTOR.NOT_BEGUN', 'RATE.LIMITED'],
});

/** Errors of endpoints that need the second factor to be on, and the proof of the owner. */
const ownerOfTwoFactorErrors = [
  'AUTH.PROOF_NEEDED',
  'AUTH.PASSWORD_WRONG',
  'TWO_FACTOR.CODE_REQUIRED',
  'TWO_FACTOR.CODE_WRONG',
  'TWO_FACTOR.NOT_ON',
  'RATE.LIMITED',
  'SERVER.BUSY',
] as const;

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/two-factor/recovery-codes',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Replace all recovery codes',
  body: evidenceOrRecentProof,
  success: { kind: 'json', status: 200, body: recoveryCodes },
  errors: ownerOfTwoFactorErrors,
});

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/two-factor/disable',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Turn off two-factor sign-in',
  body: evidenceOrRecentProof,
  success: { kind: 'json', status: 200, body: message },
  errors: ownerOfTwoFactorErrors,
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/delete-account',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Delete the account with all its data, and end its subscription',
  body: z.strictObject({ password: passwordInput, code }),
  turn: 'own',
  success: { kind: 'json', status: 200, body: message },
  errors: [
    'AUTH.PASSWORD_WRONG',
    'TWO_FACTOR.CODE_REQUIRED',
    'TWO_FACTOR.CODE_WRONG',
    'WORKSPACE.LAST_OWNER',
    'BILLING.PROVIDER_FAILED',
    'RATE.LIMITED',
    'SERVER.BUSY',
  ],
});

export const downloadMyData = endpoint({
  method: 'GET',
  path: '/my-data',
  access: 'session',
  belongsTo: 'account',
  summary: 'Download all data of this account as one JSON file',
  turn: 'own',
  success: { kind: 'file', status: 200, contentType: 'application/json', fileName: 'leadloom_my_data.json' },
  errors: [],
  rateLimit: { max: 20, windowSeconds: 3600 },
});
