/** What the article says about the body of errors. */
import { errorDefinitions, type Problem } from '@leadloom/shared/contract/errors';

export const exampleProblem: Problem = {
  type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  title: errorDefinitions['RATE.LIMITED'].text,
  status: errorDefinitions['RATE.LIMITED'].status,
  code: 'RATE.LIMITED',
  request_id: '3f0d9f0e-6a55-4f5b-9d0e-0d7c1c0c5f2a',
  msg: 'No more than 60 calls per minute with one key. Try again in 22 seconds.',
  message: 'No more than 60 calls per minute with one key. Try again in 22 seconds.',
  error: 'No more than 60 calls per minute with one key. Try again in 22 seconds.',
  detail: 'No more than 60 calls per minute with one key. Try again in 22 seconds.',
  'violated-policies': ['minute'],
};

export const problemFields: readonly { readonly names: readonly (keyof Problem)[]; readonly text: string }[] = [
  { names: ['code'], text: 'What went wrong, for your program. Codes never change.' },
  {
    names: ['message', 'msg', 'error', 'detail'],
    text: 'What went wrong, for people. “detail” is present when it says more than the title.',
  },
  {
    names: ['errors'],
    text: 'With 400: every invalid part, by its “parameter” or its “pointer” into the body, and what is wrong with it.',
  },
  {
    names: ['current'],
    text: 'With 409 WORKSPACE.CHANGED_MEANWHILE: what somebody else stored meanwhile, as a read would answer it.',
  },
  {
    names: ['violated-policies'],
    text: 'With 429: the limits that were reached, by their names in RateLimit-Policy; “exports” or “previews” if too many run at once.',
  },
  { names: ['request_id'], text: 'The same as X-Request-ID. Quote it when you ask for help.' },
  { names: ['type', 'title', 'status'], text: 'The kind of error as defined by RFC 9457, and the status again.' },
];
