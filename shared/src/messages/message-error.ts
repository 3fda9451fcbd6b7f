/** Errors of messages, as data. Each code has one fixed meaning; no free text is passed. */
import * as z from 'zod/mini';

export const messageErrorCodes = [
  /** The message does not match its definition: unknown name, unknown field, wrong type, too large. */
  'bad_request',
  /** The sender is not a page of a connected Leadloom origin. */
  'sender_not_allowed',
  /** The page has not proved yet that its server holds the key of this address. */
  'unproved',
  /** The address is not on the allow-list. */
  'url_not_allowed',
  /** The request id was used before. */
  'duplicate_request',
  /** There were too many messages at once; nothing was sent to LinkedIn. */
  'rate_limited',
  /** The requests to LinkedIn allowed in 24 hours are used up; nothing was sent. */
  'allowance_spent',
  /** The extension may not reach LinkedIn: the user withheld site access. */
  'no_permission',
  /**
   * The member is not signed in to LinkedIn. With `retryAfterSeconds`: LinkedIn has ended a session that was there. (The
   * extension says so from version 0.2.0 on.)
   */
  'signed_out',
  /** LinkedIn asks the member to prove they are human. */
  'challenged',
  /** LinkedIn requests a pause (429) or refuses automated traffic (999). */
  'throttled',
  /** The response was a redirect; it was not followed. */
  'redirected',
  /** This viewer cannot see this member, company or list (403). */
  'forbidden',
  /** No such member or company (404). */
  'not_found',
  /** The query id or decoration is stale (400, 410): try the next candidate. */
  'stale_endpoint',
  /** LinkedIn answered a server error (5xx). */
  'upstream_error',
  /** The response is not JSON, or not text. */
  'not_json',
  /** The response is larger than MAX_ANSWER_LENGTH. */
  'too_large',
  /** No complete response arrived in time. LinkedIn may have received the request, so it counts. */
  'timeout',
  /** LinkedIn could not be reached; no response began. The request does not count. */
  'offline',
  /** An error in the extension itself. */
  'internal',
] as const;

export const messageErrorSchema = z.object({
  code: z.enum(messageErrorCodes),
  /**
   * Seconds until a retry makes sense: with `rate_limited` and `allowance_spent`, with `throttled` and a session that
   * LinkedIn ended, and with refusals during a pause.
   */
  retryAfterSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(86_400))),
  /** The status of LinkedIn's response, where it refused; a code can stand for several. Absent from extensions before 0.2.0. */
  status: z.optional(z.int().check(z.minimum(400), z.maximum(999))),
});

export type MessageErrorCode = (typeof messageErrorCodes)[number];
export type MessageError = z.infer<typeof messageErrorSchema>;
