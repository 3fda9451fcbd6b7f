/** A browser that signs in at the stand-in issuer. */
import type { Answer, Browser } from '@leadloom/server/testing/browser';
import type { OidcIssuer } from './issuer.ts';

/** Starts a sign-in. @returns the page of the issuer */
export async function beginAtIssuer(browser: Browser): Promise<string> {
  const begun = await browser.call('POST', '/login/oidc/start');
  if (begun.status !== 200) throw new Error(`no sign-in was started: ${JSON.stringify(begun.body)}`);
  return String(begun.body.url);
}

export async function signInAtIssuer(browser: Browser, issuer: OidcIssuer): Promise<Answer> {
  const answer = issuer.agree(await beginAtIssuer(browser));
  return browser.call('POST', '/login/oidc', { body: { answer } });
}
