/** Whether the member is signed in to LinkedIn, and the CSRF token of the session. */
import { readLinkedInCookie } from '../platform/linkedin-cookies.ts';

/** Whether both cookies exist. Only a request shows whether LinkedIn still accepts them. */
export async function isSignedIn(): Promise<boolean> {
  const [session, csrfToken] = await Promise.all([readLinkedInCookie('li_at'), readLinkedInCookie('JSESSIONID')]);
  return session !== null && csrfToken !== null;
}

/** Whether the browser has LinkedIn's session cookie; null if the extension may not look. */
export function hasSessionCookie(): Promise<boolean | null> {
  return readLinkedInCookie('li_at').then(
    (session) => session !== null,
    () => null,
  );
}

/**
 * The value of the `csrf-token` header: JSESSIONID without the quotes it is stored with (`ajax:123…`). null if
 * signed out. Use it only for requests to LinkedIn.
 */
export async function readCsrfToken(): Promise<string | null> {
  const [session, csrfToken] = await Promise.all([readLinkedInCookie('li_at'), readLinkedInCookie('JSESSIONID')]);
  return session === null || csrfToken === null ? null : csrfToken.replace(/^"(.*)"$/, '$1');
}
