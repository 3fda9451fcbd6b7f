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
  if (origin === undefined) return true;
  return origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === headers.host);
}
