/** Whether the member is signed in to LinkedIn, and the CSRF token that goes with the session. */
import { readLinkedInCookie } from '../platform/linkedin-cookies.ts';

/** Presence of both cookies; whether LinkedIn still honours them only a request can tell. */
export async function isSignedIn(): Promise<boolean> {
  const [session, csrfToken] = await Promise.all([readLinkedInCookie('li_at'), readLinkedInCookie('JSESSIONID')]);
  return session !== null && csrfToken !== null;
}

/**
 * The value of the `csrf-token` header: JSESSIONID without the quotes it is stored with (`ajax:123…`).
 * null when signed out. For a request to LinkedIn and nothing else.
 */
export async function readCsrfToken(): Promise<string | null> {
  const [session, csrfToken] = await Promise.all([readLinkedInCookie('li_at'), readLinkedInCookie('JSESSIONID')]);
  return session === null || csrfToken === null ? null : csrfToken.replace(/^"(.*)"$/, '$1');
}
