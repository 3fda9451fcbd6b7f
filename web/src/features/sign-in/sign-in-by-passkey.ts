/**
 * Signing in with a passkey. The code is loaded when it is first needed, so that it adds nothing to what the sign-in page
 * loads for those who type a password.
 */
import { beginPasskeyLogin, passkeyLogin, type ShownCredential } from '@leadloom/shared/contract/passkeys';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { askForPasskey, stopAsking } from '../../lib/passkeys/ask-authenticator.ts';
import { session } from '../../lib/session/session.ts';

export type PasskeySignIn =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Asks for a passkey, signs in with it and keeps the tokens. */
export async function signInByPasskey(): Promise<PasskeySignIn> {
  try {
    const outcome = await askForPasskey(await call(beginPasskeyLogin, {}));
    if (outcome.kind === 'failed') return { kind: 'refused', sentence: outcome.sentence };
    return outcome.kind === 'cancelled' ? outcome : await finish(outcome.credential);
  } catch (error) {
    return refusalOf(error);
  }
}

/**
 * Offers the passkeys in the list of the email field, and waits until one is chosen. What fails before is silent, because
 * nobody has asked for anything yet.
 * @param stop ends the offer
 */
export async function offerPasskeys(stop: AbortSignal): Promise<PasskeySignIn> {
  const options = await call(beginPasskeyLogin, {}, { signal: stop }).catch(() => null);
  if (options === null || stop.aborted) return { kind: 'cancelled' };
  stop.addEventListener('abort', stopAsking, { once: true });
  const outcome = await askForPasskey(options, { isAutofill: true });
  stop.removeEventListener('abort', stopAsking);
  if (outcome.kind !== 'given' || stop.aborted) return { kind: 'cancelled' };
  return finish(outcome.credential).catch(refusalOf);
}

async function finish(credential: ShownCredential): Promise<PasskeySignIn> {
  const tokens = await call(passkeyLogin, { body: { credential } });
  session.start({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token });
  return { kind: 'signed-in' };
}

function refusalOf(error: unknown): PasskeySignIn {
  if (!(error instanceof ApiError)) throw error;
  return { kind: 'refused', sentence: error.message };
}
