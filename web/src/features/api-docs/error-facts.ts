/** What the article says of errors: the fields of their body, and the codes every call may meet. */
import { type ErrorCode, errorRows, type Problem } from '@leadloom/shared/contract/errors';

export const exampleProblem: Problem = {
  type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  title: errorRows['RATE.LIMITED'].text,
  status: errorRows['RATE.LIMITED'].status,
  code: 'RATE.LIMITED',
  request_id: '3f0d9f0e-6a55-4f5b-9d0e-0d7c1c0c5f2a',
  msg: 'No more than 60 calls in a minute with one key. Try again in 22 seconds.',
  message: 'No more than 60 calls in a minute with one key. Try again in 22 seconds.',
  detail: 'No more than 60 calls in a minute with one key. Try again in 22 seconds.',
  'violated-policies': ['minute'],
};

export const problemFields: readonly { readonly names: readonly (keyof Problem)[]; readonly text: string }[] = [
  { names: ['code'], text: 'What happened, for your program. Codes do not change.' },
  {
    names: ['message', 'msg', 'detail'],
    text: 'What happened, for people. “detail” is there where it says more than the title.',
  },
  {
    names: ['errors'],
    text: 'With 400: each wrong part, by its “parameter” or the “pointer” into the body, and what is wrong with it.',
  },
  { names: ['violated-policies'], text: 'With 429: the limits that are reached, by their names in RateLimit-Policy.' },
  { names: ['request_id'], text: 'The same as X-Request-ID. Quote it when you ask for help.' },
  { names: ['type', 'title', 'status'], text: 'The kind of error as RFC 9457 has it, and the status once more.' },
];

/** In the order of their status, which is the contract’s. */
export const commonErrors: readonly { readonly code: ErrorCode; readonly text: string }[] = [
  {
    code: 'REQUEST.INVALID',
    text: 'A parameter is unknown, missing or wrong; “errors” names it. Change the call before you repeat it.',
  },
  { code: 'KEYS.IN_ADDRESS', text: 'The key stood in the address. Send it in a header, and replace it.' },
  { code: 'AUTH.SESSION_REQUIRED', text: 'There was no key, or the endpoint is not open to keys.' },
  { code: 'AUTH.KEY_INVALID', text: 'The key is mistyped, deleted, or its account is closed.' },
  { code: 'AUTH.SUBSCRIPTION_REQUIRED', text: 'The endpoint needs a running trial or a subscription.' },
  { code: 'REQUEST.NOT_FOUND', text: 'There is nothing at this address.' },
  { code: 'RATE.LIMITED', text: 'Too many calls at once. Wait as long as Retry-After says.' },
  {
    code: 'QUOTA.REQUESTS_EXHAUSTED',
    text: 'All requests of the month are used. They are back when the month ends, or with a larger plan.',
  },
  { code: 'SERVER.INTERNAL', text: 'Something went wrong on our side. Nothing was counted.' },
  { code: 'SERVER.BUSY', text: 'Too much at once on our side. Repeat the call after Retry-After; nothing was counted.' },
  { code: 'SERVER.UNAVAILABLE', text: 'A part of the server is away. Repeat the call after Retry-After; nothing was counted.' },
];
