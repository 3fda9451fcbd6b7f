/**
 * The requests that a member may still send to LinkedIn. The extension counts over a rolling 24 hours and reports it, so
 * that the page can show how many are left and when it continues.
 */
import * as z from 'zod/mini';

const meterSchema = z.object({
  /** Requests in the last 24 hours. */
  used: z.int().check(z.minimum(0)),
  /** The limit on this day of the warm-up, within the operator's limits. */
  limit: z.int().check(z.minimum(0)),
  /** Epoch milliseconds from which one more request is allowed; null if it is allowed now. */
  continuesAt: z.nullable(z.number()),
});
export type Meter = z.infer<typeof meterSchema>;

/**
 * `other_key`: signed with another key than this origin's. `older`: older than one seen before. `changed`: a
 * different text with a known version.
 */
export const catalogueRefusalSchema = z.enum(['bad_signature', 'other_key', 'older', 'changed', 'not_valid']);

export const allowanceSchema = z.object({
  /** Members viewed, each counted once however many requests are sent. */
  profiles: meterSchema,
  /** Pages of a search and of the connections. */
  searchPages: meterSchema,
  /** Companies and locations looked up by name or number. */
  lookups: meterSchema,
  /** Every request of any kind that was sent. When they are used up, nothing else is requested. */
  requests: meterSchema,
  /** 1 to 7 while the limits still grow; null afterwards. */
  warmUpDay: z.nullable(z.int().check(z.minimum(1), z.maximum(7))),
  /**
   * Nothing is requested from LinkedIn until `until`, in epoch milliseconds.
   * - `redirected`: a response was a redirect although the session is valid
   * - `refused`: five members in a row could not be viewed, which is a problem of the session or the account
   * - `upstream_error`: LinkedIn's servers failed several times
   */
  pause: z.nullable(
    z.object({
      cause: z.enum(['throttled', 'challenged', 'signed_out', 'redirected', 'refused', 'upstream_error']),
      until: z.number(),
    }),
  ),
  /** The result of the last catalogue the page handed over; null before the first. */
  catalogue: z.nullable(
    z.object({
      version: z.nullable(z.int()),
      refusal: z.nullable(catalogueRefusalSchema),
    }),
  ),
});
export type Allowance = z.infer<typeof allowanceSchema>;
