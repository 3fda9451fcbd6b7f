/** What can go wrong across a message, as data. Each code has one fixed meaning; no free text crosses. */
import { z } from 'zod';

export const messageErrorCodes = [
  /** The message does not match its row: unknown name, unknown field, wrong type, too large. */
  'bad_request',
  /** The sender is not a page of a connected Leadloom origin. */
  'sender_not_allowed',
  /** The page has not proved yet that its server is the one this address is known for. */
  'unproved',
  /** The address is not on the allow-list. */
  'url_not_allowed',
  /** The request id was used before. */
  'duplicate_request',
  /** Too many messages at once; nothing was sent to LinkedIn. */
  'rate_limited',
  /** What may be asked of LinkedIn in 24 hours is used up; nothing was sent. */
  'allowance_spent',
  /** The extension may not reach LinkedIn: the user withheld site access. */
  'no_permission',
  /** The member is not signed in to LinkedIn, or the session was ended. */
  'signed_out',
  /** LinkedIn asks the member to prove they are human. */
  'challenged',
  /** LinkedIn asks for a pause (429) or refuses automated traffic (999). */
  'throttled',
  /** The answer led elsewhere; nothing was followed. */
  'redirected',
  /** This member, company or list cannot be seen by this viewer (403). */
  'forbidden',
  /** No such member or company (404). */
  'not_found',
  /** The query id or decoration is stale (400, 410): try the next candidate. */
  'stale_endpoint',
  /** LinkedIn answered a server error (5xx). */
  'upstream_error',
  /** The answer is not JSON, or not text. */
  'not_json',
  /** The answer is larger than MAX_ANSWER_LENGTH. */
  'too_large',
  /** No complete answer within the time allowed, or one that broke off. LinkedIn may have seen the request: it counts. */
  'timeout',
  /** LinkedIn could not be reached: no answer began. The request does not count. */
  'offline',
  /** A fault in the extension itself. */
  'internal',
] as const;

export const messageErrorSchema = z.object({
  code: z.enum(messageErrorCodes),
  /** With `rate_limited`, `allowance_spent` and whatever a pause refuses: seconds until it makes sense to ask again. */
  retryAfterSeconds: z.int().min(0).max(86_400).optional(),
});

export type MessageErrorCode = (typeof messageErrorCodes)[number];
export type MessageError = z.infer<typeof messageErrorSchema>;
