/**
 * Accounts and sessions: registration, verification by mail, sign-in, refresh, the current user. Written with the small
 * build of zod, because the sign-in screens load these definitions first.
 */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { workspaceRights, workspaceRoles } from './workspace-roles.ts';

/** An address is never longer than SMTP allows. The service checks its form, so that the error message is clear. */
export const emailInput = z.string().check(z.trim(), z.maxLength(254));
/** The service checks the length, so that the response carries the specified text. */
export const passwordInput = z.string().check(z.maxLength(1024));

const message = z.object({ msg: z.string() });
const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
/** 32 random bytes in base64url. Shorter or longer input is simply an incorrect code. */
const code = z.string().check(z.minLength(1), z.maxLength(200));

export const userSchema = z.object({
  email: z.string(),
  verified: z.boolean(),
  linkedin_onboarded: z.nullable(z.boolean()),
  /** Plan name, or null without a subscription. */
  subscription: z.nullable(z.string()),
  subscription_id: z.nullable(z.string()),
  subscription_canceled: z.boolean(),
  subscription_started_on: z.nullable(z.iso.datetime()),
  next_billing_cycle_on: z.nullable(z.iso.datetime()),
  /** null: not set, because the email is not verified yet. */
  is_trial: z.nullable(z.boolean()),
  trial_ends_on: z.nullable(z.iso.datetime()),
  currency: z.nullable(z.enum(['EUR', 'USD'])),
  country: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
  company_name: z.nullable(z.string()),
  vat_number: z.nullable(z.string()),
  address: z.nullable(z.string()),
  usage: z.object({
    request_count: z.int(),
    /** null: no limit. */
    request_limit: z.nullable(z.int()),
    export_count: z.int(),
    export_limit: z.nullable(z.int()),
    /** End of the current calendar month in UTC, when both counters reset to 0. */
    period_end: z.iso.datetime(),
  }),
  /** The workspace of the call, and what the account is in it; absent where a server of the version before answers. */
  workspace: z.optional(
    z.object({
      id: z.int(),
      name: z.string(),
      role: z.enum(workspaceRoles),
      rights: z.array(z.enum(workspaceRights)),
      is_personal: z.boolean(),
    }),
  ),
  /** Whether the console is open to this session; absent: no. */
  is_operator: z.optional(z.boolean()),
});

export type User = z.infer<typeof userSchema>;

export const login = endpoint({
  method: 'POST',
  path: '/login',
  access: 'public',
  stores: false,
  summary: 'Sign in with email and password',
  /** `code`: the second factor. Required if the server answered TWO_FACTOR.CODE_REQUIRED. */
  body: z.strictObject({
    email: emailInput,
    password: passwordInput,
    code: z.optional(z.string().check(z.minLength(6), z.maxLength(40))),
  }),
  // A flood from one address must not keep out who has signed in before: passwords have a queue of their own.
  turn: 'none',
  success: { kind: 'json', status: 200, body: z.extend(tokens, { msg: z.string() }) },
  errors: [
    'AUTH.BAD_CREDENTIALS',
    'AUTH.UNAUTHORIZED',
    'TWO_FACTOR.CODE_REQUIRED',
    'TWO_FACTOR.CODE_WRONG',
    'RATE.LIMITED',
    'SERVER.BUSY',
  ],
});

export const register = endpoint({
  method: 'POST',
  path: '/register',
  access: 'public',
  stores: false,
  summary: 'Create an account; a registered address gets the same response, and its owner gets a mail',
  /** `invite`: required if registration is by invitation. */
  body: z.strictObject({ email: emailInput, password: passwordInput, invite: z.optional(z.string().check(z.maxLength(200))) }),
  success: { kind: 'json', status: 200, body: message },
  errors: [
    'REGISTRATION.CLOSED',
    'REGISTRATION.INVITE_NEEDED',
    'REGISTRATION.INVITE_INVALID',
    'EMAIL.INVALID',
    'PASSWORD.TOO_SHORT',
    'PASSWORD.TOO_LONG',
    'PASSWORD.TOO_COMMON',
    'RATE.LIMITED',
    'SERVER.BUSY',
  ],
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/verify-email',
  access: 'public',
  stores: false,
  summary: 'Check whether an address can receive mail; reveals nothing about accounts',
  body: z.strictObject({ email: z.string().check(z.maxLength(1024)) }),
  success: { kind: 'json', status: 200, body: z.object({ valid: z.boolean() }) },
  errors: ['RATE.LIMITED'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const verify = endpoint({
  method: 'GET',
  path: '/verify/{verification_code}',
  access: 'public',
  stores: false,
  summary: 'Verify an email address with the code mailed to it',
  hasEffect: true,
  params: z.strictObject({ verification_code: code }),
  success: { kind: 'json', status: 200, body: message },
  errors: ['VERIFICATION.EXPIRED', 'VERIFICATION.INCORRECT', 'RATE.LIMITED'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/resend-verification',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Mail a new verification link to the signed-in account',
  success: { kind: 'json', status: 200, body: message },
  errors: ['RATE.LIMITED'],
  rateLimit: { max: 5, windowSeconds: 3600 },
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset-password',
  access: 'public',
  stores: false,
  summary: 'Mail a reset link if the address has an account; the response is always the same',
  body: z.strictObject({ email: emailInput }),
  success: { kind: 'json', status: 200, body: message },
  errors: ['EMAIL.INVALID', 'RATE.LIMITED'],
});

export const newPassword = endpoint({
  method: 'POST',
  path: '/new-password',
  access: 'public',
  stores: false,
  summary: 'Set a new password with a reset code; ends all sessions and, unless kept, revokes all API keys',
  body: z.strictObject({ password: passwordInput, password_code: code, keep_keys: z.optional(z.boolean()) }),
  success: { kind: 'json', status: 200, body: message },
  errors: ['AUTH.UNAUTHORIZED', 'PASSWORD.TOO_SHORT', 'PASSWORD.TOO_LONG', 'PASSWORD.TOO_COMMON', 'RATE.LIMITED', 'SERVER.BUSY'],
});

/** `Authorization: Bearer <refresh token>` plus the HttpOnly binding cookie set at sign-in. */
export const refresh = endpoint({
  method: 'POST',
  path: '/refresh',
  access: 'public',
  stores: false,
  summary: 'Rotate the refresh token',
  success: { kind: 'json', status: 200, body: tokens },
  errors: ['AUTH.SESSION_REQUIRED', 'AUTH.SESSION_EXPIRED', 'RATE.LIMITED'],
  rateLimit: { max: 120, windowSeconds: 60 },
});

/** The endpoint is public, so that a session with an expired access token can still be signed out. */
export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  access: 'public',
  stores: false,
  summary: 'End the session of the bearer token or the binding cookie',
  success: { kind: 'json', status: 200, body: message },
  errors: ['AUTH.XSRF_REJECTED'],
});

export const me = endpoint({
  method: 'GET',
  path: '/me',
  access: 'session',
  belongsTo: 'account',
  summary: 'Get the signed-in account',
  turn: 'none',
  success: { kind: 'json', status: 200, body: userSchema },
  errors: ['AUTH.ACCOUNT_NOT_FOUND'],
});
