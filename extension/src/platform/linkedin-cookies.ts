/**
 * LinkedIn's cookies. Values are read only for the CSRF header of a request to LinkedIn itself; nothing else
 * may read them, and nothing stores or sends them anywhere.
 */
import browser from 'webextension-polyfill';

const LINKEDIN = 'https://www.linkedin.com/';

/** `li_at` is the session, `JSESSIONID` the CSRF token of the same sign-in. */
export type LinkedInCookie = 'li_at' | 'JSESSIONID';

/** null if there is no such cookie, or LinkedIn invalidated it by overwriting it. */
export async function readLinkedInCookie(name: LinkedInCookie): Promise<string | null> {
  const cookie = await browser.cookies.get({ url: LINKEDIN, name });
  return cookie === null || cookie === undefined || cookie.value === '' || cookie.value === 'delete me' ? null : cookie.value;
}

/** Reports that the cookie was set again: somebody signed in. Its value is not read. */
export function onLinkedInCookieSet(name: LinkedInCookie, listener: () => void): void {
  browser.cookies.onChanged.addListener(({ cookie, removed }) => {
    if (!removed && cookie.name === name && /(?:^|\.)linkedin\.com$/.test(cookie.domain)) listener();
  });
}
