/**
 * The pause after LinkedIn requested one, or after a challenge, a lost sign-in or a refusal. It is stored, so
 * that it outlasts the worker and the browser. During a pause nothing is sent to LinkedIn.
 */
import type { Allowance } from '@leadloom/shared/messages/allowance';
import type { MessageError, MessageErrorCode } from '@leadloom/shared/messages/message-error';
import * as z from 'zod/mini';
import { readStored, removeStored, writeStored } from '../platform/storage.ts';
import { hasSessionCookie } from './linkedin-session.ts';

export const COOL_DOWN_KEY = 'coolDown';

export type CoolDown = NonNullable<Allowance['pause']>;
export type CoolDownCause = CoolDown['cause'];

/** The error code of requests during the pause. */
const codes: Readonly<Record<CoolDownCause, MessageErrorCode>> = {
  throttled: 'throttled',
  challenged: 'challenged',
  signed_out: 'signed_out',
  redirected: 'redirected',
  // A refusal counts as throttled here, because `forbidden` is about one member.
  refused: 'throttled',
  upstream_error: 'upstream_error',
};

interface StoredCoolDown extends CoolDown {
  /**
   * With `signed_out`: the session cookie was missing, so one that is there later belongs to a new sign-in, which ends the
   * pause. A cookie alone does not show that, because LinkedIn may refuse one that is still there.
   */
  readonly isSessionGone?: true | undefined;
}

const coolDownSchema: z.ZodMiniType<StoredCoolDown> = z.object({
  cause: z.enum(['throttled', 'challenged', 'signed_out', 'redirected', 'refused', 'upstream_error']),
  until: z.number(),
  isSessionGone: z.optional(z.literal(true)),
});

/** The user ends these after seeing at LinkedIn what is wrong. The others end by time. */
const endedByUser: readonly CoolDownCause[] = ['challenged', 'signed_out', 'redirected', 'refused'];

const LONGEST_SECONDS = 86_400;
/** The pause if the stored one is unreadable. */
const UNREADABLE_SECONDS = 900;

/** null if LinkedIn may be requested. */
export async function readCoolDown(now: number): Promise<CoolDown | null> {
  const stored = (await readStored('local', [COOL_DOWN_KEY]))[COOL_DOWN_KEY];
  if (stored === undefined) return null;
  const coolDown = coolDownSchema.safeParse(stored).data ?? { cause: 'throttled', until: now + UNREADABLE_SECONDS * 1000 };
  // A stored pause that is longer than any means that the clock was set back.
  const bounded = { ...coolDown, until: Math.min(coolDown.until, now + LONGEST_SECONDS * 1000) };
  const hasSession = await hasSessionAfter(bounded.cause);
  if (bounded.isSessionGone === true && hasSession === true) {
    await removeStored('local', [COOL_DOWN_KEY]);
    return null;
  }
  const current = noteSession(bounded, hasSession);
  // The corrected pause is stored, so that it ends when it says.
  if (JSON.stringify(current) !== JSON.stringify(stored)) await writeStored('local', { [COOL_DOWN_KEY]: current });
  const { cause, until } = current;
  return until > now ? { cause, until } : null;
}

/** Only a sign-out depends on the session. null: it does not, or nothing is known. */
async function hasSessionAfter(cause: CoolDownCause): Promise<boolean | null> {
  return cause === 'signed_out' ? hasSessionCookie() : null;
}

function noteSession({ cause, until, isSessionGone }: StoredCoolDown, hasSession: boolean | null): StoredCoolDown {
  return isSessionGone === true || hasSession === false ? { cause, until, isSessionGone: true } : { cause, until };
}

/**
 * Starts a pause. An existing one that lasts longer stays.
 * @param explained the cause of a pause that this one explains, and therefore replaces
 */
export async function startCoolDown(
  cause: CoolDownCause,
  seconds: number,
  now: number,
  explained?: CoolDownCause,
): Promise<void> {
  const until = now + Math.min(seconds, LONGEST_SECONDS) * 1000;
  const current = await readCoolDown(now);
  if (current === null || current.until < until || current.cause === explained)
    await writeStored('local', { [COOL_DOWN_KEY]: noteSession({ cause, until }, await hasSessionAfter(cause)) });
}

/** Whether "Continue" is shown. */
export function canUserEnd(coolDown: CoolDown): boolean {
  return endedByUser.includes(coolDown.cause);
}

/**
 * Ends a pause that waits for the user.
 * @param causes which ones; default: all that a user can end
 */
export async function endUserCoolDown(now: number, causes: readonly CoolDownCause[] = endedByUser): Promise<void> {
  const current = await readCoolDown(now);
  if (current !== null && canUserEnd(current) && causes.includes(current.cause)) await removeStored('local', [COOL_DOWN_KEY]);
}

/** The error of a request during the pause. */
export function refusalDuring({ cause, until }: CoolDown, now: number): MessageError {
  return { code: codes[cause], retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) };
}
