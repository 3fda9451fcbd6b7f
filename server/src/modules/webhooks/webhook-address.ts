/**
 * Which addresses a webhook may have. Names are judged when a connection is opened, see `createGuardedConnector`; addresses
 * refused here need no look-up. Reading an address as browsers do resolves other spellings of IP addresses, such as
 * `0x7f.1` and `2130706433`.
 */
import { isPrivateHost } from '../../sources/http/public-address.ts';

export type AddressJudgement =
  | { readonly kind: 'allowed'; readonly url: URL }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'private' };

/** The names of this machine that a setting allows. */
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

export function judgeAddress(text: string, { isLoopbackAllowed }: { readonly isLoopbackAllowed: boolean }): AddressJudgement {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return { kind: 'invalid' };
  if (url.username !== '' || url.password !== '' || url.hash !== '') return { kind: 'invalid' };
  if (LOOPBACK_NAMES.has(url.hostname)) return isLoopbackAllowed ? { kind: 'allowed', url } : { kind: 'private' };
  if (isPrivateHost(url.hostname)) return { kind: 'private' };
  return url.protocol === 'https:' ? { kind: 'allowed', url } : { kind: 'invalid' };
}
