/** Asks the browser to create or show a passkey. */
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { beginPasskey, beginPasskeyLogin, NewCredential, ShownCredential } from '@leadloom/shared/contract/passkeys';
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';

export type Asked<Credential> =
  | { readonly kind: 'given'; readonly credential: Credential }
  /** The person closed the browser's dialog, waited too long, or another request took its place. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly sentence: string };

const FAILED = 'The browser could not use a passkey.';

interface ShowOptions {
  /** Offers the passkeys in the list of a field, and waits until one is chosen. */
  readonly isAutofill?: boolean;
}

export function askForPasskey(
  options: EndpointResult<typeof beginPasskeyLogin>,
  { isAutofill = false }: ShowOptions = {},
): Promise<Asked<ShownCredential>> {
  return ask(async () => {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isAutofill });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      ...common(id, rawId),
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle === undefined ? {} : { userHandle }) },
    };
  });
}

export function askToCreatePasskey(options: EndpointResult<typeof beginPasskey>): Promise<Asked<NewCredential>> {
  return ask(async () => {
    const { id, rawId, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject, transports } = response;
    return {
      ...common(id, rawId),
      response: { clientDataJSON, attestationObject, ...(transports === undefined ? {} : { transports }) },
    };
  });
}

/** Ends a request that still waits. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

function common(id: string, rawId: string) {
  return { id, rawId, type: 'public-key' as const, clientExtensionResults: {} };
}

async function ask<Credential>(request: () => Promise<Credential>): Promise<Asked<Credential>> {
  try {
    return { kind: 'given', credential: await request() };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return { kind: 'cancelled' };
    return {
      kind: 'failed',
      sentence: name === 'InvalidStateError' ? 'This device already has a passkey for your account.' : FAILED,
    };
  }
}
