/**
 * LinkedIn's cookies. Values are read only for the CSRF header of a request to LinkedIn itself; nothing else
 * may read them, and nothing stores or sends them anywhere.
 */
import browser from 'webextension-polyfill';

const LINKEDIN = 'https://www.linkedin.com/';

/** `li_at` is the session, `JSESSIONID` the CSRF token of the same sign-in. */
export type LinkedInCookie = 'li_at' | 'JSESSIONID';

/**
 * The cookie is read by LinkedIn's address and not by a domain, because LinkedIn sets some for `.linkedin.com` and some for
 * `.www.linkedin.com`, and the browser sends both. @returns null if there is no such cookie, or LinkedIn invalidated it by
 * overwriting it
 */
export async function readLinkedInCookie(name: LinkedInCookie): Promise<string | null> {
  const cookie = await browser.cookies.get({ url: LINKEDIN, name });
  return cookie === null || cookie === undefined || cookie.value === '' || cookie.value === 'delete me' ? null : cookie.value;
}

/**
 * Reports that the cookie was set again: somebody signed in. Chromium tells an extension nothing of a cookie for
 * `.linkedin.com`, because it has access to `www.linkedin.com` alone, so nothing may rely on this report.
 */
export function onLinkedInCookieSet(name: LinkedInCookie, listener: () => void): void {
  browser.cookies.onChanged.addListener(({ cookie, removed }) => {
    if (removed || cookie.name !== name || !/(?:^|\.)linkedin\.com$/.test(cookie.domain)) return;
    // LinkedIn also ends a session by overwriting its cookie, and other hosts of LinkedIn have cookies of their own.
    void readLinkedInCookie(name).then(
      (value) => {
        if (value !== null) listener();
      },
      () => undefined,
    );
  });
}
