/**
 * The token against cross-site request forgery. A request that a browser authenticates by cookie alone must
 * return the token of its session in a header and a cookie. A bearer token cannot be forged and needs none.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { KeyRing } from '../../../crypto/secret-ring.ts';
import { isSignedBy, sign } from '../../../crypto/signature.ts';

export function xsrfTokenFor(keys: KeyRing, sessionId: string): string {
  return sign(keys, sessionId);
}

export function isXsrfTokenOf(keys: KeyRing, sessionId: string, token: string): boolean {
  return isSignedBy(keys, sessionId, token);
}

/** `X-XSRF-TOKEN`, or `X-CSRF-TOKEN` as some clients call it. */
export function readXsrfHeader(headers: IncomingHttpHeaders): string | null {
  const value = headers['x-xsrf-token'] ?? headers['x-csrf-token'];
  return typeof value === 'string' ? value : null;
}
