/**
 * Whether a request comes from a program on this machine, for pages that only the operator may see. The socket decides. A
 * proxy on this machine is recognised by its headers, and another site's name that points to 127.0.0.1 by the Host header.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';

/** Headers in which proxies name their client. */
export const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

export interface Incoming {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

export function isLoopbackRequest({ socket, headers }: Incoming): boolean {
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false;
  return isLoopbackAddress(socket.remoteAddress ?? '') && isLoopbackHost(headers.host ?? '');
}

function isLoopbackAddress(address: string): boolean {
  const bare = address.toLowerCase().replace(/^::ffff:/, '');
  return bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}

/** `Host` as a request carries it, port included: `localhost` and loopback addresses. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  return name === 'localhost' || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'));
}
