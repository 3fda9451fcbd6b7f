/** Accounts and sessions: registration, verification by mail, sign-in, refresh, the current user. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Addresses are compared in lower case and never longer than SMTP allows. */
export const emailInput = z.string().trim().min(3).max(254);
/** Length is judged by the service, so that the answer carries the specified text. */
export const passwordInput = z.string().max(1024);

const message = z.object({ msg: z.string() });
const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
/** 32 random bytes in base64url; longer or shorter input is simply an incorrect code. */
const code = z.string().min(1).max(200);

export const userSchema = z.object({
  email: z.string(),
  verified: z.boolean(),
  linkedin_onboarded: z.boolean().nullable(),
  /** Plan name, or null without a subscription. */
  subscription: z.string().nullable(),
  subscription_id: z.string().nullable(),
  subscription_canceled: z.boolean(),
  subscription_started_on: z.iso.datetime().nullable(),
  next_billing_cycle_on: z.iso.datetime().nullable(),
  /** null: never decided, because the email is not verified yet. */
  is_trial: z.boolean().nullable(),
  trial_ends_on: z.iso.datetime().nullable(),
  currency: z.enum(['EUR', 'USD']).nullable(),
  country: z.string().nullable(),
  full_name: z.string().nullable(),
  company_name: z.string().nullable(),
  vat_number: z.string().nullable(),
  address: z.string().nullable(),
  usage: z.object({
    request_count: z.int(),
    /** null: no limit. */
    request_limit: z.int().nullable(),
    export_count: z.int(),
    export_limit: z.int().nullable(),
    /** End of the running calendar month in UTC, when both counters return to 0. */
    period_end: z.iso.datetime(),
  }),
});

export type User = z.infer<typeof userSchema>;

export const login = endpoint({
  method: 'POST',
  path: '/login',
  access: 'public',
  summary: 'Sign in with email and password',
  body: z.strictObject({ email: emailInput, password: passwordInput }),
  success: { kind: 'json', status: 200, body: tokens.extend({ msg: z.string() }) },
  errors: ['AUTH.BAD_CREDENTIALS', 'AUTH.UNAUTHORIZED', 'RATE.LIMITED', 'SERVER.BUSY'],
});

export const register = endpoint({
  method: 'POST',
  path: '/register',
  access: 'public',
  summary: 'Create an account; a known address gets the same answer and a mail to its owner',
  body: z.strictObject({ email: emailInput, password: passwordInput }),
  success: { kind: 'json', status: 200, body: message },
  errors: ['EMAIL.INVALID', 'PASSWORD.TOO_SHORT', 'PASSWORD.TOO_LONG', 'PASSWORD.TOO_COMMON', 'RATE.LIMITED', 'SERVER.BUSY'],
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/verify-email',
  access: 'public',
  summary: 'Whether mail can be sent to this address; says nothing about accounts',
  body: z.strictObject({ email: z.string().max(1024) }),
  success: { kind: 'json', status: 200, body: z.object({ valid: z.boolean() }) },
  errors: ['RATE.LIMITED'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const verify = endpoint({
  method: 'GET',
  path: '/verify/{verification_code}',
  access: 'public',
  summary: 'Verify an email address by the code that was mailed to it',
  params: z.strictObject({ verification_code: code }),
  success: { kind: 'json', status: 200, body: message },
  errors: ['VERIFICATION.EXPIRED', 'VERIFICATION.INCORRECT', 'RATE.LIMITED'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/resend-verification',
  access: 'session',
  summary: 'Mail a new verification link to the signed-in account',
  success: { kind: 'json', status: 200, body: message },
  errors: ['RATE.LIMITED'],
  rateLimit: { max: 5, windowSeconds: 3600 },
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset-password',
  access: 'public',
  summary: 'Mail a reset link if the address has an account; the answer is always the same',
  body: z.strictObject({ email: emailInput }),
  success: { kind: 'json', status: 200, body: message },
  errors: ['RATE.LIMITED'],
});

export const newPassword = endpoint({
  method: 'POST',
  path: '/new-password',
  access: 'public',
  summary: 'Set a new password by a reset code; every session of the account ends',
  body: z.strictObject({ password: passwordInput, password_code: code }),
  success: { kind: 'json', status: 200, body: message },
  errors: ['AUTH.UNAUTHORIZED', 'PASSWORD.TOO_SHORT', 'PASSWORD.TOO_LONG', 'PASSWORD.TOO_COMMON', 'RATE.LIMITED', 'SERVER.BUSY'],
});

/** `Authorization: Bearer <refresh token>` plus the HttpOnly binding cookie set at sign-in. */
export const refresh = endpoint({
  method: 'POST',
  path: '/refresh',
  access: 'public',
  summary: 'Rotate the refresh token',
  success: { kind: 'json', status: 200, body: tokens },
  errors: ['AUTH.SESSION_REQUIRED', 'AUTH.SESSION_EXPIRED', 'RATE.LIMITED'],
  rateLimit: { max: 120, windowSeconds: 60 },
});

/** Public, so that an expired access token can still be signed out. */
export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  access: 'public',
  summary: 'End the session named by the bearer token or the binding cookie',
  success: { kind: 'json', status: 200, body: message },
  errors: ['AUTH.XSRF_REJECTED'],
});

export const me = endpoint({
  method: 'GET',
  path: '/me',
  access: 'session',
  summary: 'The signed-in account',
  success: { kind: 'json', status: 200, body: userSchema },
  errors: ['AUTH.ACCOUNT_NOT_FOUND'],
});
