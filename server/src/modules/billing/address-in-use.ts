/**
 * Addresses of our own pages, as they are answered to a browser. A machine goes by several names (localhost,
 * 127.0.0.1, [::1]) and a session belongs to the one it was begun at: whoever came by another name than
 * PUBLIC_URL's is led on by theirs.
 *
 * The Host header is written by the client. It is believed only where it cannot lead anybody elsewhere:
 * PUBLIC_URL is this machine's own, a program on this machine asks without a proxy between, and the header
 * names this machine at PUBLIC_URL's port.
 */
import { type Incoming, isLoopbackHost, isLoopbackRequest } from '../../http/loopback.ts';

/** @param publicUrl an origin @returns `url` itself unless it is a page of ours that was asked for by another name */
export function atAddressInUse(url: string, publicUrl: string, request: Incoming): string {
  if (!url.startsWith(`${publicUrl}/`)) return url;
  const inUse = `http://${request.headers.host ?? ''}`;
  const known = new URL(publicUrl);
  if (known.protocol !== 'http:' || !isLoopbackHost(known.host)) return url;
  if (!isLoopbackRequest(request) || !URL.canParse(inUse) || new URL(inUse).port !== known.port) return url;
  return new URL(inUse).origin + url.slice(publicUrl.length);
}
