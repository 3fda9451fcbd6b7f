/**
 * What a member may still ask of LinkedIn: counted by the extension over a rolling 24 hours, told to the
 * page so that it can say what is left today and when it continues.
 */
import { z } from 'zod';

const meterSchema = z.object({
  /** In the last 24 hours. */
  used: z.int().min(0),
  /** Of this day of the warm-up, under the operator's ceiling. */
  limit: z.int().min(0),
  /** Epoch milliseconds from which one more may be asked; null while that is now. */
  continuesAt: z.number().nullable(),
});
export type Meter = z.infer<typeof meterSchema>;

/**
 * `other_key`: not of the server this origin is known to be. `older`: than one seen before. `changed`: another
 * text under a version seen before.
 */
export const catalogueRefusalSchema = z.enum(['bad_signature', 'other_key', 'older', 'changed', 'not_valid']);

export const allowanceSchema = z.object({
  /** Members looked at, each counted once however many requests it took. */
  profiles: meterSchema,
  /** Pages of a search and of the connections. */
  searchPages: meterSchema,
  /** Companies and places looked up by name or number. */
  lookups: meterSchema,
  /** Every request that was sent, whatever it was about; when they are used up, no other meter goes on. */
  requests: meterSchema,
  /** 1 to 7 while the limits are still growing; null afterwards. */
  warmUpDay: z.int().min(1).max(7).nullable(),
  /**
   * Nothing is asked of LinkedIn until then. `until` in epoch milliseconds. `redirected`: an answer led
   * elsewhere though the session stands; `refused`: five members in a row could not be seen, which is
   * trouble of the session or the account; `upstream_error`: LinkedIn's servers failed several times.
   */
  pause: z
    .object({
      cause: z.enum(['throttled', 'challenged', 'signed_out', 'redirected', 'refused', 'upstream_error']),
      until: z.number(),
    })
    .nullable(),
  /** What came of the catalogue the page handed over last; null before the first. */
  catalogue: z
    .object({
      version: z.int().nullable(),
      refusal: catalogueRefusalSchema.nullable(),
    })
    .nullable(),
});
export type Allowance = z.infer<typeof allowanceSchema>;
