/** Signs out: the server ends the session if it can be reached; this browser forgets it in any case. */
import { logout } from '@leadloom/shared/contract/accounts';
import { send } from '../api-client/send.ts';
import { session } from '../session/session.ts';

/** The longest wait for the server; after it the request continues in the background. */
const SIGN_OUT_TIMEOUT_MS = 3000;

export async function signOut(): Promise<void> {
  const answered = send(logout, {}, { bearer: session.accessToken() }).catch(() => undefined);
  const waited = new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS));
  await Promise.race([answered, waited]);
  session.end();
}
