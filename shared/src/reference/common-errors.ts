/** The codes every call with a key may meet, in the order of their status. */
import type { ErrorCode } from '../contract/errors.ts';

export interface CommonError {
  readonly code: ErrorCode;
  readonly text: string;
  /** Met by some endpoints only, which their rows tell; `closed`: by those that are not open to keys. */
  readonly isOf?: 'counted' | 'plan' | 'closed';
}

export const commonErrors: readonly CommonError[] = [
  {
    code: 'REQUEST.INVALID',
    text: 'A parameter is unknown, missing or wrong; “errors” names it. Change the call before you repeat it.',
  },
  { code: 'KEYS.IN_ADDRESS', text: 'The key stood in the address. Send it in a header, and replace it.' },
  { code: 'AUTH.SESSION_REQUIRED', text: 'There was no key.' },
  { code: 'AUTH.KEY_INVALID', text: 'The key is mistyped, deleted, or its account is closed.' },
  {
    code: 'AUTH.KEY_NOT_ACCEPTED',
    text: 'The endpoint is not open to keys. Whether the key is valid was not looked at.',
    isOf: 'closed',
  },
  { code: 'AUTH.SUBSCRIPTION_REQUIRED', text: 'The endpoint needs a running trial or a subscription.', isOf: 'plan' },
  { code: 'REQUEST.NOT_FOUND', text: 'There is nothing at this address.' },
  { code: 'RATE.LIMITED', text: 'Too many calls at once. Wait as long as Retry-After says.' },
  {
    code: 'QUOTA.REQUESTS_EXHAUSTED',
    text: 'All requests of the month are used. They are back when the month ends, or with a larger plan.',
    isOf: 'counted',
  },
  { code: 'SERVER.INTERNAL', text: 'Something went wrong on our side. Nothing was counted.' },
  { code: 'SERVER.BUSY', text: 'Too much at once on our side. Repeat the call after Retry-After; nothing was counted.' },
  { code: 'SERVER.UNAVAILABLE', text: 'A part of the server is away. Repeat the call after Retry-After; nothing was counted.' },
];
