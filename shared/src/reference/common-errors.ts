/** The error codes every call with a key may get, in order of status. */
import type { ErrorCode } from '../contract/errors.ts';

export interface CommonError {
  readonly code: ErrorCode;
  readonly text: string;
  /** Set for codes that only some endpoints answer; `closed`: endpoints that accept no keys. */
  readonly isOf?: 'counted' | 'plan' | 'closed' | 'write';
}

export const commonErrors: readonly CommonError[] = [
  {
    code: 'REQUEST.INVALID',
    text: 'A parameter is unknown, missing or invalid; “errors” names it. Correct the call before you repeat it.',
  },
  { code: 'KEYS.IN_ADDRESS', text: 'The key was sent in the address. Send it in a header, and replace the key.' },
  { code: 'AUTH.SESSION_REQUIRED', text: 'The call had no key.' },
  { code: 'AUTH.KEY_INVALID', text: 'The key is mistyped or deleted, or its account is closed.' },
  {
    code: 'AUTH.KEY_NOT_ACCEPTED',
    text: 'The endpoint does not accept keys. The key was not checked.',
    isOf: 'closed',
  },
  { code: 'KEY.RIGHT_MISSING', text: 'The endpoint needs a key that may write, and this one only reads.', isOf: 'write' },
  { code: 'AUTH.SUBSCRIPTION_REQUIRED', text: 'The endpoint requires an active trial or subscription.', isOf: 'plan' },
  { code: 'REQUEST.NOT_FOUND', text: 'There is nothing at this address.' },
  { code: 'RATE.LIMITED', text: 'Too many calls. Wait for the time in Retry-After.' },
  {
    code: 'QUOTA.REQUESTS_EXHAUSTED',
    text: 'All requests of this month are used. The count resets when the month ends; a larger plan raises the limit.',
    isOf: 'counted',
  },
  { code: 'SERVER.INTERNAL', text: 'Something went wrong on our side. Nothing was counted.' },
  { code: 'SERVER.BUSY', text: 'The server is overloaded. Repeat the call after the time in Retry-After. Nothing was counted.' },
  {
    code: 'SERVER.UNAVAILABLE',
    text: 'A part of the server is unavailable. Repeat the call after the time in Retry-After. Nothing was counted.',
  },
];
