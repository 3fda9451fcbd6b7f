/**
 * Cross-site request forgery, for requests a browser authenticates by cookie alone: a token signed for
 * the session must come back in a header and a cookie, and the browser must not say that another site
 * made the request. Requests with a bearer token cannot be forged and are not asked.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isSignedBy, sign } from './token-keys.ts';

export function xsrfTokenFor(key: Buffer, sessionId: string): string {
  return sign(key, sessionId);
}

export function isXsrfTokenOf(key: Buffer, sessionId: string, token: string): boolean {
  return isSignedBy(key, sessionId, token);
}

export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** `X-XSRF-TOKEN`, or `X-CSRF-TOKEN` as some clients name it. */
export function readXsrfHeader(headers: IncomingHttpHeaders): string | null {
  const value = headers['x-xsrf-token'] ?? headers['x-csrf-token'];
  return typeof value === 'string' ? value : null;
}

/** What the browser says of the request's source; one that says nothing is left to the token. */
export function isFromOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || isOurs(origin, headers, publicUrl);
}

/**
 * For a GET that changes something, which has no token: whether it is certain that a page of ours asked. A browser
 * that says nothing proves nothing, and an address that somebody opened may stand in a mail.
 */
export function isCertainlyFromOwnPage(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const source = headers.origin ?? headers.referer;
  return source !== undefined && isOurs(source, headers, publicUrl);
}

/** @param address an origin, or an address there */
function isOurs(address: string, { host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.origin === publicUrl || url.host === host;
}
