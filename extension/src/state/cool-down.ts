/**
 * The pause LinkedIn asked for, or that a challenge, a lost sign-in or a refusal calls for. Stored, so
 * that it outlives the worker and the browser; while it lasts nothing is sent to LinkedIn.
 */
import type { Allowance } from '@leadloom/shared/messages/allowance';
import type { MessageError, MessageErrorCode } from '@leadloom/shared/messages/message-error';
import { z } from 'zod';
import { readStored, removeStored, writeStored } from '../platform/storage.ts';

export const COOL_DOWN_KEY = 'coolDown';

export type CoolDown = NonNullable<Allowance['pause']>;
export type CoolDownCause = CoolDown['cause'];

/** What requests are told meanwhile. */
const codes: Readonly<Record<CoolDownCause, MessageErrorCode>> = {
  throttled: 'throttled',
  challenged: 'challenged',
  signed_out: 'signed_out',
  redirected: 'redirected',
  // Not `forbidden`: that speaks of one member.
  refused: 'throttled',
  upstream_error: 'upstream_error',
};

const coolDownSchema: z.ZodType<CoolDown> = z.object({
  cause: z.enum(['throttled', 'challenged', 'signed_out', 'redirected', 'refused', 'upstream_error']),
  until: z.number(),
});

/** Ended by the member, who sees at LinkedIn what the matter is. The others run their time. */
const endedByUser: readonly CoolDownCause[] = ['challenged', 'signed_out', 'redirected', 'refused'];

const LONGEST_SECONDS = 86_400;
/** For a pause of which nothing is known any more. */
const UNREADABLE_SECONDS = 900;

/** null when LinkedIn may be asked. */
export async function readCoolDown(now: number): Promise<CoolDown | null> {
  const stored = (await readStored('local', [COOL_DOWN_KEY]))[COOL_DOWN_KEY];
  if (stored === undefined) return null;
  const coolDown = coolDownSchema.safeParse(stored).data ?? { cause: 'throttled', until: now + UNREADABLE_SECONDS * 1000 };
  // Longer than a pause can be: the clock went back since.
  const current = { ...coolDown, until: Math.min(coolDown.until, now + LONGEST_SECONDS * 1000) };
  // Written, so that it ends when it says.
  if (JSON.stringify(current) !== JSON.stringify(stored)) await writeStored('local', { [COOL_DOWN_KEY]: current });
  return current.until > now ? current : null;
}

/** Begins a pause; one that already lasts longer stays. @param explained a pause this one is the explanation of, and so replaces */
export async function startCoolDown(
  cause: CoolDownCause,
  seconds: number,
  now: number,
  explained?: CoolDownCause,
): Promise<void> {
  const until = now + Math.min(seconds, LONGEST_SECONDS) * 1000;
  const current = await readCoolDown(now);
  if (current === null || current.until < until || current.cause === explained)
    await writeStored('local', { [COOL_DOWN_KEY]: { cause, until } satisfies CoolDown });
}

/** Whether "Continue" is offered. */
export function canUserEnd(coolDown: CoolDown): boolean {
  return endedByUser.includes(coolDown.cause);
}

/** Ends a pause that waited for the user. @param causes all of those where left out */
export async function endUserCoolDown(now: number, causes: readonly CoolDownCause[] = endedByUser): Promise<void> {
  const current = await readCoolDown(now);
  if (current !== null && canUserEnd(current) && causes.includes(current.cause)) await removeStored('local', [COOL_DOWN_KEY]);
}

/** What a request gets while the pause lasts. */
export function refusalDuring({ cause, until }: CoolDown, now: number): MessageError {
  return { code: codes[cause], retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) };
}
