/**
 * How a message travels: page → (window) → bridge → (runtime) → background and back. The page chooses a random
 * id. A reply is accepted only with that id and only once.
 */
import * as z from 'zod/mini';
import { CHANNEL } from './limits.ts';
import { messageErrorSchema } from './message-error.ts';

export { CHANNEL };

export const requestEnvelopeSchema = z.strictObject({
  channel: z.literal(CHANNEL),
  kind: z.literal('request'),
  id: z.uuid(),
  name: z.string().check(z.maxLength(40)),
  payload: z.unknown(),
});
export type RequestEnvelope = z.infer<typeof requestEnvelopeSchema>;

export const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({ ok: z.literal(false), error: messageErrorSchema }),
]);
export type Reply = z.infer<typeof replySchema>;

export const replyEnvelopeSchema = z.object({
  channel: z.literal(CHANNEL),
  kind: z.literal('reply'),
  id: z.uuid(),
  reply: replySchema,
});
export type ReplyEnvelope = z.infer<typeof replyEnvelopeSchema>;
