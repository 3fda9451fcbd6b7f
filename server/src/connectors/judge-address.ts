/**
 * Whether the address of a destination or a webhook may be used. Reading it as browsers do resolves other spellings of IP addresses,
 * such as `0x7f.1` and `2130706433`. Names are judged again when a connection is opened; what is refused here needs
 * no look-up. Pure.
 */
import { isIP } from 'node:net';
import { isPrivateHost } from '../sources/http/public-address.ts';
import type { ConnectorNetwork } from './connector.ts';

export type AddressJudgement = 'allowed' | 'invalid' | 'private';

/** One or more labels, as host names and IPv4 addresses have them. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*\.?$/i;

/** The names of this machine that a setting allows. */
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

interface AllowedAddresses extends ConnectorNetwork {
  /** This machine may be named, without TLS, too. */
  readonly isLoopbackAllowed?: boolean;
}

/** An address of HTTP: `https` alone, unless private addresses, or those of this machine, are allowed. */
export function judgeUrl(text: string, { isPrivateAllowed, isLoopbackAllowed = false }: AllowedAddresses): AddressJudgement {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'invalid';
  if (url.username !== '' || url.password !== '' || url.hash !== '') return 'invalid';
  if (isPrivateAllowed || (isLoopbackAllowed && LOOPBACK_NAMES.has(url.hostname))) return 'allowed';
  if (isPrivateHost(url.hostname)) return 'private';
  return url.protocol === 'https:' ? 'allowed' : 'invalid';
}

/** A host name or an IP address, without brackets. */
export function judgeHost(host: string, { isPrivateAllowed }: ConnectorNetwork): AddressJudgement {
  if (isIP(host) === 0 && !HOST_NAME.test(host)) return 'invalid';
  // An address reads other spellings of IP addresses, such as 0x7f.1, as connections do.
  const written = isIP(host) === 6 ? `http://[${host}]/` : `http://${host}/`;
  if (!URL.canParse(written)) return 'invalid';
  return isPrivateAllowed || !isPrivateHost(new URL(written).hostname) ? 'allowed' : 'private';
}
