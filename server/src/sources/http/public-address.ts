/**
 * Decides which IP addresses are public. IPv4: all but private, loopback, multicast and reserved networks. IPv6: global
 * unicast, without prefixes that only wrap an IPv4 address. Fails closed: anything else is not public.
 */
import { BlockList, isIP } from 'node:net';

const SET_APART: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Teredo and 6to4 addresses lead to the IPv4 address inside them. */
const WRAPPING: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 32],
  ['2002::', 16],
];

// IPv4 subnets of a block list also match `::ffff:a.b.c.d`.
const refused = new BlockList();
for (const [network, prefix] of SET_APART) refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of WRAPPING) refused.addSubnet(network, prefix, 'ipv6');

const handedOut = new BlockList();
handedOut.addSubnet('2000::', 3, 'ipv6');
handedOut.addSubnet('::ffff:0:0', 96, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** @param address as numbers, not a name */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  return family === 6 && handedOut.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

/** @param address as numbers, not a name */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Whether a host of an address, as `URL` writes it, is this machine or an IP address that is not public. Names are judged when
 * a connection is opened.
 */
export function isPrivateHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return isLoopbackAddress(bare) || !isPublicAddress(bare);
  const name = bare.replace(/\.$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost');
}
