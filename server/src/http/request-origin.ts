/** Whether a request was made by a page of ours, according to the browser. */
import type { IncomingHttpHeaders } from 'node:http';

export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** What the browser says about the source of the request. If it says nothing, the token alone decides. */
export function isFromOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || isOurs(origin, headers, publicUrl);
}

/**
 * For a GET that changes something and has no token: whether the request certainly comes from a page of ours. A browser that
 * reports nothing proves nothing: the address may be a link in a mail.
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
