/**
 * Addresses of our own pages in responses to a browser. A machine has several names (localhost, 127.0.0.1,
 * [::1]), and a session is only valid for the name it was started with. So anyone who uses another name than
 * PUBLIC_URL's gets links with that name.
 *
 * The client writes the Host header. It is only used if it cannot lead anywhere else: PUBLIC_URL is on this
 * machine, the request comes from this machine without a proxy, and the header names this machine at
 * PUBLIC_URL's port.
 */
import { type Incoming, isLoopbackHost, isLoopbackRequest } from '../../http/loopback.ts';

/**
 * @param publicUrl an origin
 * @returns `url` unchanged, unless it is one of our pages and was requested by another name
 */
export function atAddressInUse(url: string, publicUrl: string, request: Incoming): string {
  if (!url.startsWith(`${publicUrl}/`)) return url;
  const inUse = `http://${request.headers.host ?? ''}`;
  const known = new URL(publicUrl);
  if (known.protocol !== 'http:' || !isLoopbackHost(known.host)) return url;
  if (!isLoopbackRequest(request) || !URL.canParse(inUse) || new URL(inUse).port !== known.port) return url;
  return new URL(inUse).origin + url.slice(publicUrl.length);
}
