/**
 * The pause LinkedIn asked for, or that a challenge or a lost sign-in calls for. Stored, so that it
 * outlives the worker and the browser; while it lasts nothing is sent to LinkedIn.
 */
import type { MessageError, MessageErrorCode } from '@leadloom/shared/messages/message-error';
import { z } from 'zod';
import { readStored, removeStored, writeStored } from '../platform/storage.ts';

export const COOL_DOWN_KEY = 'coolDown';

const coolDownSchema = z.object({
  cause: z.enum(['throttled', 'challenged', 'signed_out']),
  /** Milliseconds since 1970. */
  until: z.number(),
});
export type CoolDown = z.infer<typeof coolDownSchema>;

const LONGEST_SECONDS = 86_400;

/** null when LinkedIn may be asked. */
export async function readCoolDown(now: number): Promise<CoolDown | null> {
  const parsed = coolDownSchema.safeParse((await readStored('local', [COOL_DOWN_KEY]))[COOL_DOWN_KEY]);
  return parsed.success && parsed.data.until > now ? parsed.data : null;
}

/** Begins a pause; one that already lasts longer stays. */
export async function startCoolDown(cause: CoolDown['cause'], seconds: number, now: number): Promise<void> {
  const until = now + Math.min(seconds, LONGEST_SECONDS) * 1000;
  const current = await readCoolDown(now);
  if (current === null || current.until < until)
    await writeStored('local', { [COOL_DOWN_KEY]: { cause, until } satisfies CoolDown });
}

/** Ends a pause that waited for the user. One that LinkedIn asked for (`throttled`) runs its time. */
export async function endUserCoolDown(causes: readonly ('challenged' | 'signed_out')[], now: number): Promise<void> {
  const current = await readCoolDown(now);
  if (current !== null && current.cause !== 'throttled' && causes.includes(current.cause))
    await removeStored('local', [COOL_DOWN_KEY]);
}

/** What a request gets while the pause lasts: signed out stays signed out, everything else is a pause with its end. */
export function refusalDuring(coolDown: CoolDown, now: number): MessageError {
  const code: MessageErrorCode = coolDown.cause === 'signed_out' ? 'signed_out' : 'throttled';
  return { code, retryAfterSeconds: Math.max(1, Math.ceil((coolDown.until - now) / 1000)) };
}
