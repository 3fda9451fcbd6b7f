/**
 * The relying party to which passkeys of this server belong: the host of PUBLIC_URL. Browsers create passkeys only for
 * hosts with a name, and only on pages that arrived encrypted or from this machine.
 */
import { isIP } from 'node:net';

export type RelyingParty =
  | {
      readonly state: 'available';
      readonly id: string;
      /** The only one from which a passkey counts. */
      readonly origin: string;
    }
  | { readonly state: 'address is no name' | 'address is not https' };

/** @param publicUrl origin */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, protocol, origin } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return { state: 'address is no name' };
  const isThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isThisMachine) return { state: 'address is not https' };
  return { state: 'available', id: hostname, origin };
}
