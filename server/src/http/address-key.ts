/** The key under which limits count a client's address. */
import { isIPv6 } from 'node:net';
import { Address6 } from 'ip-address';

/** An IPv6 client controls at least a network of this prefix length. */
const NETWORK_BITS = 64;

/** The network of an IPv6 address, and IPv4 in one form. @param address of a connection; other texts stay as they are */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = new Address6(address);
  return parsed.isMapped4()
    ? parsed.to4().correctForm()
    : new Address6(`${address}/${NETWORK_BITS}`).startAddress().correctForm();
}
