/**
 * Proves to the extension that this page came from the server it knows: fetches the challenge, has the server sign
 * it, hands the signature back. One proof at a time, however many messages wait for it.
 */
import { proveToExtension } from '@leadloom/shared/contract/linkedin';
import { createStore } from 'zustand/vanilla';
import { call } from '../api-client/call.ts';
import { exchangeMessage } from './exchange-message.ts';

/** The fingerprint of the server's key, as the server sent it last; null before that. */
export const serverKeyStore = createStore<{ readonly fingerprint: string | null }>(() => ({ fingerprint: null }));

/** An extension that was ended meanwhile has forgotten its challenge and makes another. */
const ROUNDS = 2;
const SERVER_TIME_LIMIT_MS = 10_000;

let proving: Promise<boolean> | null = null;

/** Never rejects. @returns whether the extension takes this page's messages now */
export function proveServer(): Promise<boolean> {
  proving ??= prove().finally(() => {
    proving = null;
  });
  return proving;
}

async function prove(): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const offered = await exchangeMessage('checkExtension', {});
    if (!offered.ok) return false;
    const { challenge } = offered.data;
    if (challenge === undefined) return true;
    const proof = await askServer(challenge);
    if (proof === null) return false;
    const answer = await exchangeMessage('checkExtension', { proof });
    if (answer.ok && answer.data.challenge === undefined) return true;
  }
  return false;
}

async function askServer(challenge: string) {
  try {
    const { fingerprint, ...proof } = await call(
      proveToExtension,
      { body: { origin: window.location.origin, challenge } },
      { signal: AbortSignal.timeout(SERVER_TIME_LIMIT_MS) },
    );
    serverKeyStore.setState({ fingerprint });
    return proof;
  } catch {
    // Away, signed out, or reached at an address that is not its own: in each case nothing is proved.
    return null;
  }
}
